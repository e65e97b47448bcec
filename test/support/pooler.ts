import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findOwner } from './cluster.ts';
import { findFreePort } from './process.ts';

const EXAMPLE = new URL('../../ops/pgbouncer.ini', import.meta.url);
const NAME = 'pgbouncer';
/** For clients of the pooler where the server asks for none. */
const PASSWORD = 'of-the-pooler';

/** A PgBouncer as ops/pgbouncer.ini sets it up, before a running PostgreSQL. */
export interface Pooler {
  /** The way through it to a database that `url` leads to directly. */
  urlOf(url: string): string;
  log(): string;
  stop(): Promise<void>;
}

/** Debian keeps it outside the PATH of most accounts. */
function findPooler(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const found = folders.map((folder) => join(folder, NAME)).find((path) => existsSync(path));
  if (!found) throw new Error(`${NAME} is not installed; .ci/services does it`);
  return found;
}

/**
 * @param url of any database on the server.
 * @param change of its settings, by name; null takes one away.
 */
export async function startPooler(url: string, change: Record<string, string | null>): Promise<Pooler> {
  const program = findPooler();
  const { hostname, port: serverPort, username, password } = new URL(url);
  const [port, owner] = [await findFreePort(), findOwner()];
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'));
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')];
  const example = readFileSync(EXAMPLE, 'utf8').replace(
    /^lotse = host=\S+ port=\d+/m,
    `* = host=${hostname} port=${serverPort || 5432}`,
  );
  const settings = { listen_port: String(port), auth_file: users, unix_socket_dir: '', ...change };
  writeFileSync(config, Object.entries(settings).reduce(set, example));
  writeFileSync(users, `"${username}" "${decodeURIComponent(password) || PASSWORD}"\n`);
  chmodSync(folder, 0o755);
  if (owner) chownSync(users, owner.uid, owner.gid);
  const child = spawn(program, [config], { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  // If a test's own end fails, nobody else stops it.
  process.once('exit', () => child.kill('SIGTERM'));
  let log = '';
  await new Promise<void>((done, fail) => {
    child.stderr?.on('data', (chunk) => {
      log += chunk;
      if (log.includes('process up')) done();
    });
    void ended.then(() => fail(new Error(`${NAME} ended: ${log}`)));
  });
  return {
    urlOf: (direct) => {
      const pooled = Object.assign(new URL(direct), { host: `127.0.0.1:${port}` });
      return Object.assign(pooled, { password: password || PASSWORD }).href;
    },
    log: () => log,
    stop: async () => {
      // At once, whoever is still connected.
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function set(config: string, [name, value]: [string, string | null]): string {
  if (name === 'connect_query') return config.replace(/ connect_query=.*/, '');
  const line = new RegExp(`^${name} = .*$`, 'm');
  return line.test(config) ? config.replace(line, `${name} = ${value}`) : `${config}${name} = ${value}\n`;
}
