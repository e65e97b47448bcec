interface CodeRange {
  start: number;
  end: number;
}

export interface CodeFence {
  indent: string;
  /** Marks of quotes and of a list item before it. */
  quote: string;
  item: string;
  /** At least three backticks or tildes; a closing fence has as many or more. */
  mark: string;
  info: string;
}

const FENCE = /^([ \t]*)((?:>[ \t]?)*)((?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})([^`\n]*)$/;

/** Reads a fence wherever it stands; null for any other line. */
export function readFence(line: string): CodeFence | null {
  const [found, indent = '', quote = '', item = '', mark = '', info = ''] = FENCE.exec(line) ?? [];
  return found === undefined ? null : { indent, quote, item, mark, info: info.trim() };
}

/** Reads a fence that only blanks precede. */
export function readPlainFence(line: string): CodeFence | null {
  const fence = readFence(line);
  return fence && fence.quote === '' && fence.item === '' ? fence : null;
}

export function isClosing(fence: CodeFence | null, mark: string): boolean {
  return fence !== null && fence.item === '' && fence.info === '' && fence.mark.startsWith(mark);
}

/** Blanks at its ends are the sign of a stray backtick. */
const INLINE = /`[^`\s](?:[^`]*[^`\s])?`/g;

/** Closed blocks and closed inline code. An unclosed mark may be anything, so it begins no code. */
function listCode(text: string): CodeRange[] {
  if (!text.includes('`') && !text.includes('~~~')) return [];
  const blocks: CodeRange[] = [];
  const inline: CodeRange[] = [];
  let [open, position] = [null as { start: number; marker: string; firstInline: number } | null, 0];
  for (const line of text.split('\n')) {
    const fence = readPlainFence(line);
    if (open && isClosing(fence, open.marker)) {
      blocks.push({ start: open.start, end: position + line.length });
      // Inline code found since the opening fence is part of the block.
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

/** Applies `change` to each piece of text outside code. */
export function changeProse(text: string, change: (prose: string) => string): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end } of listCode(text)) {
    pieces.push(change(text.slice(position, start)), text.slice(start, end));
    position = end;
  }
  return [...pieces, change(text.slice(position))].join('');
}

/** Keeps the matches, in order, that stand outside code. */
export function outsideCode<Found extends { index: number }>(text: string, found: readonly Found[]): Found[] {
  const code = found.length === 0 ? [] : listCode(text);
  let next = 0;
  return found.filter(({ index }) => {
    while ((code[next]?.end ?? Infinity) <= index) next += 1;
    return (code[next]?.start ?? Infinity) > index;
  });
}
