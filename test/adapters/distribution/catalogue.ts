import { type QueryExecutorProvider, sql } from 'kysely';

/** A primary key, unique or exclusion constraint, unique index, foreign key, or an index that is none of these. */
export interface Key {
  table: string;
  name: string;
  kind: 'primary key' | 'unique' | 'exclusion' | 'foreign key' | 'index';
  /** In their order; an expression is ''. */
  columns: string[];
  /** Of a foreign key: where each column leads. */
  target: { table: string; columns: string[] } | null;
}

/** What the database says that it holds. */
export interface Catalogue {
  /** With the columns of each. */
  tables: Map<string, string[]>;
  keys: Key[];
  functions: string[];
  sequences: string[];
  triggers: string[];
  views: string[];
}

const TABLES = `
  SELECT c.relname AS name, ARRAY(SELECT a.attname::text FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum) AS columns
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`;

const INDEXES = `
  SELECT t.relname AS "table", i.relname AS name,
    CASE WHEN x.indisprimary THEN 'primary key' WHEN x.indisunique THEN 'unique'
      WHEN x.indisexclusion THEN 'exclusion' ELSE 'index' END AS kind,
    ARRAY(SELECT coalesce(a.attname::text, '') FROM unnest(x.indkey::int2[]) WITH ORDINALITY AS k(n, place)
      LEFT JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.n AND k.n > 0
      WHERE k.place <= x.indnkeyatts ORDER BY k.place) AS columns
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
  WHERE t.relnamespace = current_schema()::regnamespace ORDER BY 1, 2`;

const columnsOf = (relation: string, numbers: string) => `
  ARRAY(SELECT a.attname::text FROM unnest(x.${numbers}) WITH ORDINALITY AS k(n, place)
    JOIN pg_attribute a ON a.attrelid = x.${relation} AND a.attnum = k.n ORDER BY k.place)`;

const FOREIGN_KEYS = `
  SELECT t.relname AS "table", x.conname AS name, 'foreign key' AS kind, ${columnsOf('conrelid', 'conkey')} AS columns,
    jsonb_build_object('table', f.relname, 'columns', ${columnsOf('confrelid', 'confkey')}) AS target
  FROM pg_constraint x JOIN pg_class t ON t.oid = x.conrelid JOIN pg_class f ON f.oid = x.confrelid
  WHERE x.contype = 'f' AND t.relnamespace = current_schema()::regnamespace ORDER BY 1, 2`;

const FUNCTIONS = `
  SELECT DISTINCT p.proname AS name FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`;

const TRIGGERS = `
  SELECT DISTINCT g.tgname AS name FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid
  WHERE NOT g.tgisinternal AND t.relnamespace = current_schema()::regnamespace ORDER BY 1`;

const relations = (kinds: string) => `
  SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN (${kinds}) ORDER BY 1`;

/** Reads the current schema of a migrated database. */
export async function readCatalogue(kysely: QueryExecutorProvider): Promise<Catalogue> {
  const read = async <Row>(text: string) => (await sql.raw<Row>(text).execute(kysely)).rows;
  const names = async (text: string) => (await read<{ name: string }>(text)).map(({ name }) => name);
  const tables = await read<{ name: string; columns: string[] }>(TABLES);
  const indexes = await read<Omit<Key, 'target'>>(INDEXES);
  return {
    tables: new Map(tables.map(({ name, columns }) => [name, columns])),
    keys: [...indexes.map((key) => ({ ...key, target: null })), ...(await read<Key>(FOREIGN_KEYS))],
    functions: await names(FUNCTIONS),
    sequences: await names(relations("'S'")),
    triggers: await names(TRIGGERS),
    views: await names(relations("'v', 'm'")),
  };
}
