import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stopwords as englishStopWords } from '@orama/stopwords/english';
import { stopwords as germanStopWords } from '@orama/stopwords/german';
import { stem as stemEnglish } from 'porter2';
import type { Language } from '../../domain/types.ts';

/** Longer runs of letters are not words; everything after this many UTF-16 units is ignored. */
const MAX_WORD_LENGTH = 64;
const WORD = /[\p{L}\p{N}]+/gu;
/** Most words hold none of these, and seven replacements of nothing are half the cost of an index. */
const TO_UNIFY = /[äöüß]|[aou]e/;

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
  de: new Set([...germanStopWords, MORE_GERMAN, GREETINGS].flatMap(words).flatMap(spellingsOf)),
  en: new Set([...englishStopWords, MORE_ENGLISH, GREETINGS].flatMap(words)),
};

const greetings: ReadonlySet<string> = new Set(words(GREETINGS));

/** A text as its words are compared: NFC, lower case. */
export function normalise(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Words of a text in reading order, at most 64 UTF-16 units each. */
export function words(text: string): string[] {
  const found = normalise(text).match(WORD) ?? [];
  return found.map((word) => (word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH) : word));
}

/** A word with umlauts, with them spelled out, and unified: one look-up then knows it in any spelling. */
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
  if (language === 'en') return unify(stemEnglish(word));
  return stemSpelling(unify(word));
}

/** The index term of a German word that is unified already. */
export function stemSpelling(spelling: string): string {
  const root = stemGerman(spelling);
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
