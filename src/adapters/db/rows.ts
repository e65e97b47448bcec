import { type RawBuilder, type Selectable, sql } from 'kysely';
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
  return rename(values, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
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
