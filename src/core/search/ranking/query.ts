import type { Language } from '../../../domain/types.ts';
import { guessLanguage } from '../../reading/language.ts';
import { unify, words } from '../words/analyse.ts';
import { type PartLookUp, splitCompound } from '../words/compounds.ts';
import { spellingOf, stem } from '../words/stemming.ts';
import { isGreeting, isStopWord } from '../words/stop-words.ts';
import { correct } from '../words/typo.ts';
import { copyString, partsAmong } from '../words/vocabulary.ts';
import { documentFrequency, inverseFrequency } from './bm25.ts';
import { PairComparison, pairFrequency } from './pairs.ts';
import type { ResolvedWord, SearchIndex, Slot } from './search-index.ts';

/** A text to search for; its words count `weight` times. */
export interface WeightedQuery {
  text: string;
  weight: number;
  /** null: too little tells; undefined: not looked at yet. */
  language?: Language | null;
}

/** One word of the question. */
export interface QueryWord extends ResolvedWord {
  /** Weight of the query that contains the word. */
  weight: number;
}

export interface QueryPlan {
  /** The question's language; the documents' if its own words do not show it. */
  language: Language;
  words: readonly QueryWord[];
  /** The words of the heaviest query, the current question. */
  asked: readonly QueryWord[];
  pairs: PairComparison;
}

export const LETTER = /\p{L}/u;

/** More distinct words are ignored: a pasted log is not a question. */
const MAX_WORDS = 256;
const MAX_CORRECTED_WORDS = 24;
/** Words that an index remembers (300 kB) before it starts over. */
const MAX_RESOLVED = 1_000;
/** Words of lighter queries are neither corrected nor given relatives: the assistant makes no typos. */
const MIN_ENRICHED_WEIGHT = 0.1;
const PART_WEIGHT = 0.3;
const CORRECTED_WEIGHT = 0.9;
/** Mean nDCG@10 of seven knowledge bases +.0015; more would make a relative as good as the word. */
const FAMILY_WEIGHT = 0.15;
/**
 * The expected score of an unknown word, in IDFs of a word in one document; the IDF for no document would be
 * nearly twice that on a server with five entries, and cast doubt on every question there.
 */
const UNKNOWN_WEIGHT = 1.5;
/** The same for a word known only by its parts or a likely spelling. */
const HALF_KNOWN_WEIGHT = 1.2;
/** A pair counts little beside its two words, and only in the last message. */
const PAIR_WEIGHT = 0.2;

/** Looks up every word of the queries once, at its highest weight. */
export function planQuery(index: SearchIndex, queries: readonly WeightedQuery[]): QueryPlan {
  const planner = new Planner(index);
  const byWeight = queries.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  const runs = byWeight.map((query) => planner.plan(query));
  return {
    language: runs[0]?.language ?? index.languages[0] ?? 'en',
    words: runs.flatMap(({ added }) => added),
    asked: runs[0]?.added ?? [],
    pairs: weighPairs(index, runs[0]?.all ?? []),
  };
}

