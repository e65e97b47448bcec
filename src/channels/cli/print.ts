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
