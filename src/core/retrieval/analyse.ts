import { stopwords as englishStopWords } from '@orama/stopwords/english';
import { stopwords as germanStopWords } from '@orama/stopwords/german';
import { newStemmer } from 'snowball-stemmers';
import type { Language } from '../../domain/types.ts';

/** Longer runs of letters are not words; everything after this many UTF-16 units is ignored. */
const MAX_WORD_LENGTH = 64;
const WORD = /[\p{L}\p{N}]+/gu;

const stemmers = { de: newStemmer('german'), en: newStemmer('english') };
/** Closed classes and greetings that the lists lack; German had no `wer`, `wann`, `warum`. */
const MORE_GERMAN = `wer wen wem wessen wann warum wieso weshalb wohin woher wozu wofür woran worauf woraus worin
  worum worüber wovon womit wodurch wobei wonach wogegen her beim ans seit wegen trotz falls obwohl bevor nachdem
  sowie darf dürfen dürft möchte möchten müssen müsst sollen sollt mag gibt geht gehts jemand jemanden jemandem
  niemand mal eben halt schon eigentlich etwa bereits immer nie oft ganz gar mehr viele ja nein`;
const MORE_ENGLISH = `whose anyone anybody someone somebody also just really actually still yet onto via per get
  got im much many ive dont doesnt cant whats hows`;
/** Politeness says nothing about the topic. */
const GREETINGS = `hallo hi hey hello moin servus bitte danke please thanks thank`;
const stopWords: Record<Language, ReadonlySet<string>> = {
  de: new Set([...germanStopWords, MORE_GERMAN, GREETINGS].flatMap(words).map(unify)),
  en: new Set([...englishStopWords, MORE_ENGLISH, GREETINGS].flatMap(words)),
};

const greetings: ReadonlySet<string> = new Set(words(GREETINGS));

/** Words of a text in reading order: NFC, lower case, at most 64 UTF-16 units each. */
export function words(text: string): string[] {
  const found = text.normalize('NFC').toLowerCase().match(WORD) ?? [];
  return found.map((word) => (word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH) : word));
}

/** One spelling for `Schlüssel`, `Schluessel` and `Schlussel`; `neue`, `Bauer`, `Quelle` keep their `ue`. */
export function unify(word: string): string {
  return word
    .replaceAll('ä', 'a')
    .replaceAll('ö', 'o')
    .replaceAll('ü', 'u')
    .replaceAll('ß', 'ss')
    .replace(/(?<![aeq])ue/g, 'u')
    .replaceAll('ae', 'a')
    .replaceAll('oe', 'o');
}

/**
 * The index term of a lower-case word. German is unified before stemming, because Snowball leaves
 * `schluessel` alone (and `Regeln` apart from `Regel`); English after it, because `issus` would no longer lose the plural of `issues`.
 */
export function stem(word: string, language: Language): string {
  if (language === 'en') return unify(stemmers.en.stem(word));
  return stemmers.de.stem(unify(word)).replace(/eln$/, 'el');
}

/** Whether a lower-case word is a function word (`wie`, `the`) of the language. */
export function isStopWord(word: string, language: Language): boolean {
  return stopWords[language].has(language === 'de' ? unify(word) : word);
}

/** Whether a lower-case word is a greeting or thanks, in either language. */
export function isGreeting(word: string): boolean {
  return greetings.has(word);
}

/** The language whose function words are more frequent, or null when neither is. */
export function guessLanguage(text: readonly string[]): Language | null {
  let balance = 0;
  for (const word of text) {
    balance += Number(isStopWord(word, 'de')) - Number(isStopWord(word, 'en'));
  }
  if (balance === 0) return null;
  return balance > 0 ? 'de' : 'en';
}
