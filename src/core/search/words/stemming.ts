import { stemmer as stemDutch } from '@orama/stemmers/dutch';
import { stemmer as stemFrench } from '@orama/stemmers/french';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stemmer as stemItalian } from '@orama/stemmers/italian';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';
import { stemmer as stemSpanish } from '@orama/stemmers/spanish';
import { stemmer as stemTurkish } from '@orama/stemmers/turkish';
import { stem as stemEnglish } from 'porter2';
import type { Language } from '../../../domain/types.ts';
import { fold, unify } from './analyse.ts';

/** The endings that German Snowball removes; it leaves every other unified word alone, and takes 2 µs for that. */
const GERMAN_ENDING = /(?:e[mnr]?|ern|s|st|end|i[gk]|ung|lich|isch|[hk]eit)$/;
/** Endings of nouns, adjectives and verbs; at least three letters stay. No Snowball stemmer of Polish exists. */
const POLISH_ENDING =
  /(?<=...)(?:iami|ami|iach|ach|iego|ego|iemu|emu|owi|ymi|imi|ych|ich|iem|iom|ow|om|em|am|ym|im|ie|ej|ia|iu|io|[iaey]c|a|e|i|o|u|y)$/;
/** Endings of verbs that the Turkish stemmer, made for nouns, leaves. */
const TURKISH_VERB =
  /(?<=....)(?:[ae]bil)?(?:[iu]yor|[iu]r|[ae]r|m[ae]k|[ae]c[ae][kg]|[dt][iu]|m[iu]s)(?:[iu]m|s[iu]n|[iu]z|s[iu]n[iu]z|l[ae]r|k)?$/;
const SOFT: Readonly<Record<string, string>> = { b: 'p', d: 't', g: 'k' };

/**
 * The index term of a lower-case word. German is unified before stemming, because Snowball leaves
 * `schluessel` alone (and `Regeln` apart from `Regel`); English after it, because `issus` would no longer lose the
 * plural of `issues`. The others are folded first, so that a word without its accents has the same term.
 */
export function stem(word: string, language: Language): string {
  if (language === 'de') return stemSpelling(unify(word));
  return language === 'en' ? unify(stemEnglish(word)) : STEM_FOLDED[language](fold(word));
}

/** The index term of an already unified German word. */
export function stemSpelling(spelling: string): string {
  const root = GERMAN_ENDING.test(spelling) ? stemGerman(spelling) : spelling;
  return root.endsWith('eln') ? root.slice(0, -1) : root;
}

/** The one spelling of a word's spellings, in which typos are looked for. */
export function spellingOf(word: string, language: Language): string {
  return language === 'de' || language === 'en' ? unify(word) : fold(word);
}

/** For words without accents: where the stemmer needs one, it is put back. */
const STEM_FOLDED: Readonly<Record<Exclude<Language, 'de' | 'en'>, (folded: string) => string>> = {
  // `modifie` may be `modifié` as well, and both belong to `modifier`.
  fr: (folded) => fold(stemFrench(folded.replace(/(?<=...)ee?s?$/, 'er'))),
  es: (folded) => fold(stemSpanish(folded.replace(/cion$/, 'ción'))),
  it: (folded) => stemItalian(folded),
  pt: (folded) => fold(stemPortuguese(folded.replace(/(?:ao|oes)$/, 'ão').replace(/cão$/, 'ção'))),
  nl: (folded) => stemDutch(folded),
  pl: (folded) => folded.replace(/rze$/, 're').replace(POLISH_ENDING, ''),
  tr: stemTurkishWord,
};

function stemTurkishWord(folded: string): string {
  let root = fold(stemTurkish(folded));
  for (let before = ''; before !== root; ) {
    before = root;
    root = root.replace(TURKISH_VERB, '');
  }
  // `etkinliği` is `etkinlik`, `rütbesi` is `rütbe`: the stemmer needs the accents for that.
  return root
    .replace(/(?<=..[aeiou])s$/, '')
    .replace(/(?<=..)[aeiou]$/, '')
    .replace(/[bdg]$/, (last) => SOFT[last] ?? last);
}
