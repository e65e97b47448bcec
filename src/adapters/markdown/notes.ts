import { CODE_SPAN } from './inline.ts';
import type { MarkdownLine } from './lines.ts';
import { readHeading } from './sections.ts';

/** Ids of blocks for links to them; `10 ^6` is a number. */
const BLOCK_ID = /(?:^|\s)\^(?!\d+$)[A-Za-z0-9-]+\s*$/;
const EMBED = /[ \t]{0,9}!\[\[[^\][\n]{1,500}\]\]/g;
/** `[[1]](address)` is a link whose label has brackets, `[[ -f x ]]` a command. */
const NOTE_LINK = /(?<!\])\[\[(?!\s)([^\][\n|]{1,300})(?:\|([^\][\n]{0,300}))?\]\](?!\()/g;
const HIGHLIGHT = /(?<![\p{L}\p{N}=])==(?![\s=])([^=\n]{1,1000}?)(?<!\s)==(?![\p{L}\p{N}=])/gu;
/** Tags alone in a line; `#1` is a number, and `# x` a heading. */
const TAGS = /^\s*(?:#[\p{L}\p{N}_/-]*\p{L}[\p{L}\p{N}_/-]*\s*)+$/u;

/**
 * Obsidian's additions as a reader sees them: comments, block ids, embedded notes and lines of tags go; note links
 * and highlights become their words.
 */
export function readNotes(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const shown = dropComments(lines);
  return shown.map((line, index) => {
    if (line.kind !== 'text' || line.text === '') return line;
    if (TAGS.test(line.text) && isBesideText(shown, index)) return { ...line, text: '' };
    const parts = line.text.replace(BLOCK_ID, '').split(CODE_SPAN);
    return { ...line, text: parts.map((part, n) => (n % 2 === 1 ? part : readMarks(part))).join('') };
  });
}

function readMarks(text: string): string {
  let plain = text;
  if (plain.includes('[['))
    plain = plain.replace(EMBED, '').replace(NOTE_LINK, (_, target: string, alias?: string) => {
      return alias?.trim() || nameOf(target);
    });
  return plain.includes('==') ? plain.replace(HIGHLIGHT, '$1') : plain;
}

/** `folder/Note#Heading` is about the heading, `Note#^id` about the note. */
function nameOf(target: string): string {
  const [note = '', ...parts] = target.split('#');
  const heading = parts.findLast((part) => part !== '' && !part.startsWith('^'));
  return (heading ?? note.split('/').at(-1) ?? target).trim();
}

/** A tag is the answer where nothing else stands below a heading or behind a colon: `#support`. */
function isBesideText(lines: readonly MarkdownLine[], index: number): boolean {
  const above = lines.slice(0, index).findLast(({ text }) => text.trim() !== '');
  const below = lines.find(({ text }, n) => n > index && text.trim() !== '');
  const isText = (line: MarkdownLine | undefined) => line?.kind === 'text' && !readHeading(line.text);
  if (above?.text.trimEnd().endsWith(':')) return false;
  return above === undefined || above.kind === 'hidden' || isText(above) || isText(below);
}

/** Behind a digit these are two percent signs. */
const MARK = /(?<!\d)%%/;

/** Comments may begin and end within lines. One that begins a line and never ends hides the rest, as in Obsidian. */
function dropComments(lines: readonly MarkdownLine[]): MarkdownLine[] {
  if (!lines.some(({ text }) => text.includes('%%'))) return [...lines];
  const lastMark = lines.findLastIndex(({ kind, text }) => kind === 'text' && text.includes('%%'));
  let isOpen = false;
  const turns = (shown: string, hasEnd: boolean) => isOpen || hasEnd || shown.trim() === '';
  return lines.map((line, index) => {
    if (line.kind !== 'text') return isOpen ? { ...line, kind: 'text', text: '' } : line;
    let shown = '';
    const parts = line.text.split(CODE_SPAN);
    const pieces = parts.flatMap((part, n) => (n % 2 === 1 ? [part] : splitAtMarks(part)));
    for (const [n, piece] of pieces.entries()) {
      const isMark = piece === '%%' && turns(shown, index < lastMark || pieces.includes('%%', n + 1));
      if (isMark) isOpen = !isOpen;
      else if (!isOpen) shown += piece;
    }
    return { ...line, text: shown.trimEnd() };
  });
}

function splitAtMarks(text: string): string[] {
  const parts = text.split(MARK);
  return parts.flatMap((part, n) => (n === 0 ? [part] : ['%%', part]));
}
