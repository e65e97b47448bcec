import { IN_TITLE } from '../words/vocabulary.ts';
import { documentFrequency, inverseFrequency, type Postings } from './bm25.ts';

/**
 * Runs of four letters of the documents' terms, a word's edges included: `Gerichtsverfahren` meets `Gericht` in
 * them although neither stem nor compound does, and a mistyped word still has half of its own (McNamee and
 * Mayfield, "Character N-Gram Tokenization for European Language Text Retrieval", 2004). Kept by document, about
 * 500 bytes for 60 words: a comparison reads them in a row, where by term each new word waits for memory twice.
 */
export interface LetterGrams {
  /** Grams of document d, by hash, are grams[offsets[d]] .. grams[offsets[d + 1]]; none twice. */
  grams: Uint16Array;
  offsets: Uint32Array;
  /** Squared IDF of a gram, by hash. */
  weights: Float32Array;
  /** Root of the sum of the weights of a document's grams, by document. */
  lengths: Float64Array;
}

/** The documents as runs of terms; document d ends at ends[d]. */
interface Texts {
  sequence: Uint32Array;
  ends: Uint32Array;
}

/** Grams of term t are grams[offsets[t]] .. grams[offsets[t + 1]]; none twice. */
type TermGrams = Pick<LetterGrams, 'grams' | 'offsets'>;

const GRAM_LENGTH = 4;
/** A table of 2^16 takes 256 KB; a collision only makes a rare gram look a little less rare. */
const MIN_BITS = 8;
const MAX_BITS = 16;
const TERMS_PER_STEP = 1024;
const DOCUMENTS_PER_STEP = 128;
const EDGE = 0x5f;
/** No more of one document is read than this many words. */
const MAX_WORDS = 1024;
const TERM = ~IN_TITLE;

/** The grams of an index; `terms` are in the order of their numbers. Yields between steps of a few milliseconds. */
export function* buildLetterGrams(
  terms: ReadonlyMap<string, number>,
  postings: Postings,
  texts: Texts,
): Generator<void, LetterGrams> {
  let letters = 0;
  for (const term of terms.keys()) letters += term.length + 2;
  const bits = Math.min(MAX_BITS, Math.max(MIN_BITS, Math.ceil(Math.log2(letters + 1))));
  const ofTerms = { grams: new Uint16Array(letters), offsets: new Uint32Array(terms.size + 1) };
  const frequencies = new Float64Array(1 << bits);
  let end = 0;
  for (const [term, number] of terms) {
    // The sum over its terms is more than the gram's own document frequency, but needs no second pass.
    const start = end;
    end = writeGrams(term, bits, ofTerms.grams, start);
    const frequency = documentFrequency(postings, number);
    for (let i = start; i < end; i += 1) {
      const gram = ofTerms.grams[i] ?? 0;
      frequencies[gram] = (frequencies[gram] ?? 0) + frequency;
    }
    ofTerms.offsets[number + 1] = end;
    if (number % TERMS_PER_STEP === 0) yield;
  }
  yield;
  const weights = new Float32Array(frequencies.length);
  for (const [gram, seen] of frequencies.entries()) {
    weights[gram] = inverseFrequency(postings.documentCount, seen) ** 2;
  }
  yield;
  return { weights, ...(yield* gatherGrams(texts, ofTerms, weights)) };
}

/** The grams of each document, in the order of its words. */
function* gatherGrams(texts: Texts, ofTerms: TermGrams, weights: Float32Array) {
  const documentCount = texts.ends.length;
  const grams = new Uint16Array(countGrams(texts, ofTerms));
  const offsets = new Uint32Array(documentCount + 1);
  const lengths = new Float64Array(documentCount);
  const reader = new GramReader(texts, ofTerms, weights.length);
  let end = 0;
  for (let document = 0; document < documentCount; document += 1) {
    const start = end;
    end = reader.write(document, grams, start);
    let squares = 0;
    for (let i = start; i < end; i += 1) squares += weights[grams[i] ?? 0] ?? 0;
    offsets[document + 1] = end;
    lengths[document] = Math.sqrt(squares);
    if (document % DOCUMENTS_PER_STEP === 0) yield;
  }
  // A copy: repeated grams were counted in, up to two thirds of the room of long texts.
  return { grams: grams.slice(0, end), offsets, lengths };
}

