import type { Word } from '../words/vocabulary.ts';

/** Robertson's k1 and b; delta is that of BM25+ (Lv and Zhai, CIKM 2011). */
const K1 = 1.2;
const B = 0.5;
/** With 0 instead, pages of several paragraphs lose 3 points of nDCG to one-line facts. */
const DELTA = 0.5;
/** The score of a word that occurs once in a document of average length, in units of its IDF. */
export const SINGLE_OCCURRENCE = 1 + DELTA;
const TITLE_WEIGHT = 3;
const DOCUMENTS_PER_STEP = 128;
const TERMS_PER_STEP = 4096;

/** Inverted lists: term t has the entries offsets[t] .. offsets[t + 1], by ascending document. */
export interface Postings {
  documentCount: number;
  offsets: Uint32Array;
  documents: Uint32Array;
  /** BM25+ without IDF: saturated, length-normalised frequency + delta. */
  impacts: Float32Array;
}

/** A document as the words of its title and its text. */
interface Words {
  title: readonly Word[];
  text: readonly Word[];
}

/** The counts of the documents in sequence: those of document d end at ends[d]. */
interface Counted {
  terms: number[];
  frequencies: number[];
  ends: number[];
  /** Entries of the list of a term begin at offsets[term]. */
  offsets: Uint32Array;
}

/** The inverted lists of documents, in their order; yields between steps of a few milliseconds. */
export function* buildPostings(documents: readonly Words[], termCount: number): Generator<void, Postings> {
  const { terms, frequencies, ends, offsets } = yield* countAll(documents, termCount);
  const listed = new Uint32Array(terms.length);
  const impacts = new Float32Array(terms.length);
  const averageLength = average(documents.map(lengthOf));
  const next = offsets.slice(0, -1);
  let from = 0;
  for (const [number, document] of documents.entries()) {
    const norm = normOf(lengthOf(document), averageLength);
    const end = ends[number] ?? 0;
    for (; from < end; from += 1) {
      const [term, frequency] = [terms[from] ?? 0, frequencies[from] ?? 0];
      const place = next[term] ?? 0;
      next[term] = place + 1;
      listed[place] = number;
      impacts[place] = impactFor(frequency, norm);
    }
    if (number % DOCUMENTS_PER_STEP === 0) yield;
  }
  return { documentCount: documents.length, offsets, documents: listed, impacts };
}

function* countAll(documents: readonly Words[], termCount: number): Generator<void, Counted> {
  const counted: Counted = { terms: [], frequencies: [], ends: [], offsets: new Uint32Array(termCount + 1) };
  const { terms, frequencies, ends, offsets } = counted;
  // How often the current document has each term.
  const counts = new Uint16Array(termCount);
  for (const [number, document] of documents.entries()) {
    for (const term of countTerms(document, counts)) {
      terms.push(term);
      frequencies.push(counts[term] ?? 0);
      offsets[term + 1] = (offsets[term + 1] ?? 0) + 1;
      counts[term] = 0;
    }
    ends.push(terms.length);
    if (number % DOCUMENTS_PER_STEP === 0) yield;
  }
  for (let term = 1; term <= termCount; term += 1) {
    offsets[term] = (offsets[term] ?? 0) + (offsets[term - 1] ?? 0);
  }
  yield;
  return counted;
}

interface ChangedDocuments {
  /** By document before the change: its length, and whether it stays. */
  lengths: readonly number[];
  stays: readonly boolean[];
  /** Those that are new; they come after all that stay. */
  added: readonly Words[];
  termCount: number;
}

/** The inverted lists after a change, as `buildPostings` makes them; yields between steps of a few milliseconds. */
export function* changePostings(
  before: Postings,
  { lengths, stays, added, termCount }: ChangedDocuments,
): Generator<void, Postings> {
  const kept = lengths.filter((_, document) => stays[document]);
  const addedLengths = added.map(lengthOf);
  const averageLength = average([...kept, ...addedLengths]);
  const averageBefore = average(lengths);
  const moved = {
    places: numberKept(stays),
    norms: Float64Array.from(lengths, (length) => normOf(length, averageBefore)),
    nextNorms: Float64Array.from(lengths, (length) => normOf(length, averageLength)),
  };
  const ofTerms = groupByTerm(added, termCount);
  const lists = new Lists(
    termCount,
    ofTerms.values().reduce((sum, { length }) => sum + length, before.documents.length),
  );
  for (let term = 0; term < termCount; term += 1) {
    copyList(lists, before, term, moved);
    for (const { number, frequency } of ofTerms.get(term) ?? [])
      lists.add(kept.length + number, impactFor(frequency, normOf(addedLengths[number] ?? 0, averageLength)));
    lists.endTerm(term);
    if (term % TERMS_PER_STEP === 0) yield;
  }
  return lists.finish(kept.length + added.length);
}

