import type { Candidate } from './candidates.ts';
import { readRecord } from './record.ts';
import { tellApart } from './titles.ts';

interface Row {
  line: number;
  cells: string[];
}

/** What people call the columns, by our field. */
const COLUMNS: [field: string, names: RegExp][] = [
  ['id', /^(?:id|nr|key)$/],
  [
    'title',
    /^(?:q|f|questions?|fragen?|titles?|titel|subject|betreff|name|überschrift|heading|thema|topic)$/,
  ],
  [
    'text',
    /^(?:a|answers?|antwort(?:en)?|texts?|body|content|inhalt|responses?|reply|beschreibung|description|lösung|solution)$/,
  ],
  ['link', /^(?:links?|urls?|quelle|source|adresse|seite|page)$/],
  ['language', /^(?:languages?|lang|sprache|locale)$/],
  ['valid_until', /^(?:valid[_ ]until|expires?|gültig[_ ]bis|ablauf)$/],
];

/** One entry a row, by a first line that names the columns in English or German; or two columns of which one asks. */
export function* readCsv(text: string): Generator<Candidate> {
  const parsed = readRows(text);
  if ('fault' in parsed) return yield parsed;
  const [head, ...body] = parsed.rows;
  if (head === undefined) return;
  const columns = columnsOf(head, body);
  if (!columns) return yield { line: head.line, fault: 'no_columns' };
  const rows = columns.isNamed ? body : [head, ...body];
  const records = rows.map(({ line, cells }) => {
    const pairs = columns.fields.map((field, n) => [field, (cells[n] ?? '').trim()] as const);
    const record: Record<string, string> = Object.fromEntries(
      pairs.filter(([field, cell]) => field && cell !== ''),
    );
    const { title = '', text: said = '' } = record;
    return { line, record, title, text: said, path: [] };
  });
  const unnamed = records.filter(({ record, title }) => record.id === undefined && title !== '');
  const told = new Map(tellApart(unnamed).map((one, n) => [unnamed[n], one]));
  for (const one of records) {
    const { line, record } = one;
    const { title, change } = told.get(one) ?? { title: one.title, change: 'none' };
    if (change === 'same') yield { line, note: { kind: 'same_entry' } };
    if (change === 'same' || Object.keys(record).length === 0) continue;
    if (change === 'renamed') yield { line, note: { kind: 'same_title', title } };
    yield { line, ...readRecord({ ...record, title, text: one.text }) };
  }
}

/** Which field each column is; null where no two of them are a title and a text. */
function columnsOf(head: Row, body: readonly Row[]): { fields: (string | null)[]; isNamed: boolean } | null {
  const fields = head.cells.map((cell) => {
    const name = cell
      .replace(/[*_]+/g, (marks) => (marks === '_' ? '_' : ''))
      .trim()
      .toLowerCase();
    return COLUMNS.find(([, names]) => names.test(name))?.[0] ?? null;
  });
  const named = fields.map((field, n) => (fields.indexOf(field) === n ? field : null));
  if (named.includes('title') && named.includes('text')) return { fields: named, isNamed: true };
  const rows = [head, ...body];
  const asks = rows.every(({ cells }) => cells.length === 2 && /[?？]\W*$/.test(cells[0] ?? ''));
  return asks ? { fields: ['title', 'text'], isNamed: false } : null;
}

/** Rows as RFC 4180 has them, blank ones left out. */
function readRows(text: string): { rows: Row[] } | (Candidate & { fault: 'not_csv' }) {
  const separator = delimiterOf(text);
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  for (let at = 0; at <= text.length; ) {
    const found = readCell(text, at, separator);
    if (!found) return { line, fault: 'not_csv' };
    row.cells.push(found.cell.trim());
    line += found.cell.split('\n').length - 1;
    at = found.end + (text.startsWith('\r\n', found.end) ? 2 : 1);
    if (text.charAt(found.end) === separator) continue;
    line += 1;
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
    row = { line, cells: [] };
  }
  return { rows };
}

/** A quoted cell may hold line breaks, separators and doubled quotes; null where its quote is never closed. */
function readCell(text: string, at: number, separator: string): { cell: string; end: number } | null {
  const isEnd = (sign: string) => sign === '' || sign === separator || sign === '\n' || sign === '\r';
  let cell = '';
  let end = at;
  if (text.charAt(at) === '"') {
    let from = at + 1;
    for (;;) {
      const quote = text.indexOf('"', from);
      if (quote < 0) return null;
      cell += text.slice(from, quote);
      from = quote + 1;
      end = from;
      if (text.charAt(from) !== '"') break;
      cell += '"';
      from += 1;
    }
  }
  const rest = end;
  while (!isEnd(text.charAt(end))) end += 1;
  return { cell: cell + text.slice(rest, end), end };
}

/** The most frequent of those that stand in the first line outside of quotes. */
function delimiterOf(text: string): string {
  const first = (text.split(/\r\n?|\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ',';
}
