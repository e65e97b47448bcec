import { LANGUAGES, type Language } from '../../../domain/types.ts';
import { guessLanguage } from '../../reading/language.ts';
import { words } from '../words/analyse.ts';
import type { TermList } from '../words/term-list.ts';
import { buildTypoVocabulary, extendTypoVocabulary, type TypoVocabulary } from '../words/typo.ts';
import { Vocabulary, type Word } from '../words/vocabulary.ts';
import { buildPostings, changePostings, lengthOf, type Postings } from './bm25.ts';
import { buildLetterGrams, changeLetterGrams, type LetterGrams, type Terms } from './letters.ts';
import { changePairs, countPairs, type PairCounts } from './pairs.ts';

/** This many words of a text show its language. */
const GUESS_WORDS = 300;
const CHARACTERS_PER_STEP = 20_000;
/** Memory of one term with its letters, grams and spellings; of one document and of one of its words. */
const [TERM_BYTES, DOCUMENT_BYTES, WORD_BYTES] = [450, 350, 8];

/** A searchable chunk; its title and other wordings of it count three times, and its language is guessed if unknown. */
export interface SearchDocument {
  id: string;
  title: string;
  text: string;
  /** Other wordings of the question that it answers. */
  questions?: readonly string[];
  language?: Language | null;
}

/** A document as terms; the title is followed by the other wordings. */
export interface IndexedDocument extends Terms {
  id: string;
  language: Language;
  /** Where the title and each other wording ends in `title`. */
  titleEnds: readonly number[];
}

/** Alternative terms: a document gets credit for the best one; `weight` includes the IDF. */
export interface Slot {
  terms: readonly number[];
  weight: number;
}

/** A word as an index knows it. */
export interface ResolvedWord {
  slots: readonly Slot[];
  /** Terms of the same family: they raise a document's rank, but are no evidence of the topic. */
  relatives: readonly Slot[];
  /** Stems of the word, or of the intended word, in the server's languages. */
  stems: readonly string[];
  /** Function words (`how`, `wie`) distinguish kinds of questions; one or two alone give no confidence. */
  isStopWord: boolean;
  /** The IDF that it would add to a document about the question. */
  expected: number;
  /** The term that represents it in pairs, -1 for an unknown word. */
  term: number;
}

/** Words that may be corrected, and words that are taken as written. */
interface ResolvedWords {
  corrected: Map<string, ResolvedWord>;
  asWritten: Map<string, ResolvedWord>;
}

/** A finished index over the documents of one server; searches change only what they remember and scratch paper. */
export interface SearchIndex {
  /** Number of documents. */
  size: number;
  /** Estimated memory, for a cache with a limit in bytes. */
  bytes: number;
  /** Those of the documents, the most frequent first. */
  languages: readonly Language[];
  /** The number of documents in each. */
  languageCounts: ReadonlyMap<Language, number>;
  documents: readonly IndexedDocument[];
  terms: TermList;
  postings: Postings;
  typos: TypoVocabulary;
  pairs: PairCounts;
  letters: LetterGrams;
  /** Cached look-ups of question words, by the language of the question; bounded. */
  resolved: Readonly<Record<Language | 'any', ResolvedWords>>;
  /** Scratch paper by document: new for each question, 20,000 documents would be 160 kB of garbage. */
  scratch: { scores: Float32Array; best: Float32Array };
}

/** A document whose words are known. */
interface ReadDocument {
  id: string;
  language: Language;
  title: Word[];
  titleEnds: number[];
  text: Word[];
}

/** A document whose language is not decided yet. */
interface UndecidedDocument {
  id: string;
  language: null;
  title: string[];
  titleEnds: number[];
  text: string[];
}

/** Takes documents as they arrive, so that the next ones can be fetched while these are read. */
export class IndexBuilder {
  readonly #vocabulary: Vocabulary;
  readonly #documents: (ReadDocument | UndecidedDocument)[] = [];
  readonly #counts: Map<Language, number>;

  /** @param before the index that the documents are added to. */
  constructor(before?: SearchIndex) {
    this.#vocabulary = new Vocabulary(before?.terms);
    this.#counts = new Map(before?.languageCounts);
  }

  /** Reads the words of the next document, about 30 µs for 400 characters. */
  add(document: SearchDocument): void {
    const titles = [document.title, ...(document.questions ?? [])].map(words);
    const [title, text] = [titles.flat(), words(document.text)];
    let end = 0;
    const titleEnds = titles.map(({ length }) => (end += length));
    const said = { id: document.id, title, titleEnds, text };
    const language = document.language ?? guessLanguage([...title, ...text.slice(0, GUESS_WORDS)]);
    if (language) this.#counts.set(language, (this.#counts.get(language) ?? 0) + 1);
    this.#documents.push(language ? this.#read(said, language) : { language, ...said });
  }

