import type { Kysely } from 'kysely';
import type { Migration, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';

/** Files of migrations/, in order; a landed migration never changes, a change is a new one. */
const NAMES = [
  '0001-tables',
  '0002-ledger',
  '0003-release',
  '0004-links',
  '0005-discord',
  '0006-learning',
  '0007-learning-ledger',
  '0008-dashboard',
  '0009-payments',
  '0010-audit',
  '0011-recalled-keys',
  '0012-settle-plan',
  '0013-ledger-alone',
  '0014-kept-texts',
  '0015-taught-words',
];

/** Where the library keeps the names of those that ran. */
const TABLE = 'kysely_migration';

/** The database was brought up to date by a later version. */
export class NewerSchemaError extends Error {
  constructor() {
    super(
      'The database was used by a later version of Lotse. Start that version, or restore a backup that was made before it.',
    );
  }
}

/** The library has no error of its own for a migration that it does not know. */
function isFromLater(error: unknown): boolean {
  return error instanceof Error && /^corrupted migrations: .* is missing$/.test(error.message);
}

/** Whether exactly what this version knows has run; false where it cannot be told at a glance. */
async function isUpToDate(database: Database): Promise<boolean> {
  try {
    return (await readApplied(database)).symmetricDifference(new Set(NAMES)).size === 0;
  } catch {
    return false;
  }
}

async function readApplied(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ name: string }>(null, `SELECT name FROM ${TABLE}`, []);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Brings the schema up to date. Safe with several processes starting at once: Kysely holds an advisory
 * lock, so one migrates and the others wait for it.
 * @returns names of the migrations that ran.
 * @throws NewerSchemaError where a migration ran that this version does not know.
 */
export async function migrate(database: Database): Promise<string[]> {
  // One statement at nearly every start; the library's own look takes 80 ms, and loading it 180.
  if (await isUpToDate(database)) return [];
  return database.withoutLimits(async (kysely) => {
    const migrator = await openMigrator(kysely);
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw isFromLater(error) ? new NewerSchemaError() : error;
    return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
  });
}

/** Names of migrations that this version knows, by whether the database has them. */
export interface Migrations {
  applied: string[];
  pending: string[];
}

/** Changes nothing. @throws NewerSchemaError where a migration ran that this version does not know. */
export async function listMigrations(database: Database): Promise<Migrations> {
  const [found] = await database.query(null, 'SELECT FROM pg_class WHERE oid = to_regclass($1)', [TABLE]);
  const applied = found ? await readApplied(database) : new Set<string>();
  if (!applied.isSubsetOf(new Set(NAMES))) throw new NewerSchemaError();
  return { applied: [...applied], pending: NAMES.filter((name) => !applied.has(name)) };
}

async function openMigrator(kysely: Kysely<Schema>): Promise<Migrator> {
  const { Migrator } = await import('kysely/migration');
  const provider = { getMigrations: readMigrations };
  return new Migrator({ db: kysely, provider, migrationTableName: TABLE });
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const read = async (name: string): Promise<[string, Migration]> => [
    name,
    await import(`./migrations/${name}.ts`),
  ];
  return Object.fromEntries(await Promise.all(NAMES.map(read)));
}
