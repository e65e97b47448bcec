import { GrowingList } from '../words/growing-list.ts';

/** Robertson's k1 and b; delta is that of BM25+ (Lv and Zhai, CIKM 2011). */
const K1 = 1.2;
const B = 0.5;
/** With 0 instead, pages of several paragraphs lose 3 points of nDCG to one-line facts. */
const DELTA = 0.5;
/** What a word that occurs once in a document of average length adds, in units of its IDF. */
export const SINGLE_OCCURRENCE = 1 + DELTA;
const DOCUMENTS_PER_STEP = 512;

/** Inverted lists: those of term t are entries offsets[t] .. offsets[t + 1], by ascending document. */
export interface Postings {
  documentCount: number;
  offsets: Uint32Array;
  documents: Uint32Array;
  /** BM25+ without IDF: saturated, length-normalised frequency + delta. */
  impacts: Float32Array;
  /** Inverse document frequency of a term that so many documents contain, up to all of them. */
  weights: Float64Array;
}

/** Documents in ascending order with the impact of one term, or the best of several, in each. */
export type PostingList = Pick<Postings, 'documents' | 'impacts'>;

/** Collects term frequencies document by document. */
export class PostingsBuilder {
  readonly #terms = new GrowingList((length) => new Uint32Array(length));
  readonly #frequencies = new GrowingList((length) => new Float32Array(length));
  readonly #starts = new GrowingList((length) => new Uint32Array(length));
  readonly #lengths = new GrowingList((length) => new Float32Array(length));
  /** Weighted frequencies in the document at hand, 0 for a term that it does not have. */
  readonly #counts: Float32Array;
  /** Documents of term t, at t + 1. */
  readonly #documentCounts: Uint32Array;
  #start = 0;
  #totalLength = 0;

  constructor(termCount: number) {
    this.#counts = new Float32Array(termCount);
    this.#documentCounts = new Uint32Array(termCount + 1);
  }

  /** Counts an occurrence of a term in the next document. */
  count(term: number, weight: number): void {
    const before = this.#counts[term] ?? 0;
    if (before === 0) this.#terms.push(term);
    this.#counts[term] = before + weight;
  }

  /** Adds the document whose terms were counted; its length is in weighted words. */
  endDocument(length: number): void {
    this.#frequencies.reserve(this.#terms.length - this.#start);
    const [terms, frequencies] = [this.#terms.values, this.#frequencies.values];
    for (let i = this.#start; i < this.#terms.length; i += 1) {
      const term = terms[i] ?? 0;
      frequencies[i] = this.#counts[term] ?? 0;
      this.#counts[term] = 0;
      this.#documentCounts[term + 1] = (this.#documentCounts[term + 1] ?? 0) + 1;
    }
    this.#frequencies.length = this.#terms.length;
    this.#starts.push(this.#start);
    this.#lengths.push(length);
    this.#totalLength += length;
    this.#start = this.#terms.length;
  }

  /** Counting sort by term; yields between steps of a few milliseconds. */
  *finish(): Generator<void, Postings> {
    const documentCount = this.#lengths.length;
    const offsets = this.#documentCounts;
    for (let term = 1; term < offsets.length; term += 1) {
      offsets[term] = (offsets[term] ?? 0) + (offsets[term - 1] ?? 0);
    }
    yield;
    const next = offsets.slice(0, -1);
    const documents = new Uint32Array(this.#terms.length);
    const impacts = new Float32Array(this.#terms.length);
    const averageLength = this.#totalLength / Math.max(1, documentCount) || 1;
    const [terms, frequencies] = [this.#terms.values, this.#frequencies.values];
    this.#starts.push(this.#start);
    for (let document = 0; document < documentCount; document += 1) {
      const length = this.#lengths.values[document] ?? 0;
      const norm = K1 * (1 - B + (B * length) / averageLength);
      const end = this.#starts.values[document + 1] ?? 0;
      for (let i = this.#starts.values[document] ?? 0; i < end; i += 1) {
        const term = terms[i] ?? 0;
        const frequency = frequencies[i] ?? 0;
        const place = next[term] ?? 0;
        next[term] = place + 1;
        documents[place] = document;
        impacts[place] = (frequency * (K1 + 1)) / (frequency + norm) + DELTA;
      }
      if (document % DOCUMENTS_PER_STEP === 0) yield;
    }
    return { documentCount, offsets, documents, impacts, weights: listWeights(documentCount) };
  }
}

/** Inverse document frequencies, by frequency. */
function listWeights(documentCount: number): Float64Array {
  const weights = new Float64Array(documentCount + 1);
  for (let seen = 0; seen <= documentCount; seen += 1) weights[seen] = inverseFrequency(documentCount, seen);
  return weights;
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
  // Where a term is in every document before, its place is known.
  if (low + document < end && postings.documents[low + document] === document)
    return postings.impacts[low + document] ?? 0;
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
