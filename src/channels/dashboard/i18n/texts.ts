import type { Language } from '../../../domain/types.ts';

type Text = string | ((...facts: never[]) => string);

/** The same keys in every language: a key that one lacks is a type error. */
export function defineTexts<Texts extends Record<string, Text>>(
  en: Texts,
  de: { [Key in keyof Texts]: Texts[Key] extends string ? string : Texts[Key] },
): Record<Language, { [Key in keyof Texts]: Texts[Key] extends string ? string : Texts[Key] }> {
  return { en: en as never, de };
}
