import { BlockReader } from './block-reader.ts';
import type { FileMarks } from './inline.ts';
import type { Line } from './lines.ts';

/**
 * HTML blocks of a Markdown file as its own lines: headings, tables and lists become Markdown; what opens with a click
 * (`<details>`, `<Accordion title="…">`, `<faq-item question="…">`) and questions of a `<dl>` are opened and closed as questions of their own;
 * other named panels (`<TabItem label="…">`) keep their name in bold.
 */
export function readHtmlBlocks(lines: readonly Line[], marks: FileMarks): Line[] {
  const reader = new BlockReader(marks, lastEnds(lines));
  for (const line of joinTags(lines)) reader.read(line);
  return reader.finish();
}

/** The last line in which a tag ends, by its name: what ends nowhere is not waited for. */
function lastEnds(lines: readonly Line[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { text, kind, number } of lines) {
    if (kind !== 'text' || !text.includes('</')) continue;
    for (const [, name = ''] of text.matchAll(/<\/([a-zA-Z][\w.-]{0,60})\s?>/g))
      last.set(name.toLowerCase(), number);
  }
  return last;
}

/** Lines of one opening tag whose attributes stand below each other, as one line. */
function joinTags(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const isOpen = line.kind === 'text' && /^\s*<[a-zA-Z][\w.-]*(?:\s[^<>]*)?$/.test(line.text);
    const end = isOpen ? endOfTag(lines, at) : at + 1;
    const rest = lines.slice(at + 1, end).map(({ text }) => text.trim());
    joined.push(end === at + 1 ? line : { ...line, text: [line.text, ...rest].join(' ') });
    at = end;
  }
  return joined;
}

/** The line behind the one that ends a tag; the next one where none does within 20 lines. */
function endOfTag(lines: readonly Line[], from: number): number {
  for (let at = from + 1; at <= from + 20; at += 1) {
    const line = lines[at];
    if (line?.kind !== 'text' || line.text.includes('<') || line.text.trim() === '') break;
    if (line.text.includes('>')) return at + 1;
  }
  return from + 1;
}
