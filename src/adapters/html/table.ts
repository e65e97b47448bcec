import { descendants, type Element, elementsOf, setOf, type TreeNode } from './tree.ts';

/** Wider cells belong to a layout; hostile spans would multiply. */
const MAX_SPAN = 50;
const MAX_COLUMNS = 200;
const MAX_CELLS = 50_000;
const LAYOUT_CELL_CHARACTERS = 1_000;
const IN_LAYOUT = setOf('table h1 h2 h3 h4 h5 h6');
const LAYOUT_ROLES = setOf('presentation none');
const CELL_ROLES = setOf('cell gridcell columnheader rowheader');

interface TableRow {
  cells: Element[];
  isHead: boolean;
}

/** A table by name or, as in some builders, by role. */
export function isTable({ tag, attributes }: Element): boolean {
  return tag === 'table' || attributes.role === 'table';
}

/** Whether a table only arranges its cells: then they are read one after the other. */
export function isLayout(table: Element): boolean {
  if (LAYOUT_ROLES.has(table.attributes.role?.toLowerCase() ?? '')) return true;
  if (descendants(table).some(({ tag }) => IN_LAYOUT.has(tag))) return true;
  const rows = readRows(table);
  if (rows.some(({ cells }) => cells.length > MAX_COLUMNS)) return true;
  const isNarrow = rows.every(({ cells }) => cells.length < 2);
  const hasHead = rows.some(({ cells }) => cells.some(({ tag }) => tag === 'th'));
  const isLong = rows.some(({ cells }) => cells.some((cell) => cell.textLength > LAYOUT_CELL_CHARACTERS));
  return isNarrow || (isLong && !hasHead);
}

/** A GFM table; merged cells repeat their text in every row they cover, so that each row can be read alone. */
export function renderTable(table: Element, renderCell: (cell: Element) => string): string {
  const rows = readRows(table);
  const grid = fillGrid(rows, (cell) =>
    renderCell(cell)
      .replace(/\n+/g, ' ')
      .replace(/(?<!\\)\|/g, '\\|')
      .trim(),
  );
  const [head = [], ...body] = grid.filter((cells) => cells.some((cell) => cell !== ''));
  const width = grid.reduce((most, cells) => Math.max(most, cells.length), 0);
  if (width === 0) return '';
  const line = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, n) => cells[n] ?? '').join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}

export function captionOf(table: Element): readonly TreeNode[] {
  return elementsOf(table).find(({ tag }) => tag === 'caption')?.children ?? [];
}

/** Head rows first, wherever they stand. */
export function readRows(table: Element): TableRow[] {
  const rows = [...rowsOf(table, false)];
  return [...rows.filter((row) => row.isHead), ...rows.filter((row) => !row.isHead)];
}

function* rowsOf(element: Element, isHead: boolean): Generator<TableRow> {
  for (const child of elementsOf(element)) {
    const isRow = child.tag === 'tr' || child.attributes.role === 'row';
    if (isRow) yield { cells: elementsOf(child).filter(isCell), isHead };
    else if (!isTable(child) && child.tag !== 'caption') yield* rowsOf(child, child.tag === 'thead');
  }
}

function isCell({ tag, attributes }: Element): boolean {
  return tag === 'td' || tag === 'th' || CELL_ROLES.has(attributes.role ?? '');
}

function fillGrid(rows: readonly TableRow[], render: (cell: Element) => string): string[][] {
  /** Text that spans down into a column, and for how many more rows. */
  const hanging: { text: string; rows: number }[] = [];
  let count = 0;
  return rows.map(({ cells }) => {
    const line: string[] = [];
    for (const cell of cells) {
      takeHanging(line, hanging);
      const rowsBelow = readSpan(cell.attributes.rowspan) - 1;
      const width = count > MAX_CELLS ? 1 : readSpan(cell.attributes.colspan);
      const texts = [render(cell), ...Array<string>(width - 1).fill('')];
      for (const text of texts) hanging[line.push(text) - 1] = { text, rows: rowsBelow };
      count += width;
    }
    takeHanging(line, hanging);
    return line;
  });
}

function takeHanging(line: string[], hanging: readonly { text: string; rows: number }[]): void {
  for (let held = hanging[line.length]; held !== undefined && held.rows > 0; held = hanging[line.length]) {
    held.rows -= 1;
    line.push(held.text);
  }
}

function readSpan(value: string | undefined): number {
  const span = Number.parseInt(value ?? '1', 10);
  return span >= 1 ? Math.min(span, MAX_SPAN) : 1;
}
