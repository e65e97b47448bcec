import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

/** A separate migrated database: on PostgreSQL if TEST_DATABASE_URL is set, otherwise embedded. */
export interface TestDatabase {
  settings: Partial<Addresses> & { SESSION_SECRET?: string; DATA_DIR?: string };
  /** Past the pooler of this run, if it has one; for sessions of the test's own. Empty: embedded. */
  directUrl: string;
  /** `share`: its engine runs already, in this process. */
  ownership: 'own' | 'share';
  remove(): Promise<void>;
}

/** How one database on the server is reached, as settings. */
interface Addresses {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string;
}

/** @param url of a database on the server of this run, whichever way it leads there. */
export function addressesOf(url: string): Addresses {
  const { url: runUrl, directUrl } = inject('database');
  const name = new URL(url).pathname.slice(1);
  if (!runUrl || !directUrl || runUrl === directUrl) return { DATABASE_URL: url };
  return {
    DATABASE_URL: withDatabase(runUrl, name),
    DATABASE_DIRECT_URL: withDatabase(directUrl, name),
  };
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const { template, directUrl: url } = inject('database');
  return url ? createOnServer(url, template) : createEmbedded();
}

async function createOnServer(url: string, template: string): Promise<TestDatabase> {
  const name = `lotse_test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    settings: { ...addressesOf(withDatabase(url, name)), SESSION_SECRET: 's'.repeat(32) },
    directUrl: withDatabase(url, name),
    ownership: 'own',
    remove: () => runOnServer(url, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** A database without tables, on the engine of this run. */
export async function createEmptyDatabase() {
  const { directUrl: url } = inject('database');
  if (!url) {
    const folder = makeFolder('lotse-empty-');
    const remove = async () => rmSync(folder, { recursive: true, force: true });
    return { settings: { DATABASE_URL: undefined, DATA_DIR: folder }, directUrl: '', remove };
  }
  const name = `lotse_empty_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(url, `CREATE DATABASE ${name}`);
  const remove = () => runOnServer(url, `DROP DATABASE ${name} WITH (FORCE)`);
  const directUrl = withDatabase(url, name);
  return { settings: { ...addressesOf(directUrl), DATA_DIR: '' }, directUrl, remove };
}

const MEMORY = '/dev/shm';
/** A file's database takes some 40 MB, and a dozen may be open at once. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/** A new folder, in memory where there is room: a copy of a database takes 50 ms there and 300 ms on a disk. */
export function makeFolder(prefix: string): string {
  return mkdtempSync(join(hasMemoryFolder() ? MEMORY : tmpdir(), prefix));
}

function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

function createEmbedded(): TestDatabase {
  const folder = copyTemplate();
  return {
    settings: { DATA_DIR: folder },
    directUrl: '',
    ownership: 'own',
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A migrated embedded database that is not running yet. @returns its folder, deleted with the run at the latest. */
export function copyTemplate(): string {
  const { template } = inject('database');
  const folder = mkdtempSync(join(dirname(template), 'copy-'));
  cpSync(template, folder, { recursive: true });
  return folder;
}

export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
