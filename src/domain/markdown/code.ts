/** Where code stands in Markdown, from the first sign of its fence to the last. */
export interface Range {
  start: number;
  end: number;
}

const FENCE = /^[ \t]{0,12}(`{3,}|~{3,})([^`\n]*)$/;
/** Code on one line; blanks at its ends are what a stray backtick has beside it. */
const INLINE = /`[^`\s](?:[^`]*[^`\s])?`/g;

/** Closed blocks and closed code on a line. What is opened and never closed may be anything, so it is no code. */
function listCode(text: string): Range[] {
  if (!text.includes('`') && !text.includes('~~~')) return [];
  const blocks: Range[] = [];
  const inline: Range[] = [];
  let [open, position] = [null as { start: number; marker: string; firstInline: number } | null, 0];
  for (const line of text.split('\n')) {
    const [, marker, info = ''] = FENCE.exec(line) ?? [];
    if (open && marker?.startsWith(open.marker) && info.trim() === '') {
      blocks.push({ start: open.start, end: position + line.length });
      // What looked like code on a line stood in the block.
      inline.length = open.firstInline;
      open = null;
    } else if (!open && marker !== undefined) {
      open = { start: position, marker, firstInline: inline.length };
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
