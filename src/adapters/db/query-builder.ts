import { createRequire } from 'node:module';
import type { RawBuilder, Sql } from 'kysely';

type Library = typeof import('kysely');

const require = createRequire(import.meta.url);
let library: Library | null = null;

/**
 * Kysely, loaded with the first query that is built: its 257 modules are a seventh of a start, and answering needs
 * none of them. A process that waits anyway loads it ahead.
 */
export function loadQueryBuilder(): Library {
  library ??= require('kysely') as Library;
  return library;
}

/** What of Kysely's `sql` is used here. */
type LazySql = Pick<Sql, 'id' | 'join' | 'lit' | 'raw' | 'ref' | 'table'> &
  (<Result = unknown>(parts: TemplateStringsArray, ...values: unknown[]) => RawBuilder<Result>);

/** Kysely's own, which is loaded by its use: use it within functions. */
export const sql: LazySql = Object.assign(
  <Result = unknown>(parts: TemplateStringsArray, ...values: unknown[]) =>
    loadQueryBuilder().sql<Result>(parts, ...values),
  {
    id: <Result = unknown>(...names: readonly string[]) => loadQueryBuilder().sql.id<Result>(...names),
    join: <Result = unknown>(...items: Parameters<Sql['join']>) =>
      loadQueryBuilder().sql.join<Result>(...items),
    lit: <Value>(value: Value) => loadQueryBuilder().sql.lit(value),
    raw: <Result = unknown>(text: string) => loadQueryBuilder().sql.raw<Result>(text),
    ref: <Result = unknown>(name: string) => loadQueryBuilder().sql.ref<Result>(name),
    table: <Result = unknown>(name: string) => loadQueryBuilder().sql.table<Result>(name),
  },
);
