import type { Language } from '../../domain/types.ts';
import { guessLanguage, normalise, words } from './analyse.ts';
import { type Postings, PostingsBuilder } from './bm25.ts';
import { buildFamilies, type Families } from './families.ts';
import { buildLetterGrams, type LetterGrams } from './letters.ts';
import { countPairs, type PairCounts } from './pairs.ts';
import { buildTypoVocabulary, type TypoVocabulary } from './typo.ts';
import { IN_TITLE, Vocabulary } from './vocabulary.ts';

const TITLE_WEIGHT = 3;
/** This much of a text tells its language. */
const GUESS_CHARACTERS = 2000;
/** Heap of one term beside its letters: a map entry and a string header. */
const TERM_BYTES = 56;

/** A chunk to be found; its title counts three times, its language is guessed where it is not known. */
export interface SearchDocument {
  id: string;
  title: string;
  text: string;
  language?: Language | null;
}

/** A finished, immutable index over the documents of one server. */
export interface SearchIndex {
  /** Number of documents. */
  size: number;
  /** Estimated memory, for a cache that is bounded in bytes. */
  bytes: number;
  ids: readonly string[];
  languages: readonly Language[];
  terms: ReadonlyMap<string, number>;
  postings: Postings;
  typos: TypoVocabulary;
  /** The documents as runs of terms, title first and marked with IN_TITLE; document d ends at ends[d]. */
  sequence: Uint32Array;
  ends: Uint32Array;
  pairs: PairCounts;
  families: Families;
  letters: LetterGrams;
}

/** Builds an index step by step: each `next()` is a few milliseconds of work, the last gives the index. */
export function* buildSteps(documents: readonly SearchDocument[]): Generator<void, SearchIndex> {
  const languages = yield* guessLanguages(documents);
  const vocabulary = new Vocabulary();
  const ends = new Uint32Array(documents.length);
  for (const [index, document] of documents.entries()) {
    const language = languages[index] ?? 'en';
    vocabulary.add(normalise(document.title), language, IN_TITLE);
    vocabulary.add(normalise(document.text), language, 0);
    ends[index] = vocabulary.stream.length;
    yield;
  }
  yield* vocabulary.splitCompounds();
  const postings = yield* buildPostings(vocabulary, ends);
  const typos = yield* buildTypoVocabulary(yield* vocabulary.spellings());
  const sequence = yield* vocabulary.toTerms();
  const parts = {
    ids: documents.map((document) => document.id),
    languages: [...new Set(languages)],
    terms: vocabulary.terms,
    postings,
    typos,
    sequence,
    ends,
    pairs: yield* countPairs(sequence, ends),
    families: yield* buildFamilies(vocabulary.terms),
    letters: yield* buildLetterGrams(vocabulary.terms, postings),
  };
  return { size: documents.length, bytes: estimateBytes(parts), ...parts };
}

/** Documents that show no language follow the majority of the server. */
function* guessLanguages(documents: readonly SearchDocument[]): Generator<void, Language[]> {
  const guesses: (Language | null)[] = [];
  let balance = 0;
  for (const { title, text, language } of documents) {
    const sample = `${title} ${text.slice(0, GUESS_CHARACTERS)}`;
    const guess = language ?? guessLanguage(words(sample));
    if (guess) balance += guess === 'de' ? 1 : -1;
    guesses.push(guess);
    if (!language) yield;
  }
  return guesses.map((guess) => guess ?? (balance > 0 ? 'de' : 'en'));
}

function* buildPostings(vocabulary: Vocabulary, ends: Uint32Array): Generator<void, Postings> {
  const builder = new PostingsBuilder();
  const frequencies = new Float32Array(vocabulary.terms.size);
  let start = 0;
  for (const end of ends) {
    const { terms, length } = countTerms(vocabulary, start, end, frequencies);
    builder.add(terms, frequencies, length);
    for (const term of terms) frequencies[term] = 0;
    start = end;
    yield;
  }
  return yield* builder.finish(vocabulary.terms.size);
}

/** Adds up one document in `frequencies`, which are 0 before; gives its distinct terms and its length. */
function countTerms(vocabulary: Vocabulary, start: number, end: number, frequencies: Float32Array) {
  const terms: number[] = [];
  let length = 0;
  for (let i = start; i < end; i += 1) {
    const weight = vocabulary.isInTitle(i) ? TITLE_WEIGHT : 1;
    length += weight;
    // The parts of a compound count as if they stood there, but do not make the document longer.
    for (const term of vocabulary.termsAt(i)) {
      const before = frequencies[term] ?? 0;
      if (before === 0) terms.push(term);
      frequencies[term] = before + weight;
    }
  }
  return { terms, length };
}

function estimateBytes(index: Omit<SearchIndex, 'size' | 'bytes'>): number {
  const { postings, typos, families, letters } = index;
  const arrays = [
    ...[postings.offsets, postings.documents, postings.impacts],
    ...[typos.units, typos.offsets, typos.masks, typos.firstOfLength],
    ...[index.sequence, index.ends, index.pairs.counts],
    ...[families.keys, families.members, families.offsets],
    ...[letters.grams, letters.offsets, letters.weights],
  ];
  const lists = arrays.reduce((sum, array) => sum + array.byteLength, 0);
  let strings = 0;
  for (const term of index.terms.keys()) strings += TERM_BYTES + term.length;
  for (const id of index.ids) strings += 2 * id.length;
  return lists + strings;
}
