import { IN_TITLE } from './vocabulary.ts';

/**
 * How often two terms follow each other, by hash of the pair. A table of the pairs themselves would be as
 * large as the index; a collision only makes a rare pair look a little less rare.
 */
export interface PairCounts {
  counts: Uint16Array;
  bits: number;
}

const MIN_BITS = 10;
const MAX_BITS = 20;
const TERMS_PER_STEP = 1 << 15;
const MAX_COUNT = 0xffff;
const TITLE_WEIGHT = 3;
/** Saturation of repeated pairs, the same as BM25's k1. */
const K1 = 1.2;
/** No more of one document is read than this many words. */
const MAX_WORDS = 4096;

/** Pairs of neighbouring terms of a question, as first term -> second term -> weight. */
export type PairWeights = ReadonlyMap<number, ReadonlyMap<number, number>>;

export function* countPairs(sequence: Uint32Array, ends: Uint32Array): Generator<void, PairCounts> {
  const bits = Math.min(MAX_BITS, Math.max(MIN_BITS, Math.ceil(Math.log2(sequence.length + 1)) - 1));
  const table = { counts: new Uint16Array(1 << bits), bits };
  let start = 0;
  for (const end of ends) {
    for (let i = start + 1; i < end; i += 1) {
      const slot = slotOf(table, (sequence[i - 1] ?? 0) & ~IN_TITLE, (sequence[i] ?? 0) & ~IN_TITLE);
      const count = table.counts[slot] ?? 0;
      if (count < MAX_COUNT) table.counts[slot] = count + 1;
      if (i % TERMS_PER_STEP === 0) yield;
    }
    start = end;
  }
  return table;
}

/** Occurrences of a pair in all documents, or a few more. */
export function pairFrequency(table: PairCounts, first: number, second: number): number {
  return table.counts[slotOf(table, first, second)] ?? 0;
}

/**
 * What the question's pairs add to a document, given as its terms: per pair its weight times the saturated
 * number of times that it stands there, three times for the title.
 */
export function scorePairs(document: Uint32Array, pairs: PairWeights): number {
  const frequencies = new Map<number, number>();
  let score = 0;
  const last = Math.min(document.length - 1, MAX_WORDS);
  for (let i = 0; i < last; i += 1) {
    const [first, second] = [document[i] ?? 0, document[i + 1] ?? 0];
    const weight = pairs.get(first & ~IN_TITLE)?.get(second & ~IN_TITLE);
    const isSplit = first >= IN_TITLE !== second >= IN_TITLE;
    if (weight === undefined || isSplit) continue;
    const key = (first & ~IN_TITLE) * 2 ** 26 + (second & ~IN_TITLE);
    const before = frequencies.get(key) ?? 0;
    const after = before + (first >= IN_TITLE ? TITLE_WEIGHT : 1);
    score += weight * (saturate(after) - saturate(before));
    frequencies.set(key, after);
  }
  return score;
}

function saturate(frequency: number): number {
  return (frequency * (K1 + 1)) / (frequency + K1);
}

function slotOf(table: PairCounts, first: number, second: number): number {
  const mixed = (Math.imul(first, 0x9e3779b1) + second) | 0;
  return Math.imul(mixed, 0x85ebca6b) >>> (32 - table.bits);
}
