const MAX_FENCE = 20;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const SMALL_HEADING = /^ {0,3}#{4,6}[ \t]+(\S.*)$/;
const LATE_FENCE = /^([^`]*[^`\s])[ \t]*(```[\w+#.-]*)$/;

/**
 * Tables become code blocks or lists, small headings bold; rules are left out; every code block has fences of
 * backticks on lines of their own and is closed.
 */
export function toPlatformMarkdown(markdown: string): string {
  const text = markdown
    .replaceAll('\r\n', '\n')
    .split('\n')
    .flatMap((line) => (line.includes('```') && LATE_FENCE.exec(line)?.slice(1)) || [line])
    .join('\n');
  const lines = readLines(text, MAX_FENCE);
  const page = { text, lines, tildes: findTildes(text, lines) };
  const shown: string[] = [];
  for (let index = 0; index < lines.length; ) index += showLine(page, index, shown);
  const open = lines.at(-1)?.after;
  if (open) shown.push(open.indent + (page.tildes.has(open) ? '```' : open.mark));
  return shown
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

interface ParsedMarkdown {
  text: string;
  lines: readonly MessageLine[];
  tildes: ReadonlySet<Fence>;
}

/** Writes what the line at `index` becomes. @returns how many lines that were. */
function showLine(page: ParsedMarkdown, index: number, shown: string[]): number {
  const { text, lines, tildes } = page;
  const line = lines[index];
  if (line === undefined) return 1;
  const own = text.slice(line.from, line.to);
  if (line.kind !== 'text') {
    const fence = line.before ?? line.after;
    const isTilde = fence !== null && tildes.has(fence) && line.kind !== 'code';
    shown.push(isTilde ? own.replace(DELIMITER, '$1```$3') : own);
    return 1;
  }
  const next = lines[index + 1];
  const below = next?.kind === 'text' ? text.slice(next.from, next.to) : undefined;
  if (isTableHead(own, below)) return showTable(page, index, shown);
  if (own.trim() !== '' && below !== undefined && UNDERLINE.test(below) && !isBlockStart(own)) {
    shown.push(toBold(own));
    return 2;
  }
  if (!isRule(own)) shown.push(own.replace(SMALL_HEADING, (_, title: string) => toBold(title)));
  else if (shown.at(-1) !== '') shown.push('');
  return 1;
}

function showTable({ text, lines }: ParsedMarkdown, index: number, shown: string[]): number {
  const rows: string[] = [];
  for (const line of lines.slice(index)) {
    const row = text.slice(line.from, line.to);
    if (line.kind !== 'text' || !row.includes('|')) break;
    rows.push(row);
  }
  const [header = '', , ...body] = rows;
  shown.push(...renderTable(header, body));
  return rows.length;
}

function isRule(line: string): boolean {
  const marks = line.trim().replaceAll(' ', '').replaceAll('\t', '');
  const isOneMark = marks.length >= 3 && ['-', '*', '_'].some((mark) => marks === mark.repeat(marks.length));
  return isOneMark && !isDeep({ indent: line.slice(0, line.length - line.trimStart().length) });
}

/** Below these a line is a rule, not the underline of a heading. */
function isBlockStart(line: string): boolean {
  return /^[ \t]*(?:[-*+>#|]|\d+[.)])/.test(line);
}

function toBold(text: string): string {
  return `**${text.trim().replace(/ #+$/, '').replaceAll('**', '')}**`;
}

/** The platform knows only backticks, so blocks of tildes without backticks in them get those. */
function findTildes(text: string, lines: readonly MessageLine[]): Set<Fence> {
  const blocks = new Map<Fence, { from: number; to: number }>();
  for (const { before, after, from, to } of lines) {
    if (after?.mark.startsWith('~') && !blocks.has(after)) blocks.set(after, { from, to: text.length });
    const ended = before && blocks.get(before);
    if (ended) ended.to = to;
  }
  const isPlain = ([, { from, to }]: [Fence, { from: number; to: number }]) =>
    !text.slice(from, to).includes('```');
  return new Set([...blocks].filter(isPlain).map(([fence]) => fence));
}

/** Wider ones break on a telephone. */
const MAX_WIDTH = 46;
const isDelimiterCell = (cell: string) => /^:?-+:?$/.test(cell);
const MARKUP = /\*\*|__|~~|`/g;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function isTableHead(header: string, delimiter: string | undefined): boolean {
  if (!header.includes('|') || !delimiter?.includes('|')) return false;
  const cells = cellsOf(delimiter);
  return cells.length > 0 && cells.every(isDelimiterCell) && cells.length === cellsOf(header).length;
}

function renderTable(header: string, rows: readonly string[]): string[] {
  const heads = cellsOf(header);
  const cells = rows.map((row) => heads.map((_, column) => cellsOf(row)[column] ?? ''));
  const plain = [heads, ...cells].map((row) => row.map((cell) => cell.replace(MARKUP, '')));
  const widths = heads.map((_, column) => Math.max(...plain.map((row) => widthOf(row[column] ?? ''))));
  const width = widths.reduce((sum, column) => sum + column + 2, -2);
  const isPlain = !/\]\(|<(?:[@#:/h]|a:|t:|id:)|```/.test([header, ...rows].join('\n'));
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
  const cells = row.trim().split(/(?<!\\)\|/);
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function widthOf(cell: string): number {
  return [...graphemes.segment(cell)].length;
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - widthOf(cell));
}

export interface Fence {
  indent: string;
  mark: string;
  info: string;
}

/** Offsets are UTF-16 units of the whole text. */
export interface MessageLine {
  from: number;
  to: number;
  kind: 'text' | 'code' | 'open' | 'close';
  before: Fence | null;
  after: Fence | null;
  isBlank: boolean;
  isHeading: boolean;
  item: 'begins' | 'goes_on' | null;
  /** Begins like the fence of a code block and is none; a piece of it could become one. */
  isLikeFence: boolean;
}

/** Other white space closes no fence, and long runs of it have to be cut. */
const BLANK = /^[ \t\r]*$/;
const HEADING = /^#{1,6}[ \t]/;
const DELIMITER = /^([ \t]*)(`{3,}|~{3,})([\s\S]*)$/;

/**
 * Reads fences as CommonMark does; blocks in list items, which are indented deeper, count where no other is open.
 * @param maxFence a longer fence is plain text, as it could not be repeated
 */
export function readLines(text: string, maxFence: number): MessageLine[] {
  const lines: MessageLine[] = [];
  const readItem = createItemReader();
  let open: Fence | null = null;
  for (let from = 0; from <= text.length; ) {
    const feed = text.indexOf('\n', from);
    const to = feed < 0 ? text.length : feed;
    const own = text.slice(from, to);
    const line = readLine(own, open, maxFence);
    lines.push({ from, to, before: open, ...line, item: line.kind === 'text' ? readItem(own) : null });
    open = line.after;
    from = to + 1;
  }
  return lines;
}

function readLine(
  text: string,
  open: Fence | null,
  maxFence: number,
): Omit<MessageLine, 'from' | 'to' | 'before' | 'item'> {
  const plain = {
    kind: open ? ('code' as const) : ('text' as const),
    after: open,
    isBlank: BLANK.test(text),
    isHeading: open === null && HEADING.test(text),
    isLikeFence: false,
  };
  const [, indent = '', mark = '', rest = ''] = DELIMITER.exec(text) ?? [];
  if (mark === '') return plain;
  const fence = { indent, mark, info: rest.trimEnd() };
  const couldClose = open !== null && mark.startsWith(open.mark) && isDeep(fence) === isDeep(open);
  if (couldClose && BLANK.test(rest)) return { ...plain, kind: 'close', after: null };
  const couldOpen = open === null || (isDeep(open) && !isDeep(fence));
  if (couldOpen && isOpening(fence, maxFence)) return { ...plain, kind: 'open', after: fence };
  return { ...plain, isLikeFence: !isDeep(fence) && (couldOpen || couldClose) };
}

function isOpening({ indent, mark, info }: Fence, maxFence: number): boolean {
  return indent.length + mark.length <= maxFence && !(mark.startsWith('`') && info.includes('`'));
}

function isDeep({ indent }: Pick<Fence, 'indent'>): boolean {
  return indent.length > 3 || indent.includes('\t');
}

const ITEM = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]+\S/;

/**
 * Tells line by line where the text stands in a list. An item goes on until a blank line, and after it with indented
 * lines.
 */
function createItemReader(): (line: string) => 'begins' | 'goes_on' | null {
  let [isOpen, isAfterBlank] = [false, false];
  return (line) => {
    const wasAfterBlank = isAfterBlank;
    isAfterBlank = BLANK.test(line);
    if (isAfterBlank) return null;
    if (ITEM.test(line)) {
      isOpen = true;
      return 'begins';
    }
    isOpen &&= !HEADING.test(line) && (!wasAfterBlank || line.startsWith('  ') || line.startsWith('\t'));
    return isOpen ? 'goes_on' : null;
  };
}
