import { readdirSync, readFileSync } from 'node:fs';
import { sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';

/** Folders of migrations/, in order; a landed migration never changes, a change of the tables is a new one. */
const NAMES = [
  '0001-baseline',
  '0002-questions',
  '0003-languages',
  '0004-wordings',
  '0005-contradictions',
  '0006-ticket-systems',
  '0007-slash-commands',
  '0008-communities',
  '0009-fewer-checks',
  '0010-money-back',
  '0011-unheard-charges',
  '0012-stored-indexes',
  '0013-comparisons',
  '0014-marks',
];

/** The baseline takes over a database that any of these made, the last ones missing or not. */
export const EARLIER_NAMES = [
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

/** The names of those that ran, in the form of the library that earlier versions migrated with. */
const TABLE = 'kysely_migration';
const BASELINE = '0001-baseline';

/** Columns, constraints and indexes of all tables in sight, one line each. */
const LINES = `
    WITH tables AS (
      SELECT oid, relname FROM pg_class WHERE relkind = 'r' AND pg_table_is_visible(oid)
        AND relnamespace <> 'pg_catalog'::regnamespace)
    SELECT format('column %s.%s %s %s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        concat_ws(' ', CASE WHEN a.attnotnull THEN 'not null' END, a.attidentity, pg_get_expr(d.adbin, d.adrelid, true))
      ) AS line
      FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
    UNION ALL
    SELECT format('constraint %s.%s %s', t.relname, c.conname, pg_get_constraintdef(c.oid, true))
      FROM tables t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype <> 'n'
    UNION ALL
    SELECT pg_get_indexdef(i.indexrelid, 0, true) FROM tables t JOIN pg_index i ON i.indrelid = t.oid`;

const DIGEST = `SELECT encode(sha256(convert_to(string_agg(line, E'\\n' ORDER BY line COLLATE "C"), 'UTF8')), 'hex')
  FROM (${LINES}) AS described`;

/** A comment is dumped and restored with its table, before the constraints: a restore that broke off differs from it. */
const NOTE_TABLES = `DO $note$ BEGIN
  EXECUTE format('COMMENT ON TABLE ${TABLE} IS %L', (${DIGEST}));
EXCEPTION WHEN insufficient_privilege THEN NULL; END $note$`;

/** That library's lock too, so that a process of an earlier version and one of this one wait for each other. */
const LOCK = '3853314791062309107';

/** The database cannot be used by this version; the message says why in one sentence. */
export class SchemaError extends Error {}

/** The database was brought up to date by a later version. */
class NewerSchemaError extends SchemaError {
  constructor() {
    super(
      'The database was used by a later version of Lotse. Start that version, or restore a backup that was made before it.',
    );
  }
}

/** The database has tables of our names that no version of Lotse made. */
class ForeignSchemaError extends SchemaError {
  constructor(fault: string, options?: ErrorOptions) {
    super(
      `The database cannot be taken over and was left as it is, because its tables are of no version of Lotse (${fault}).`,
      options,
    );
  }
}

/** The database says that it is ours and is not whole: pg_restore broke off, or ran over tables of a later version. */
class HalfRestoredError extends SchemaError {
  constructor(fault: string, options?: ErrorOptions) {
    super(
      `The database is half restored and was left as it is (${fault}). Restore the backup with ops/restore.sh, which puts it into an empty database and swaps that in.`,
      options,
    );
  }
}

/**
 * Brings the schema up to date, all of it or nothing. Safe with several processes starting at once: one migrates and
 * the others wait for it.
 * @returns names of the migrations that ran.
 * @throws SchemaError where a migration ran that this version does not know, or the tables are not ours.
 */
export async function migrate(database: Database): Promise<string[]> {
  // One statement at nearly every start.
  if (await isUpToDate(database)) return [];
  return database.withoutLimits((kysely) => kysely.transaction().execute(migrateAlone));
}

/**
 * Whether exactly what this version knows has run, and the tables are those that it left behind; false where it cannot
 * be told at a glance.
 */
async function isUpToDate(database: Database): Promise<boolean> {
  try {
    if ((await readApplied(database)).symmetricDifference(new Set(NAMES)).size > 0) return false;
    const [tables] = await database.query<{ isKnown: boolean }>(
      null,
      `SELECT (${DIGEST}) = obj_description('${TABLE}'::regclass, 'pg_class') AS "isKnown"`,
      [],
    );
    return tables?.isKnown === true;
  } catch {
    return false;
  }
}

async function readApplied(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ name: string }>(null, `SELECT name FROM ${TABLE}`, []);
  return new Set(rows.map(({ name }) => name));
}

async function migrateAlone(transaction: Transaction<Schema>): Promise<string[]> {
  const run = (text: string) => sql.raw<{ name: string }>(text).execute(transaction);
  await run(`SELECT pg_advisory_xact_lock(${LOCK})`);
  await run(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)`,
  );
  const applied = new Set((await run(`SELECT name FROM ${TABLE}`)).rows.map(({ name }) => name));
  const pending = findPending(applied);
  const Fault = applied.has(BASELINE) ? HalfRestoredError : ForeignSchemaError;
  const expected = await describeNew(transaction, NAMES);
  if (applied.has(BASELINE)) await refuseLeftovers(transaction, expected, pending);
  try {
    for (const text of readMigrations(pending)) await run(text);
    if (pending.length > 0) await run(readFileSync(new URL('ledger.sql', import.meta.url), 'utf8'));
  } catch (error) {
    throw isOfForeignTables(error) ? new Fault(error.message, { cause: error }) : error;
  }
  const [missing] = expected.difference(await describeTables(transaction));
  if (missing !== undefined) throw new Fault(`missing: ${missing}`);
  await run(NOTE_TABLES);
  await sql`DELETE FROM kysely_migration WHERE name = ANY (${EARLIER_NAMES})`.execute(transaction);
  await sql`INSERT INTO kysely_migration SELECT unnest(${pending}::text[]), ${new Date().toISOString()}`.execute(
    transaction,
  );
  return pending;
}

/** @throws NewerSchemaError where a migration ran that this version does not know. */
function findPending(applied: ReadonlySet<string>): string[] {
  if (!applied.isSubsetOf(new Set([...EARLIER_NAMES, ...NAMES]))) throw new NewerSchemaError();
  return NAMES.filter((name) => !applied.has(name));
}

/**
 * What a later version added cannot be there before its migration ran: pg_restore put the list of an earlier version
 * back and could not replace every table. @throws HalfRestoredError
 */
async function refuseLeftovers(
  transaction: Transaction<Schema>,
  expected: ReadonlySet<string>,
  pending: readonly string[],
): Promise<void> {
  if (pending.length === 0) return;
  const before = await describeNew(
    transaction,
    NAMES.filter((name) => !pending.includes(name)),
  );
  const present = await describeTables(transaction);
  const [leftover] = [...expected.difference(before)].filter(
    (line) => line.startsWith('column') && present.has(line),
  );
  if (leftover !== undefined) throw new HalfRestoredError(`of a later version: ${leftover}`);
}

/** The SQL files of these migrations, in order. */
function readMigrations(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const folder = new URL(`migrations/${name}/`, import.meta.url);
    return readdirSync(folder)
      .toSorted()
      .map((file) => readFileSync(new URL(file, folder), 'utf8'));
  });
}

/** A statement that does not fit what is there: 42 without missing rights (42501), 23 for rows. */
function isOfForeignTables(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^(42(?!501)|23)/.test(error.code ?? '');
}

/** What a new database would hold: these migrations, run on temporary tables that are gone afterwards. */
async function describeNew(transaction: Transaction<Schema>, names: readonly string[]): Promise<Set<string>> {
  await sql.raw('SAVEPOINT new_tables; SET LOCAL search_path TO pg_temp').execute(transaction);
  for (const text of readMigrations(names)) await sql.raw(text).execute(transaction);
  const described = await describeTables(transaction);
  await sql.raw('ROLLBACK TO SAVEPOINT new_tables').execute(transaction);
  return described;
}

async function describeTables(transaction: Transaction<Schema>): Promise<Set<string>> {
  const { rows } = await sql.raw<{ line: string }>(LINES).execute(transaction);
  return new Set(rows.map(({ line }) => line));
}

/** Names of migrations, by whether the database has them. */
export interface Migrations {
  applied: string[];
  pending: string[];
}

/** Changes nothing. @throws NewerSchemaError where a migration ran that this version does not know. */
export async function listMigrations(database: Database): Promise<Migrations> {
  const [found] = await database.query(null, 'SELECT FROM pg_class WHERE oid = to_regclass($1)', [TABLE]);
  const applied = found ? await readApplied(database) : new Set<string>();
  return { applied: [...applied], pending: findPending(applied) };
}
