import { documentFrequency, inverseFrequency, type Postings } from './bm25.ts';
import { compareLetters } from './letters.ts';
import type { QueryWord } from './query.ts';
import type { IndexedDocument, SearchIndex } from './search-index.ts';

/** In units of the question's IDF. nDCG@10 of long German texts +.007, with a typo in every word +.011 to +.016. */
const LETTERS_WEIGHT = 0.7;
/** A title equal to the question is worth one rare word: nDCG@10 of FAQs +.007 (German), +.028 (English). */
const TITLE_WEIGHT = 1;

/** The gain of a document by letters and title, which affects the rank but not the confidence, and how closely its title matches. */
export interface Likeness {
  earned: number;
  /** 0 to 1. */
  title: number;
}

/** How similar documents, given by number, are to a question; in their order. */
export function compareDocuments(
  index: SearchIndex,
  asked: readonly QueryWord[],
  documents: readonly number[],
): Likeness[] {
  const titles = new TitleComparison(index.postings, asked);
  const stems = asked.flatMap((word) => word.stems);
  const expected = asked.reduce((sum, word) => sum + (word.isStopWord ? 0 : word.expected), 0);
  const titleWeight = TITLE_WEIGHT * inverseFrequency(index.size, 1);
  return compareLetters(index.letters, stems, documents).map((letters, place) => {
    const title = titles.measureBest(index.documents[documents[place] ?? 0]);
    return { earned: LETTERS_WEIGHT * expected * letters + titleWeight * title, title };
  });
}

/** How similar a question and titles are, word by word. */
class TitleComparison {
  readonly #postings: Postings;
  /** Words of the question that a term matches, by number, and how well. */
  readonly #matches = new Map<number, { word: number; weight: number }[]>();
  /** IDF of the question's words. */
  #total = 0;
  /** Scratch paper: how well a title answers each word. */
  readonly #answered: Float64Array;

  constructor(postings: Postings, question: readonly QueryWord[]) {
    this.#postings = postings;
    this.#answered = new Float64Array(question.length);
    for (const [word, { slots, relatives, expected }] of question.entries()) {
      this.#total += slots.length === 0 ? expected : Math.max(...slots.map(({ weight }) => weight));
      for (const { terms, weight } of [...slots, ...relatives]) {
        for (const term of terms) this.#addMatch(term, word, weight);
      }
    }
  }

  /** The same with the title or the other wording of a document that is most similar. */
  measureBest(document: IndexedDocument | undefined): number {
    if (!document?.title.some((term) => this.#matches.has(term))) return 0;
    let [best, start] = [0, 0];
    for (const end of document.titleEnds) {
      best = Math.max(best, this.#measure(document.title.subarray(start, end)));
      start = end;
    }
    return best;
  }

  /**
   * Dice coefficient in [0, 1], weighted by IDF, with a title given as its terms. Function words count: titles are
   * questions too, and `Who should …` is not `When should …`.
   */
  #measure(title: Uint32Array): number {
    const { documentCount } = this.#postings;
    const answered = this.#answered.fill(0);
    let total = this.#total;
    for (let at = 0; at < title.length; at += 1) {
      const term = title[at] ?? 0;
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
