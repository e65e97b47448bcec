import { sql } from 'kysely';
import type { Core } from '../../src/core/core.ts';

/** Every row of every table as text, by table. */
export async function dumpTables({ database: { kysely } }: Core): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`.execute(kysely);
  const each = tables.rows.map(
    ({ name }) =>
      sql`SELECT ${sql.lit(name)} AS name, (SELECT array_agg(t::text ORDER BY t::text) FROM ${sql.table(name)} AS t) AS rows`,
  );
  // One query: there are forty tables, and most of them are empty.
  const dumped = sql<{ name: string; rows: string[] | null }>`${sql.join(each, sql` UNION ALL `)}`;
  const { rows: all } = await dumped.execute(kysely);
  return Object.fromEntries(all.map(({ name, rows }) => [name, rows ?? []]));
}

/** The same without what a job writes at any time and finds anew: to compare two moments. */
export async function dumpKept(core: Core): Promise<Record<string, string[]>> {
  const { contradiction_checks: _, search_indexes: __, comparisons: ___, ...kept } = await dumpTables(core);
  return kept;
}

/** Places of a text or an id in all tables: `table: row`. */
export async function findInTables(core: Core, wanted: string): Promise<string[]> {
  return Object.entries(await dumpTables(core)).flatMap(([name, rows]) =>
    rows.filter((row) => row.includes(wanted)).map((row) => `${name}: ${row}`),
  );
}
