import type { InterfaceLanguage } from '../src/domain/types.ts';
import type { Texts } from '../src/domain/words.ts';

export type { Texts } from '../src/domain/words.ts';

/** What somebody reads: one text for all, or one a language; a list is a text of several lines. */
export type Wording = string | Texts | readonly WordingPart[];

/** A part of a text; what is empty is left out. */
type WordingPart = Wording | null | false | undefined;

/** A wording in one language. */
export function toText(wording: WordingPart, language: InterfaceLanguage): string {
  if (!wording) return '';
  if (typeof wording === 'string') return wording;
  return 'de' in wording ? wording[language] : toTexts(wording, language).join('\n');
}

/** Parts in one language, without those that are empty. */
export function toTexts(parts: readonly WordingPart[], language: InterfaceLanguage): string[] {
  return parts.map((part) => toText(part, language)).filter(Boolean);
}

/** What is written for each language. */
export function inEach(write: (language: InterfaceLanguage) => string): Texts {
  return { de: write('de'), en: write('en') };
}

/** `1 day` or `30 days`; the German form does not fit after a dative. */
export function inDays(count: number): Texts {
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
  return inEach((language) => count.toLocaleString(language, unit));
}

/** Parts one after the other in every language. */
export function joined(separator: string, parts: readonly WordingPart[]): Texts {
  return inEach((language) => toTexts(parts, language).join(separator));
}

/** A template whose values stand in it in every language: both`✅ ${TEXTS.saved}` */
export function both(raw: TemplateStringsArray, ...values: readonly (WordingPart | number)[]): Texts {
  const fill = (value: WordingPart | number, language: InterfaceLanguage) =>
    typeof value === 'number' ? value : toText(value, language);
  return inEach((language) => String.raw({ raw }, ...values.map((value) => fill(value, language))));
}
