import { html as hono, raw } from 'hono/html';
import { toSafeHtml } from '../../../core/answering/response/safe-html.ts';
import type { InterfaceLanguage } from '../../../domain/types.ts';

/** Markup that is safe to send: made by `html`, which escapes every value put into it. */
export type Html = Awaited<ReturnType<typeof hono>>;

type Value = string | number | boolean | null | undefined | Html | readonly Value[];

/** A template whose values are escaped; false, null and undefined leave nothing. Attributes stand in double quotes. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  // Synchronous for synchronous values; a promise among them is ruled out by the type.
  return hono(strings, ...values) as Html;
}

export { raw };

export const NOTHING: Html = raw('');

const LOCALES: Record<InterfaceLanguage, string> = { de: 'de-DE', en: 'en-GB' };

export function formatNumber(value: number, language: InterfaceLanguage, digits = 0): string {
  return numbers(language, { maximumFractionDigits: digits }).format(value);
}

/** A difference with its sign, none for 0. */
export function formatChange(value: number, language: InterfaceLanguage): string {
  return numbers(language, { signDisplay: 'exceptZero' }).format(value);
}

/** @param percent 0 to 100; two decimals at most. */
export function formatPercent(percent: number, language: InterfaceLanguage): string {
  return `${formatNumber(percent, language, 2)}${language === 'de' ? ' %' : '%'}`;
}

export function formatMoney(cents: number, currency: string, language: InterfaceLanguage): string {
  return numbers(language, { style: 'currency', currency }).format(cents / 100);
}

export function formatDateTime(at: Date, language: InterfaceLanguage, zone: string): string {
  return formatParts(at, language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
}

export function formatDate(at: Date, language: InterfaceLanguage, zone: string): string {
  return formatParts(at, language, { dateStyle: 'medium', timeZone: zone });
}

export function formatParts(
  at: Date,
  language: InterfaceLanguage,
  parts: Intl.DateTimeFormatOptions,
): string {
  return dates(language, parts).format(at);
}

const UNITS_MS = { day: 86_400_000, hour: 3_600_000, minute: 60_000 } as const;
const MOST_DAYS = 7;

/** A span of time from now, below zero for the past; null from a week on. */
export function formatRelative(ms: number, language: InterfaceLanguage): string | null {
  if (Math.abs(ms) >= MOST_DAYS * UNITS_MS.day) return null;
  for (const [unit, length] of Object.entries(UNITS_MS))
    if (Math.abs(ms) >= length)
      return spans(language, {}).format(Math.trunc(ms / length), unit as keyof typeof UNITS_MS);
  return spans(language, { numeric: 'auto' }).format(0, 'second');
}

/** Kept by what they are made of: to make one takes 50 us, and a page of tables has 500 numbers and dates. */
function keep<Options, Format>(make: (locale: string, options: Options) => Format) {
  const made = new Map<string, Format>();
  return (language: InterfaceLanguage, options: Options): Format => {
    const key = `${language} ${JSON.stringify(options)}`;
    const format = made.get(key) ?? make(LOCALES[language], options);
    made.set(key, format);
    return format;
  };
}

const numbers = keep((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const dates = keep((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
const spans = keep(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/** An answer as members see it. */
export function renderMarkdown(text: string): Html {
  return raw(toSafeHtml(text));
}
