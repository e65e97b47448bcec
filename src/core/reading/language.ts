import { LANGUAGES, type Language } from '../../domain/types.ts';
import type { Sentences } from './linear-model.ts';
import { loadModels } from './weights.ts';

/** Log odds from which a language is told at all: by one word, which may be a name, by two, and by more. */
const LEAST = [0.3, 0, -1];
/** Its lead over the next one from which it is told, and from which it is clear. */
const [LEAST_LEAD, CLEAR_LEAD] = [0.5, 1.5];
/** A word of a language that is told apart here, and no number. */
const WORD = /^[\p{Script=Latin}\p{M}]+$/u;
/** So many words show a language, and so many of a text are trained on. */
const [TELLING_WORDS, TRAINED_WORDS] = [30, 200];

/** Lower-case words with their accents, which tell languages apart. */
export function toLanguageText(words: readonly string[]): Sentences {
  return [words.slice(0, TRAINED_WORDS)];
}

/** The language of lower-case words; null where too little tells. */
export function guessLanguage(words: readonly string[]): Language | null {
  return tellLanguage(words).language;
}

/** The same, and whether no other one comes near. */
export function tellLanguage(words: readonly string[]): { language: Language | null; isClear: boolean } {
  // A word that comes again and again, as in code, tells no more than once.
  const telling = [...new Set(words.filter((word) => WORD.test(word)))];
  if (telling.length === 0) return { language: null, isClear: false };
  const scores = loadModels().languages.readWhole(toLanguageText(telling.slice(0, TELLING_WORDS)));
  const [first = 0, second = 0] = scores.toSorted((one, other) => other - one);
  if (first < (LEAST[Math.min(telling.length, LEAST.length) - 1] ?? 0) || first - second < LEAST_LEAD)
    return { language: null, isClear: false };
  return { language: LANGUAGES[scores.indexOf(first)] ?? null, isClear: first - second >= CLEAR_LEAD };
}
