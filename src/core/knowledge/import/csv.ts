import { splitCell } from './questions.ts';
import { type Candidate, readRecord } from './record.ts';
import { tellApart } from './titles.ts';

interface Row {
  line: number;
  cells: string[];
}

/** What Excel writes above all else: the sign between the cells. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[^\S\t\r\n]*(?:\r\n?|\n|$)/i;
const SEPARATORS = [',', ';', '\t', '|'];
/** A title or a date may stand above the names of the columns. */
const MAX_ROWS_ABOVE = 5;

/** One entry a row, by a row that names the columns in English or German; or two columns of which one asks. */
export function* readCsv(text: string): Generator<Candidate> {
  const [above = '', sign] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(above.length);
  const parsed = readRows(table, sign ?? separatorOf(table), above === '' ? 1 : 2);
  if ('fault' in parsed) return yield parsed;
  const { rows } = parsed;
  if (rows.length === 0) return;
  const head = findHead(rows);
  if (head === null) return yield { line: rows[0]?.line ?? 1, fault: 'no_columns' };
  const records = rows.slice(head.from).flatMap((row) => toRecords(row, head.columns));
  const unnamed = records.filter(({ record, title }) => record.id === undefined && title !== '');
  const told = new Map(tellApart(unnamed).map((one, n) => [unnamed[n], one]));
  for (const one of records) {
    const { line, record } = one;
    const { title, change } = told.get(one) ?? { title: one.title, change: 'none' };
    if (change === 'same') yield { line, note: { kind: 'same_entry' } };
    if (change === 'same') continue;
    if (change === 'renamed') yield { line, note: { kind: 'same_title', title } };
    yield { line, ...readRecord({ ...withWordings(record), title, text: one.text }) };
  }
}

function withWordings({ questions, ...record }: Record<string, string>): Record<string, unknown> {
  return questions === undefined ? record : { ...record, questions: splitCell(questions) };
}

/** The row that names the columns, or that all rows ask in the first of two; null where neither is. */
function findHead(rows: readonly Row[]): { columns: Columns; from: number } | null {
  for (const [index, { cells }] of rows.slice(0, MAX_ROWS_ABOVE).entries()) {
    const columns = readColumns(cells);
    if (columns) return { columns, from: index + 1 };
  }
  const asks = rows.every(({ cells }) => cells.length === 2 && /[?？]\W*$/.test(cells[0] ?? ''));
  return asks ? { columns: { fields: new Map(), pairs: [{ title: 0, texts: [1] }] }, from: 0 } : null;
}

/** One record for each title of a row; those behind the first get an id of their own. */
function toRecords({ line, cells }: Row, { fields, pairs }: Columns) {
  const named = [...fields].map(([field, index]) => [field, cells[index] ?? ''] as const);
  const { category = '', ...shared } = Object.fromEntries(named.filter(([, cell]) => cell !== ''));
  return pairs.flatMap(({ title: index, texts }, n) => {
    const title = cells[index] ?? '';
    const said = texts.map((at) => cells[at] ?? '').filter((cell) => cell !== '');
    if (title === '' && said.length === 0) return [];
    const { id, language: _, questions: __, ...others } = shared;
    const record: Record<string, string> = n === 0 ? shared : others;
    if (n > 0 && id !== undefined) record.id = `${id}-${n + 1}`;
    return [{ line, record, title, text: said.join('\n\n'), path: category === '' ? [] : [category] }];
  });
}

/** Rows as RFC 4180 has them, blank ones left out. */
function readRows(
  text: string,
  separator: string,
  firstLine: number,
): { rows: Row[] } | (Candidate & { fault: 'not_csv' }) {
  const rows: Row[] = [];
  let line = firstLine;
  let row: Row = { line, cells: [] };
  for (let at = 0; at <= text.length; ) {
    const found = readCell(text, at, separator);
    if (!found) return { line, fault: 'not_csv' };
    const cell = found.cell.replace(/\r\n?/g, '\n');
    row.cells.push(cell.trim());
    line += cell.split('\n').length - 1;
    at = found.end + (text.startsWith('\r\n', found.end) ? 2 : 1);
    if (text.charAt(found.end) === separator) continue;
    line += 1;
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
    row = { line, cells: [] };
  }
  return { rows };
}

/** A quoted cell may hold line breaks, separators and quotes; null where its quote is never closed. */
function readCell(text: string, at: number, separator: string): { cell: string; end: number } | null {
  const isEnd = (index: number) => index >= text.length || `${separator}\n\r`.includes(text.charAt(index));
  let start = at;
  while (text.charAt(start) === ' ') start += 1;
  const quoted = text.charAt(start) === '"' ? readQuoted(text, start + 1, isEnd) : { cell: '', end: at };
  if (quoted === null) return null;
  let { end } = quoted;
  while (!isEnd(end)) end += 1;
  return { cell: quoted.cell + text.slice(quoted.end, end), end };
}

