import { z } from 'zod';
import type { Column } from '../../../adapters/db/operations/backup.ts';
import { AppError } from '../../../domain/errors.ts';
import { historySchema, passagesSchema, sentSchema } from '../../answering/log/details.ts';
import { entryVersionSchema } from '../../knowledge/versions.ts';
import { serverIdSchema } from '../../owners/servers.ts';
import { settingsSchema } from '../../owners/settings.ts';

/** A change that an older version would misread gets another number. */
export const FORMAT = 1;
/** Settled entries have 120 kB at most. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** `backup` can be imported; `copy` is for owners, without digests of keys. */
export const headerSchema = z.object({
  lotse_export: z.number().int(),
  schema: z.string().min(1).max(100),
  kind: z.enum(['backup', 'copy']),
  server: serverIdSchema,
  exported_at: z.iso.datetime(),
  /** False: pages were read while others wrote. */
  snapshot: z.boolean(),
});
export type Header = z.infer<typeof headerSchema>;
export type ExportKind = Header['kind'];

export const rowSchema = z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) });

/** Rows by table, and the SHA-256 of all bytes before this line. */
export const endSchema = z.strictObject({
  counts: z.record(z.string(), z.number().int().nonnegative()),
  checksum: z.string(),
});

const NEWLINE = 10;

/** Its number counts from 1; its bytes have no line end. */
export interface BackupLine {
  number: number;
  bytes: Buffer;
}

/**
 * Holds one line at a time.
 * @throws AppError('invalid_input') for a line that is too long, or is incomplete: the file was cut off.
 */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<BackupLine> {
  let pieces: Buffer[] = [];
  let length = 0;
  let number = 1;
  const grow = (piece: Buffer) => {
    length += piece.length;
    if (length > MAX_LINE_BYTES)
      throw refuseLine(number, `is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB`);
    pieces.push(piece);
  };
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      grow(bytes.subarray(start, end));
      yield { number, bytes: Buffer.concat(pieces) };
      [pieces, length, number, start] = [[], 0, number + 1, end + 1];
    }
    if (start < bytes.length) grow(bytes.subarray(start));
  }
  if (length > 0) throw refuseLine(number, 'is incomplete: the file was cut off');
}

/** @param fault as the rest of a sentence. */
export function refuseLine(number: number, fault: string): AppError {
  return refuseFile(`line ${number} ${fault}`);
}

/** @param fault as a clause. */
export function refuseFile(fault: string): AppError {
  return new AppError('invalid_input', { message: `Nothing was imported: ${fault}.` });
}

const instant = z
  .string()
  .regex(/^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?([+-]\d\d(:\d\d)?|Z)$/, 'must be a time');
const whole = z.int();

/** The database checks ranges. */
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

/** Columns that the product reads with a shape of its own. */
const SHAPES: Readonly<Record<string, z.ZodType>> = {
  'servers.settings': settingsSchema,
  'answers.metadata': z.record(z.string(), z.string()),
  'answer_details.history': historySchema,
  'answer_details.passages': passagesSchema,
  'answer_details.sent': sentSchema,
  'knowledge_versions.entry': entryVersionSchema,
  'setting_versions.settings': settingsSchema,
};

/** A test keeps it empty for the schema. */
export function listUnknownTypes(columns: readonly Column[]): string[] {
  return columns.map(({ type }) => type).filter((type) => !Object.hasOwn(TYPES, type));
}

export interface RowCheck {
  columns: string[];
  /** As the rest of a sentence; null: nothing is wrong. */
  findFault(row: Record<string, unknown>): string | null;
}

/**
 * @param first an older version wrote fewer columns, the same in all its rows. @returns a fault as the rest of a
 * sentence.
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

/** Safe on a terminal. */
export function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
