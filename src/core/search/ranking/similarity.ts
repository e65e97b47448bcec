import { documentFrequency, inverseFrequency, type Postings } from './bm25.ts';
import { LetterComparison } from './letters.ts';
import type { QueryWord } from './query.ts';
import type { IndexedDocument, SearchIndex } from './search-index.ts';

/** In units of the question's IDF. nDCG@10 of long German texts +.007, with a typo in every word +.011 to +.016. */
const LETTERS_WEIGHT = 0.7;
/** A title equal to the question is worth one rare word: nDCG@10 of FAQs +.007 (German), +.028 (English). */
const TITLE_WEIGHT = 1;

/** The score of documents for letters and titles: it affects the rank, but not the confidence. */
export class Similarity {
  readonly #letters: LetterComparison;
  readonly #titles: TitleComparison;
  readonly #letterWeight: number;
  readonly #titleWeight: number;

  constructor(index: SearchIndex, asked: readonly QueryWord[]) {
    const stems = asked.flatMap((word) => word.stems);
    this.#letters = new LetterComparison(index.letters, stems);
    this.#titles = new TitleComparison(index.postings, asked);
    const expected = asked.reduce((sum, word) => sum + (word.isStopWord ? 0 : word.expected), 0);
    this.#letterWeight = LETTERS_WEIGHT * expected;
    this.#titleWeight = TITLE_WEIGHT * inverseFrequency(index.size, 1);
  }

  /** The score of a document, by number, and how closely its title matches the question, 0 to 1. */
  measure(document: number, { title: terms }: IndexedDocument): { earned: number; title: number } {
    const title = this.#titles.measure(terms);
    const letters = this.#letters.measure(document);
    return { earned: this.#letterWeight * letters + this.#titleWeight * title, title };
  }
}

/** How similar a question and titles are, word by word. */
class TitleComparison {
  readonly #postings: Postings;
  /** Words of the question that a term matches, by number, and how well. */
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
   * Dice coefficient in [0, 1], weighted by IDF, with a title given as its terms. Function words count: titles are
   * questions too, and `Who should …` is not `When should …`.
   */
  measure(title: readonly number[]): number {
    if (!title.some((term) => this.#matches.has(term))) return 0;
    const { documentCount } = this.#postings;
    const answered: number[] = [];
    let total = this.#total;
    for (const [at, term] of title.entries()) {
      if (title.indexOf(term) < at) continue;
      total += inverseFrequency(documentCount, documentFrequency(this.#postings, term));
      for (const { word, weight } of this.#matches.get(term) ?? [])
        answered[word] = Math.max(weight, answered[word] ?? 0);
    }
    const shared = answered.reduce((sum, weight) => sum + weight, 0);
    return Math.min(1, (2 * shared) / total);
  }

  #addMatch(term: number, word: number, weight: number): void {
    const matches = this.#matches.get(term);
    if (matches) matches.push({ word, weight });
    else this.#matches.set(term, [{ word, weight }]);
  }
}
