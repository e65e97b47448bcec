import { readdirSync, readFileSync } from 'node:fs';
import { sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';

/** One folder for each migration, in order; a released one never changes, a change of the tables is a new one. */
const FOLDER = new URL('migrations/', import.meta.url);
/** Made all tables of version 0.1.0; a database of that version also lists the migrations that led to it. */
const BASELINE = '0014-marks';

const TABLE = 'kysely_migration';

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

const IS_NOTED = `SELECT (${DIGEST}) = obj_description('${TABLE}'::regclass, 'pg_class') AS "isNoted"`;

/** A comment is dumped and restored with its table, before the constraints: a restore that broke off differs from it. */
const NOTE_TABLES = `DO $note$ BEGIN
  EXECUTE format('COMMENT ON TABLE ${TABLE} IS %L', (${DIGEST}));
EXCEPTION WHEN insufficient_privilege THEN NULL; END $note$`;

/** The lock of every version, so that processes of two versions wait for each other. */
const LOCK = '3853314791062309107';

export class SchemaError extends Error {}

class NewerSchemaError extends SchemaError {
  constructor() {
    super(
      'The database was used by a later version of Lotse. Start that version, or restore a backup that was made before it.',
    );
  }
}

class EarlierSchemaError extends SchemaError {
  constructor() {
    super(
      'The database was last used by Lotse before version 0.1.0, whose data this version cannot take over.',
    );
  }
}

class ForeignSchemaError extends SchemaError {
  constructor(fault: string, options?: ErrorOptions) {
    super(
      `Lotse cannot use this database and left it as it is: its tables do not match any version of Lotse (${fault}).`,
      options,
    );
  }
}

class HalfRestoredError extends SchemaError {
  constructor(fault: string, options?: ErrorOptions) {
    super(
      `The database is half restored and was left as it is (${fault}). Restore the backup with ops/restore.sh, which fills an empty database and then swaps it in.`,
      options,
    );
  }
}

/**
 * Brings the schema up to date, all of it or nothing. Of several processes that start at once, one migrates and the
 * others wait.
 * @returns names of the migrations that ran.
 * @throws SchemaError where this version cannot use the database.
 */
export async function migrate(database: Database, folder = FOLDER): Promise<string[]> {
  // One statement at nearly every start.
  if (await isUpToDate(database, folder)) return [];
  return database.withoutLimits((kysely) =>
    kysely.transaction().execute((transaction) => migrateAlone(transaction, folder)),
  );
}

/** False where it cannot be told at a glance. */
async function isUpToDate(database: Database, folder: URL): Promise<boolean> {
  try {
    if (findPending(await readApplied(database), folder).length > 0) return false;
    const [tables] = await database.query<{ isNoted: boolean | null }>(null, IS_NOTED, []);
    return tables?.isNoted === true;
  } catch {
    return false;
  }
}

async function readApplied(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ name: string }>(null, `SELECT name FROM ${TABLE}`, []);
  return new Set(rows.map(({ name }) => name));
}