/** Lists that are written in the order of their terms. */
class Lists {
  readonly #offsets: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #impacts: Float32Array;
  #end = 0;

  constructor(termCount: number, most: number) {
    this.#offsets = new Uint32Array(termCount + 1);
    this.#documents = new Uint32Array(most);
    this.#impacts = new Float32Array(most);
  }

  add(document: number, impact: number): void {
    this.#documents[this.#end] = document;
    this.#impacts[this.#end] = impact;
    this.#end += 1;
  }

  endTerm(term: number): void {
    this.#offsets[term + 1] = this.#end;
  }

  finish(documentCount: number): Postings {
    const [documents, impacts] = [this.#documents.slice(0, this.#end), this.#impacts.slice(0, this.#end)];
    return { documentCount, offsets: this.#offsets, documents, impacts };
  }
}

/** By document before the change. */
interface Moved {
  /** Its number after it, or -1. */
  places: Int32Array;
  norms: Float64Array;
  nextNorms: Float64Array;
}

/** Copies what stays of the list of a term, which may be new. */
function copyList(lists: Lists, before: Postings, term: number, { places, norms, nextNorms }: Moved): void {
  const end = before.offsets[term + 1] ?? 0;
  for (let from = before.offsets[term] ?? 0; from < end; from += 1) {
    const document = before.documents[from] ?? 0;
    const place = places[document] ?? -1;
    if (place < 0) continue;
    const frequency = frequencyOf(before.impacts[from] ?? 0, norms[document] ?? 1);
    lists.add(place, impactFor(frequency, nextNorms[document] ?? 1));
  }
}

/** By document the number that it has after a change, -1 for one that goes. */
function numberKept(stays: readonly boolean[]): Int32Array {
  let next = 0;
  return Int32Array.from(stays, (isKept) => (isKept ? next++ : -1));
}

function groupByTerm(documents: readonly Words[], termCount: number) {
  const ofTerms = new Map<number, { number: number; frequency: number }[]>();
  const counts = new Uint16Array(termCount);
  for (const [number, document] of documents.entries()) {
    for (const term of countTerms(document, counts)) {
      const list = ofTerms.get(term) ?? [];
      ofTerms.set(term, list);
      list.push({ number, frequency: counts[term] ?? 0 });
      counts[term] = 0;
    }
  }
  return ofTerms;
}

function average(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

function normOf(length: number, averageLength: number): number {
  return K1 * (1 - B + (B * length) / averageLength);
}

function impactFor(frequency: number, norm: number): number {
  return (frequency * (K1 + 1)) / (frequency + norm) + DELTA;
}

/** Turns an impact back into the frequency that it came from. */
function frequencyOf(impact: number, norm: number): number {
  const share = (impact - DELTA) / (K1 + 1);
  return Math.round((norm * share) / (1 - share));
}

/** Counts the terms of a document, those in the title three times, and lists them. */
function countTerms({ title, text }: Words, counts: Uint16Array): number[] {
  const found: number[] = [];
  const count = (term: number, weight: number) => {
    if (counts[term] === 0) found.push(term);
    counts[term] = (counts[term] ?? 0) + weight;
  };
  for (const [words, weight] of [[title, TITLE_WEIGHT] as const, [text, 1] as const]) {
    for (const { term, parts } of words) {
      count(term, weight);
      // The parts of a compound count as if they were written, but do not make the document longer.
      for (const part of parts) count(part, weight);
    }
  }
  return found;
}

/** In words, those in the title three times; its terms are as many. */
export function lengthOf({ title, text }: { title: ArrayLike<unknown>; text: ArrayLike<unknown> }): number {
  return TITLE_WEIGHT * title.length + text.length;
}

/** How many documents contain a term. */
export function documentFrequency(postings: Postings, term: number): number {
  return (postings.offsets[term + 1] ?? 0) - (postings.offsets[term] ?? 0);
}

/** Inverse document frequency, always above 0; largest for a word in no document. */
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
