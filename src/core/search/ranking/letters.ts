import { documentFrequency, inverseFrequency, type Postings } from './bm25.ts';

/**
 * Runs of four letters in the documents' terms, including word edges: `Gerichtsverfahren` matches `Gericht` in
 * them although neither stem nor compound does, and a mistyped word still keeps half of its grams (McNamee and
 * Mayfield, "Character N-Gram Tokenization for European Language Text Retrieval", 2004).
 */
export interface LetterGrams {
  /** Distinct grams of each document, by hash: about 500 bytes for 60 words. */
  ofDocuments: readonly Uint16Array[];
  /** Squared IDF of a gram, by hash. */
  weights: Float32Array;
  /** Root of the sum of the weights of a document's grams, by document. */
  lengths: Float32Array;
  /** Scratch paper by hash: 1 for each gram of the question at hand; all 0 in between. */
  wanted: Uint8Array;
}

/** A document as terms, in reading order. */
export interface Terms {
  title: Uint32Array;
  text: Uint32Array;
}

const GRAM_LENGTH = 4;
/** A collision only makes a rare gram look a little less rare. */
const [LEAST_HASHES, MOST_HASHES] = [1 << 8, 1 << 16];
const TERMS_PER_STEP = 1024;
const DOCUMENTS_PER_STEP = 128;

/**
 * The grams of an index. Yields between steps of a few milliseconds.
 * @param terms in the order of their numbers.
 * @param documents their terms.
 */
export function* buildLetterGrams(
  terms: readonly string[],
  postings: Postings,
  documents: readonly Terms[],
): Generator<void, LetterGrams> {
  const ofTerms: number[][] = [];
  const letters = terms.reduce((sum, term) => sum + term.length + 2, 1);
  const size = Math.min(MOST_HASHES, Math.max(LEAST_HASHES, 2 ** Math.ceil(Math.log2(letters))));
  const frequencies = new Float64Array(size);
  for (const [number, term] of terms.entries()) {
    const grams = hashGrams(term, size);
    ofTerms.push(grams);
    // The sum over its terms is more than the gram's own document frequency, but needs no second pass.
    for (const gram of grams)
      frequencies[gram] = (frequencies[gram] ?? 0) + documentFrequency(postings, number);
    if (number % TERMS_PER_STEP === 0) yield;
  }
  const weights = Float32Array.from(
    frequencies,
    (seen) => inverseFrequency(postings.documentCount, seen) ** 2,
  );
  const ofDocuments = yield* gatherGrams(ofTerms, documents, size);
  const lengths = new Float32Array(ofDocuments.map((grams) => lengthOf(grams, weights)));
  return { ofDocuments, weights, lengths, wanted: new Uint8Array(size) };
}

/**
 * The grams after a change of the documents. How rare each is stays as it was: a few documents change it little.
 * @param stays by document. @param added their terms as texts; they come after all that are kept.
 */
export function changeLetterGrams(
  { ofDocuments, weights, lengths }: LetterGrams,
  stays: readonly boolean[],
  added: readonly (readonly string[])[],
): LetterGrams {
  const grams = added.map(
    (terms) => new Uint16Array(new Set(terms.flatMap((term) => hashGrams(term, weights.length)))),
  );
  return {
    ofDocuments: [...ofDocuments.filter((_, document) => stays[document]), ...grams],
    weights,
    lengths: new Float32Array([
      ...lengths.filter((_, document) => stays[document]),
      ...grams.map((one) => lengthOf(one, weights)),
    ]),
    wanted: new Uint8Array(weights.length),
  };
}

function* gatherGrams(
  ofTerms: readonly number[][],
  documents: readonly Terms[],
  size: number,
): Generator<void, Uint16Array[]> {
  const ofDocuments: Uint16Array[] = [];
  /** The last document, counted from 1, that has a gram. */
  const owners = new Uint32Array(size);
  for (const [number, { title, text }] of documents.entries()) {
    const found: number[] = [];
    const note = (term: number) => {
      for (const gram of ofTerms[term] ?? []) {
        if (owners[gram] !== number + 1) found.push(gram);
        owners[gram] = number + 1;
      }
    };
    for (const term of title) note(term);
    for (const term of text) note(term);
    ofDocuments.push(new Uint16Array(found));
    if (number % DOCUMENTS_PER_STEP === 0) yield;
  }
  return ofDocuments;
}

/**
 * The similarity in letters of a question and documents: cosines in [0, 1] between their grams.
 * @param question the stems of its words.
 * @param documents their numbers; the cosines come in this order.
 */
export function compareLetters(
  { ofDocuments, weights, lengths, wanted }: LetterGrams,
  question: readonly string[],
  documents: readonly number[],
): number[] {
  const grams: number[] = [];
  for (const term of question) {
    for (const gram of hashGrams(term, weights.length)) {
      if (wanted[gram] === 0) grams.push(gram);
      wanted[gram] = 1;
    }
  }
  const length = lengthOf(grams, weights);
  const cosines = documents.map((document) => {
    const product = weigh(ofDocuments[document], weights, wanted);
    return product === 0 ? 0 : product / (length * (lengths[document] ?? 0));
  });
  for (const gram of grams) wanted[gram] = 0;
  return cosines;
}

function weigh(grams: Uint16Array | undefined, weights: Float32Array, wanted: Uint8Array): number {
  let product = 0;
  for (let i = 0; i < (grams?.length ?? 0); i += 1) {
    const gram = grams?.[i] ?? 0;
    if (wanted[gram] === 1) product += weights[gram] ?? 0;
  }
  return product;
}

/** Root of the sum of the weights of grams. */
function lengthOf(grams: ArrayLike<number>, weights: Float32Array): number {
  let squares = 0;
  for (let i = 0; i < grams.length; i += 1) squares += weights[grams[i] ?? 0] ?? 0;
  return Math.sqrt(squares);
}

/** The distinct grams of a term, by hash. @param size of the table, a power of two. */
function hashGrams(term: string, size: number): number[] {
  const edged = `_${term}_`;
  const length = Math.min(GRAM_LENGTH, edged.length);
  const grams: number[] = [];
  for (let from = 0; from + length <= edged.length; from += 1) {
    let hash = 0;
    for (let i = from; i < from + length; i += 1)
      hash = Math.imul(hash ^ edged.charCodeAt(i), 0x9e3779b1) ^ (hash >>> 13);
    const gram = (hash ^ (hash >>> 16)) & (size - 1);
    if (!grams.includes(gram)) grams.push(gram);
  }
  return grams;
}
