/** Known words of one length, with a mask of the letters of each. */
interface WordsOfLength {
  words: string[];
  masks: number[];
}

/** Known words by length. */
export type TypoVocabulary = readonly WordsOfLength[];

const MIN_LENGTH = 4;
const MAX_LENGTH = 32;
/** From this many letters on, two typos are allowed, below it one. */
const LONG_WORD = 8;
/** Below it the first letter has to be right. */
const SHORT_WORD = 6;
const MAX_CORRECTIONS = 3;
const WORDS_PER_STEP = 8192;

/**
 * The vocabulary for `correct`, from distinct unified words; those shorter than 3 or longer than 32
 * letters are left out. Yields between steps of a few milliseconds.
 */
export function* buildTypoVocabulary(words: Iterable<string>): Generator<void, TypoVocabulary> {
  const byLength: WordsOfLength[] = Array.from({ length: MAX_LENGTH + 1 }, () => ({ words: [], masks: [] }));
  let seen = 0;
  for (const word of words) {
    seen += 1;
    if (seen % WORDS_PER_STEP === 0) yield;
    if (word.length < MIN_LENGTH - 1) continue;
    byLength[word.length]?.words.push(word);
    byLength[word.length]?.masks.push(maskOf(word));
  }
  return byLength;
}

/** The vocabulary with more words; those that it has already are taken once. */
export function extendTypoVocabulary(vocabulary: TypoVocabulary, words: Iterable<string>): TypoVocabulary {
  const extended = [...vocabulary];
  for (const word of words) {
    const known = extended[word.length];
    if (word.length < MIN_LENGTH - 1 || !known || known.words.includes(word)) continue;
    extended[word.length] = { words: [...known.words, word], masks: [...known.masks, maskOf(word)] };
  }
  return extended;
}

/**
 * Known words nearest to an unknown one: at most 3, all at the same smallest distance (1, or up to 2 from
 * 8 letters on; a swap of neighbours counts 1), those with the same first letter first. A scan of letter
 * masks needs no memory for a table of deletions and takes about 0.1 ms at 100,000 words.
 */
export function correct(vocabulary: TypoVocabulary, word: string): string[] {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return [];
  const isFirstWrong = (known: string): number => Number(known[0] !== word[0]);
  // `cost` is not meant to be `lost`: few typos are in a first letter, and short words have many neighbours.
  const isMeant = (known: string) => word.length >= SHORT_WORD || isFirstKept(word, known);
  return findNearest(vocabulary, word, isMeant)
    .sort((a, b) => isFirstWrong(a) - isFirstWrong(b))
    .slice(0, MAX_CORRECTIONS);
}

/** The known words at the smallest distance from the given one that it may mean, shorter ones first. */
function findNearest(
  vocabulary: TypoVocabulary,
  wanted: string,
  isMeant: (known: string) => boolean,
): string[] {
  const mask = maskOf(wanted);
  let limit = wanted.length >= LONG_WORD ? 2 : 1;
  let found: string[] = [];
  for (const length of listLengths(wanted.length, limit)) {
    const longer = length - wanted.length;
    const most = { missing: limit - Math.max(0, longer), added: limit - Math.max(0, -longer) };
    for (const word of listSimilar(vocabulary[length], mask, most).filter(isMeant)) {
      const distance = measureDistance(wanted, word, limit);
      if (distance > limit) continue;
      if (distance < limit) found = [];
      limit = distance;
      found.push(word);
    }
  }
  return found;
}

function listLengths(length: number, limit: number): number[] {
  return Array.from({ length: 2 * limit + 1 }, (_, i) => length - limit + i);
}

/**
 * Words that lack at most `missing` of the wanted letters and have at most `added` others: an edit takes one letter
 * away at most, and adds one at most.
 */
function listSimilar(
  known: WordsOfLength | undefined,
  wanted: number,
  most: { missing: number; added: number },
): string[] {
  const { words, masks } = known ?? { words: [], masks: [] };
  const similar: string[] = [];
  for (let i = 0; i < masks.length; i += 1) {
    const mask = masks[i] ?? 0;
    if (countBits(wanted & ~mask) <= most.missing && countBits(mask & ~wanted) <= most.added)
      similar.push(words[i] ?? '');
  }
  return similar;
}

/** Whether a word begins like another, or with its first two letters swapped. */
function isFirstKept(word: string, known: string): boolean {
  return word[0] === known[0] || (word[0] === known[1] && word[1] === known[0]);
}

function maskOf(word: string): number {
  let mask = 0;
  for (let i = 0; i < word.length; i += 1) mask |= 1 << (word.charCodeAt(i) & 31);
  return mask;
}

function countBits(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Rows of the distance table, reused for every word: one is measured at a time. */
let rowBefore = new Uint8Array(MAX_LENGTH + 2);
let rowLast = new Uint8Array(MAX_LENGTH + 2);
let rowNow = new Uint8Array(MAX_LENGTH + 2);

/**
 * Optimal string alignment distance of two words that differ in length by at most `limit`; anything above `limit`
 * is given as limit + 1. Only the cells that can stay within it are filled in.
 */
function measureDistance(a: string, b: string, limit: number): number {
  for (let j = 0; j <= b.length; j += 1) rowLast[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    if (fillRow(a, b, i, limit) > limit) return limit + 1;
    [rowBefore, rowLast, rowNow] = [rowLast, rowNow, rowBefore];
  }
  return rowLast[b.length] ?? limit + 1;
}

/** Fills row i from the two rows before it and returns its smallest cell. */
function fillRow(a: string, b: string, i: number, limit: number): number {
  const from = Math.max(1, i - limit);
  const to = Math.min(b.length, i + limit);
  let left = from === 1 ? i : limit + 1;
  let best = left;
  rowNow[from - 1] = left;
  for (let j = from; j <= to; j += 1) {
    const replace = (rowLast[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    const swap = isSwap ? (rowBefore[j - 2] ?? 0) + 1 : replace;
    left = Math.min(replace, swap, left + 1, (rowLast[j] ?? 0) + 1);
    rowNow[j] = left;
    best = Math.min(best, left);
  }
  rowNow[to + 1] = limit + 1;
  return best;
}
