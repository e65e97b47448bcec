import { LANGUAGES, type Language } from '../../../domain/types.ts';
import { unify } from './analyse.ts';
import { type PartLookUp, splitCompound } from './compounds.ts';
import { spellingOf, stem, stemSpelling } from './stemming.ts';
import { isStopSpelling } from './stop-words.ts';
import { TermList } from './term-list.ts';

const WORDS_PER_STEP = 256;
/** V8 keeps the whole text alive for any slice of at least this many units. */
const SLICE_LENGTH = 13;
const NO_PARTS: readonly number[] = [];

/** A distinct word of the documents. */
export interface Word {
  /** Number of its index term. */
  term: number;
  /** Terms of the parts, if it is a compound. */
  parts: readonly number[];
}

/** The distinct words of the documents while an index is built. */
export class Vocabulary {
  readonly terms: TermList;
  /** Distinct words in their unified spelling. */
  readonly spellings = new Set<string>();
  readonly #words: Readonly<Record<Language, Map<string, Word>>> = Object.fromEntries(
    LANGUAGES.map((language) => [language, new Map<string, Word>()]),
  ) as Record<Language, Map<string, Word>>;

  /** @param before the terms of other documents. */
  constructor(before?: TermList) {
    this.terms = new TermList(before);
  }

  /** Learns the words of a text, in reading order. */
  read(text: readonly string[], language: Language): Word[] {
    const known = this.#words[language];
    return text.map((word) => known.get(word) ?? this.#learn(word, language));
  }

  /** Call once, when all words are known; yields between steps of a few milliseconds. */
  *splitCompounds(): Generator<void> {
    const lookUp = partsAmong(this.terms);
    let count = 0;
    for (const [text, word] of this.#words.de) {
      const spelling = unify(text);
      if (!isStopSpelling(spelling)) word.parts = splitCompound(spelling, lookUp);
      count += 1;
      if (count % WORDS_PER_STEP === 0) yield;
    }
  }

  #learn(text: string, language: Language): Word {
    const own = copyString(text);
    const spelling = spellingOf(own, language);
    this.spellings.add(spelling);
    const root = language === 'de' ? stemSpelling(spelling) : stem(own, language);
    const word = { term: this.#numberOf(root), parts: NO_PARTS };
    this.#words[language].set(own, word);
    return word;
  }

  #numberOf(root: string): number {
    const known = this.terms.numberOf(root);
    return known < 0 ? this.terms.add(copyString(root)) : known;
  }
}

/**
 * Parts of compounds are content words of the index. The last part is found by its German stem; the others
 * are stems already once the linking element is off (`Schul|buch`, `Regel|n|werk`).
 */
export function partsAmong(terms: TermList): PartLookUp {
  const findTerm = (part: string, root: string): number => {
    const term = terms.numberOf(root);
    return term < 0 || isStopSpelling(part) ? -1 : term;
  };
  return { head: (part) => findTerm(part, part), tail: (part) => findTerm(part, stemSpelling(part)) };
}

/** A separate string: a slice would keep its whole text in memory. */
export function copyString(slice: string): string {
  return slice.length < SLICE_LENGTH ? slice : ` ${slice}`.slice(1);
}
