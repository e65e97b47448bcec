import type { Language } from '../../domain/types.ts';
import { isStopSpelling, stem, stemSpelling, unify } from './analyse.ts';
import { type PartLookUp, splitCompound } from './compounds.ts';
import { GrowingList } from './growing-list.ts';
import { WordTable } from './word-table.ts';

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
  readonly #words: { spelling: string; language: Language }[] = [];
  /** The words of a language by their number in its own table. */
  readonly #numbers: Record<Language, number[]> = { de: [], en: [] };
  readonly #tables = { de: new WordTable(), en: new WordTable() };

  /** @param text as `normalise` gives it. */
  add(text: string, language: Language, mark: number): void {
    const numbers = this.#numbers[language];
    this.#tables[language].read(
      text,
      (word) => numbers.push(this.#learn(copyString(word), language)),
      (number) => this.stream.push((numbers[number] ?? 0) + mark),
    );
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
    for (const [number, { spelling }] of this.#words.entries()) {
      if (number % SPELLINGS_PER_STEP === 0) yield;
      found.add(spelling);
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
    for (const [number, { spelling, language }] of this.#words.entries()) {
      if (number % WORDS_PER_STEP === 0) yield;
      if (language === 'en' || isStopSpelling(spelling)) continue;
      this.#expansions[number]?.push(...splitCompound(spelling, lookUp));
    }
  }

  #learn(word: string, language: Language): number {
    const number = this.#words.length;
    const spelling = copyString(unify(word));
    const root = copyString(language === 'de' ? stemSpelling(spelling) : stem(word, 'en'));
    const term = this.terms.get(root) ?? this.terms.size;
    this.terms.set(root, term);
    this.#words.push({ spelling, language });
    this.#expansions.push([term]);
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
    return term < 0 || isStopSpelling(part) ? -1 : term;
  };
  return { head: (part) => findTerm(part, part), tail: (part) => findTerm(part, stemSpelling(part)) };
}

function copyString(slice: string): string {
  return slice.length < SLICE_LENGTH ? slice : ` ${slice}`.slice(1);
}
