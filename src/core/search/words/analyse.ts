import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stopwords as englishStopWords } from '@orama/stopwords/english';
import { stopwords as germanStopWords } from '@orama/stopwords/german';
import { stem as stemEnglish } from 'porter2';
import type { Language } from '../../../domain/types.ts';

/** Longer runs of letters are not words; everything after this many UTF-16 units is ignored. */
const MAX_WORD_LENGTH = 64;
const WORD = /[\p{L}\p{N}]+/gu;
/** Every unit below is the same in NFC: 20,000 German texts are normalised in 7 ms instead of 21. */
const MAY_COMPOSE = /[\u0300-\uffff]/;
/** Most words contain none of these, and a replacement without a match costs three times as much. */
const TO_UNIFY = /[äöüß]|[aou]e/;
const SPELLED_OUT = /[äöüß]|(?<![aeqä])ue|ae|oe/g;
const UNIFIED: Readonly<Record<string, string>> = {
  ...{ ä: 'a', ö: 'o', ü: 'u', ß: 'ss' },
  ...{ ae: 'a', oe: 'o', ue: 'u' },
};
/** The endings that German Snowball removes; it leaves every other unified word alone, and takes 2 µs for that. */
const GERMAN_ENDING = /(?:e[mnr]?|ern|s|st|end|i[gk]|ung|lich|isch|[hk]eit)$/;

/** Closed classes and greetings that the lists lack; German had no `wer`, `wann`, `warum`. */
const MORE_GERMAN = `wer wen wem wessen wann warum wieso weshalb wohin woher wozu wofür woran worauf woraus worin
  worum worüber wovon womit wodurch wobei wonach wogegen her beim ans seit wegen trotz falls obwohl bevor nachdem
  sowie darf dürfen dürft möchte möchten müssen müsst sollen sollt mag gibt geht gehts jemand jemanden jemandem
  niemand mal eben halt schon eigentlich etwa bereits immer nie oft ganz gar mehr viele ja nein`;
const MORE_ENGLISH = `a whose anyone anybody someone somebody also just really actually still yet onto via per get
  got im much many ive dont doesnt cant whats hows`;
/** Polite words say nothing about the topic. */
const GREETINGS = `hallo hi hey hello moin servus bitte danke please thanks thank`;
const stopWords: Record<Language, ReadonlySet<string>> = {
  de: new Set([...germanStopWords, MORE_GERMAN, GREETINGS].flatMap(words).flatMap(spellingsOf)),
  en: new Set([...englishStopWords, MORE_ENGLISH, GREETINGS].flatMap(words)),
};

const greetings: ReadonlySet<string> = new Set(words(GREETINGS));

/** A text in the form in which words are compared: NFC, lower case. */
export function normalise(text: string): string {
  return (MAY_COMPOSE.test(text) ? text.normalize('NFC') : text).toLowerCase();
}

/** Words of a text in reading order, at most 64 UTF-16 units each. */
export function words(text: string): string[] {
  const found = normalise(text).match(WORD) ?? [];
  return found.map((word) => (word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH) : word));
}

/** A word with umlauts, with them spelled out, and unified: one look-up then finds it in any spelling. */
function spellingsOf(word: string): string[] {
  const spelledOut = word
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss');
  return [word, spelledOut, unify(word)];
}

/** One spelling for `Schlüssel`, `Schluessel` and `Schlussel`; `neue`, `Bauer`, `Quelle` keep their `ue`. */
export function unify(word: string): string {
  if (!TO_UNIFY.test(word)) return word;
  return word.replace(SPELLED_OUT, (found) => UNIFIED[found] ?? found);
}

/**
 * The index term of a lower-case word. German is unified before stemming, because Snowball leaves
 * `schluessel` alone (and `Regeln` apart from `Regel`); English after it, because `issus` would no longer lose the plural of `issues`.
 */
export function stem(word: string, language: Language): string {
  if (language === 'en') return unify(stemEnglish(word));
  return stemSpelling(unify(word));
}

/** The index term of an already unified German word. */
export function stemSpelling(spelling: string): string {
  const root = GERMAN_ENDING.test(spelling) ? stemGerman(spelling) : spelling;
  return root.endsWith('eln') ? root.slice(0, -1) : root;
}

/** Whether a unified German word is a function word. */
export function isStopSpelling(spelling: string): boolean {
  return stopWords.de.has(spelling);
}

/** Whether a lower-case word is a function word (`wie`, `the`) of the language. */
export function isStopWord(word: string, language: Language): boolean {
  return stopWords[language].has(word);
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
