/** How this command line is called, for hints. */
export const COMMAND = 'npm run -s cli --';

const MAX_CELL_CHARACTERS = 60;

/** Stored text must not move the cursor, set colours or turn the reading direction of a terminal. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;
const UNSAFE_BUT_NEWLINE = /[^\P{Cc}\n]+|[\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

/** One line that a terminal shows as it is. */
export function toLine(text: string): string {
  return text.replace(UNSAFE, ' ').trim();
}

/** Text of several lines that a terminal shows as it is. */
export function toParagraphs(text: string): string {
  return text.replace(UNSAFE_BUT_NEWLINE, ' ').trim();
}

/** Cells by the heads of their columns: a field's name, or what reads it. A date is shown as one, nothing as a dash. */
export type ListColumns<Row> = Readonly<
  Record<string, keyof Row | ((row: Row) => string | number | Date | null | undefined)>
>;

/** A line for each row. @param none what is said where there is no row. */
export function toList<Row>(rows: readonly Row[], columns: ListColumns<Row>, none = ''): string {
  if (rows.length === 0) return none;
  const cells = rows.map((row) =>
    Object.values(columns).map((read) => {
      const value = typeof read === 'function' ? read(row) : row[read];
      return value instanceof Date ? formatDate(value) : String(value ?? '');
    }),
  );
  return toTable([Object.keys(columns), ...cells]);
}

/** Rows in aligned columns, two blanks between; the first row is the heading. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(toCell));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => [...(row[column] ?? '')].length)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names and values below each other; empty values show as a dash. */
export function toFields(fields: Record<string, string>): string {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields)
    .map(([name, value]) => `${name.padEnd(width)}  ${toLine(value) || '-'}`)
    .join('\n');
}

/** `4,000,000` */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `2026-03-01 12:00` in UTC; a dash for never. */
export function formatDate(date: Date | null): string {
  return date === null ? '-' : date.toISOString().slice(0, 16).replace('T', ' ');
}

function toCell(text: string): string {
  const characters = [...toLine(text)];
  if (characters.length === 0) return '-';
  if (characters.length <= MAX_CELL_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MAX_CELL_CHARACTERS - 1).join('')}…`;
}

/** Two columns and the line between them fit a terminal of 80 characters. */
const WIDTH = 38;
const BETWEEN = ' | ';

interface TextColumn {
  head: string;
  text: string;
}

/** Two texts beside each other under their heads, wrapped at words. */
export function setSideBySide(left: TextColumn, right: TextColumn): string {
  const columns = [left, right].map(({ head, text }) => [...wrap(head), '-'.repeat(WIDTH), ...wrap(text)]);
  const [ours = [], theirs = []] = columns;
  return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, line) =>
    `${pad(ours[line] ?? '')}${BETWEEN}${theirs[line] ?? ''}`.trimEnd(),
  ).join('\n');
}

function pad(text: string): string {
  return text + ' '.repeat(WIDTH - [...text].length);
}

function wrap(text: string): string[] {
  return toParagraphs(text)
    .split('\n')
    .flatMap((line) => wrapLine(line));
}

/** A word that is longer than a line goes on in the next one. */
function wrapLine(line: string): string[] {
  const lines: string[] = [];
  let current: string[] = [];
  for (const word of line.split(/\s+/)) {
    let rest = [...word];
    if (current.length > 0 && current.length + 1 + rest.length > WIDTH) {
      lines.push(current.join(''));
      current = [];
    }
    if (current.length > 0) current.push(' ');
    for (; current.length + rest.length > WIDTH; current = []) {
      const room = WIDTH - current.length;
      lines.push([...current, ...rest.slice(0, room)].join(''));
      rest = rest.slice(room);
    }
    current.push(...rest);
  }
  return [...lines, current.join('')];
}
