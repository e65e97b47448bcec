import type { Insertable, Kysely, RawBuilder, Selectable, Updateable } from 'kysely';
import { isExpression, sql } from 'kysely';
import type { Schema } from './schema.ts';

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
type Snake<Name> = Name extends `${infer Sign}${infer Rest}`
  ? `${Sign extends Lowercase<Sign> ? Sign : `_${Lowercase<Sign>}`}${Snake<Rest>}`
  : Name;

/** Columns as the product names them: `server_id` is `serverId`. */
export type Named<Columns> = { [Name in keyof Columns as Camel<Name> & string]: Columns[Name] };
export type Row<Table extends keyof Schema> = Named<Selectable<Schema[Table]>>;
type ColumnValues<Values> = { [Name in keyof Values as Snake<Name> & string]: Values[Name] };

export function fromRow<Read extends object>(row: Read): Named<Read> {
  return rename(row, (name) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()));
}

export function toRow<Values extends object>(values: Values): ColumnValues<Values> {
  return rename(values, columnOf);
}

function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function rename<Renamed>(values: object, name: (key: string) => string): Renamed {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [name(key), value])) as Renamed;
}

/** For a conflict: these columns become the values of the INSERT. */
export function takeNew<Column extends string>(...columns: readonly Column[]) {
  const taken = columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]);
  return Object.fromEntries(taken) as Record<Column, RawBuilder<never>>;
}

/** Lists no longer than `length`. */
export function* inParts<Item>(items: readonly Item[], length: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += length) yield items.slice(start, start + length);
}

/** What columns must be: null, a value, one of a list, or what SQL such as `> 0` says. */
type Match<Table extends keyof Schema> = {
  [Name in keyof Row<Table>]?: Row<Table>[Name] | readonly Row<Table>[Name][] | RawBuilder<unknown>;
};
type Change<Table extends keyof Schema> = {
  [Name in keyof Named<Updateable<Schema[Table]>>]?:
    | Named<Updateable<Schema[Table]>>[Name]
    | RawBuilder<unknown>
    | undefined;
};

/** @param rest what comes after the condition, such as an order. */
export async function readRows<Table extends keyof Schema, Name extends keyof Row<Table> & string>(
  kysely: Kysely<Schema>,
  table: Table,
  match: Match<Table>,
  names: readonly Name[],
  rest: RawBuilder<unknown> = sql``,
): Promise<Pick<Row<Table>, Name>[]> {
  const columns = sql.join(names.map((name) => sql`${sql.ref(columnOf(name))} AS ${sql.id(name)}`));
  const { rows } = await sql<Pick<Row<Table>, Name>>`
    SELECT ${columns} FROM ${sql.table(table)} WHERE ${conditionOf(match)} ${rest}`.execute(kysely);
  return rows;
}

export async function findRow<Table extends keyof Schema, Name extends keyof Row<Table> & string>(
  ...read: Parameters<typeof readRows<Table, Name>>
): Promise<Pick<Row<Table>, Name> | null> {
  return (await readRows(...read))[0] ?? null;
}

export async function countRows<Table extends keyof Schema>(
  kysely: Kysely<Schema>,
  table: Table,
  match: Match<Table>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM ${sql.table(table)} WHERE ${conditionOf(match)}`.execute(kysely);
  return rows[0]?.n ?? 0;
}

/** @returns false where a row is in the way. */
export async function insertNew<Table extends keyof Schema>(
  kysely: Kysely<Schema>,
  table: Table,
  row: Named<Insertable<Schema[Table]>>,
): Promise<boolean> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(columnOf(name))));
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO ${sql.table(table)} (${columns}) VALUES (${sql.join(Object.values(row))})
    ON CONFLICT DO NOTHING`.execute(kysely);
  return numAffectedRows > 0n;
}

/** What is due of these servers, and until when whoever takes it keeps it to itself. */
export interface Taking {
  serverIds: readonly string[];
  now: Date;
  leaseUntil: Date;
  limit: number;
}

/** Takes over due rows, the longest due first; no other process gets them until `leaseUntil`. */
export async function takeDueRows(
  kysely: Kysely<Schema>,
  table: 'discord_drafts' | 'discord_handovers',
  { serverIds, now, leaseUntil, limit }: Taking,
): Promise<{ serverId: string; answerId: string }[]> {
  const { rows } = await sql<{ serverId: string; answerId: string }>`
    UPDATE ${sql.table(table)} SET due_at = ${leaseUntil} WHERE (server_id, answer_id) IN (
      SELECT server_id, answer_id FROM ${sql.table(table)} WHERE due_at <= ${now} AND server_id = ANY(${serverIds})
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING server_id AS "serverId", answer_id AS "answerId"`.execute(kysely);
  return rows;
}

/** Columns left undefined stay. @returns how many rows there were. */
export async function changeRows<Table extends keyof Schema>(
  kysely: Kysely<Schema>,
  table: Table,
  match: Match<Table>,
  change: Change<Table>,
): Promise<number> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const set = sql.join(given.map(([name, value]) => sql`${sql.ref(columnOf(name))} = ${value}`));
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(table)} SET ${set} WHERE ${conditionOf(match)}`.execute(kysely);
  return Number(numAffectedRows ?? 0n);
}

/** @returns how many rows there were. */
export async function deleteRows<Table extends keyof Schema>(
  kysely: Kysely<Schema>,
  table: Table,
  match: Match<Table>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ${conditionOf(match)}`.execute(kysely);
  return Number(numAffectedRows ?? 0n);
}

/** An undefined value is held to be unknown, so it matches no row. */
function conditionOf(match: object): RawBuilder<unknown> {
  const conditions = Object.entries(match).map(([name, value]: [string, unknown]) => {
    const column = sql.ref(columnOf(name));
    if (value === null) return sql`${column} IS NULL`;
    if (Array.isArray(value)) return sql`${column} = ANY(${value})`;
    return isExpression(value) ? sql`${column} ${value}` : sql`${column} = ${value}`;
  });
  return sql.join(conditions, sql` AND `);
}
