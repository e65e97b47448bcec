import {
  closingOf,
  fenceWithin,
  findCut,
  isLongLikeFence,
  isWithinCharacter,
  type Page,
  trimEnd,
} from './cuts.ts';
import { readLines } from './fences.ts';

/** What a message of the platform holds, in UTF-16 units. */
export const MAX_MESSAGE_CHARACTERS = 2_000;

/**
 * A part of a longer text. `prefix` opens the code block again that was cut, `suffix` closes the one that is
 * open; `body` is text as it was. Between bodies, before the first and after the last only spaces, tabs and
 * line ends are left out, and other white space where a part would hold nothing else.
 */
export interface Part {
  prefix: string;
  body: string;
  suffix: string;
}

/** Keeps what would become a fence at the beginning of a part from being one. */
const ZERO_WIDTH_SPACE = '\u200B';
const SPACES = /[ \t\r\n]*/y;

/**
 * Cuts a text into messages of at most `limit` (20 or more) UTF-16 units: at paragraphs, else lines, sentences,
 * words, characters. Code blocks are closed and opened again with their info string; none stays open. None is
 * empty or only white space, so a text of white space gives no part. Time grows with the length of the text.
 */
export function splitMessage(text: string, limit = MAX_MESSAGE_CHARACTERS): string[] {
  return splitParts(text, limit).map(({ prefix, body, suffix }) => prefix + body + suffix);
}

/** The parts of `splitMessage`, each in three. */
export function splitParts(text: string, limit = MAX_MESSAGE_CHARACTERS): Part[] {
  const care = Math.floor(limit / 5);
  const end = trimEnd(text, 0, text.length);
  const page: Page = { text, lines: readLines(text, care), limit, care, end };
  const parts: Part[] = [];
  let line = 0;
  for (let start = skipSpace(page, 0); start < end; ) {
    while ((page.lines[line]?.to ?? end) < start) line += 1;
    const prefix = prefixAt(page, line, start);
    const cut = findCut(page, { start, line, room: limit - prefix.length });
    const body = text.slice(start, cut.end);
    if (body.trim() !== '') parts.push({ prefix, body, suffix: closingOf(cut.fence) });
    start = skipSpace(page, cut.at);
  }
  return parts;
}

/** Where the text goes on: lines keep their indentation unless it is hostile. */
function skipSpace({ text, care }: Page, from: number): number {
  SPACES.lastIndex = from;
  const spaces = SPACES.exec(text)?.[0].length ?? 0;
  // A space that carries combining marks is a character of its own.
  const to = from + (spaces > 0 && isWithinCharacter(text, from + spaces) ? spaces - 1 : spaces);
  const feed = text.slice(from, to).lastIndexOf('\n');
  const isLineStart = feed >= 0 || from === 0 || text[from - 1] === '\n';
  const lineStart = from + feed + 1;
  return isLineStart && to - lineStart <= care ? lineStart : to;
}

function prefixAt({ text, lines, care }: Page, index: number, start: number): string {
  const line = lines[index];
  if (line === undefined) return '';
  const isWithin = start > line.from;
  const fence = isWithin ? fenceWithin(line) : line.before;
  const mark = fence ? fence.indent + fence.mark : '';
  const info = fence && mark.length + fence.info.length <= care ? fence.info : '';
  const isRisky = isWithin ? /^(?:```|~~~)/.test(text.slice(start, start + 3)) : isLongLikeFence(line, care);
  return (fence ? `${mark}${info}\n` : '') + (isRisky ? ZERO_WIDTH_SPACE : '');
}
