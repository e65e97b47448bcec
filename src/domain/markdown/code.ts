/** Where code stands in Markdown, from the first sign of its fence to the last. */
interface CodeRange {
  start: number;
  end: number;
}

/** A line that opens or closes a block of code. */
export interface CodeFence {
  indent: string;
  /** Marks of quotes and of a list item before it; empty where there are none. */
  quote: string;
  item: string;
  /** At least three backticks or tildes: a closing line has as many or more. */
  mark: string;
  info: string;
}

const FENCE = /^([ \t]*)((?:>[ \t]?)*)((?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})([^`\n]*)$/;

/** The fence that a line is, wherever it stands; null for any other line. */
export function readFence(line: string): CodeFence | null {
  const [found, indent = '', quote = '', item = '', mark = '', info = ''] = FENCE.exec(line) ?? [];
  return found === undefined ? null : { indent, quote, item, mark, info: info.trim() };
}

/** The same at the beginning of a line, behind blanks alone. */
export function readPlainFence(line: string): CodeFence | null {
  const fence = readFence(line);
  return fence && fence.quote === '' && fence.item === '' ? fence : null;
}

/** Whether a fence ends the block that `mark` opened. */
export function isClosing(fence: CodeFence | null, mark: string): boolean {
  return fence !== null && fence.item === '' && fence.info === '' && fence.mark.startsWith(mark);
}

/** Code on one line; blanks at its ends are what a stray backtick has beside it. */
const INLINE = /`[^`\s](?:[^`]*[^`\s])?`/g;

/** Closed blocks and closed code on a line. What is opened and never closed may be anything, so it is no code. */
function listCode(text: string): CodeRange[] {
  if (!text.includes('`') && !text.includes('~~~')) return [];
  const blocks: CodeRange[] = [];
  const inline: CodeRange[] = [];
  let [open, position] = [null as { start: number; marker: string; firstInline: number } | null, 0];
  for (const line of text.split('\n')) {
    const fence = readPlainFence(line);
    if (open && isClosing(fence, open.marker)) {
      blocks.push({ start: open.start, end: position + line.length });
      // What looked like code on a line stood in the block.
      inline.length = open.firstInline;
      open = null;
    } else if (!open && fence) {
      open = { start: position, marker: fence.mark, firstInline: inline.length };
    } else {
      for (const { index, 0: code } of line.matchAll(INLINE)) {
        inline.push({ start: position + index, end: position + index + code.length });
      }
    }
    position += line.length + 1;
  }
  return [...blocks, ...inline].toSorted((one, other) => one.start - other.start);
}

/** The text with each piece outside its code put through `change`. */
export function changeProse(text: string, change: (prose: string) => string): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end } of listCode(text)) {
    pieces.push(change(text.slice(position, start)), text.slice(start, end));
    position = end;
  }
  return [...pieces, change(text.slice(position))].join('');
}

/** Those of the things found, in order, that stand outside the code. */
export function outsideCode<Found extends { index: number }>(text: string, found: readonly Found[]): Found[] {
  const code = found.length === 0 ? [] : listCode(text);
  let next = 0;
  return found.filter(({ index }) => {
    while ((code[next]?.end ?? Infinity) <= index) next += 1;
    return (code[next]?.start ?? Infinity) > index;
  });
}
