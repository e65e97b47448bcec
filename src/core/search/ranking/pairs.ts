import type { Terms } from './letters.ts';

/**
 * How often two terms follow each other in all documents, by hash of the pair. A map of the pairs themselves would be
 * as large as the index; a collision only makes a rare pair look a little less rare.
 */
export type PairCounts = Uint16Array;

const MIN_COUNTS = 1 << 10;
const MAX_COUNTS = 1 << 20;
const MAX_COUNT = 0xffff;
const DOCUMENTS_PER_STEP = 256;
const TITLE_WEIGHT = 3;
/** Saturation of repeated pairs, the same as BM25's k1. */
const K1 = 1.2;

export function* countPairs(documents: readonly Terms[]): Generator<void, PairCounts> {
  const words = documents.reduce((sum, { title, text }) => sum + title.length + text.length, 0);
  const size = 2 ** Math.ceil(Math.log2(Math.min(MAX_COUNTS, Math.max(MIN_COUNTS, words))));
  const counts = new Uint16Array(size);
  for (const [number, document] of documents.entries()) {
    addPairs(counts, document, 1);
    if (number % DOCUMENTS_PER_STEP === 0) yield;
  }
  return counts;
}

/** The counts without some documents and with others. */
export function changePairs(
  counts: PairCounts,
  { removed, added }: { removed: readonly Terms[]; added: readonly Terms[] },
): PairCounts {
  const changed = counts.slice();
  for (const document of removed) addPairs(changed, document, -1);
  for (const document of added) addPairs(changed, document, 1);
  return changed;
}

function addPairs(counts: PairCounts, { title, text }: Terms, times: number): void {
  for (const terms of [title, text]) {
    for (let i = 1; i < terms.length; i += 1) {
      const slot = slotOf(counts, terms[i - 1] ?? 0, terms[i] ?? 0);
      counts[slot] = Math.max(0, Math.min(MAX_COUNT, (counts[slot] ?? 0) + times));
    }
  }
}

/** Occurrences of a pair in all documents, or a few more. */
export function pairFrequency(counts: PairCounts, first: number, second: number): number {
  return counts[slotOf(counts, first, second)] ?? 0;
}

function slotOf(counts: PairCounts, first: number, second: number): number {
  return (Math.imul(Math.imul(first, 0x9e3779b1) + second, 0x85ebca6b) >>> 12) & (counts.length - 1);
}

interface WeightedPair {
  weight: number;
}

/** Pairs of neighbouring terms of a question, each with its weight. */
export class PairComparison {
  /** By first and second term. */
  readonly #pairs = new Map<number, Map<number, WeightedPair>>();

  add(first: number, second: number, weight: number): void {
    const pairs = this.#pairs.get(first) ?? new Map<number, WeightedPair>();
    this.#pairs.set(first, pairs.set(second, { weight }));
  }

  /** The pairs' score for a document: for each pair, its weight times its saturated frequency there. */
  score({ title, text }: Terms): number {
    if (this.#pairs.size === 0) return 0;
    const counts = new Map<WeightedPair, number>();
    this.#count(title, TITLE_WEIGHT, counts);
    this.#count(text, 1, counts);
    let score = 0;
    for (const [{ weight }, count] of counts) score += (weight * count * (K1 + 1)) / (count + K1);
    return score;
  }

  #count(terms: Uint32Array, weight: number, counts: Map<WeightedPair, number>): void {
    for (let i = 1; i < terms.length; i += 1) {
      const pair = this.#pairs.get(terms[i - 1] ?? 0)?.get(terms[i] ?? 0);
      if (pair) counts.set(pair, (counts.get(pair) ?? 0) + weight);
    }
  }
}
