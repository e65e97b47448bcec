import type { Language } from '../../domain/types.ts';
import { isStopWord, stem, unify } from './analyse.ts';
import { type PartLookUp, splitCompound } from './compounds.ts';
import { GrowingList } from './growing-list.ts';

/** Mark of a word that stands in a title. */
export const IN_TITLE = 0x80000000;
const WORDS_PER_STEP = 256;
const SPELLINGS_PER_STEP = 4096;
const POSITIONS_PER_STEP = 1 << 16;
/** V8 keeps the whole text alive for any slice of at least this many units. */
const SLICE_LENGTH = 13;

/** The distinct words of the documents while an index is built, and the documents as runs of word numbers. */
export class Vocabulary {
  /** Index term -> its number. */
  readonly terms = new Map<string, number>();
  readonly stream = new GrowingList((length) => new Uint32Array(length));
  /** Word number -> its term, then the terms of its parts. */
  readonly #expansions: number[][] = [];
  readonly #words: { word: string; language: Language }[] = [];
  readonly #numbers = { de: new Map<string, number>(), en: new Map<string, number>() };

  add(text: readonly string[], language: Language, mark: number): void {
    const numbers = this.#numbers[language];
    for (const word of text) {
      let number = numbers.get(word);
      if (number === undefined) {
        number = this.#learn(copyString(word), language);
      }
      this.stream.push(number + mark);
    }
  }

  isInTitle(position: number): boolean {
    return (this.stream.values[position] ?? 0) >= IN_TITLE;
  }

  /** The term of the word at a position of the stream, then those of its parts. */
  termsAt(position: number): readonly number[] {
    return this.#expansions[(this.stream.values[position] ?? 0) & ~IN_TITLE] ?? [];
  }

  /** Distinct words in their unified spelling. */
  *spellings(): Generator<void, string[]> {
    const found = new Set<string>();
    for (const [number, { word }] of this.#words.entries()) {
      if (number % SPELLINGS_PER_STEP === 0) yield;
      found.add(copyString(unify(word)));
    }
    return [...found];
  }

  /** The stream as terms instead of word numbers, marks kept. */
  *toTerms(): Generator<void, Uint32Array> {
    const sequence = new Uint32Array(this.stream.length);
    for (let i = 0; i < sequence.length; i += 1) {
      sequence[i] = (this.termsAt(i)[0] ?? 0) + (this.isInTitle(i) ? IN_TITLE : 0);
      if (i % POSITIONS_PER_STEP === 0) yield;
    }
    return sequence;
  }

  /** To be called once, when all words are known. */
  *splitCompounds(): Generator<void> {
    const lookUp = partsAmong(this.terms);
    for (const [number, { word, language }] of this.#words.entries()) {
      if (number % WORDS_PER_STEP === 0) yield;
      if (language === 'en' || isStopWord(word, 'de')) continue;
      this.#expansions[number]?.push(...splitCompound(unify(word), lookUp));
    }
  }

  #learn(word: string, language: Language): number {
    const number = this.#words.length;
    const root = copyString(stem(word, language));
    const term = this.terms.get(root) ?? this.terms.size;
    this.terms.set(root, term);
    this.#words.push({ word, language });
    this.#expansions.push([term]);
    this.#numbers[language].set(word, number);
    return number;
  }
}

/**
 * Parts of compounds are content words of the index. The last part is found by its German stem; the others
 * are stems already once the linking element is off (`Schul|buch`, `Regel|n|werk`).
 */
export function partsAmong(terms: ReadonlyMap<string, number>): PartLookUp {
  const findTerm = (part: string, root: string): number => {
    const term = terms.get(root) ?? -1;
    return term < 0 || isStopWord(part, 'de') ? -1 : term;
  };
  return { head: (part) => findTerm(part, part), tail: (part) => findTerm(part, stem(part, 'de')) };
}

function copyString(slice: string): string {
  return slice.length < SLICE_LENGTH ? slice : ` ${slice}`.slice(1);
}
