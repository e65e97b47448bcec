import { documentFrequency, inverseFrequency, type Postings } from './bm25.ts';
import { IN_TITLE } from './vocabulary.ts';

/**
 * Runs of four letters of every term, a word's edges included: `Gerichtsverfahren` meets `Gericht` in them
 * although neither stem nor compound does, and a mistyped word still has half of its own (McNamee and
 * Mayfield, "Character N-Gram Tokenization for European Language Text Retrieval", 2004).
 */
export interface LetterGrams {
  /** Grams of term t, by hash, are grams[offsets[t]] .. grams[offsets[t + 1]]; none twice. */
  grams: Uint16Array;
  offsets: Uint32Array;
  /** Squared IDF of a gram, by hash. */
  weights: Float32Array;
}

const GRAM_LENGTH = 4;
/** A table of 2^16 takes 256 KB; a collision only makes a rare gram look a little less rare. */
const MIN_BITS = 8;
const MAX_BITS = 16;
const TERMS_PER_STEP = 1024;
const EDGE = 0x5f;
/** No more of one document is read than this many words. */
const MAX_WORDS = 1024;

/** The grams of an index; `terms` are in the order of their numbers. Yields between steps of a few milliseconds. */
export function* buildLetterGrams(
  terms: ReadonlyMap<string, number>,
  postings: Postings,
): Generator<void, LetterGrams> {
  const offsets = new Uint32Array(terms.size + 1);
  let letters = 0;
  for (const term of terms.keys()) letters += term.length + 2;
  const bits = Math.min(MAX_BITS, Math.max(MIN_BITS, Math.ceil(Math.log2(letters + 1))));
  const grams = new Uint16Array(letters);
  const frequencies = new Float64Array(1 << bits);
  let end = 0;
  for (const [term, number] of terms) {
    // The sum over its terms is more than the gram's own document frequency, but needs no second pass.
    const start = end;
    end = writeGrams(term, bits, grams, start);
    const frequency = documentFrequency(postings, number);
    for (let i = start; i < end; i += 1) {
      const gram = grams[i] ?? 0;
      frequencies[gram] = (frequencies[gram] ?? 0) + frequency;
    }
    offsets[number + 1] = end;
    if (number % TERMS_PER_STEP === 0) yield;
  }
  yield;
  const weights = new Float32Array(frequencies.length);
  for (const [gram, seen] of frequencies.entries()) {
    weights[gram] = inverseFrequency(postings.documentCount, seen) ** 2;
  }
  yield;
  return { grams: grams.slice(0, end), offsets, weights };
}

/** The last comparison, by number, that met a gram: scratch paper, for clearing 256 KB a question costs time. */
const seen = new Uint32Array(1 << MAX_BITS);
let comparisons = 0;
const MAX_COMPARISONS = 0xffffffff;

/** How alike a question and documents are in their letters. */
export class LetterComparison {
  readonly #index: LetterGrams;
  /** Weight of the question's grams, 0 for all others. */
  readonly #wanted: Float32Array;
  readonly #length: number;

  /** `question`: the stems of its words. */
  constructor(index: LetterGrams, question: readonly string[]) {
    this.#index = index;
    this.#wanted = new Float32Array(index.weights.length);
    let squares = 0;
    const bits = Math.log2(index.weights.length);
    for (const term of question) {
      const grams = new Uint16Array(term.length + 2);
      for (const gram of grams.subarray(0, writeGrams(term, bits, grams, 0))) {
        if (this.#wanted[gram] !== 0) continue;
        this.#wanted[gram] = index.weights[gram] ?? 0;
        squares += index.weights[gram] ?? 0;
      }
    }
    this.#length = Math.sqrt(squares);
  }

  /** Cosine in [0, 1] of the question's grams and those of a document, given as its terms. */
  measure(document: Uint32Array): number {
    const { grams, offsets, weights } = this.#index;
    if (comparisons === MAX_COMPARISONS) {
      seen.fill(0);
      comparisons = 0;
    }
    comparisons += 1;
    let product = 0;
    let squares = 0;
    const last = Math.min(document.length, MAX_WORDS);
    for (let position = 0; position < last; position += 1) {
      const term = (document[position] ?? 0) & ~IN_TITLE;
      const end = offsets[term + 1] ?? 0;
      for (let i = offsets[term] ?? 0; i < end; i += 1) {
        const gram = grams[i] ?? 0;
        if (seen[gram] === comparisons) continue;
        seen[gram] = comparisons;
        squares += weights[gram] ?? 0;
        product += this.#wanted[gram] ?? 0;
      }
    }
    return product === 0 ? 0 : product / (this.#length * Math.sqrt(squares));
  }
}

/** Writes the distinct grams of a term from `start` on and gives the end; there is room for its letters and two. */
function writeGrams(term: string, bits: number, grams: Uint16Array, start: number): number {
  const length = Math.min(GRAM_LENGTH, term.length + 2);
  let end = start;
  for (let from = -1; from + length <= term.length + 1; from += 1) {
    let hash = 0;
    for (let i = from; i < from + length; i += 1) {
      const unit = i < 0 || i >= term.length ? EDGE : term.charCodeAt(i);
      hash = Math.imul(hash ^ unit, 0x9e3779b1) ^ (hash >>> 13);
    }
    const gram = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> (32 - bits);
    // The gram itself ends the search for an earlier one.
    grams[end] = gram;
    let earlier = start;
    while (grams[earlier] !== gram) earlier += 1;
    if (earlier === end) end += 1;
  }
  return end;
}
