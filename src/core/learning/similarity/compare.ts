import { digitsOf, toLine } from '../../../domain/text.ts';
import { normalise, words } from '../../search/words/analyse.ts';
import { stem, stemSpelling } from '../../search/words/stemming.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { APOSTROPHE, EVENTS, FILLERS, findStance, isCompatible, type Stance } from './stance.ts';

/** The beginning of a ticket says what it is about; a log, a quotation or a second question follows. */
const MAX_CHARACTERS = 2_000;
const MAX_TERMS = 40;
/** `Can you tell me how …` says less about a question than what follows. */
const FILLER_WEIGHT = 0.3;

/**
 * The share that must agree; at .5 the precision on public intents is the same .97, but Linux and Windows become one.
 */
export const MIN_SCORE = 0.58;
/** One word in common is a topic, not a question: then the function words must agree too. */
const MIN_MATCHED = 1.5;
const MIN_SCORE_OF_ONE_WORD = 0.72;
const FUNCTION_WORD_WEIGHT = 0.12;
/** A word in one question makes it more exact; with one in each they ask about two things. */
const EXCHANGE_PENALTY = 1;

export interface TextFeatures {
  /** Equal for texts that differ in nothing but case, spaces and punctuation. */
  key: string;
  /** Content words by root, each once, with their weights; at most 40. */
  terms: ReadonlyMap<string, number>;
  /** The sum of all terms. */
  weight: number;
  functionWords: ReadonlySet<string>;
  numbers: string;
  stance: Stance;
}

/** Reads the first 2,000 characters, in 5 µs for a usual question and half a millisecond at most. */
export function readText(text: string): TextFeatures {
  const beginning = text.slice(0, MAX_CHARACTERS);
  const all = words(beginning.replace(APOSTROPHE, ''));
  const terms = new Map<string, number>();
  const functionWords = new Set<string>();
  for (const word of all) {
    if (isFunctionWord(word)) {
      if (functionWords.size < MAX_TERMS) functionWords.add(word);
      // One root for both languages: a short question does not tell which it is in.
    } else if (terms.size < MAX_TERMS)
      terms.set(stemSpelling(stem(word, 'en')), FILLERS.has(word) ? FILLER_WEIGHT : 1);
  }
  return {
    key: all.length > 0 ? all.join(' ') : toLine(normalise(beginning)),
    terms,
    weight: terms.values().reduce((sum, weight) => sum + weight, 0),
    functionWords,
    numbers: [...new Set(all.filter((word) => digitsOf(word) !== ''))].sort().join(' '),
    stance: findStance(all),
  };
}

/** A single letter is one too: `a` is in neither list. */
function isFunctionWord(word: string): boolean {
  if (word.length === 1 && digitsOf(word) === '') return true;
  return (isStopWord(word, 'de') || isStopWord(word, 'en')) && !EVENTS.has(word);
}

/** How similar two questions are, 0 to 1; 0 when they do not ask the same. */
export function compare(one: TextFeatures, other: TextFeatures): number {
  if (one.key === other.key) return 1;
  if (one.numbers !== other.numbers || !isCompatible(one.stance, other.stance)) return 0;
  const matched = matchTerms(one, other);
  if (matched === 0) return 0;
  const shared = FUNCTION_WORD_WEIGHT * one.functionWords.intersection(other.functionWords).size;
  const score = scoreOf(matched + shared, totalOf(one), totalOf(other));
  return score >= (matched < MIN_MATCHED ? MIN_SCORE_OF_ONE_WORD : MIN_SCORE) ? score : 0;
}

/** The most that `compare` can give for terms that match so much; function words are taken as agreeing. */
export function highestScore(matched: number, one: TextFeatures, other: TextFeatures): number {
  const shared = FUNCTION_WORD_WEIGHT * Math.min(one.functionWords.size, other.functionWords.size);
  return scoreOf(matched + shared, totalOf(one), totalOf(other));
}

function totalOf({ weight, functionWords }: TextFeatures): number {
  return weight + FUNCTION_WORD_WEIGHT * functionWords.size;
}

function scoreOf(matched: number, one: number, other: number): number {
  const [less, more] = one < other ? [one - matched, other - matched] : [other - matched, one - matched];
  return matched / (matched + (less + more) / 2 + EXCHANGE_PENALTY * Math.max(0, less));
}

/** The weight of the common terms; a term of one side may stand for a relative of it. */
function matchTerms(one: TextFeatures, other: TextFeatures): number {
  let matched = 0;
  const rest: [string, number][] = [];
  for (const [root, weight] of one.terms) {
    const common = other.terms.get(root);
    if (common !== undefined) matched += Math.min(weight, common);
    else rest.push([root, weight]);
  }
  if (rest.length === 0) return matched;
  const open = new Map([...other.terms].filter(([root]) => !one.terms.has(root)));
  for (const [root, weight] of rest) {
    const [best, credit] = findRelative(root, open);
    if (best === null) continue;
    matched += credit * Math.min(weight, open.get(best) ?? 0);
    open.delete(best);
  }
  return matched;
}

function findRelative(root: string, among: ReadonlyMap<string, number>): [string | null, number] {
  let best: [string | null, number] = [null, 0];
  for (const other of among.keys()) {
    const credit = similarityOf(root, other);
    if (credit > best[1]) best = [other, credit];
  }
  return best;
}

/** Shorter roots differ by a letter and mean something else. */
const MIN_TYPO_LETTERS = 5;
/** `anmelden` and `abmelden`, `enable` and `unable`: the beginning is where opposites differ. */
const SAME_LETTERS = 3;
/** Parts of a compound that are shorter are endings or prefixes: `entsperren`, `deaktivieren`. */
const MIN_PART_LETTERS = 4;
const TYPO_CREDIT = 0.9;
const COMPOUND_CREDIT = 0.6;

/** How far two roots mean the same: one has a typo, or is a compound that begins or ends with the other. */
export function similarityOf(one: string, other: string): number {
  if (isTypoOf(one, other)) return TYPO_CREDIT;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const hasParts = short.length >= MIN_PART_LETTERS && long.length - short.length >= MIN_PART_LETTERS;
  return hasParts && (long.startsWith(short) || long.endsWith(short)) ? COMPOUND_CREDIT : 0;
}

/** Whether one letter is missing, too much, another one or in its neighbour's place. */
function isTypoOf(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < MIN_TYPO_LETTERS || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  if (start < SAME_LETTERS) return false;
  if (one.length > other.length) return one.slice(start + 1) === other.slice(start);
  if (one.length < other.length) return one.slice(start) === other.slice(start + 1);
  const isSwap = one[start] === other[start + 1] && one[start + 1] === other[start];
  const hasSameRest = (skipped: number) => one.slice(start + skipped) === other.slice(start + skipped);
  return hasSameRest(1) || (isSwap && hasSameRest(2));
}
