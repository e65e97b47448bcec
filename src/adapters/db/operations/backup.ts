import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import type { Schema } from '../schema.ts';
import { BACKUP_TABLES, type BackupTable } from './backup-tables.ts';

export { BACKUP_TABLES, type BackupTable } from './backup-tables.ts';

/** Of a page; a row has some hundred bytes, and 120 kB at most. */
const ROWS_PER_PAGE = 250;

export interface Column {
  name: string;
  /** As PostgreSQL names it, for example `timestamp with time zone`. */
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

/** The tables as they are now. */
export interface Shape {
  /** Name of the last migration; names of later ones sort behind it. */
  schema: string;
  /** Columns of a row in a file, by table. */
  columns: ReadonlyMap<string, readonly Column[]>;
}

export async function readShape(database: Pick<Database, 'kysely'>): Promise<Shape> {
  const { rows } = await sql<Column & { table: string }>`
    SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type,
      NOT a.attnotnull AS "isNullable", a.atthasdef OR a.attidentity <> '' AS "hasDefault"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0
      AND NOT a.attisdropped
    ORDER BY a.attnum`.execute(database.kysely);
  const byTable = Map.groupBy(rows, ({ table }) => table);
  const ran = await sql<{ last: string }>`
    SELECT max(name COLLATE "C") AS last FROM kysely_migration`.execute(database.kysely);
  return {
    schema: ran.rows[0]?.last ?? '',
    columns: new Map(
      BACKUP_TABLES.map((table) => [
        table.name,
        (byTable.get(table.name) ?? []).filter(
          ({ name }) => name !== table.owner && !Object.hasOwn(table.without ?? {}, name),
        ),
      ]),
    ),
  };
}

/** Rows as the texts of their JSON, and where the next page begins; null: this was the last. */
export interface BackupPage {
  rows: string[];
  next: readonly string[] | null;
}

export interface PageRequest {
  table: BackupTable;
  columns: readonly Column[];
  serverId: string;
  after: readonly string[] | null;
}

/** The database makes the JSON: times keep their microseconds, and nothing is built twice. */
async function readPage(kysely: Kysely<Schema>, request: PageRequest): Promise<BackupPage> {
  const { table, columns, serverId, after } = request;
  const { key, owner, instead = {} } = table;
  const fields = columns.map(
    ({ name }) => sql`${sql.raw(instead[name] ?? `t."${name}"`)} AS ${sql.id(name)}`,
  );
  const keys = sql.raw(key.map(([expression]) => expression).join(', '));
  const from = (after ?? []).map((value, index) => sql`${value}::${sql.raw(key[index]?.[1] ?? 'text')}`);
  const { rows } = await sql<{ row: string; key: string[] }>`
    SELECT (SELECT row_to_json(f) FROM (SELECT ${sql.join(fields)}) f)::text AS row,
      ARRAY[${sql.raw(key.map(([expression]) => `(${expression})::text`).join(', '))}] AS key
    FROM ${sql.table(table.name)} t
    WHERE ${sql.raw(`t.${owner}`)} = ${serverId}
      ${after === null ? sql`` : sql`AND (${keys}) > (${sql.join(from)})`}
    ORDER BY ${keys} LIMIT ${sql.raw(`${ROWS_PER_PAGE}`)}`.execute(kysely);
  const isLast = rows.length < ROWS_PER_PAGE;
  return { rows: rows.map(({ row }) => row), next: isLast ? null : (rows.at(-1)?.key ?? null) };
}

/** A view on the database that does not change while it is read. */
export interface DatabaseSnapshot {
  readPage(request: PageRequest): Promise<BackupPage>;
  close(): Promise<void>;
}

/** One read-only transaction: what others write meanwhile is not in it. It takes one connection, past a pooler. */
export async function openSnapshot(database: Database): Promise<DatabaseSnapshot> {
  const transaction = await database.direct
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  return {
    readPage: (request) => readPage(transaction, request),
    // Nothing was written; a connection that broke was let go all the same.
    close: () =>
      transaction
        .rollback()
        .execute()
        .catch(() => undefined),
  };
}

/** Every page as it is when it is read: on the embedded database a transaction holds everybody else up. */
export function openWithoutSnapshot(database: Database): DatabaseSnapshot {
  return {
    readPage: (request) => readPage(database.kysely, request),
    close: async () => undefined,
  };
}
