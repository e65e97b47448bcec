import { GrowingList } from './growing-list.ts';

/** Robertson's k1 and b; delta is that of BM25+ (Lv and Zhai, CIKM 2011). */
const K1 = 1.2;
const B = 0.5;
/** With 0 instead, pages of several paragraphs lose 3 points of nDCG to one-line facts. */
const DELTA = 0.5;
/** What a word that occurs once in a document of average length adds, in units of its IDF. */
export const SINGLE_OCCURRENCE = 1 + DELTA;
const DOCUMENTS_PER_STEP = 512;
const POSTINGS_PER_STEP = 1 << 18;

/** Inverted lists: those of term t are entries offsets[t] .. offsets[t + 1], by ascending document. */
export interface Postings {
  documentCount: number;
  offsets: Uint32Array;
  documents: Uint32Array;
  /** BM25+ without IDF: saturated, length-normalised frequency + delta. */
  impacts: Float32Array;
}

/** Documents in ascending order with the impact of one term, or the best of several, in each. */
export type PostingList = Pick<Postings, 'documents' | 'impacts'>;

/** Collects term frequencies document by document. */
export class PostingsBuilder {
  readonly #terms = new GrowingList((length) => new Uint32Array(length));
  readonly #frequencies = new GrowingList((length) => new Float32Array(length));
  readonly #starts = new GrowingList((length) => new Uint32Array(length));
  readonly #lengths = new GrowingList((length) => new Float32Array(length));
  #totalLength = 0;

  /** Adds the next document: its terms, the weighted frequency of each, and its length in weighted words. */
  add(terms: readonly number[], frequencies: Float32Array, length: number): void {
    this.#starts.push(this.#terms.length);
    this.#lengths.push(length);
    this.#totalLength += length;
    for (const term of terms) {
      this.#terms.push(term);
      this.#frequencies.push(frequencies[term] ?? 0);
    }
  }

  /** Counting sort by term; yields between steps of a few milliseconds. */
  *finish(termCount: number): Generator<void, Postings> {
    const documentCount = this.#lengths.length;
    const offsets = yield* this.#countOffsets(termCount);
    const next = offsets.slice(0, termCount);
    const documents = new Uint32Array(this.#terms.length);
    const impacts = new Float32Array(this.#terms.length);
    const averageLength = this.#totalLength / Math.max(1, documentCount) || 1;
    for (let document = 0; document < documentCount; document += 1) {
      const length = this.#lengths.values[document] ?? 0;
      const norm = K1 * (1 - B + (B * length) / averageLength);
      for (let i = this.#starts.values[document] ?? 0; i < this.#endOf(document); i += 1) {
        const term = this.#terms.values[i] ?? 0;
        const frequency = this.#frequencies.values[i] ?? 0;
        const place = next[term] ?? 0;
        next[term] = place + 1;
        documents[place] = document;
        impacts[place] = (frequency * (K1 + 1)) / (frequency + norm) + DELTA;
      }
      if (document % DOCUMENTS_PER_STEP === 0) yield;
    }
    return { documentCount, offsets, documents, impacts };
  }

  *#countOffsets(termCount: number): Generator<void, Uint32Array> {
    const offsets = new Uint32Array(termCount + 1);
    for (let i = 0; i < this.#terms.length; i += 1) {
      const place = (this.#terms.values[i] ?? 0) + 1;
      offsets[place] = (offsets[place] ?? 0) + 1;
      if (i % POSTINGS_PER_STEP === 0) yield;
    }
    for (let term = 0; term < termCount; term += 1) {
      offsets[term + 1] = (offsets[term + 1] ?? 0) + (offsets[term] ?? 0);
    }
    yield;
    return offsets;
  }

  #endOf(document: number): number {
    const isLast = document + 1 === this.#starts.length;
    return isLast ? this.#terms.length : (this.#starts.values[document + 1] ?? 0);
  }
}

/** How many documents contain a term. */
export function documentFrequency(postings: Postings, term: number): number {
  return (postings.offsets[term + 1] ?? 0) - (postings.offsets[term] ?? 0);
}

/** Inverse document frequency, always above 0; largest for a word that no document has. */
export function inverseFrequency(documentCount: number, frequency: number): number {
  const seen = Math.min(frequency, documentCount);
  return Math.log(1 + (documentCount - seen + 0.5) / (seen + 0.5));
}

/** The impact of a term in a document, 0 when it does not occur there. */
export function impactOf(postings: Postings, term: number, document: number): number {
  const end = postings.offsets[term + 1] ?? 0;
  let low = postings.offsets[term] ?? 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postings.documents[middle] ?? 0) < document) low = middle + 1;
    else high = middle;
  }
  return low < end && postings.documents[low] === document ? (postings.impacts[low] ?? 0) : 0;
}

/** The inverted list of one term, a view. */
export function listOf(postings: Postings, term: number): PostingList {
  const [start, end] = [postings.offsets[term], postings.offsets[term + 1]];
  return {
    documents: postings.documents.subarray(start, end),
    impacts: postings.impacts.subarray(start, end),
  };
}
