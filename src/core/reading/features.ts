import { saysAnything } from '../../domain/text.ts';

/** Rows of a table that features are hashed into (Weinberger et al. 2009, "Feature Hashing"). */
export const ROWS = 2 ** 20;

/** An endless sentence is cut after so many words, unless fewer than the rest would be left. */
const MAX_WORDS = 24;
const LEAST_REST = 8;
const [SHORTEST_GROUP, LONGEST_GROUP] = [4, 5];
/** Words between two that still make a pair. */
const SKIPPED = 1;
/** Longer runs of letters are no words of any language. */
const MAX_LETTERS = 32;

const ASCII = /^[\0-\u007f]*$/;
/** Accents, apostrophes and characters that nobody sees. */
const SILENT = /[\p{M}\p{Cf}'’‘`´ʼ]+/gu;
const WHOLE_LETTERS = /[łıßøæœđ]/g;
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ı: 'i', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd' },
};
/** `bitteeee`. */
const DRAWN_OUT = /([a-z])\1{2,}/g;
const NUMBER = /^\d+$/;

/** Lower case without accents or apostrophes, as people type it who lack the keys or the time. */
export function foldText(text: string): string {
  const lower = ASCII.test(text)
    ? text.toLowerCase().replaceAll("'", '').replaceAll('`', '')
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replace(SILENT, '')
        .replace(WHOLE_LETTERS, (letter) => PLAIN[letter] ?? letter);
  return lower.replace(DRAWN_OUT, '$1$1');
}

const [OTHER, LETTER, SIGN, PICTURE, STOP, LINE] = [1, 2, 3, 4, 5, 6];
const IS_PICTURE = /\p{Extended_Pictographic}/u;
const STOPS = new Map([
  ...[...'?!'].map((sign) => [sign, SIGN] as const),
  ...[...'.…'].map((sign) => [sign, STOP] as const),
  // Quotation marks and brackets of data end a sentence too: what is put beside a case may not thin it out.
  ...[...'\n。！？"{}[]|='].map((sign) => [sign, LINE] as const),
]);
/** By code unit, looked up once each: a table is ten times as fast as an expression. */
const classes = new Uint8Array(2 ** 16);

function classOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const known = classes[code] ?? 0;
  if (known !== 0) return known;
  const character = String.fromCodePoint(text.codePointAt(at) ?? code);
  const found =
    STOPS.get(character) ?? (saysAnything(character) ? LETTER : IS_PICTURE.test(character) ? PICTURE : OTHER);
  // Half a character says nothing about others with the same half.
  if (character.length === 1) classes[code] = found;
  return found;
}

/** Sentences of folded words; signs that ask or shout, and pictures, are words too. */
export function splitSentences(text: string): string[][] {
  return splitFolded(foldText(text));
}

export function splitFolded(text: string): string[][] {
  const sentences: string[][] = [];
  let words: string[] = [];
  let isStopped = false;
  let at = 0;
  while (at < text.length) {
    const kind = classOf(text, at);
    if (kind === LINE || (isStopped && kind === OTHER && text.charAt(at).trim() === '')) {
      sentences.push(words);
      words = [];
    }
    const end = kind === LETTER || kind === SIGN ? endOf(text, at, kind) : at + widthOf(text, at);
    const word = text.slice(at, end);
    const isAgain = kind === PICTURE && words.at(-1) === word;
    if ((kind === LETTER || kind === SIGN || kind === PICTURE) && !isAgain) words.push(word);
    isStopped = kind === SIGN || kind === STOP;
    at = end;
  }
  sentences.push(words);
  return sentences.flatMap(cut);
}

function endOf(text: string, start: number, kind: number): number {
  let end = start;
  while (end < text.length && classOf(text, end) === kind) end += widthOf(text, end);
  return end;
}

function widthOf(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function cut(words: string[]): string[][] {
  if (words.length === 0) return [];
  const pieces: string[][] = [];
  let start = 0;
  while (words.length - start > MAX_WORDS + LEAST_REST) {
    pieces.push(words.slice(start, start + MAX_WORDS));
    start += MAX_WORDS;
  }
  return [...pieces, words.slice(start)];
}

/** The features of a word by itself, the same wherever it stands. */
export interface HashedWord {
  hash: number;
  /** Rows of the word and of its groups of four and five letters. */
  rows: Int32Array;
}

export const MAX_ROWS = 1 + (LONGEST_GROUP - SHORTEST_GROUP + 1) * (MAX_LETTERS + 2);

export function toWord(text: string): HashedWord {
  const rows = new Int32Array(MAX_ROWS);
  const hash = hashWord(text);
  return { hash, rows: rows.slice(0, writeRows(text, hash, rows)) };
}

export function hashWord(text: string): number {
  return hashText(NUMBER.test(text) ? `#${Math.min(text.length, 4)}` : text);
}

export function writeRows(text: string, hash: number, rows: Int32Array): number {
  rows[0] = toRow(hash);
  return writeGroups(text, rows, 1);
}

/** Most pairs that end at one word: with its neighbour, over one word, and with both ends. */
export const MAX_PAIRS = SKIPPED + 3;

export function writePairs(hashes: readonly number[], place: number, rows: Int32Array): number {
  const hash = hashes[place] ?? 0;
  let count = 0;
  for (let gap = 1; gap <= 1 + SKIPPED && gap <= place; gap += 1) {
    rows[count] = toRow(mix((hashes[place - gap] ?? 0) + gap, hash));
    count += 1;
  }
  if (place === 0) {
    rows[count] = toRow(mix(START, hash));
    count += 1;
  }
  if (place === hashes.length - 1) {
    rows[count] = toRow(mix(hash, END));
    count += 1;
  }
  return count;
}

function toRow(hash: number): number {
  return mix(hash, 0) & (ROWS - 1);
}

const [START, END, SPACE] = [11, 13, 32];
const [OFFSET, PRIME] = [0x811c9dc5, 0x01000193];

/** Writes the rows of groups of letters, with the borders of the word, and returns where they end; a short word has none. */
function writeGroups(word: string, rows: Int32Array, from: number): number {
  const length = Math.min(word.length, MAX_LETTERS);
  let count = from;
  if (length + 2 < SHORTEST_GROUP) return count;
  for (let start = 0; start + SHORTEST_GROUP <= length + 2; start += 1) {
    let hash = OFFSET;
    for (let end = start; end < start + LONGEST_GROUP && end < length + 2; end += 1) {
      const code = end === 0 || end === length + 1 ? SPACE : word.charCodeAt(end - 1);
      hash = Math.imul(hash ^ code, PRIME);
      if (end - start + 1 < SHORTEST_GROUP) continue;
      rows[count] = toRow(hash ^ SHORTEST_GROUP);
      count += 1;
    }
  }
  return count;
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = OFFSET;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  return hash;
}

/** The last steps of MurmurHash3, over two values. */
function mix(one: number, other: number): number {
  let hash = Math.imul(one ^ (other + 0x9e3779b9), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
