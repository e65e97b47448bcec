import { IN_TITLE } from '../words/vocabulary.ts';

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
const FIRST_SLOTS = 1 << 9;
const TERM = ~IN_TITLE;

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

/** Pairs of neighbouring terms of a question, each with its weight. */
export class PairComparison {
  readonly #firsts: number[] = [];
  readonly #seconds: number[] = [];
  readonly #weights: number[] = [];
  /** How often each pair stands in the document at hand. */
  readonly #frequencies: number[] = [];
  /** Hash table of the pairs' numbers, from 1; two maps would take ten times as long for a document's words. */
  #slots = new Uint32Array(FIRST_SLOTS);

  /** Adds a pair; of one that is known already the weight changes. */
  add(first: number, second: number, weight: number): void {
    const slot = this.#find(first, second);
    const number = this.#slots[slot] || this.#weights.length + 1;
    this.#slots[slot] = number;
    this.#firsts[number - 1] = first;
    this.#seconds[number - 1] = second;
    this.#weights[number - 1] = weight;
    this.#frequencies[number - 1] = 0;
    if (4 * number > this.#slots.length) this.#grow();
  }

  /**
   * What the pairs add to a document, given as its terms: per pair its weight times the saturated number of
   * times that it stands there, three times for the title.
   */
  score(document: Uint32Array): number {
    if (this.#weights.length === 0) return 0;
    this.#frequencies.fill(0);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let score = 0;
    const last = Math.min(document.length - 1, MAX_WORDS);
    let next = document[0] ?? 0;
    for (let i = 0; i < last; i += 1) {
      const first = next;
      next = document[i + 1] ?? 0;
      if (slots[mixPair(first, next) & mask] !== 0) score += this.#count(first, next);
    }
    return score;
  }

  /** What one more occurrence of two terms, each perhaps marked with IN_TITLE, adds. */
  #count(first: number, second: number): number {
    const pair = (this.#slots[this.#find(first & TERM, second & TERM)] ?? 0) - 1;
    const isSplit = first >= IN_TITLE !== second >= IN_TITLE;
    if (pair < 0 || isSplit) return 0;
    const before = this.#frequencies[pair] ?? 0;
    const after = before + (first >= IN_TITLE ? TITLE_WEIGHT : 1);
    this.#frequencies[pair] = after;
    return (this.#weights[pair] ?? 0) * (saturate(after) - saturate(before));
  }

  /** The slot of a pair, or the free one where it belongs. */
  #find(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let slot = mixPair(first, second) & mask;
    for (;;) {
      const pair = (this.#slots[slot] ?? 0) - 1;
      if (pair < 0 || (this.#firsts[pair] === first && this.#seconds[pair] === second)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (const [pair, first] of this.#firsts.entries()) {
      this.#slots[this.#find(first, this.#seconds[pair] ?? 0)] = pair + 1;
    }
  }
}

/** Only the highest bit changes with IN_TITLE, and slots are found by the lowest ones. */
function mixPair(first: number, second: number): number {
  return (Math.imul(first, 31) + (second | 0)) | 0;
}

function saturate(frequency: number): number {
  return (frequency * (K1 + 1)) / (frequency + K1);
}

function slotOf(table: PairCounts, first: number, second: number): number {
  const mixed = (Math.imul(first, 0x9e3779b1) + second) | 0;
  return Math.imul(mixed, 0x85ebca6b) >>> (32 - table.bits);
}
