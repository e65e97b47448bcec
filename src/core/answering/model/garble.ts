import { changeProse } from '../../../domain/markdown/code.ts';
import { saysAnything, toLine } from '../../../domain/text.ts';
import { words } from '../../search/words/analyse.ts';

/** Share of an answer's letters; fewer may be names, or a word that is explained. */
const FOREIGN_PART = 0.3;

/** A loop: so many characters, of a piece that comes so often; a long one never comes three times on purpose. */
const LEAST_LOOP = 60;
const [OFTEN, LONG_PIECE, OFTEN_IF_LONG] = [5, 100, 3];
/** In the shortest loop, a period and a piece leave room for one step. */
const [PIECE, PIECE_STEP] = [16, 30];
/** Rules of tables and lines of dots are repeated signs too. */
const LEAST_LOOP_OF_SIGNS = 300;
/** The time grows with the square of the length; nobody is shown more. */
const MAX_CHARACTERS = 6_000;

/** A text that goes round says few things, and half of it says them again; `Yes.` may come twice. */
const REPEATED_PART = 0.5;
const MOST_DIFFERENT = 3;
const [LEAST_SENTENCE, LEAST_DENSE_SENTENCE] = [15, 6];
/** A number and a full stop begin an item, and items with numbers are counted on purpose. */
const SENTENCE_END = /(?<!\d)[.!?…]+\s+|[。！？\n]+/u;

const LETTER = /\p{L}/gu;
/** Scripts by their Unicode names; those that one language mixes are one. */
const SCRIPTS = [
  ...'Latin Cyrillic Greek Arabic Hebrew Hangul Thai Georgian Armenian Ethiopic Devanagari Bengali'.split(
    ' ',
  ),
  ...'Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Sinhala Khmer Lao Myanmar Tibetan'.split(' '),
  'Han}\\p{Script=Hiragana}\\p{Script=Katakana',
].map((name) => new RegExp(`[\\p{Script=${name}}]`, 'gu'));
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const LATIN = /\p{Script=Latin}/u;
const NOT_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether a large part of a text is in a script in which none of the known texts is. */
export function isInForeignScript(text: string, known: readonly string[]): boolean {
  if (!NOT_LATIN.test(text)) return LATIN.test(text) && !known.some((one) => LATIN.test(one));
  const letters = text.match(LETTER)?.length ?? 0;
  return SCRIPTS.some((script) => {
    const part = (text.match(script)?.length ?? 0) / letters;
    return part >= FOREIGN_PART && known.every((one) => one.search(script) < 0);
  });
}

/** Whether a text says a piece of it again and again, and none of the known texts does so too. */
function isLoop(text: string, known: readonly string[]): boolean {
  const line = toLine(text).slice(0, MAX_CHARACTERS);
  return listPeriods(line).some((period) => {
    const found = findLoop(line, period);
    return found !== null && !known.some((one) => toLine(one).includes(found));
  });
}

/** How far apart pieces come again: the shortest loop holds a whole piece, and the same one a period later. */
function listPeriods(line: string): number[] {
  const periods = new Set<number>();
  for (let at = 0; at + PIECE <= line.length; at += PIECE_STEP) {
    const piece = line.slice(at, at + PIECE);
    for (let next = line.indexOf(piece, at + 1); next >= 0; next = line.indexOf(piece, next + 1))
      if ((next - at) * OFTEN_IF_LONG <= line.length) periods.add(next - at);
  }
  return [...periods].toSorted((one, other) => one - other);
}

/** The first stretch that repeats a piece of this length often enough. */
function findLoop(line: string, period: number): string | null {
  const often = (period < LONG_PIECE ? OFTEN : OFTEN_IF_LONG) * period;
  for (let end = period, start = 0; end < line.length; end += 1) {
    if (line.charCodeAt(end) !== line.charCodeAt(end - period)) start = end - period + 1;
    const length = end + 1 - start;
    if (length < often || length < LEAST_LOOP) continue;
    const isSaid = saysAnything(line.slice(start, start + period));
    if (isSaid || length >= LEAST_LOOP_OF_SIGNS) return line.slice(start, end + 1);
  }
  return null;
}

/** Whether a large part of a text says the very sentences again, and none of the known texts does so too. */
function repeatsSentences(text: string, known: readonly string[]): boolean {
  const { sentences, repeated } = readSentences(text);
  if (repeated.length === 0 || new Set(sentences).size > MOST_DIFFERENT) return false;
  const meant = new Set(known.flatMap((one) => readSentences(one).repeated));
  const sum = (list: readonly string[]) => list.reduce((total, { length }) => total + length, 0);
  return sum(repeated.filter((one) => !meant.has(one))) >= REPEATED_PART * sum(sentences);
}

/** The sentences of a text outside its code, and those of them that were said before. */
function readSentences(text: string): { sentences: string[]; repeated: string[] } {
  const prose: string[] = [];
  changeProse(text.slice(0, MAX_CHARACTERS), (part) => {
    prose.push(part);
    return part;
  });
  const sentences = prose
    .join('')
    .split(SENTENCE_END)
    .map((one) => words(one).join(' '))
    .filter((one) => one.length >= (DENSE.test(one) ? LEAST_DENSE_SENTENCE : LEAST_SENTENCE));
  return { sentences, repeated: sentences.filter((one, place) => sentences.indexOf(one) < place) };
}

export function isGarbled(answer: string, known: readonly string[]): boolean {
  return isInForeignScript(answer, known) || isLoop(answer, known) || repeatsSentences(answer, known);
}
