import { hasQuestionMark } from '../../../domain/markdown/sentences.ts';
import { toLine } from '../../../domain/text.ts';
import { countContentWords } from '../../search/queries.ts';
import { words } from '../../search/words/analyse.ts';
import { isBlank, joinParts, type Line, textOf } from './line.ts';
import { saysSomething } from './pleasantries.ts';
import {
  findAttribution,
  findInlineAttribution,
  findInlineHeaders,
  introducesHeaders,
  isDivider,
  isReply,
  measureHeaders,
} from './quote-frames.ts';

/** In a chat `>>> ` quotes everything that follows. */
const MARKS_THE_REST = '>>> ';
/** Programs wrap quoted lines at 60 to 80 characters; the overflow stands on the next line without a mark. */
const FULL_LINE_CHARACTERS = 60;
const MAX_ORPHAN_WORDS = 3;

/** `FYI, can you answer this one?` above a mail that is passed on. */
const MOST_POINTER_WORDS = 12;
const MOST_NAMING_WORDS = 3;

/** Says that the answers are inside the quote below. */
const ANSWERS_BELOW =
  /\b(?:see|answers?|repl(?:y|ies)|comments?|notes?)\b[^\n]{0,40}\b(?:below|inline|in-line|in (?:red|blue|green|bold|the text))\b|\b(?:inline|below) in (?:red|blue|green|bold)\b|(?<!\p{L})(?:siehe|antwort(?:en)?|kommentare?|anmerkungen|schreibe?)(?!\p{L})[^\n]{0,40}(?<!\p{L})(?:unten|inline|im text|dazwischen|darunter|in (?:rot|blau|grün|fett))(?!\p{L})|(?<!\p{L})s\.\s?u\.(?!\p{L})/iu;

/**
 * Marks other people's words as quoted. Unmarked text below an attribution or headers is theirs only if the customer
 * says something above it and does not announce answers within it: a quote taken for the customer's words does less
 * harm than words of theirs that are missed.
 */
export function markQuotes(lines: Line[]): void {
  for (let index = 0; index < lines.length; index += 1) markAt(lines, index);
  markOrphans(lines);
  splitInline(lines);
}

function markAt(lines: Line[], index: number): void {
  if (lines[index]?.part !== 'own') return;
  const frame = findFrame(lines, index);
  if (frame?.isOpen) markRest(lines, index, frame.length);
  else if (frame) mark(lines, index, frame.length);
}

/** Lines that belong to a quote; `isOpen`: the unmarked lines below are quoted too. */
interface QuoteSpan {
  length: number;
  isOpen: boolean;
}

function findFrame(lines: readonly Line[], index: number): QuoteSpan | null {
  const line = lines[index];
  if (!line) return null;
  if (isMarked(lines, index)) return { length: 1, isOpen: false };
  if (line.text.startsWith(MARKS_THE_REST) && isChatBlock(lines, index)) return { length: 0, isOpen: true };
  const attribution = findAttribution(lines, index);
  if (attribution) {
    const { length, isCertain } = attribution;
    const isMarkedBelow = isQuoteBelow(lines, index + length);
    return isMarkedBelow || isCertain ? { length, isOpen: !isMarkedBelow } : null;
  }
  const below = measureHeadersBelow(lines, index + 1);
  if (isDivider(line) || (below > 0 && introducesHeaders(line))) return { length: 1 + below, isOpen: true };
  const headers = measureHeaders(lines, index) || (findInlineHeaders(line.text) === 0 ? 1 : 0);
  return headers > 0 ? { length: headers, isOpen: true } : null;
}

/** `> text` and `>> text`; `>:(` is a face, `>5` a comparison. */
function hasMark(line: Line): boolean {
  return beginsQuoted(line) && toLine(line.text).split(' ', 1)[0]?.replaceAll('>', '') === '';
}

