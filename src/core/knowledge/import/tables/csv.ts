import { CsvError, parse } from 'csv-parse/sync';
import { readExportedText } from '../../../../adapters/markdown/html.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import { firstWords } from '../markdown.ts';
import { splitCell } from '../questions.ts';
import { type Candidate, type Fault, readRecord } from '../record.ts';
import { tellApart } from '../titles.ts';
import { type Columns, readColumns } from './columns.ts';

interface CsvRow {
  line: number;
  cells: string[];
}

interface TableRecord {
  line: number;
  record: Record<string, string>;
  title: string;
  text: string;
  path: string[];
  /** The row asks nothing, so its first words are its title. */
  isUntitled: boolean;
}

/** Excel names the separator above all else. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[^\S\t\r\n]*(?:\r\n?|\n|$)/i;
const SEPARATORS = [',', ';', '\t', '|'];
/** A title or a date may stand above the names of the columns. */
const MAX_ROWS_ABOVE = 5;

/** One entry a row, by a header in English or German; or two columns of which one asks. */
export function* readCsv(text: string): Generator<Candidate> {
  const [above = '', sign] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(above.length);
  const parsed = readRows(table, sign ?? separatorOf(table), above === '' ? 1 : 2);
  if ('fault' in parsed) return yield parsed;
  const { rows } = parsed;
  if (rows.length === 0) return;
  const head = findHead(rows);
  if (head === null) return yield { line: rows[0]?.line ?? 1, fault: 'no_columns' };
  const names = head.columns.unknown;
  if (names.length > 0)
    yield {
      line: rows[head.from - 1]?.line ?? 1,
      note: { kind: 'unknown_columns', title: listNames(names) },
    };
  yield* readRecords(rows.slice(head.from).flatMap((row) => toRecords(row, head.columns)));
}

function* readRecords(records: readonly TableRecord[]): Generator<Candidate> {
  const unnamed = records.filter(({ record, title }) => record.id === undefined && title !== '');
  const told = new Map(tellApart(unnamed).map((one, n) => [unnamed[n], one]));
  for (const one of records) {
    const { line, record } = one;
    const { title, change } = told.get(one) ?? { title: one.title, change: 'none' };
    if (change === 'same') yield { line, note: { kind: 'same_entry' } };
    if (change === 'same') continue;
    if (one.isUntitled) yield { line, note: { kind: 'no_question', title } };
    else if (change === 'renamed') yield { line, note: { kind: 'same_title', title } };
    yield { line, ...readRecord({ ...withWordings(record), title, text: one.text }) };
  }
}

const MAX_NAMED = 10;

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => truncate(toLine(name), 40));
  return [...shown, ...(names.length > MAX_NAMED ? [`… (${names.length})`] : [])].join(', ');
}

function withWordings({ questions, ...record }: Record<string, string>): Record<string, unknown> {
  return questions === undefined ? record : { ...record, questions: splitCell(questions) };
}

/** The header, or the first of two columns if all its rows ask; null without either. */
function findHead(rows: readonly CsvRow[]): { columns: Columns; from: number } | null {
  for (const [index, { cells }] of rows.slice(0, MAX_ROWS_ABOVE).entries()) {
    const columns = readColumns(cells);
    if (columns) return { columns, from: index + 1 };
  }
  const asks = rows.every(({ cells }) => cells.length === 2 && /[?？]\W*$/.test(cells[0] ?? ''));
  return asks
    ? { columns: { fields: new Map(), pairs: [{ title: 0, texts: [1] }], unknown: [] }, from: 0 }
    : null;
}

/** One record for each title of a row; those behind the first get an id of their own. */
function toRecords({ line, cells }: CsvRow, { fields, pairs }: Columns): TableRecord[] {
  const named = [...fields].map(([field, index]) => [field, cells[index] ?? ''] as const);
  const { category = '', ...shared } = Object.fromEntries(named.filter(([, cell]) => cell !== ''));
  return pairs.flatMap(({ title: index, texts }, n) => {
    const asked = cells[index] ?? '';
    const said = texts.map((at) => cells[at] ?? '').filter((cell) => cell !== '');
    if (asked === '' && said.length === 0) return [];
    const text = said.join('\n\n');
    const isUntitled = asked === '';
    const title = isUntitled ? firstWords(readExportedText(text, null).trim()) : asked;
    const { id, language: _, questions: __, ...others } = shared;
    const record: Record<string, string> = n === 0 ? shared : others;
    if (n > 0 && id !== undefined) record.id = `${id}-${n + 1}`;
    return [{ line, record, title, text, path: category === '' ? [] : [category], isUntitled }];
  });
}

type ParseResult = { rows: CsvRow[] } | (Candidate & { fault: Fault });

/** More rows are no table of questions; a longer row comes of a quote that is nowhere closed. */
const MAX_ROWS = 50_000;
const MAX_ROW_BYTES = 1_000_000;
const TOO_MANY = new Error('too many rows');

/** Rows by RFC 4180, without blank ones. */
function readRows(text: string, separator: string, firstLine: number): ParseResult {
  const plain = text.replace(escapedQuote(separator), '""');
  const strict = parseRows(plain, separator, firstLine, { trim: true });
  // Text behind a closing quote: the cell is taken as it stands.
  return strict ?? parseRows(plain, separator, firstLine, { ltrim: true }) ?? { line: 1, fault: 'not_csv' };
}

function escapedQuote(separator: string): RegExp {
  const end = `(?:\\${separator}|[\\r\\n]|$)`;
  return new RegExp(`\\\\"(?!"|${end})|\\\\"(?="${end})`, 'g');
}

/** null if a cell goes on behind its closing quote. */
function parseRows(
  text: string,
  delimiter: string,
  firstLine: number,
  blanks: { trim: true } | { ltrim: true },
): ParseResult | null {
  const rows: CsvRow[] = [];
  let line = firstLine;
  const take = (cells: string[]) => {
    const kept = cells.map((cell) => cell.replace(/\r\n?/g, '\n'));
    const row = { line, cells: kept.map((cell) => cell.trim()) };
    line += 1 + kept.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    if (rows.length >= MAX_ROWS) throw TOO_MANY;
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
    return null;
  };
  try {
    const form = { delimiter, record_delimiter: ['\r\n', '\n', '\r'], relax_quotes: true, ...blanks };
    parse(text, { ...form, relax_column_count: true, max_record_size: MAX_ROW_BYTES, on_record: take });
  } catch (error) {
    if (error === TOO_MANY) return { line, fault: 'too_many' };
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') return { line, fault: 'long_row' };
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? { line, fault: 'not_csv' } : null;
  }
  return { rows };
}

/**
 * The separator by which one of the first lines names columns, else the most frequent one of the first line outside
 * of quotes.
 */
function separatorOf(text: string): string {
  const lines = text.slice(0, 5_000).split(/\r\n?|\n/, MAX_ROWS_ABOVE);
  const named = SEPARATORS.find((sign) =>
    lines.some((line) => readColumns(line.split(sign).map((cell) => cell.replaceAll('"', ''))) !== null),
  );
  if (named !== undefined) return named;
  const first = (lines[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ',';
}
