import type { Language } from '../../../domain/types.ts';
import { LANGUAGES } from '../../../domain/types.ts';
import { toLanguageText } from '../../reading/language.ts';
import { loadModels } from '../../reading/weights.ts';
import { fold, words } from '../../search/words/analyse.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { lexiconOf, rootOf } from './lexicon.ts';

/** Endings differ by case and number. */
const BEGINNING = 5;
const LEAST_LETTERS = 3;
const NAME = /[\p{L}\p{N}]+(?:[-.&][\p{L}\p{N}]+)*/gu;
const CAPITAL = /^\p{Lu}/u;
/** A capital there may be that of a sentence. */
const BEGINS = /(?:^|[.!?:…]["'”’»)*_]*\s+|^\s*(?:[-*•]|\d{1,2}[.)])\s+)["'“„«(*_¿¡]*$/u;
/** German writes nouns with a capital; the reader of languages knows common ones. */
const LEAST_GERMAN = -0.9;

/** Capitalised words within a sentence that are no common words. */
export function namesIn(sentence: string): string[] {
  return [...sentence.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    if (!CAPITAL.test(name) || name.length < LEAST_LETTERS || BEGINS.test(sentence.slice(0, index)))
      return [];
    return [name];
  });
}

/** @param known lower-case words of each text that may hold it */
export function isKnownName(
  name: string,
  language: Language,
  known: readonly ReadonlySet<string>[],
): boolean {
  return words(name).every((part) => isHeld(part, known) || isCommon(part, language));
}

function isHeld(part: string, known: readonly ReadonlySet<string>[]): boolean {
  if (known.some((held) => held.has(part))) return true;
  const beginning = fold(part).slice(0, BEGINNING);
  return known.some((held) => [...held].some((word) => fold(word).startsWith(beginning)));
}

function isCommon(part: string, language: Language): boolean {
  const { days, months, units } = lexiconOf(language);
  const root = rootOf(part, language);
  if (isStopWord(part, language) || days.has(root) || months.has(root) || units.has(root)) return true;
  if (language !== 'de') return false;
  const scores = loadModels().languages.readWhole(toLanguageText([part]));
  return (scores[LANGUAGES.indexOf('de')] ?? 0) > LEAST_GERMAN;
}
