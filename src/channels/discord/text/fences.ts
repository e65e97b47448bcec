import { createItemReader } from './lists.ts';

/** An open code block, with what closes it and opens it again. */
export interface Fence {
  indent: string;
  mark: string;
  info: string;
}

/** One line of Markdown, with the code block it stands in. Offsets are UTF-16 units of the whole text. */
export interface Line {
  from: number;
  /** Of its line feed, or of the end of the text. */
  to: number;
  kind: 'text' | 'code' | 'open' | 'close';
  /** Open before its first character, and after its last. */
  before: Fence | null;
  after: Fence | null;
  isBlank: boolean;
  isHeading: boolean;
  /** Where it stands in a list: the first line of an item, or one that goes on with it. */
  item: 'begins' | 'goes_on' | null;
  /** Begins like the fence of a code block and is none; a piece of it could become one. */
  isLikeFence: boolean;
}

/** White space that a cut may swallow; other white space is text. */
const BLANK = /^[ \t\r]*$/;
const DELIMITER = /^([ \t]*)(`{3,}|~{3,})([\s\S]*)$/;

/**
 * Reads the fences of a text as CommonMark does. Code blocks of list items, which are indented deeper, count
 * where no other is open.
 * @param maxFence characters of indent and mark; a longer fence is plain text, as it could not be repeated.
 */
export function readLines(text: string, maxFence: number): Line[] {
  const lines: Line[] = [];
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
): Omit<Line, 'from' | 'to' | 'before' | 'item'> {
  const plain = {
    kind: open ? ('code' as const) : ('text' as const),
    after: open,
    isBlank: BLANK.test(text),
    isHeading: open === null && /^#{1,6}[ \t]/.test(text),
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

/** Indented deeper than a fence outside of lists may be. */
function isDeep({ indent }: Fence): boolean {
  return indent.length > 3 || indent.includes('\t');
}
