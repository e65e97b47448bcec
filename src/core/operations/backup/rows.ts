import { z } from 'zod';
import type { Column } from '../../../adapters/db/operations/backup.ts';
import { settingsSchema } from '../../owners/settings.ts';

const instant = z
  .string()
  .regex(/^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?([+-]\d\d(:\d\d)?|Z)$/, 'must be an instant');
const whole = z.int();

/** How a value of each type stands in a file; whether it is in range, the database says. */
const TYPES: Readonly<Record<string, z.ZodType>> = {
  text: z.string(),
  integer: whole,
  bigint: whole,
  real: z.number(),
  boolean: z.boolean(),
  date: z.iso.date(),
  uuid: z.guid(),
  bytea: z.string().regex(/^\\x([0-9a-f]{2})*$/, 'must be bytes'),
  jsonb: z.json(),
  'timestamp with time zone': instant,
  'text[]': z.array(z.string()),
  'integer[]': z.array(whole),
  'timestamp with time zone[]': z.array(instant),
};

/** What columns hold that the product reads with a shape of its own. */
const SHAPES: Readonly<Record<string, z.ZodType>> = { 'servers.settings': settingsSchema };

/** Types of columns that no file can hold; a test keeps it empty for the schema there is. */
export function listUnknownTypes(columns: readonly Column[]): string[] {
  return columns.map(({ type }) => type).filter((type) => !Object.hasOwn(TYPES, type));
}

/** Checks the rows of one table of a file. */
export interface RowCheck {
  columns: string[];
  /** What is wrong with a row, as the rest of a sentence; null: nothing. */
  findFault(row: Record<string, unknown>): string | null;
}

/**
 * @param first of the rows: an older version wrote fewer columns, and all of its rows have the same.
 * @returns the fault of a table whose columns do not fit, as the rest of a sentence.
 */
export function checkColumns(
  table: string,
  columns: readonly Column[],
  first: Record<string, unknown>,
): RowCheck | string {
  const known = new Set(columns.map(({ name }) => name));
  const unknown = Object.keys(first).find((name) => !known.has(name));
  if (unknown !== undefined) return `has a column ${quote(unknown)} that ${table} does not have here`;
  const missing = columns.filter(({ name }) => !Object.hasOwn(first, name));
  const needed = missing.find(({ isNullable, hasDefault }) => !isNullable && !hasDefault);
  if (needed) return `lacks the column ${needed.name} of ${table}`;
  const present = columns.filter(({ name }) => Object.hasOwn(first, name));
  const schema = z.strictObject(
    Object.fromEntries(present.map((column) => [column.name, schemaOf(table, column)])),
  );
  return {
    columns: present.map(({ name }) => name),
    findFault: (row) => {
      const parsed = schema.safeParse(row);
      if (parsed.success) return null;
      const [issue] = parsed.error.issues;
      return `does not fit ${table}: ${[...(issue?.path ?? []).map(String), ''].join(': ')}${issue?.message ?? ''}`;
    },
  };
}

function schemaOf(table: string, { name, type, isNullable }: Column): z.ZodType {
  const schema = SHAPES[`${table}.${name}`] ?? TYPES[type] ?? z.never();
  return isNullable ? schema.nullable() : schema;
}

/** A name from a file as a terminal may show it. */
export function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
