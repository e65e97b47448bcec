import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeKnowledge } from './knowledge.ts';
import type { PostgreSql } from './postgresql.ts';
import { type Program, runProgram } from './processes.ts';
import { addServersLike } from './tenants.ts';

/** Which database the service runs on. */
export type Store = 'postgresql' | 'embedded';

/** A database that is set up once; every start gets a copy, so all begin alike. */
export interface Stock {
  /** One for each server. */
  keys: string[];
  copy(): Promise<Copy>;
}

export interface Copy {
  settings: Record<string, string>;
  /** Name of the PostgreSQL database; null on the embedded one. */
  database: string | null;
  remove(): Promise<void>;
}

/** The set-up of a service. */
export interface Stocking {
  /** The name of the target. */
  name: string;
  store: Store;
  /** The size of each server's knowledge. */
  entries: number;
  servers: number;
}

/** The folder of a run. */
export interface Room {
  folder: string;
  postgreSql: PostgreSql | null;
  cleanup: AsyncDisposableStack;
  /** Stops work in progress. */
  signal: AbortSignal;
}

/** A version of the service: the folder that holds it. */
export interface Checkout {
  root: string;
  /** The command of `npm start`. */
  start: string;
  /** Its working folder: links to the service and its packages, without a developer's .env. */
  folder: string;
}

const SERVER = 'bench';
/** V1 asks the backend once per request, like a proxy. */
const SERVER_OPTIONS = ['--plan', 'premium', '--level', 'V1', '--members', '100'];
/** Beyond the reach of any load here. */
const LIMITS = {
  LIMIT_PER_MINUTE: '1000000000',
  LIMIT_PER_DAY_PREMIUM: '1000000000',
  PREMIUM_WEEKLY_UNITS: '1000000000000',
};

export const OURS = fileURLToPath(new URL('../..', import.meta.url));

/** @throws Error when the folder holds no such service. */
export function openCheckout(room: Room, name: string, root: string): Checkout {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(room.folder, name);
  mkdirSync(folder);
  for (const part of ['package.json', 'src', 'commands', 'node_modules'])
    symlinkSync(resolve(root, part), join(folder, part));
  return { root: resolve(root), start: scripts.start, folder };
}

/** Sets up premium servers with a key and knowledge each, by the product's own command line. */
export async function prepareStock(room: Room, checkout: Checkout, set: Stocking): Promise<Stock> {
  const { store, entries, servers } = set;
  const name = `lotse_speed_${process.pid}_${set.name.replace(/\W/g, '_')}`;
  const place = store === 'postgresql' ? await prepareDatabase(room, name) : prepareFolder(room, name);
  const file = join(room.folder, `${entries}.jsonl`);
  const lines = makeKnowledge(entries).map((entry) => JSON.stringify(entry));
  writeFileSync(file, lines.join('\n'));
  const run = (...words: string[]) => runCommand(room, checkout, place.settings, words);
  await run('server', 'add', '--id', SERVER, '--name', 'Bench', ...SERVER_OPTIONS);
  await run('knowledge', 'import', SERVER, file);
  const key = (await run('key', 'create', SERVER)).trim();
  const others = await place.finish(servers - 1);
  let copies = 0;
  const copy = () => {
    copies += 1;
    return place.copy(`${name}_${copies}`);
  };
  return { keys: [key, ...others], copy };
}

/** The service as `npm start` runs it, with every part, and its log at the usual level. */
export function serviceProgram(
  room: Room,
  { start, folder }: Checkout,
  settings: Record<string, string>,
): Program {
  return { command: ['sh', '-c', start], env: surroundings(room, settings), cwd: folder };
}

interface Place {
  settings: Record<string, string>;
  /** After the set-up: adds this many servers. @returns their keys. */
  finish(others: number): Promise<string[]>;
  copy(name: string): Promise<Copy>;
}

async function prepareDatabase({ postgreSql, cleanup }: Room, template: string): Promise<Place> {
  if (!postgreSql) throw new Error('there is no PostgreSQL');
  const secret = randomBytes(32).toString('hex');
  const settingsOf = (name: string) => ({ DATABASE_URL: postgreSql.urlOf(name), SESSION_SECRET: secret });
  const create = async (name: string, source?: string) => {
    cleanup.defer(() => postgreSql.drop(name));
    await postgreSql.create(name, source);
  };
  await create(template);
  return {
    settings: settingsOf(template),
    finish: (others) =>
      postgreSql.visit(template, async (client) => {
        const keys = await addServersLike(client, SERVER, others);
        // Statistics like those of a database in use.
        await client.query('VACUUM ANALYZE');
        return keys;
      }),
    copy: async (name) => {
      await create(name, template);
      return { settings: settingsOf(name), database: name, remove: () => postgreSql.drop(name) };
    },
  };
}

/** Only one server, because the embedded database is meant for that. */
function prepareFolder({ folder }: Room, template: string): Place {
  const settingsOf = (name: string) => ({ DATA_DIR: join(folder, name) });
  mkdirSync(join(folder, template), { mode: 0o700 });
  return {
    settings: settingsOf(template),
    finish: async () => [],
    copy: async (name) => {
      cpSync(join(folder, template), join(folder, name), { recursive: true });
      const remove = async () => rmSync(join(folder, name), { recursive: true, force: true });
      return { settings: settingsOf(name), database: null, remove };
    },
  };
}

function runCommand(
  room: Room,
  { root, folder }: Checkout,
  settings: Record<string, string>,
  words: string[],
) {
  const command = [process.execPath, join(root, 'src/cli.ts'), ...words];
  return runProgram({ command, env: surroundings(room, settings), cwd: folder }, room.signal);
}

/** Only the settings given; `node` is the one that runs this. */
function surroundings({ folder }: Room, settings: Record<string, string>): Record<string, string> {
  const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
  return { PATH: path, HOME: folder, ...LIMITS, ...settings };
}