/** `>text` is a quote only next to other quotes. */
function isMarked(lines: readonly Line[], index: number): boolean {
  const line = lines[index];
  if (!line || !beginsQuoted(line)) return false;
  if (hasMark(line)) return !(line.text.startsWith(MARKS_THE_REST) && isChatBlock(lines, index));
  const [before, after] = [lines[index - 1], lines[index + 1]];
  return before?.part === 'quoted' || (after !== undefined && beginsQuoted(after));
}

/** Mails mark each line of a nested quote with `>>>`; a chat marks only the first. */
function isChatBlock(lines: readonly Line[], index: number): boolean {
  const next = lines[index + 1];
  return lines[index - 1]?.part !== 'quoted' && !(next && beginsQuoted(next));
}

function beginsQuoted({ text }: Line): boolean {
  return text.trimStart().startsWith('>');
}

function isQuoteBelow(lines: readonly Line[], index: number): boolean {
  const below = lines.slice(index, index + 4).find((line) => !isBlank(line));
  return below !== undefined && (below.part === 'quoted' || beginsQuoted(below));
}

function measureHeadersBelow(lines: readonly Line[], index: number): number {
  const gap = lines.slice(index, index + 3).findIndex((line) => !isBlank(line));
  const headers = gap < 0 ? 0 : measureHeaders(lines, index + gap);
  return headers === 0 ? 0 : gap + headers;
}

/** Marks everything from `index` on, or only the frame if the customer's words may be inside. */
function markRest(lines: Line[], index: number, frame: number): void {
  const above = joinParts(lines.slice(0, index), ({ part }) => part === 'own');
  const isTheirs =
    saysSomething(above) && !ANSWERS_BELOW.test(above) && !isPassedOn(above, lines.slice(index), frame);
  mark(lines, index, isTheirs ? lines.length - index : frame);
}

/**
 * A forwarded mail that answers none, below a line that names hardly anything, is the question, unless only the line
 * above asks something.
 */
function isPassedOn(above: string, lines: readonly Line[], length: number): boolean {
  const frame = lines.slice(0, length);
  if (measureHeadersBelow(frame, 0) + measureHeadersBelow(frame, 1) === 0 || isReply(frame)) return false;
  if (hasQuestionMark(above) && !hasQuestionMark(textOf(lines.slice(length)))) return false;
  return words(above).length <= MOST_POINTER_WORDS && countContentWords(above) <= MOST_NAMING_WORDS;
}

function mark(lines: readonly Line[], index: number, length: number): void {
  for (const line of lines.slice(index, index + length)) line.part = 'quoted';
}

function markOrphans(lines: readonly Line[]): void {
  for (const [index, line] of lines.entries()) {
    const [before, after] = [lines[index - 1], lines[index + 1]];
    if (line.part !== 'own' || before?.part !== 'quoted' || after?.part !== 'quoted') continue;
    const isFull =
      before.text.length >= FULL_LINE_CHARACTERS && !'.!?:;'.includes(before.text.trimEnd().slice(-1));
    const words = line.text.trim().split(' ');
    if (isFull && !isBlank(line) && words.length <= MAX_ORPHAN_WORDS && hasMark(after)) line.part = 'quoted';
  }
}

/** A text that lost its line breaks has the attribution, or the headers, in the middle of a line. */
function splitInline(lines: Line[]): void {
  const index = lines.findIndex(({ part, text }) => part === 'own' && findInlineFrame(text) > 0);
  const line = lines[index];
  if (!line) return;
  const at = findInlineFrame(line.text);
  const [own, quoted] = [line.text.slice(0, at), line.text.slice(at)];
  if (!saysSomething(own) || ANSWERS_BELOW.test(own)) return;
  lines.splice(index, 1, { text: own, part: 'own' }, { text: quoted, part: 'quoted' });
  const below = lines.slice(index + 2);
  // Headers have no marks below them: the rest belongs to the message that they introduce.
  if (findInlineAttribution(line.text) !== at) for (const one of below) one.part = 'quoted';
}

function findInlineFrame(text: string): number {
  const [attribution, headers] = [findInlineAttribution(text), findInlineHeaders(text)];
  return attribution < 0 || headers < 0 ? Math.max(attribution, headers) : Math.min(attribution, headers);
}
