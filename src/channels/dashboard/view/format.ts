import type { Language } from '../../../domain/types.ts';

/** Numbers and times as readers of a language write them. */

const LOCALES: Record<Language, string> = { de: 'de-DE', en: 'en-GB' };

export function formatNumber(value: number, language: Language, digits = 0): string {
  return value.toLocaleString(LOCALES[language], { maximumFractionDigits: digits });
}

/** @param percent 0 to 100; two decimals at most. */
export function formatPercent(percent: number, language: Language): string {
  return language === 'de'
    ? `${formatNumber(percent, language, 2)} %`
    : `${formatNumber(percent, language, 2)}%`;
}

export function formatMoney(cents: number, currency: string, language: Language): string {
  return (cents / 100).toLocaleString(LOCALES[language], { style: 'currency', currency });
}

export function formatDateTime(at: Date, language: Language, zone: string): string {
  return at.toLocaleString(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
}

export function formatDate(at: Date, language: Language, zone: string): string {
  return at.toLocaleDateString(LOCALES[language], { dateStyle: 'medium', timeZone: zone });
}