  /** The index of all documents; each `next()` is a few milliseconds of work, and the last returns it. */
  *finish(): Generator<void, SearchIndex> {
    const read = yield* this.#readAll();
    const { terms, spellings } = this.#vocabulary;
    const postings = yield* buildPostings(read, terms.size);
    const documents = read.map(toIndexed);
    yield;
    return assembleIndex({
      ...{ documents, terms, postings },
      typos: yield* buildTypoVocabulary(spellings),
      pairs: yield* countPairs(documents),
      letters: yield* buildLetterGrams(terms.texts(), postings, documents),
    });
  }

  /**
   * The index that this began with, without some of its documents and with those that were added, after all that are
   * kept. It takes a tenth of the time of a new one and differs in little: words that are gone still correct typos,
   * old compounds keep their parts, and how rare runs of letters are is not counted again.
   */
  *finishChange(before: SearchIndex, isRemoved: (id: string) => boolean): Generator<void, SearchIndex> {
    const read = yield* this.#readAll();
    const { terms, spellings } = this.#vocabulary;
    const added = read.map(toIndexed);
    const stays = before.documents.map(({ id }) => !isRemoved(id));
    const [kept, removed] = [true, false].map((wanted) =>
      before.documents.filter((_, number) => stays[number] === wanted),
    );
    yield;
    const lengths = before.documents.map(lengthOf);
    const changed = { lengths, stays, added: read, termCount: terms.size };
    const postings = yield* changePostings(before.postings, changed);
    const texts = added.map(({ title, text }) => [...title, ...text].map((term) => terms.textOf(term)));
    yield;
    return assembleIndex({
      ...{ documents: [...(kept ?? []), ...added], terms, postings },
      typos: extendTypoVocabulary(before.typos, spellings),
      pairs: changePairs(before.pairs, { removed: removed ?? [], added }),
      letters: changeLetterGrams(before.letters, stays, texts),
    });
  }

  *#readAll(): Generator<void, ReadDocument[]> {
    const read: ReadDocument[] = [];
    const most = this.#mostFrequent();
    for (const document of this.#documents) {
      if (document.language) {
        read.push(document);
        continue;
      }
      // Documents without a recognisable language follow the server's majority.
      read.push(this.#read(document, most));
      yield;
    }
    yield* this.#vocabulary.splitCompounds();
    return read;
  }

  #mostFrequent(): Language {
    const count = (language: Language) => this.#counts.get(language) ?? 0;
    return LANGUAGES.reduce((most, language) => (count(language) > count(most) ? language : most), 'en');
  }

  #read(
    { id, title, titleEnds, text }: Omit<UndecidedDocument, 'language'>,
    language: Language,
  ): ReadDocument {
    const read = (part: readonly string[]) => this.#vocabulary.read(part, language);
    return { id, language, title: read(title), titleEnds, text: read(text) };
  }
}

function toIndexed({ id, language, titleEnds, title, text }: ReadDocument): IndexedDocument {
  const ends = title.length;
  const terms = new Uint32Array(ends + text.length);
  for (const [place, { term }] of title.entries()) terms[place] = term;
  for (const [place, { term }] of text.entries()) terms[ends + place] = term;
  return { id, language, titleEnds, title: terms.subarray(0, ends), text: terms.subarray(ends) };
}

/** The parts of an index from which the rest is counted. */
export type Parts = Pick<SearchIndex, 'documents' | 'terms' | 'postings' | 'typos' | 'pairs' | 'letters'>;

/** A whole index; the rest is counted from its parts. */
export function assembleIndex(parts: Parts): SearchIndex {
  const { documents, terms, postings } = parts;
  const languageCounts = countLanguages(documents);
  const startWords = () => ({ corrected: new Map(), asWritten: new Map() });
  const spoken = [...LANGUAGES, 'any' as const].map((language) => [language, startWords()] as const);
  return {
    ...parts,
    size: documents.length,
    bytes: estimateBytes(documents, terms.size, postings),
    ...{ languages: [...languageCounts.keys()], languageCounts },
    resolved: Object.fromEntries(spoken) as Record<Language | 'any', ResolvedWords>,
    scratch: { scores: new Float32Array(documents.length), best: new Float32Array(documents.length) },
  };
}

/** Builds an index step by step: each `next()` is a few milliseconds of work, and the last returns the index. */
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

function countLanguages(documents: readonly IndexedDocument[]): Map<Language, number> {
  const groups = Map.groupBy(documents, ({ language }) => language);
  const counts = [...groups].map(([language, { length }]) => [language, length] as const);
  return new Map(counts.toSorted(([, one], [, other]) => other - one));
}

function estimateBytes(documents: readonly IndexedDocument[], termCount: number, postings: Postings): number {
  const { offsets, documents: listed, impacts } = postings;
  const lists = offsets.byteLength + listed.byteLength + impacts.byteLength;
  return documents.reduce(
    (sum, { id, title, text }) =>
      sum + DOCUMENT_BYTES + 2 * id.length + WORD_BYTES * (title.length + text.length),
    lists + TERM_BYTES * termCount,
  );
}
