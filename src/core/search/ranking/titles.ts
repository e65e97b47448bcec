import { IN_TITLE } from '../words/vocabulary.ts';
import { documentFrequency, type Postings } from './bm25.ts';
import type { QueryWord } from './query.ts';

/** A word of the question that a term answers, by number, and how well. */
interface Match {
  word: number;
  weight: number;
}

const FILTER_SIZE = 1 << 8;
const DOCUMENTS_PER_STEP = 1024;

/** Sum of the IDF of a title's distinct terms, by document; yields between steps of a few milliseconds. */
export function* weighTitles(
  sequence: Uint32Array,
  ends: Uint32Array,
  postings: Postings,
): Generator<void, Float64Array> {
  const titleWeights = new Float64Array(ends.length);
  const seen = new Set<number>();
  let start = 0;
  for (const [document, end] of ends.entries()) {
    const last = endOfTitle(sequence, start, end);
    let sum = 0;
    for (let position = start; position < last; position += 1) {
      const term = (sequence[position] ?? 0) & ~IN_TITLE;
      if (!seen.has(term)) sum += postings.weights[documentFrequency(postings, term)] ?? 0;
      seen.add(term);
    }
    seen.clear();
    titleWeights[document] = sum;
    start = end;
    if (document % DOCUMENTS_PER_STEP === 0) yield;
  }
  return titleWeights;
}

function endOfTitle(sequence: Uint32Array, start: number, end: number): number {
  let position = start;
  while (position < end && (sequence[position] ?? 0) >= IN_TITLE) position += 1;
  return position;
}

/** How alike a question and titles are, word by word. */
export class TitleComparison {
  readonly #weights: Float64Array;
  readonly #matches = new Map<number, Match[]>();
  /** Which terms may have matches: most words of titles have none. */
  readonly #filter = new Uint8Array(FILTER_SIZE);
  /** IDF of the question's words. */
  #total = 0;
  /** How well the title at hand answers each word, and the words it answers, in the order of its terms. */
  readonly #shared: number[];
  readonly #answered: number[] = [];

  /** @param weights of the titles, by document. */
  constructor(weights: Float64Array, question: readonly QueryWord[]) {
    this.#weights = weights;
    this.#shared = question.map(() => 0);
    for (const [word, { slots, expected }] of question.entries()) {
      let most = Number.NEGATIVE_INFINITY;
      for (const slot of slots) {
        most = Math.max(most, slot.weight);
        this.#addMatches(slot, word);
      }
      this.#total += slots.length === 0 ? expected : most;
    }
  }

  /**
   * Dice coefficient in [0, 1], weighted by IDF, with the title of a document, given as its terms and its number.
   * Function words count: titles are questions too, and `Who should …` is not `When should …`.
   */
  measure(text: Uint32Array, document: number): number {
    for (let i = 0; (text[i] ?? 0) >= IN_TITLE; i += 1) {
      const term = (text[i] ?? 0) & ~IN_TITLE;
      if (this.#filter[term & (FILTER_SIZE - 1)] !== 0) this.#share(term);
    }
    let sum = 0;
    for (const word of this.#answered) {
      sum += this.#shared[word] ?? 0;
      this.#shared[word] = 0;
    }
    this.#answered.length = 0;
    return sum === 0 ? 0 : Math.min(1, (2 * sum) / (this.#total + (this.#weights[document] ?? 0)));
  }

  #share(term: number): void {
    for (const { word, weight } of this.#matches.get(term) ?? []) {
      const before = this.#shared[word] ?? 0;
      if (before === 0) this.#answered.push(word);
      this.#shared[word] = Math.max(weight, before);
    }
  }

  #addMatches({ terms, weight }: { terms: readonly number[]; weight: number }, word: number): void {
    for (const term of terms) {
      const matches = this.#matches.get(term) ?? [];
      matches.push({ word, weight });
      this.#matches.set(term, matches);
      this.#filter[term & (FILTER_SIZE - 1)] = 1;
    }
  }
}
