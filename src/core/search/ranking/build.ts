import type { Language } from '../../../domain/types.ts';
import { guessLanguage, normalise, words } from '../words/analyse.ts';
import { GrowingList } from '../words/growing-list.ts';
import { buildTypoVocabulary, type TypoVocabulary } from '../words/typo.ts';
import { IN_TITLE, type Lexicon, Vocabulary } from '../words/vocabulary.ts';
import { type Postings, PostingsBuilder } from './bm25.ts';
import { buildLetterGrams, type LetterGrams } from './letters.ts';
import { countPairs, type PairCounts } from './pairs.ts';
import type { ResolvedWord } from './query.ts';
import { weighTitles } from './titles.ts';

const TITLE_WEIGHT = 3;
/** This much of a text tells its language. */
const GUESS_CHARACTERS = 2000;
const CHARACTERS_PER_STEP = 20_000;
const DOCUMENTS_PER_STEP = 128;
/** Heap of one term beside its letters: a map entry and a string header. */
const TERM_BYTES = 56;

/** A chunk to be found; its title counts three times, its language is guessed where it is not known. */
export interface SearchDocument {
  id: string;
  title: string;
  text: string;
  language?: Language | null;
}

/** A finished index over the documents of one server; searches change nothing in it but what is resolved. */
export interface SearchIndex {
  /** Number of documents. */
  size: number;
  /** Estimated memory, for a cache that is bounded in bytes. */
  bytes: number;
  ids: readonly string[];
  languages: readonly Language[];
  terms: ReadonlyMap<string, number>;
  /** Words of questions, as they were looked up before; bounded. */
  resolved: Map<string, ResolvedWord>;
  postings: Postings;
  typos: TypoVocabulary;
  /** The documents as runs of terms, title first and marked with IN_TITLE; document d ends at ends[d]. */
  sequence: Uint32Array;
  ends: Uint32Array;
  pairs: PairCounts;
  letters: LetterGrams;
  /** What the title of each document weighs, in IDF. */
  titleWeights: Float64Array;
}

/** Where the word numbers of a document are; those of its title end at `titleEnd`. */
interface Span {
  language: Language;
  start: number;
  titleEnd: number;
  end: number;
}

const NOWHERE: Span = { language: 'en', start: 0, titleEnd: 0, end: 0 };

/** Takes documents as they come, so that the next ones can be fetched while these are read. */
export class IndexBuilder {
  readonly #vocabulary = new Vocabulary();
  readonly #numbers = new GrowingList((length) => new Uint32Array(length));
  readonly #ids: string[] = [];
  readonly #spans: Span[] = [];
  readonly #undecided: { index: number; document: SearchDocument }[] = [];
  /** German documents less English ones. */
  #balance = 0;

  /** Reads the words of the next document, about 20 µs for 400 characters. */
  add(document: SearchDocument): void {
    const { id, title, text } = document;
    const language = document.language ?? guessLanguage(words(`${title} ${text.slice(0, GUESS_CHARACTERS)}`));
    if (language) this.#balance += language === 'de' ? 1 : -1;
    else this.#undecided.push({ index: this.#ids.length, document });
    this.#spans.push(language ? this.#read(document, language) : NOWHERE);
    this.#ids.push(id);
  }

