import { documentFrequency, type Postings } from './bm25.ts';
import type { QueryWord } from './query.ts';
import { IN_TITLE } from './vocabulary.ts';

/** A word of the question that a term answers, by number, and how well. */
interface Match {
  word: number;
  weight: number;
}

const FILTER_SIZE = 1 << 8;

/** How alike a question and titles are, word by word. */
export class TitleComparison {
  readonly #postings: Postings;
  readonly #matches = new Map<number, Match[]>();
  /** Which terms may have matches: most words of titles have none. */
  readonly #filter = new Uint8Array(FILTER_SIZE);
  /** IDF of the question's words. */
  #total = 0;
  /** How well the title at hand answers each word, and the words it answers, in the order of its terms. */
  readonly #shared: number[];
  readonly #answered: number[] = [];

  constructor(postings: Postings, question: readonly QueryWord[]) {
    this.#postings = postings;
    this.#shared = question.map(() => 0);
    for (const [word, { slots, relatives, expected }] of question.entries()) {
      let most = Number.NEGATIVE_INFINITY;
      for (const slot of slots) {
        most = Math.max(most, slot.weight);
        this.#addMatches(slot, word);
      }
      for (const slot of relatives) this.#addMatches(slot, word);
      this.#total += slots.length === 0 ? expected : most;
    }
  }

  /**
   * Dice coefficient in [0, 1], weighted by IDF, with the title of a document, given as its terms. Function
   * words count: titles are questions too, and `Who should …` is not `When should …`.
   */
  measure(document: Uint32Array): number {
    const { weights } = this.#postings;
    let total = this.#total;
    let bits = 0;
    for (let i = 0; (document[i] ?? 0) >= IN_TITLE; i += 1) {
      const term = (document[i] ?? 0) & ~IN_TITLE;
      // Where the bit is new so is the term; else, as titles have 300 characters at most, looking back is fast.
      const bit = 1 << (term & 31);
      if ((bits & bit) !== 0 && document.indexOf(document[i] ?? 0) < i) continue;
      bits |= bit;
      total += weights[documentFrequency(this.#postings, term)] ?? 0;
      if (this.#filter[term & (FILTER_SIZE - 1)] !== 0) this.#share(term);
    }
    let sum = 0;
    for (const word of this.#answered) {
      sum += this.#shared[word] ?? 0;
      this.#shared[word] = 0;
    }
    this.#answered.length = 0;
    return sum === 0 ? 0 : Math.min(1, (2 * sum) / total);
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
