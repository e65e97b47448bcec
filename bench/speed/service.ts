import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PostgreSql } from './postgresql.ts';
import { runProgram } from './processes.ts';
import { makeKnowledge } from './tickets.ts';

/** Which database the service runs on. */
export type Store = 'postgresql' | 'embedded';

/** A database that has been set up once, of which every start gets a copy: all begin alike. */
export interface Stock {
  store: Store;
  key: string;
  copy(): Promise<Copy>;
}

/** @throws Error, each time, when it could not be set up. */
export type Supply = () => Promise<Stock>;

export interface Copy {
  settings: Record<string, string>;
  /** Name of the PostgreSQL database; null on the embedded one. */
  database: string | null;
  remove(): Promise<void>;
}

/** Where a run keeps its things. */
export interface Room {
  folder: string;
  postgreSql: PostgreSql | null;
  cleanup: AsyncDisposableStack;
  /** Ends what is under way. */
  signal: AbortSignal;
}

const SERVER = 'bench';
/** V1 asks the backend once a request, as a proxy does. */
const SERVER_OPTIONS = ['--plan', 'premium', '--level', 'V1', '--members', '100'];
/** So far up that no load here reaches them. */
const LIMITS = {
  LIMIT_PER_MINUTE: '1000000000',
  LIMIT_PER_DAY_PREMIUM: '1000000000',
  PREMIUM_WEEKLY_UNITS: '1000000000000',
};
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** Sets up a premium server with a key and knowledge by the product's own command line. */
export async function prepareStock(room: Room, store: Store, entries: number): Promise<Stock> {
  const name = `lotse_speed_${process.pid}_${entries}`;
  const place = store === 'postgresql' ? await prepareDatabase(room, name) : prepareFolder(room, name);
  const file = join(room.folder, `${entries}.jsonl`);
  writeFileSync(
    file,
    makeKnowledge(entries)
      .map((entry) => JSON.stringify(entry))
      .join('\n'),
  );
  const run = (...words: string[]) => runCommand(room, place.settings, words);
  await run('server', 'add', '--id', SERVER, '--name', 'Bench', ...SERVER_OPTIONS);
  await run('knowledge', 'import', SERVER, file);
  const key = (await run('key', 'create', SERVER)).trim();
  await place.finish();
  let copies = 0;
  const copy = () => {
    copies += 1;
    return place.copy(`${name}_${copies}`);
  };
  return { store, key, copy };
}

/** How the service is started: as `npm start` does it, with every part, and its log at the usual level. */
export function serviceProgram(room: Room, settings: Record<string, string>) {
  const { options, environment } = readStartScript();
  const variables = { ...environment, ...settings, NODE_COMPILE_CACHE: COMPILED };
  return { command: [process.execPath, ...options, MAIN], ...surroundings(room, variables) };
}

/** What the script `start` gives node: options and variables. */
function readStartScript() {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const script: string = manifest.scripts.start;
  const options = [...script.matchAll(/ (--[\w-]+(?:=\S+)?)/g)].map(([, option = '']) => option);
  const variables = [...script.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  return { options, environment: Object.fromEntries(variables) as Record<string, string> };
}

interface Place {
  settings: Record<string, string>;
  /** After the set-up. */
  finish(): Promise<void>;
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
    finish: () => postgreSql.analyse(template),
    copy: async (name) => {
      await create(name, template);
      return { settings: settingsOf(name), database: name, remove: () => postgreSql.drop(name) };
    },
  };
}

function prepareFolder({ folder }: Room, template: string): Place {
  const settingsOf = (name: string) => ({ DATA_DIR: join(folder, name) });
  mkdirSync(join(folder, template), { mode: 0o700 });
  return {
    settings: settingsOf(template),
    finish: async () => undefined,
    copy: async (name) => {
      cpSync(join(folder, template), join(folder, name), { recursive: true });
      const remove = async () => rmSync(join(folder, name), { recursive: true, force: true });
      return { settings: settingsOf(name), database: null, remove };
    },
  };
}

function runCommand(room: Room, settings: Record<string, string>, words: string[]): Promise<string> {
  const program = { command: [process.execPath, CLI, ...words], ...surroundings(room, settings) };
  return runProgram(program, room.signal);
}

/** Only the settings given, and a folder of its own, so that no .env of a developer is read. */
function surroundings({ folder }: Room, settings: Record<string, string>) {
  return { env: { PATH: process.env.PATH ?? '', HOME: folder, ...LIMITS, ...settings }, cwd: folder };
}