  /** The index of all documents; each `next()` is a few milliseconds of work, the last gives it. */
  *finish(): Generator<void, SearchIndex> {
    // Documents that show no language follow the majority of the server.
    for (const { index, document } of this.#undecided) {
      this.#spans[index] = this.#read(document, this.#balance > 0 ? 'de' : 'en');
      yield;
    }
    const vocabulary = this.#vocabulary;
    yield* vocabulary.splitCompounds();
    const { sequence, ends, postings } = yield* this.#index();
    const parts = {
      ids: this.#ids,
      languages: [...new Set(this.#spans.map(({ language }) => language))],
      terms: vocabulary.terms,
      resolved: new Map<string, ResolvedWord>(),
      postings,
      typos: yield* buildTypoVocabulary(vocabulary.spellings),
      sequence,
      ends,
      pairs: yield* countPairs(sequence, ends),
      letters: yield* buildLetterGrams(vocabulary.terms, postings, { sequence, ends }),
      titleWeights: yield* weighTitles(sequence, ends, postings),
    };
    yield;
    return { size: ends.length, bytes: estimateBytes(parts), ...parts };
  }

  #read({ title, text }: SearchDocument, language: Language): Span {
    const start = this.#numbers.length;
    this.#vocabulary.read(normalise(title), language, this.#numbers);
    const titleEnd = this.#numbers.length;
    this.#vocabulary.read(normalise(text), language, this.#numbers);
    return { language, start, titleEnd, end: this.#numbers.length };
  }

  /** The documents as terms instead of word numbers, and where each term is. */
  *#index() {
    const sequence = new Uint32Array(this.#numbers.length);
    const ends = new Uint32Array(this.#spans.length);
    const builder = new PostingsBuilder(this.#vocabulary.terms.size);
    let end = 0;
    for (const [document, span] of this.#spans.entries()) {
      const lexicon = this.#vocabulary.lexicons[span.language];
      const length = span.end - span.start;
      const numbers = this.#numbers.values.subarray(span.start, span.end);
      const terms = sequence.subarray(end, end + length);
      countTerms(builder, lexicon, numbers, span.titleEnd - span.start, terms);
      end += length;
      ends[document] = end;
      if (document % DOCUMENTS_PER_STEP === 0) yield;
    }
    return { sequence, ends, postings: yield* builder.finish() };
  }
}

/** Builds an index step by step: each `next()` is a few milliseconds of work, the last gives the index. */
export function* buildSteps(documents: readonly SearchDocument[]): Generator<void, SearchIndex> {
  const builder = new IndexBuilder();
  let characters = 0;
  for (const document of documents) {
    builder.add(document);
    characters += document.text.length;
    if (characters < CHARACTERS_PER_STEP) continue;
    characters = 0;
    yield;
  }
  return yield* builder.finish();
}

/** Counts a document given as word numbers and writes it as terms. */
function countTerms(
  builder: PostingsBuilder,
  lexicon: Lexicon,
  numbers: Uint32Array,
  titleLength: number,
  terms: Uint32Array,
): void {
  const { partOffsets } = lexicon;
  const [termOf, parts] = [lexicon.terms.values, lexicon.parts.values];
  for (let i = 0; i < numbers.length; i += 1) {
    const number = numbers[i] ?? 0;
    const term = termOf[number] ?? 0;
    const weight = i < titleLength ? TITLE_WEIGHT : 1;
    terms[i] = i < titleLength ? term + IN_TITLE : term;
    builder.count(term, weight);
    // The parts of a compound count as if they stood there, but do not make the document longer.
    const last = partOffsets[number + 1] ?? 0;
    for (let part = partOffsets[number] ?? 0; part < last; part += 1) builder.count(parts[part] ?? 0, weight);
  }
  builder.endDocument(numbers.length + (TITLE_WEIGHT - 1) * titleLength);
}

function estimateBytes(index: Omit<SearchIndex, 'size' | 'bytes'>): number {
  const { postings, typos, letters } = index;
  const arrays = [
    ...[postings.offsets, postings.documents, postings.impacts, postings.weights],
    ...[typos.units, typos.offsets, typos.masks, typos.firstOfLength],
    ...[index.sequence, index.ends, index.pairs.counts, index.titleWeights],
    ...[letters.grams, letters.offsets, letters.weights, letters.lengths],
  ];
  const lists = arrays.reduce((sum, array) => sum + array.byteLength, 0);
  let strings = 0;
  for (const term of index.terms.keys()) strings += TERM_BYTES + term.length;
  for (const id of index.ids) strings += 2 * id.length;
  return lists + strings;
}
