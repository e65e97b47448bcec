import { documentFrequency, inverseFrequency, type Postings } from './bm25.ts';
import type { QueryWord } from './query.ts';
import { IN_TITLE } from './vocabulary.ts';

/** How alike a question and titles are, word by word. */
export class TitleComparison {
  readonly #postings: Postings;
  /** Term -> the question's words that it answers, by number, and how well. */
  readonly #matches = new Map<number, { word: number; weight: number }[]>();
  /** IDF of the question's words. */
  #total = 0;

  constructor(postings: Postings, question: readonly QueryWord[]) {
    this.#postings = postings;
    for (const [word, { slots, relatives, expected }] of question.entries()) {
      this.#total += slots.length === 0 ? expected : Math.max(...slots.map(({ weight }) => weight));
      for (const { terms, weight } of [...slots, ...relatives]) {
        for (const term of terms) this.#addMatch(term, word, weight);
      }
    }
  }

  /**
   * Dice coefficient in [0, 1], weighted by IDF, with the title of a document, given as its terms. Function
   * words count: titles are questions too, and `Who should …` is not `When should …`.
   */
  measure(document: Uint32Array): number {
    const title = new Set<number>();
    for (let i = 0; (document[i] ?? 0) >= IN_TITLE; i += 1) title.add((document[i] ?? 0) & ~IN_TITLE);
    const shared = new Map<number, number>();
    let total = this.#total;
    for (const term of title) {
      total += inverseFrequency(this.#postings.documentCount, documentFrequency(this.#postings, term));
      for (const { word, weight } of this.#matches.get(term) ?? []) {
        shared.set(word, Math.max(weight, shared.get(word) ?? 0));
      }
    }
    const sum = [...shared.values()].reduce((before, weight) => before + weight, 0);
    return sum === 0 ? 0 : Math.min(1, (2 * sum) / total);
  }

  #addMatch(term: number, word: number, weight: number): void {
    const matches = this.#matches.get(term) ?? [];
    matches.push({ word, weight });
    this.#matches.set(term, matches);
  }
}
