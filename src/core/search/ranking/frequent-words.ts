import { documentFrequency, listOf, MAX_IMPACT, type Postings } from './bm25.ts';

/** Fewer documents are scored from their lists as fast. */
const LEAST_DOCUMENTS = 1_000;
/** A word in fewer documents than every sixteenth is added from its list. */
const FREQUENT_SHARE = 16;
/** Words in the table, the most frequent ones; the bench's questions, in two languages, use 21. */
const MAX_WORDS = 64;
/** Impacts are kept in steps of 0.00004: a document's row is then one line of cache or two. */
const STEP = MAX_IMPACT / 0xffff;

/** A word of the table, by its column, and what its impact counts. */
export interface WeightedColumn {
  column: number;
  weight: number;
}

/**
 * Impacts of the most frequent words by document. Those of one document lie side by side: nine words of 640
 * documents are then some 640 lines of cache instead of 5,800.
 */
export class FrequentWords {
  /** Columns by term. */
  readonly #columns: ReadonlyMap<number, number>;
  /** Impact of the word of column c in document d, in steps: impacts[d * columns.size + c]. */
  readonly #impacts: Uint16Array;

  constructor(columns: ReadonlyMap<number, number>, impacts: Uint16Array) {
    this.#columns = columns;
    this.#impacts = impacts;
  }

  get byteLength(): number {
    return this.#impacts.byteLength;
  }

  /** The column of a word, or -1 where the table does not have it. */
  find(term: number): number {
    return this.#columns.get(term) ?? -1;
  }

  impactOf(column: number, document: number): number {
    return STEP * (this.#impacts[document * this.#columns.size + column] ?? 0);
  }

  /** Adds words to the scores of some documents; null: of all. */
  addTo(scores: Float32Array, documents: Uint32Array | null, words: readonly WeightedColumn[]): void {
    const impacts = this.#impacts;
    const width = this.#columns.size;
    const count = documents ? documents.length : scores.length;
    // Word by word: in so short a loop a processor waits for many rows at once, across a row for a few.
    for (const { column, weight } of words) {
      const factor = STEP * weight;
      for (let i = 0; i < count; i += 1) {
        const document = documents ? (documents[i] ?? 0) : i;
        scores[document] = (scores[document] ?? 0) + factor * (impacts[document * width + column] ?? 0);
      }
    }
  }
}

/** The table of an index; empty where there are few documents. */
export function* tabulateFrequentWords(postings: Postings): Generator<void, FrequentWords> {
  const { documentCount } = postings;
  const terms = documentCount < LEAST_DOCUMENTS ? [] : listFrequentTerms(postings);
  const impacts = new Uint16Array(terms.length * documentCount);
  for (const [column, term] of terms.entries()) {
    const list = listOf(postings, term);
    for (let i = 0; i < list.documents.length; i += 1) {
      const document = list.documents[i] ?? 0;
      impacts[document * terms.length + column] = Math.round((list.impacts[i] ?? 0) / STEP);
    }
    yield;
  }
  return new FrequentWords(new Map(terms.map((term, column) => [term, column])), impacts);
}

/** The most frequent terms, of equally frequent ones the first. */
function listFrequentTerms(postings: Postings): number[] {
  const termCount = postings.offsets.length - 1;
  const frequent: { term: number; frequency: number }[] = [];
  for (let term = 0; term < termCount; term += 1) {
    const frequency = documentFrequency(postings, term);
    if (frequency * FREQUENT_SHARE >= postings.documentCount) frequent.push({ term, frequency });
  }
  frequent.sort((a, b) => b.frequency - a.frequency || a.term - b.term);
  return frequent.slice(0, MAX_WORDS).map(({ term }) => term);
}
