/** Wider ones break on a telephone. */
const MAX_WIDTH = 46;
const DELIMITER_ROW = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const MARKUP = /\*\*|__|~~|`/g;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Whether two lines are the head of a table. */
export function isTableHead(header: string, delimiter: string | undefined): boolean {
  return (
    header.includes('|') &&
    delimiter?.includes('|') === true &&
    DELIMITER_ROW.test(delimiter) &&
    cellsOf(header).length === cellsOf(delimiter).length
  );
}

/** The platform shows no tables: a small one becomes a code block with columns, another one a list. */
export function renderTable(header: string, rows: readonly string[]): string[] {
  const heads = cellsOf(header);
  const cells = rows.map((row) => heads.map((_, column) => cellsOf(row)[column] ?? ''));
  const plain = [heads, ...cells].map((row) => row.map((cell) => cell.replace(MARKUP, '')));
  const widths = heads.map((_, column) => Math.max(...plain.map((row) => widthOf(row[column] ?? ''))));
  const width = widths.reduce((sum, column) => sum + column + 2, -2);
  // Links and further code blocks do not work inside of a code block.
  const isPlain = !/\]\(|<[@#:h]|```/.test([header, ...rows].join('\n'));
  if (width > MAX_WIDTH || !isPlain) return cells.map((row) => toListItem(heads, row));
  const lines = plain.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return ['```', lines[0] ?? '', '─'.repeat(width), ...lines.slice(1), '```'];
}

function toListItem(heads: readonly string[], [first = '', ...others]: readonly string[]): string {
  const facts = others.flatMap((cell, index) => {
    const head = heads[index + 1] ?? '';
    return cell === '' ? [] : [head === '' ? cell : `${head}: ${cell}`];
  });
  const name = first === '' || first.includes('**') || first.includes('](') ? first : `**${first}**`;
  return `- ${[name, facts.join('; ')].filter((part) => part !== '').join(' – ')}`;
}

function cellsOf(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function widthOf(cell: string): number {
  return [...graphemes.segment(cell)].length;
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - widthOf(cell));
}
