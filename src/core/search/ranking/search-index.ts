import type { Language } from '../../../domain/types.ts';
import { guessLanguage, words } from '../words/analyse.ts';
import { buildFamilies, type Families } from '../words/families.ts';
import { buildTypoVocabulary, type TypoVocabulary } from '../words/typo.ts';
import { Vocabulary, type Word } from '../words/vocabulary.ts';
import { buildPostings, type Postings } from './bm25.ts';
import { buildLetterGrams, type LetterGrams, type Terms } from './letters.ts';
import { countPairs, type PairCounts } from './pairs.ts';

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
  /** Where the title and each other wording ends in `title`. */
  titleEnds: readonly number[];
}

/** Alternative terms: a document gets credit for the best one; `weight` includes the IDF. */
export interface Slot {
  terms: readonly number[];
  weight: number;
}

/** What an index knows about a word. */
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
  documents: readonly IndexedDocument[];
  terms: ReadonlyMap<string, number>;
  postings: Postings;
  typos: TypoVocabulary;
  pairs: PairCounts;
  families: Families;
  letters: LetterGrams;
  /** Cached look-ups of question words, by the language of the question; bounded. */
  resolved: Readonly<Record<Language | 'any', ResolvedWords>>;
  /** Scratch paper by document: new for each question, 20,000 documents would be 160 kB of garbage. */
  scratch: { scores: Float32Array; best: Float32Array };
}

/** A document whose words are known. */
interface ReadDocument {
  language: Language;
  title: Word[];
  titleEnds: number[];
  text: Word[];
}

/** A document whose language is not decided yet. */
interface UndecidedDocument {
  language: null;
  title: string[];
  titleEnds: number[];
  text: string[];
}

/** Takes documents as they arrive, so that the next ones can be fetched while these are read. */
export class IndexBuilder {
  readonly #vocabulary = new Vocabulary();
  readonly #ids: string[] = [];
  readonly #documents: (ReadDocument | UndecidedDocument)[] = [];
  /** German documents minus English ones. */
  #balance = 0;

  /** Reads the words of the next document, about 30 µs for 400 characters. */
  add(document: SearchDocument): void {
    const titles = [document.title, ...(document.questions ?? [])].map(words);
    const [title, text] = [titles.flat(), words(document.text)];
    let end = 0;
    const titleEnds = titles.map(({ length }) => (end += length));
    const said = { title, titleEnds, text };
    const language = document.language ?? guessLanguage([...title, ...text.slice(0, GUESS_WORDS)]);
    if (language) this.#balance += language === 'de' ? 1 : -1;
    this.#documents.push(language ? this.#read(said, language) : { language, ...said });
    this.#ids.push(document.id);
  }

  /** The index of all documents; each `next()` is a few milliseconds of work, and the last returns it. */
  *finish(): Generator<void, SearchIndex> {
    const read: ReadDocument[] = [];
    for (const document of this.#documents) {
      if (document.language) {
        read.push(document);
        continue;
      }
      // Documents without a recognisable language follow the server's majority.
      read.push(this.#read(document, this.#balance > 0 ? 'de' : 'en'));
      yield;
    }
    const { terms, spellings } = this.#vocabulary;
    yield* this.#vocabulary.splitCompounds();
    const postings = yield* buildPostings(read, terms.size);
    const documents = read.map(({ title, titleEnds, text }, number) => ({
      id: this.#ids[number] ?? '',
      titleEnds,
      title: title.map(({ term }) => term),
      text: text.map(({ term }) => term),
    }));
    yield;
    const typos = yield* buildTypoVocabulary(spellings);
    const pairs = yield* countPairs(documents);
    const families = yield* buildFamilies(terms);
    const letters = yield* buildLetterGrams(terms, postings, documents);
    const languages = countLanguages(read);
    const bytes = estimateBytes(documents, terms.size, postings);
    const startWords = () => ({ corrected: new Map(), asWritten: new Map() });
    const resolved = { de: startWords(), en: startWords(), any: startWords() };
    return {
      size: read.length,
      bytes,
      languages,
      documents,
      terms,
      postings,
      typos,
      pairs,
      families,
      letters,
      resolved,
      scratch: { scores: new Float32Array(read.length), best: new Float32Array(read.length) },
    };
  }

  #read({ title, titleEnds, text }: Omit<UndecidedDocument, 'language'>, language: Language): ReadDocument {
    const read = (part: readonly string[]) => this.#vocabulary.read(part, language);
    return { language, title: read(title), titleEnds, text: read(text) };
  }
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

function countLanguages(documents: readonly ReadDocument[]): Language[] {
  const groups = Map.groupBy(documents, ({ language }) => language);
  return [...groups].sort(([, one], [, other]) => other.length - one.length).map(([language]) => language);
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
