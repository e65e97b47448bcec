import type { Language } from '../../../domain/types.ts';
import { isStopSpelling, stem, stemSpelling, unify } from './analyse.ts';
import { type PartLookUp, splitCompound } from './compounds.ts';
import { GrowingList } from './growing-list.ts';
import { PrefixFilter } from './prefix-filter.ts';
import { WordTable } from './word-table.ts';

/** Mark of a word that stands in a title. */
export const IN_TITLE = 0x80000000;
const TERMS_PER_STEP = 8192;
const WORDS_PER_STEP = 256;
/** V8 keeps the whole text alive for any slice of at least this many units. */
const SLICE_LENGTH = 13;

/** What is known of the distinct words of one language, by the number of the word. */
export interface Lexicon {
  table: WordTable;
  /** The index term of a word. */
  terms: GrowingList<Uint32Array>;
  /** The terms of the parts of word n are parts[partOffsets[n]] .. parts[partOffsets[n + 1]]. */
  parts: GrowingList<Uint32Array>;
  partOffsets: Uint32Array;
}

/** The distinct words of the documents while an index is built. */
export class Vocabulary {
  /** Index term -> its number. */
  readonly terms = new Map<string, number>();
  /** Distinct words in their unified spelling. */
  readonly spellings = new Set<string>();
  readonly lexicons: Readonly<Record<Language, Lexicon>> = { de: makeLexicon(), en: makeLexicon() };
  /** Unified words of the German texts, by number. */
  readonly #german: string[] = [];
  readonly #learners: Record<Language, (word: string) => void> = {
    de: (word) => this.#learnGerman(word),
    en: (word) => this.#learnEnglish(word),
  };

  /** Appends the numbers that the words of a text, as `normalise` gives it, have in the lexicon. */
  read(text: string, language: Language, numbers: GrowingList<Uint32Array>): void {
    this.lexicons[language].table.read(text, numbers, this.#learners[language]);
  }

  /** To be called once, when all words are known; yields between steps of a few milliseconds. */
  *splitCompounds(): Generator<void> {
    const { de, en } = this.lexicons;
    const filter = new PrefixFilter(this.terms.size);
    for (const [term, number] of this.terms) {
      if (number % TERMS_PER_STEP === 0) yield;
      filter.add(term);
    }
    const lookUp = partsAmong(this.terms, filter);
    de.partOffsets = new Uint32Array(de.terms.length + 1);
    en.partOffsets = new Uint32Array(en.terms.length + 1);
    for (const [number, spelling] of this.#german.entries()) {
      if (number % WORDS_PER_STEP === 0) yield;
      for (const part of isStopSpelling(spelling) ? [] : splitCompound(spelling, lookUp)) de.parts.push(part);
      de.partOffsets[number + 1] = de.parts.length;
    }
  }

  #learnGerman(word: string): void {
    const spelling = copyString(unify(word));
    this.#german.push(spelling);
    this.spellings.add(spelling);
    this.lexicons.de.terms.push(this.#numberOf(stemSpelling(spelling)));
  }

  #learnEnglish(word: string): void {
    this.spellings.add(copyString(unify(word)));
    this.lexicons.en.terms.push(this.#numberOf(stem(word, 'en')));
  }

  #numberOf(root: string): number {
    const known = this.terms.get(root);
    if (known !== undefined) return known;
    this.terms.set(copyString(root), this.terms.size);
    return this.terms.size - 1;
  }
}

/**
 * Parts of compounds are content words of the index. The last part is found by its German stem; the others
 * are stems already once the linking element is off (`Schul|buch`, `Regel|n|werk`).
 * @param filter worth making for many words at once.
 */
export function partsAmong(terms: ReadonlyMap<string, number>, filter?: PrefixFilter): PartLookUp {
  const findTerm = (part: string, root: string): number => {
    const term = terms.get(root) ?? -1;
    return term < 0 || isStopSpelling(part) ? -1 : term;
  };
  const tails = new Map<string, number>();
  const findTail = (part: string): number => {
    const known = tails.get(part);
    if (known !== undefined) return known;
    const found = findTerm(part, stemSpelling(part));
    tails.set(part, found);
    return found;
  };
  return { filter, head: (part) => findTerm(part, part), tail: findTail };
}

function makeLexicon(): Lexicon {
  const makeList = () => new GrowingList((length) => new Uint32Array(length));
  return { table: new WordTable(), terms: makeList(), parts: makeList(), partOffsets: new Uint32Array() };
}

/** A string of its own: a slice would keep the whole text alive that it is of. */
export function copyString(slice: string): string {
  return slice.length < SLICE_LENGTH ? slice : ` ${slice}`.slice(1);
}