class Planner {
  readonly #index: SearchIndex;
  readonly #known = new Map<string, QueryWord>();
  readonly #hasGerman: boolean;
  readonly #parts: PartLookUp;
  /** Words that may still be corrected. */
  #corrections = MAX_CORRECTED_WORDS;

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#hasGerman = index.languages.includes('de');
    this.#parts = partsAmong(index.terms);
  }

  /** The words of a query in reading order, those that no earlier query had, and its language. */
  plan(query: WeightedQuery): { all: QueryWord[]; added: QueryWord[]; language: Language | null } {
    const text = words(query.text);
    const language = query.language === undefined ? guessLanguage(text) : query.language;
    const all: QueryWord[] = [];
    const added: QueryWord[] = [];
    for (const word of text) {
      let known = this.#known.get(word);
      if (!known) {
        if (added.length === MAX_WORDS) break;
        const mayEnrich = query.weight >= MIN_ENRICHED_WEIGHT && this.#corrections > 0;
        known = { ...this.#recall(word, language, mayEnrich), weight: query.weight };
        if (mayEnrich && known.slots.length === 0) this.#corrections -= 1;
        this.#known.set(word, known);
        added.push(known);
      }
      all.push(known);
    }
    return { all, added, language };
  }

  /** Questions share most of their words, so each word is resolved once while the index remembers it. */
  #recall(word: string, language: Language | null, mayEnrich: boolean): ResolvedWord {
    const { corrected, asWritten } = this.#index.resolved[language ?? 'any'];
    const resolved = mayEnrich ? corrected : asWritten;
    const known = resolved.get(word);
    if (known) return known;
    // A slice would keep its whole text in memory.
    const own = copyString(word);
    const found = this.#resolve(own, language ? [language] : this.#index.languages, mayEnrich);
    if (resolved.size >= MAX_RESOLVED) resolved.clear();
    resolved.set(own, found);
    return found;
  }

  /** @param languages of the question. */
  #resolve(word: string, languages: readonly Language[], mayEnrich: boolean): ResolvedWord {
    const isFunctionWord = (known: string) => languages.every((language) => isStopWord(known, language));
    const isStop = isFunctionWord(word);
    const stems = this.#stemsOf(word);
    const parts = isStop || !this.#hasGerman ? [] : splitCompound(unify(word), this.#parts);
    const terms = this.#lookUp(stems);
    if (terms.length > 0) {
      const whole = this.#makeSlot(terms, 1);
      const slots = [whole, ...parts.map((part) => this.#makeSlot([part], PART_WEIGHT))];
      const relatives = isStop || !mayEnrich ? [] : this.#findRelatives(stems, terms);
      return { slots, relatives, stems, isStopWord: isStop, expected: whole.weight, term: terms[0] ?? -1 };
    }
    const single = isGreeting(word) ? 0 : inverseFrequency(this.#index.size, 1);
    const unknown = { relatives: [], stems, isStopWord: isStop, expected: HALF_KNOWN_WEIGHT * single };
    if (parts.length > 0) {
      const slots = parts.map((part) => this.#makeSlot([part], 1));
      return { ...unknown, slots, term: parts[0] ?? -1 };
    }
    // A number similar to another one means nothing.
    const isMistyped = mayEnrich && !isStop && LETTER.test(word);
    const meant = isMistyped ? this.#correct(word, languages) : [];
    const meantStems = meant.flatMap((known) => this.#stemsOf(known));
    const corrected = this.#lookUp(meantStems);
    if (corrected.length === 0) return { ...unknown, slots: [], expected: UNKNOWN_WEIGHT * single, term: -1 };
    const slots = [this.#makeSlot(corrected, CORRECTED_WEIGHT)];
    const isStopWordMeant = meant.every(isFunctionWord);
    return { ...unknown, slots, stems: meantStems, isStopWord: isStopWordMeant, term: corrected[0] ?? -1 };
  }

  /** In the spelling of the languages of the question: with one of them in most cases. */
  #correct(word: string, languages: readonly Language[]): string[] {
    const spellings = new Set(languages.map((language) => spellingOf(word, language)));
    return [...spellings].flatMap((spelling) => correct(this.#index.typos, spelling));
  }

  /** Its terms in the server's languages, so that one question finds entries in each of them. */
  #lookUp(stems: readonly string[]): number[] {
    const found: number[] = [];
    for (const root of stems) {
      const term = this.#index.terms.numberOf(root);
      if (term >= 0 && !found.includes(term)) found.push(term);
    }
    return found;
  }

  #stemsOf(word: string): string[] {
    const stems: string[] = [];
    for (const language of this.#index.languages) {
      const root = stem(word, language);
      if (!stems.includes(root)) stems.push(root);
    }
    return stems;
  }

  #findRelatives(stems: readonly string[], own: readonly number[]): Slot[] {
    const family = new Set(stems.flatMap((root) => this.#index.terms.familyOf(root)));
    for (const term of own) family.delete(term);
    return family.size === 0 ? [] : [this.#makeSlot([...family], FAMILY_WEIGHT)];
  }

  #makeSlot(terms: readonly number[], weight: number): Slot {
    const { postings, size } = this.#index;
    const frequency = terms.reduce((sum, term) => sum + documentFrequency(postings, term), 0);
    return { terms, weight: weight * inverseFrequency(size, frequency) };
  }
}

function weighPairs(index: SearchIndex, text: readonly QueryWord[]): PairComparison {
  const pairs = new PairComparison();
  let first = -1;
  for (const { term: second } of text) {
    const frequency = first < 0 || second < 0 ? 0 : pairFrequency(index.pairs, first, second);
    if (frequency > 0) pairs.add(first, second, PAIR_WEIGHT * inverseFrequency(index.size, frequency));
    first = second;
  }
  return pairs;
}
