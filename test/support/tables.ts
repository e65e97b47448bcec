import { sql } from 'kysely';
import type { Core } from '../../src/core/core.ts';

/** Every row of every table as text, by table. */
export async function dumpTables({ database: { kysely } }: Core): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`.execute(kysely);
  // One statement: where tests wait for what stands in them, one for each table takes most of their time.
  const all = tables.rows.map(
    ({ name }) => sql`SELECT ${sql.lit(name)} AS name, t::text AS row FROM ${sql.table(name)} AS t`,
  );
  const { rows } = await sql<{ name: string; row: string }>`
    ${sql.join(all, sql` UNION ALL `)} ORDER BY 2`.execute(kysely);
  const dump: Record<string, string[]> = Object.fromEntries(tables.rows.map(({ name }) => [name, []]));
  for (const { name, row } of rows) dump[name]?.push(row);
  return dump;
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
