import { distance } from 'fastest-levenshtein';
import type { Language } from '../../../domain/types.ts';
import { LANGUAGES } from '../../../domain/types.ts';
import { toLanguageText } from '../../reading/language.ts';
import { loadModels } from '../../reading/weights.ts';
import { fold, words } from '../../search/words/analyse.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { findDay, lexiconOf, rootOf } from './lexicon.ts';

/** Endings differ by case and number. */
const [LONGEST_BEGINNING, SHORTEST_BEGINNING, ENDING] = [5, 3, 2];
const LEAST_LETTERS = 3;
const NAME = /[\p{L}\p{N}]+(?:[-.&][\p{L}\p{N}]+)*/gu;
const NUMBERED = /(\p{Lu}[\p{L}-]{2,})[ \u00a0](\d{1,4}\p{L}?)(?![\p{L}\d])/gu;
const CAPITAL = /^\p{Lu}/u;
/** A capital there may be that of a sentence. */
/** `DMs`, `BLIK-iem`. */
const ENDING_OF_CAPITALS = /(?<=^\p{Lu}{2,})-?\p{Ll}{1,3}$/u;
const BEGINS = /(?:^|[.!?:…]["'”’»)*_]*\s+|^\s*(?:[-*•]|\d{1,2}[.)])\s+)["'“„«(*_¿¡]*$/u;
/** German writes nouns with a capital; the reader of languages knows common ones. */
const LEAST_GERMAN = -3.5;
/** A name in another language is nearly the same (`Nuremberg`, `Nürnberg`): letters that differ, of those it has. */
const OTHER_LETTERS = 0.4;

/** Capitalised words within a sentence that are no common words. */
export function namesIn(sentence: string): string[] {
  return [...sentence.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    if (!CAPITAL.test(name) || name.length < LEAST_LETTERS || BEGINS.test(sentence.slice(0, index)))
      return [];
    return [name];
  });
}

/** Names before a number that stands in the texts behind other names alone: `Mill Lane 17` for `Hill Lane 17`. */
export function renumberedIn(sentence: string, sources: NameSources): string[] {
  return [...sentence.matchAll(NUMBERED)].flatMap(({ index, 1: name = '', 2: number }) => {
    if (BEGINS.test(sentence.slice(0, index)) || sources.texts.some((text) => text.includes(name))) return [];
    const known = sources.texts.flatMap((text) => [...text.matchAll(NUMBERED)]);
    const others = known.flatMap(([, other = '', ofOther]) => (ofOther === number ? [other] : []));
    return others.length > 0 && !others.some((other) => isFormOf(name, other)) ? [name] : [];
  });
}

/** `Garbarską`, `Garbarskiej`. */
function isFormOf(name: string, other: string): boolean {
  const [one, two] = [fold(name.toLowerCase()), fold(other.toLowerCase())];
  return one.startsWith(two.slice(0, Math.min(one.length, two.length) - ENDING));
}

/** Where a name may stand, in whatever case and with other endings. */
export interface NameSources {
  texts: readonly string[];
  /** The same, in lower case without accents. */
  folded: readonly string[];
  /** Those in another language than the answer, which may write it otherwise. */
  foreign: readonly string[];
}

export function isKnownName(written: string, language: Language, sources: NameSources): boolean {
  const name = written.replace(ENDING_OF_CAPITALS, '');
  if (sources.texts.some((text) => text.includes(name))) return true;
  return words(name).every((part) => isHeld(part, sources) || isCommon(part, language));
}

function isHeld(part: string, { folded: texts, foreign }: NameSources): boolean {
  const folded = fold(part);
  const length = Math.max(SHORTEST_BEGINNING, Math.min(LONGEST_BEGINNING, folded.length - ENDING));
  const beginning = folded.slice(0, length);
  if (texts.some((text) => text.includes(beginning))) return true;
  return foreign.some((text) =>
    [...text.matchAll(NAME)].some(([name]) => isNear(folded, fold(name.toLowerCase()))),
  );
}

function isNear(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length);
  return one[0] === other[0] && distance(one, other) <= longest * OTHER_LETTERS;
}

function isCommon(part: string, language: Language): boolean {
  const { months, units } = lexiconOf(language);
  const root = rootOf(part, language);
  if (
    isStopWord(part, language) ||
    findDay(part, language) !== undefined ||
    months.has(root) ||
    units.has(root)
  )
    return true;
  if (language !== 'de') return false;
  const scores = loadModels().languages.readWhole(toLanguageText([part]));
  return (scores[LANGUAGES.indexOf('de')] ?? 0) > LEAST_GERMAN;
}