/** Reads the distinct grams of documents. */
class GramReader {
  readonly #texts: Texts;
  readonly #ofTerms: TermGrams;
  /** The number from 1 of the last document that has a gram. */
  readonly #owners: Uint32Array;

  constructor(texts: Texts, ofTerms: TermGrams, gramCount: number) {
    this.#texts = texts;
    this.#ofTerms = ofTerms;
    this.#owners = new Uint32Array(gramCount);
  }

  /** Writes the grams of a document that was not read yet from `start` on, and gives the end. */
  write(document: number, grams: Uint16Array, start: number): number {
    const { sequence, ends } = this.#texts;
    const { grams: all, offsets } = this.#ofTerms;
    const owners = this.#owners;
    const first = document === 0 ? 0 : (ends[document - 1] ?? 0);
    const last = Math.min(ends[document] ?? 0, first + MAX_WORDS);
    let end = start;
    for (let position = first; position < last; position += 1) {
      const term = (sequence[position] ?? 0) & TERM;
      const lastGram = offsets[term + 1] ?? 0;
      for (let i = offsets[term] ?? 0; i < lastGram; i += 1) {
        const gram = all[i] ?? 0;
        if (owners[gram] === document + 1) continue;
        owners[gram] = document + 1;
        grams[end] = gram;
        end += 1;
      }
    }
    return end;
  }
}

/** How many grams the words of all documents have, repeated ones counted each time. */
function countGrams({ sequence }: Texts, { offsets }: TermGrams): number {
  let count = 0;
  for (let position = 0; position < sequence.length; position += 1) {
    const term = (sequence[position] ?? 0) & TERM;
    count += (offsets[term + 1] ?? 0) - (offsets[term] ?? 0);
  }
  return count;
}

/** The grams of the word at hand. */
let written = new Uint16Array(256);

/** How alike a question and documents are in their letters. */
export class LetterComparison {
  readonly #index: LetterGrams;
  /** A bit for every gram of the question. */
  readonly #wanted: Uint8Array;
  readonly #length: number;

  /** `question`: the stems of its words. */
  constructor(index: LetterGrams, question: readonly string[]) {
    this.#index = index;
    this.#wanted = new Uint8Array(index.weights.length >>> 3);
    let squares = 0;
    const bits = Math.log2(index.weights.length);
    for (const term of question) {
      if (written.length < term.length + 2) written = new Uint16Array(2 * term.length);
      const end = writeGrams(term, bits, written, 0);
      for (let i = 0; i < end; i += 1) {
        const gram = written[i] ?? 0;
        const [place, bit] = [gram >>> 3, 1 << (gram & 7)];
        if (((this.#wanted[place] ?? 0) & bit) !== 0) continue;
        this.#wanted[place] = (this.#wanted[place] ?? 0) | bit;
        squares += index.weights[gram] ?? 0;
      }
    }
    this.#length = Math.sqrt(squares);
  }

  /** Cosine in [0, 1] of the question's grams and those of a document, given by its number. */
  measure(document: number): number {
    const { grams, offsets, weights, lengths } = this.#index;
    const wanted = this.#wanted;
    const end = offsets[document + 1] ?? 0;
    let product = 0;
    for (let i = offsets[document] ?? 0; i < end; i += 1) {
      const gram = grams[i] ?? 0;
      if (((wanted[gram >>> 3] ?? 0) & (1 << (gram & 7))) !== 0) product += weights[gram] ?? 0;
    }
    return product === 0 ? 0 : product / (this.#length * (lengths[document] ?? 0));
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
