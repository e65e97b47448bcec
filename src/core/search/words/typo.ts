/** Known words sorted by length, as one block of UTF-16 units with a letter mask for each. */
export interface TypoVocabulary {
  units: Uint16Array;
  /** Word i is units[offsets[i] .. offsets[i + 1]]. */
  offsets: Uint32Array;
  masks: Uint32Array;
  /** Index of the first word of at least n units, n = 0 .. MAX_LENGTH + 1. */
  firstOfLength: Uint32Array;
}

const MIN_LENGTH = 4;
const MAX_LENGTH = 32;
/** From this many letters on two typos are forgiven, below it one. */
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
  const byLength: string[][] = Array.from({ length: MAX_LENGTH + 1 }, () => []);
  let total = 0;
  let seen = 0;
  for (const word of words) {
    seen += 1;
    if (seen % WORDS_PER_STEP === 0) yield;
    if (word.length < MIN_LENGTH - 1 || word.length > MAX_LENGTH) continue;
    byLength[word.length]?.push(word);
    total += word.length;
  }
  yield;
  const count = byLength.reduce((sum, group) => sum + group.length, 0);
  const units = new Uint16Array(total);
  const offsets = new Uint32Array(count + 1);
  const masks = new Uint32Array(count);
  const firstOfLength = new Uint32Array(MAX_LENGTH + 2).fill(count);
  let index = 0;
  let end = 0;
  for (const [length, group] of byLength.entries()) {
    firstOfLength[length] = index;
    for (const word of group) {
      for (let i = 0; i < length; i += 1) units[end + i] = word.charCodeAt(i);
      masks[index] = maskOf(units, end, end + length);
      end += length;
      index += 1;
      offsets[index] = end;
      if (index % WORDS_PER_STEP === 0) yield;
    }
  }
  return { units, offsets, masks, firstOfLength };
}

/**
 * Known words nearest to an unknown one: at most 3, all at the same smallest distance (1, or up to 2 from
 * 8 letters on; a swap of neighbours counts 1), those with the same first letter first. A scan of letter
 * masks needs no memory for a table of deletions and takes about 0.1 ms at 100,000 words.
 */
export function correct(vocabulary: TypoVocabulary, word: string): string[] {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return [];
  for (let i = 0; i < word.length; i += 1) letters[i] = word.charCodeAt(i);
  const wanted = letters.subarray(0, word.length);
  const { units, offsets } = vocabulary;
  const isFirstWrong = (index: number): number => Number(units[offsets[index] ?? 0] !== wanted[0]);
  const nearest = findNearest(vocabulary, wanted);
  // `cost` is not meant to be `lost`: few typos are in a first letter, and short words have many neighbours.
  const isMeant = (index: number) =>
    word.length >= SHORT_WORD || isFirstKept(wanted, units, offsets[index] ?? 0);
  return nearest
    .filter(isMeant)
    .sort((a, b) => isFirstWrong(a) - isFirstWrong(b))
    .slice(0, MAX_CORRECTIONS)
    .map((index) => wordAt(vocabulary, index));
}

/** The known words at the smallest distance from one, by number. */
function findNearest(
  { units, offsets, masks, firstOfLength }: TypoVocabulary,
  wanted: Uint16Array,
): number[] {
  const mask = maskOf(wanted, 0, wanted.length);
  let limit = wanted.length >= LONG_WORD ? 2 : 1;
  let found: number[] = [];
  const from = firstOfLength[wanted.length - limit] ?? 0;
  const to = firstOfLength[Math.min(wanted.length + limit, MAX_LENGTH) + 1] ?? 0;
  for (let index = from; index < to; index += 1) {
    // One edit changes at most two letters of the mask.
    if (countBits((masks[index] ?? 0) ^ mask) > 2 * limit) continue;
    const start = offsets[index] ?? 0;
    const distance = measureDistance(wanted, units, start, (offsets[index + 1] ?? 0) - start, limit);
    if (distance > limit) continue;
    if (distance < limit) found = [];
    limit = distance;
    found.push(index);
  }
  return found;
}

/** Whether a word begins as another does, or with its first two letters swapped. */
function isFirstKept(wanted: Uint16Array, units: Uint16Array, start: number): boolean {
  return wanted[0] === units[start] || (wanted[0] === units[start + 1] && wanted[1] === units[start]);
}

function wordAt({ units, offsets }: TypoVocabulary, index: number): string {
  return String.fromCharCode(...units.subarray(offsets[index], offsets[index + 1]));
}

function maskOf(units: Uint16Array, start: number, end: number): number {
  let mask = 0;
  for (let i = start; i < end; i += 1) mask |= 1 << ((units[i] ?? 0) & 31);
  return mask >>> 0;
}

function countBits(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The word to be corrected and rows of the distance table, used again for every word: one is measured at a time. */
const letters = new Uint16Array(MAX_LENGTH);
let rowBefore = new Uint8Array(MAX_LENGTH + 2);
let rowLast = new Uint8Array(MAX_LENGTH + 2);
let rowNow = new Uint8Array(MAX_LENGTH + 2);

/**
 * Optimal string alignment distance of two words that differ in length by at most `limit`, the second given
 * as `length` units from `start` on; anything above `limit` is given as limit + 1. Only the cells that can stay
 * within it are filled in.
 */
function measureDistance(
  a: Uint16Array,
  b: Uint16Array,
  start: number,
  length: number,
  limit: number,
): number {
  for (let j = 0; j <= length; j += 1) rowLast[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    if (fillRow(a, b, start, length, i, limit) > limit) return limit + 1;
    [rowBefore, rowLast, rowNow] = [rowLast, rowNow, rowBefore];
  }
  return rowLast[length] ?? limit + 1;
}

/** Fills row i from the two rows before it and gives its smallest cell. */
function fillRow(
  a: Uint16Array,
  b: Uint16Array,
  start: number,
  length: number,
  i: number,
  limit: number,
): number {
  const from = Math.max(1, i - limit);
  const to = Math.min(length, i + limit);
  let left = from === 1 ? i : limit + 1;
  let best = left;
  rowNow[from - 1] = left;
  for (let j = from; j <= to; j += 1) {
    const place = start + j - 1;
    const replace = (rowLast[j - 1] ?? 0) + (a[i - 1] === b[place] ? 0 : 1);
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[place - 1] && a[i - 2] === b[place];
    const swap = isSwap ? (rowBefore[j - 2] ?? 0) + 1 : replace;
    left = Math.min(replace, swap, left + 1, (rowLast[j] ?? 0) + 1);
    rowNow[j] = left;
    best = Math.min(best, left);
  }
  rowNow[to + 1] = limit + 1;
  return best;
}
