import { createHash } from 'node:crypto';
import { BACKUP_TABLES, type BackupTable, type Shape } from '../../../adapters/db/operations/backup.ts';
import type { BackupLine, Header, RowCheck } from './format.ts';
import {
  checkColumns,
  endSchema,
  FORMAT,
  headerSchema,
  quote,
  readLines,
  refuseFile,
  refuseLine,
  rowSchema,
} from './format.ts';

const MAX_BATCH_ROWS = 500;
const MAX_BATCH_BYTES = 2 * 1024 * 1024;

/** Rows of one table in a row. */
export interface Batch {
  table: BackupTable;
  columns: readonly string[];
  rows: Record<string, unknown>[];
  lines: number[];
}

interface ReadProgress {
  counts: Record<string, number>;
  hash: ReturnType<typeof createHash>;
  /** Place of the table being read. */
  place: number;
  check: RowCheck | null;
}

/**
 * Checks every row against the schema.
 * @param onHeader gets the first line before anything else is read.
 * @throws AppError('invalid_input') with the number of the faulty line.
 */
export async function* readBatches(
  source: AsyncIterable<Uint8Array>,
  shape: Shape,
  onHeader: (header: Header) => Promise<void> | void,
): AsyncGenerator<Batch> {
  let batch: Batch | null = null;
  let bytes = 0;
  for await (const { table, columns, row, line } of readRows(source, shape, onHeader)) {
    const isFull = bytes >= MAX_BATCH_BYTES || (batch?.rows.length ?? 0) >= MAX_BATCH_ROWS;
    if (batch && (isFull || batch.table !== table)) {
      yield batch;
      batch = null;
      bytes = 0;
    }
    batch ??= { table, columns, rows: [], lines: [] };
    batch.rows.push(row);
    batch.lines.push(line.number);
    bytes += line.bytes.length;
  }
  if (batch) yield batch;
}

async function* readRows(
  source: AsyncIterable<Uint8Array>,
  shape: Shape,
  onHeader: (header: Header) => Promise<void> | void,
) {
  const progress: ReadProgress = { counts: {}, hash: createHash('sha256'), place: -1, check: null };
  let hasEnded = false;
  for await (const line of readLines(source)) {
    if (hasEnded) throw refuseLine(line.number, 'comes after the closing line');
    const value = parseLine(line);
    if (line.number === 1) await onHeader(checkHeader(value, shape));
    else if (hasOwn(value, 'counts')) {
      checkEnd(line, value, progress);
      hasEnded = true;
    } else yield { ...checkRow(line, value, shape, progress), line };
    if (!hasEnded) progress.hash.update(line.bytes).update('\n');
  }
  if (!hasEnded) throw refuseFile('its closing line is missing, so it was cut off');
}

function parseLine({ number, bytes }: BackupLine): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    if (number === 1) throw refuseFile('it is not an export of a server');
    throw refuseLine(number, 'is not valid JSON');
  }
}

function checkHeader(value: unknown, { schema }: Shape): Header {
  if (!hasOwn(value, 'lotse_export')) throw refuseFile('it is not an export of a server');
  if (value.lotse_export !== FORMAT)
    throw refuseFile(`its format is not ${FORMAT}, the one that this version reads`);
  const parsed = headerSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refuseLine(1, `is wrong: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const header = parsed.data;
  if (header.kind === 'copy')
    throw refuseFile("it is an owner's copy from the dashboard; import what `server export` wrote");
  if (header.schema > schema)
    throw refuseFile(
      `it was made by a newer version (schema ${quote(header.schema)}); update this one first`,
    );
  return header;
}

function hasOwn<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

function checkEnd({ number }: BackupLine, value: unknown, { counts, hash }: ReadProgress): void {
  const parsed = endSchema.safeParse(value);
  if (!parsed.success) throw refuseLine(number, 'does not have the form of a closing line');
  const names = new Set([...Object.keys(parsed.data.counts), ...Object.keys(counts)]);
  for (const name of names) {
    const [said = 0, found = 0] = [parsed.data.counts[name], counts[name]];
    if (said !== found)
      throw refuseLine(number, `says ${said} rows of ${quote(name)}, but there are ${found}`);
  }
  if (counts.servers !== 1) throw refuseFile('it does not hold exactly one server');
  if (parsed.data.checksum !== hash.digest('hex'))
    throw refuseFile('it was changed: its checksum is not the one in its closing line');
}

function checkRow(line: BackupLine, value: unknown, shape: Shape, progress: ReadProgress) {
  const parsed = rowSchema.safeParse(value);
  if (!parsed.success) throw refuseLine(line.number, 'does not have the form {"table", "row"}');
  const { table: name, row } = parsed.data;
  const place = BACKUP_TABLES.findIndex((table) => table.name === name);
  const table = BACKUP_TABLES[place];
  if (!table) throw refuseLine(line.number, `belongs to an unknown table ${quote(name)}`);
  if (place < progress.place) throw refuseLine(line.number, `belongs to ${name}, whose rows ended earlier`);
  if (place > progress.place || !progress.check) {
    const check = checkColumns(name, shape.columns.get(table.name) ?? [], row);
    if (typeof check === 'string') throw refuseLine(line.number, check);
    progress.place = place;
    progress.check = check;
  }
  const fault = progress.check.findFault(row);
  if (fault !== null) throw refuseLine(line.number, fault);
  progress.counts[name] = (progress.counts[name] ?? 0) + 1;
  return { table, columns: progress.check.columns, row };
}
