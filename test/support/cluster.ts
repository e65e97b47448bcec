import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readTree } from '../../bench/speed/proc.ts';
import { findFreePort } from './process.ts';

const run = promisify(execFile);

/** After a kill, the old processes hold the shared memory for a moment, and a start is refused. */
const START_ATTEMPTS = 20;
const START_AGAIN_MS = 200;
const CONFIG_PROGRAM = 'pg_config';
const INITDB_OPTIONS = '-U postgres -A trust -E UTF8 --no-locale --no-sync --wal-segsize=1'.split(' ');

/** A separate PostgreSQL, to stop, kill and fill. */
export interface Cluster {
  /** Address of its first database, once it is started; no password. */
  readonly url: string;
  /** Resolves when it accepts connections. @param settings in place of those in its configuration. */
  start(settings?: Record<string, string>): Promise<void>;
  isRunning(): boolean;
  /** An immediate shutdown: connections are cut, and the next start recovers from the log. */
  stopAtOnce(): Promise<void>;
  /** SIGKILL to the postmaster, as a crash; resolves when it is gone. @param reach `all`: to its children too. */
  kill(reach?: 'postmaster' | 'all'): Promise<void>;
  /** In place of what it holds: a copy of another one, which it follows from its next start on. */
  copy(primary: Cluster): Promise<void>;
  /** Ends the following; resolves when it takes writes. */
  promote(): Promise<void>;
  /** Its log since its creation. */
  log(): string;
  remove(): Promise<void>;
}

interface Owner {
  uid: number;
  gid: number;
}

/** Makes nothing but its folders; the first start does. @param parent open to every account, with 30 MB of room. */
export function createCluster(parent: string): Cluster {
  const owner = findOwner();
  const folder = mkdtempSync(join(parent, 'cluster-'));
  // Its log is kept elsewhere, so that it can still report a full disk.
  const logFolder = mkdtempSync(join(tmpdir(), 'cluster-log-'));
  if (owner) for (const path of [folder, logFolder]) chownSync(path, owner.uid, owner.gid);
  const [data, log] = [join(folder, 'data'), join(logFolder, 'log')];
  const call = (name: string, words: string[]) => run(findProgram(name), words, { ...owner, cwd: folder });
  const inTurn = createTurns();
  let port = 0;
  let isRemoved = false;

  async function initialise(): Promise<void> {
    await call('initdb', ['-D', data, ...INITDB_OPTIONS]);
    const settings = `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`;
    appendFileSync(join(data, 'postgresql.conf'), `${settings}max_wal_size = 8MB\n`);
  }
  async function start(settings: Record<string, string>): Promise<void> {
    if (port === 0) port = await findFreePort();
    if (!existsSync(data)) await initialise();
    // Not in its configuration, which a copy takes over.
    const given = Object.entries({ port, ...settings }).map(([name, value]) => `-c ${name}=${value}`);
    const words = ['-D', data, '-l', log, '-w', '-t', '20', '-o', given.join(' '), 'start'];
    for (let attempt = 1; !isRemoved; attempt++) {
      try {
        await call('pg_ctl', words);
        return;
      } catch (error) {
        if (attempt === START_ATTEMPTS) throw new Error(readFileSync(log, 'utf8'), { cause: error });
        // Also long enough for one whose pg_ctl was interrupted to be seen by its pid.
        await delay(START_AGAIN_MS);
      }
    }
  }
  async function stopAtOnce(): Promise<void> {
    if (isAlive(readPid(data))) await call('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
  }
  async function kill(reach: 'postmaster' | 'all'): Promise<void> {
    const pid = readPid(data);
    const doomed = reach === 'all' ? readTree(pid) : [pid];
    for (const one of doomed) if (isAlive(one)) process.kill(one, 'SIGKILL');
    while (doomed.some(isAlive)) await delay(1);
  }
  async function copy(primary: Cluster): Promise<void> {
    rmSync(data, { recursive: true, force: true });
    const words = ['-d', primary.url, '-D', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
    await call('pg_basebackup', words);
  }
  return {
    get url() {
      return `postgres://postgres@127.0.0.1:${port}/postgres`;
    },
    start: (settings = {}) => inTurn(() => start(settings)),
    isRunning: () => isAlive(readPid(data)),
    stopAtOnce: () => inTurn(stopAtOnce),
    kill: (reach = 'postmaster') => inTurn(() => kill(reach)),
    copy: (primary) => inTurn(() => copy(primary)),
    promote: () => inTurn(async () => void (await call('pg_ctl', ['-D', data, '-w', 'promote']))),
    log: () => readFileSync(log, 'utf8'),
    remove: () => {
      isRemoved = true;
      return inTurn(async () => {
        await stopAtOnce();
        for (const path of [folder, logFolder]) rmSync(path, { recursive: true, force: true });
      });
    },
  };
}

/** One after another, whatever the result of the previous: an interrupted run removes what is just starting. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return (act: () => Promise<void>): Promise<void> => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** PostgreSQL and PgBouncer refuse to run as root, so an unprivileged account owns them then. */
export function findOwner(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, name], { stdio: 'pipe' })),
      );
      if (uid && gid) return { uid, gid };
    } catch {
      // No such account here.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
}

/** In the PATH, where pg_config says, or where Debian keeps its versions, the newest first. */
function findProgram(name: string): string {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...askConfig(),
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
  ];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (!found) throw new Error(`${name} was not found; it comes with a PostgreSQL server.`);
  return found;
}

function askConfig(): string[] {
  try {
    return [execFileSync(CONFIG_PROGRAM, ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim()];
  } catch {
    return [];
  }
}

/** NaN when it has none. */
function readPid(data: string): number {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return Number.NaN;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