async function migrateAlone(transaction: Transaction<Schema>, folder: URL): Promise<string[]> {
  const run = (text: string) => sql.raw<{ name: string }>(text).execute(transaction);
  await run(`SELECT pg_advisory_xact_lock(${LOCK})`);
  await run(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)`,
  );
  const applied = new Set((await run(`SELECT name FROM ${TABLE}`)).rows.map(({ name }) => name));
  const pending = findPending(applied, folder);
  // Another process did it all while this one waited for its turn; others wait behind this one.
  if (pending.length === 0 && (await isNoted(transaction))) return [];
  const Fault = applied.has(BASELINE) ? HalfRestoredError : ForeignSchemaError;
  const expected = await describeNew(transaction, readMigrations(folder));
  if (applied.has(BASELINE) && pending.length > 0) {
    const before = readMigrations(folder).filter(({ name }) => applied.has(name));
    refuseLeftovers(expected, await describeNew(transaction, before), await describeTables(transaction));
  }
  try {
    for (const { name, statements } of readMigrations(folder))
      if (pending.includes(name)) await run(statements);
    const functions = pending.length > 0 ? ['ledger.sql', 'versions.sql'] : [];
    for (const file of functions) await run(readFileSync(new URL(file, import.meta.url), 'utf8'));
  } catch (error) {
    throw isOfForeignTables(error) ? new Fault(error.message, { cause: error }) : error;
  }
  const [missing] = expected.difference(await describeTables(transaction));
  if (missing !== undefined) throw new Fault(`missing: ${missing}`);
  await run(NOTE_TABLES);
  await sql`INSERT INTO kysely_migration SELECT unnest(${pending}::text[]), ${new Date().toISOString()}`.execute(
    transaction,
  );
  return pending;
}

async function isNoted(transaction: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql.raw<{ isNoted: boolean | null }>(IS_NOTED).execute(transaction);
  return rows[0]?.isNoted === true;
}

/** @throws SchemaError where a later version ran, or a state before the first one. */
function findPending(applied: ReadonlySet<string>, folder: URL): string[] {
  const known = readMigrations(folder).map(({ name }) => name);
  const later = [...applied].filter((name) => name > BASELINE && !known.includes(name));
  if (later.length > 0) throw new NewerSchemaError();
  if (applied.size > 0 && !applied.has(BASELINE)) throw new EarlierSchemaError();
  return known.filter((name) => !applied.has(name));
}

interface Migration {
  name: string;
  statements: string;
}

function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const files = readdirSync(new URL(`${name}/`, folder)).toSorted();
      const read = (file: string) => readFileSync(new URL(`${name}/${file}`, folder), 'utf8');
      return { name, statements: files.map(read).join('\n') };
    });
}

/**
 * A later version's columns cannot be there before its migration ran: pg_restore put the list of an earlier version
 * back and could not replace every table. @throws HalfRestoredError
 */
function refuseLeftovers(
  expected: ReadonlySet<string>,
  before: ReadonlySet<string>,
  present: ReadonlySet<string>,
): void {
  const [leftover] = [...expected.difference(before).intersection(present)].filter((line) =>
    line.startsWith('column'),
  );
  if (leftover !== undefined) throw new HalfRestoredError(`of a later version: ${leftover}`);
}

/** A statement that does not fit what is there: 42 without missing rights (42501), 23 for rows. */
function isOfForeignTables(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return false;
  return error.code !== '42501' && ['42', '23'].includes(error.code.slice(0, 2));
}

/** The lines that a new database would have: these migrations, run on temporary tables that are gone afterwards. */
async function describeNew(
  transaction: Transaction<Schema>,
  migrations: readonly Migration[],
): Promise<Set<string>> {
  await sql.raw('SAVEPOINT new_tables; SET LOCAL search_path TO pg_temp').execute(transaction);
  for (const { statements } of migrations) await sql.raw(statements).execute(transaction);
  const described = await describeTables(transaction);
  await sql.raw('ROLLBACK TO SAVEPOINT new_tables').execute(transaction);
  return described;
}

async function describeTables(transaction: Transaction<Schema>): Promise<Set<string>> {
  const { rows } = await sql.raw<{ line: string }>(LINES).execute(transaction);
  return new Set(rows.map(({ line }) => line));
}

export interface Migrations {
  applied: string[];
  pending: string[];
}

/** Changes nothing. @throws SchemaError as `migrate` where this version cannot use the database. */
export async function listMigrations(database: Database): Promise<Migrations> {
  const [found] = await database.query(null, 'SELECT FROM pg_class WHERE oid = to_regclass($1)', [TABLE]);
  const applied = found ? await readApplied(database) : new Set<string>();
  return { applied: [...applied], pending: findPending(applied, FOLDER) };
}