/** Quotes within are doubled, or stand behind a `\` as databases write them; a `\` at the end of a cell is its own. */
function readQuoted(text: string, start: number, isEnd: (index: number) => boolean) {
  let cell = '';
  for (let from = start; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    const isDoubled = text.charAt(quote + 1) === '"';
    const isBehind = quote > from && text.charAt(quote - 1) === '\\' && !isEnd(quote + 1);
    const isEscaped = isBehind && (!isDoubled || isEnd(quote + 2));
    cell += text.slice(from, isEscaped ? quote - 1 : quote);
    if (!isEscaped && !isDoubled) return { cell, end: quote + 1 };
    cell += '"';
    from = quote + (isEscaped ? 1 : 2);
  }
}

/** The sign by which one of the first lines names columns, else the most frequent of the first line outside of quotes. */
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

/** What people call the columns of a table, by our field. */
const COLUMNS: [field: string, names: RegExp][] = [
  [
    'questions',
    /^(?:(?:other|more|alternative|weitere|andere|alternative) (?:wordings|questions|formulierungen|fragen)|wordings|formulierungen)$/,
  ],
  ['id', /^(?:id|nr\.?|key|schlüssel|(?:question|frage)[- ]?(?:id|nr\.?|nummer))$/],
  [
    'title',
    /^(?:q|f|questions?|fragen?|faqs?|titles?|titel|subject|betreff|name|überschrift|heading|thema|topic)$/,
  ],
  [
    'text',
    /^(?:a|answers?|antwort(?:en)?|texts?|body|content|inhalt|responses?|reply|beschreibung|description|lösung|solution)$/,
  ],
  ['link', /^(?:links?|urls?|quelle|source|adresse|seite|page)$/],
  ['language', /^(?:languages?|lang|sprache|locale)$/],
  ['valid_until', /^(?:valid[_ ]until|expires?|gültig[_ ]bis|ablauf)$/],
  ['category', /^(?:category|categories|kategorien?|rubrik|bereich|section|abschnitt|gruppe|group|tags?)$/],
];
/** `Question text`, `Antwort (DE)`, `Kurze Antwort`, where no column has the plain name. */
const LOOSE: [field: string, names: RegExp][] = [
  ['title', /(?<!\p{L})(?:questions?|fragen?)(?!\p{L})/u],
  ['text', /(?<!\p{L})(?:answers?|antwort(?:en)?)(?!\p{L})/u],
];
/** What is said about a question or an answer, and is none. */
const ABOUT =
  /(?<!\p{L})(?:id|nr|no|number|nummer|type|typ|art|status|dat(?:e|um)|by|von|am|at|autor|author|count|anzahl|views|likes|votes|score|category|kategorie)(?!\p{L})/u;

/** Longer cells are no names. */
const MAX_NAME_CHARACTERS = 40;

/** Which columns hold what, by their index. */
interface Columns {
  fields: ReadonlyMap<string, number>;
  /** Titles with their texts: one pair, or one for each language. Several texts of one title are said together. */
  pairs: { title: number; texts: number[] }[];
}

/** The columns that a row names; null where no two of them are a title and a text. */
function readColumns(row: readonly string[]): Columns | null {
  const names = row.map((cell) => cell.replace(/[*:]+/g, '').trim().toLowerCase());
  const exact = names.map((name) => COLUMNS.find(([, known]) => known.test(name))?.[0] ?? null);
  const indexesOf = (field: string): number[] => {
    const found = exact.flatMap((one, n) => (one === field ? [n] : []));
    if (found.length > 0) return found;
    return names.flatMap((name, n) => (exact[n] === null && readLoosely(name) === field ? [n] : []));
  };
  const [named, texts] = [indexesOf('title'), indexesOf('text')];
  const other = findOther(names, named, texts);
  const titles = named.filter((index) => index !== other);
  const [title] = titles;
  if (title === undefined || texts.length === 0) return null;
  const arePairs = titles.length > 1 && titles.length === texts.length;
  const pairs = arePairs
    ? titles.map((one, n) => ({ title: one, texts: texts.slice(n, n + 1) }))
    : [{ title, texts }];
  const fields = new Map(COLUMNS.map(([field]) => [field, exact.indexOf(field)] as const));
  for (const field of ['title', 'text']) fields.delete(field);
  if (other !== null) fields.set('questions', other);
  return { fields: new Map([...fields].filter(([, index]) => index >= 0)), pairs };
}

/** `questions` beside another title are other wordings of it, unless each of the two has its text. */
function findOther(
  names: readonly string[],
  titles: readonly number[],
  texts: readonly unknown[],
): number | null {
  if (titles.length !== 2 || texts.length === 2) return null;
  return titles.find((index) => /^(?:questions|fragen)$/.test(names[index] ?? '')) ?? null;
}

function readLoosely(name: string): string | null {
  if (name.length > MAX_NAME_CHARACTERS || name.includes('?') || ABOUT.test(name)) return null;
  const [found, other] = LOOSE.filter(([, words]) => words.test(name));
  return found && !other ? found[0] : null;
}
