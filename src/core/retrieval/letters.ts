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
  /** Sum of the weights of a document's grams, by document; 0 until a question first meets it. */
  squares: Float64Array;
}

const GRAM_LENGTH = 4;
/** A table of 2^16 takes 256 KB; a collision only makes a rare gram look a little less rare. */
const MIN_BITS = 8;
const MAX_BITS = 16;
const TERMS_PER_STEP = 1024;
const EDGE = 0x5f;
/** No more of one document is read than this many words. */
const MAX_WORDS = 1024;
const TERM = ~IN_TITLE;

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
  return { grams: grams.slice(0, end), offsets, weights, squares: new Float64Array(postings.documentCount) };
}

/** The last comparison, by number, that met a gram: scratch paper, for clearing 256 KB a question costs time. */
const seen = new Uint32Array(1 << MAX_BITS);
let comparisons = 0;
const MAX_COMPARISONS = 0xffffffff;

/**
 * What the question under way has found out about terms: scratch paper too, of the largest vocabulary's size.
 * Below `firstMark` a term was not looked at yet, `firstMark` says that it shares no gram with the question,
 * and `firstMark` + n that it is the nth that does.
 */
let marks = new Int32Array(1 << MIN_BITS);
let firstMark = 1;
let lastMark = 0;
/** The comparison that the marks are of. */
let owner = 0;
let questions = 0;

/** Which terms of the document at hand share grams with the question, by their place among all that do. */
const sharing = new Uint32Array(MAX_WORDS);
/** The grams of the word at hand. */
let written = new Uint16Array(256);

/** How alike a question and documents are in their letters. */
export class LetterComparison {
  readonly #index: LetterGrams;
  readonly #number: number;
  /** A bit for every gram of the question. */
  readonly #wanted: Uint8Array;
  readonly #length: number;
  /** Of the terms that share grams with the question: those of the nth one end where the next one's begin. */
  #shared: number[] = [];
  #starts: number[] = [0];
  /** The last comparison that met the nth of them. */
  #met: number[] = [0];

  /** `question`: the stems of its words. */
  constructor(index: LetterGrams, question: readonly string[]) {
    this.#index = index;
    questions += 1;
    this.#number = questions;
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

  /** Cosine in [0, 1] of the question's grams and those of a document, given as its terms and its number. */
  measure(terms: Uint32Array, document: number): number {
    if (owner !== this.#number) this.#takeMarks();
    const [known, nothing, last] = [marks, firstMark, Math.min(terms.length, MAX_WORDS)];
    let count = 0;
    for (let position = 0; position < last; position += 1) {
      const term = (terms[position] ?? 0) & TERM;
      let mark = known[term] ?? 0;
      if (mark < nothing) {
        mark = this.#look(term);
        known[term] = mark;
      }
      // Most terms share nothing with the question.
      if (mark === nothing) continue;
      sharing[count] = mark - nothing;
      count += 1;
    }
    if (count === 0) return 0;
    return this.#multiply(count) / (this.#length * Math.sqrt(squaresOf(this.#index, terms, document)));
  }

  /** The product with a document, from its terms in `sharing`: each gram once, in the order of its words. */
  #multiply(count: number): number {
    const [met, starts, shared] = [this.#met, this.#starts, this.#shared];
    const { weights } = this.#index;
    const comparison = nextComparison();
    let product = 0;
    for (let i = 0; i < count; i += 1) {
      const nth = sharing[i] ?? 0;
      if (met[nth] === comparison) continue;
      met[nth] = comparison;
      const end = starts[nth] ?? 0;
      for (let place = starts[nth - 1] ?? 0; place < end; place += 1) {
        const gram = shared[place] ?? 0;
        if (seen[gram] === comparison) continue;
        seen[gram] = comparison;
        product += weights[gram] ?? 0;
      }
    }
    return product;
  }

  /** Begins to mark terms; whatever was marked before, also for this question, is to be looked at again. */
  #takeMarks(): void {
    owner = this.#number;
    const count = this.#index.offsets.length - 1;
    if (marks.length < count) marks = new Int32Array(2 ** Math.ceil(Math.log2(count)));
    if (lastMark + count + 1 > 0x7fffffff) {
      marks.fill(0);
      lastMark = 0;
    }
    firstMark = lastMark + 1;
    lastMark = firstMark;
    this.#shared = [];
    this.#starts = [0];
    this.#met = [0];
  }

  /** The mark of a term; notes which of the question's grams it has. */
  #look(term: number): number {
    const { grams, offsets } = this.#index;
    const [shared, wanted, before] = [this.#shared, this.#wanted, this.#shared.length];
    const end = offsets[term + 1] ?? 0;
    for (let i = offsets[term] ?? 0; i < end; i += 1) {
      const gram = grams[i] ?? 0;
      if (((wanted[gram >>> 3] ?? 0) & (1 << (gram & 7))) !== 0) shared.push(gram);
    }
    if (shared.length === before) return firstMark;
    this.#starts.push(shared.length);
    this.#met.push(0);
    lastMark += 1;
    return lastMark;
  }
}

/** The number of a comparison in `seen`. */
function nextComparison(): number {
  if (comparisons === MAX_COMPARISONS) {
    seen.fill(0);
    comparisons = 0;
  }
  comparisons += 1;
  return comparisons;
}

/** The squared length of a document, which no question changes: reckoned when one first asks. */
function squaresOf(index: LetterGrams, terms: Uint32Array, document: number): number {
  const known = index.squares[document] ?? 0;
  if (known > 0) return known;
  const { grams, offsets, weights } = index;
  const comparison = nextComparison();
  let squares = 0;
  const last = Math.min(terms.length, MAX_WORDS);
  for (let position = 0; position < last; position += 1) {
    const term = (terms[position] ?? 0) & TERM;
    const end = offsets[term + 1] ?? 0;
    for (let i = offsets[term] ?? 0; i < end; i += 1) {
      const gram = grams[i] ?? 0;
      if (seen[gram] === comparison) continue;
      seen[gram] = comparison;
      squares += weights[gram] ?? 0;
    }
  }
  index.squares[document] = squares;
  return squares;
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
