import { html as hono, raw } from 'hono/html';
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import type { InterfaceLanguage } from '../../../domain/types.ts';

/** Markup that is safe to send: made by `html`, which escapes every value put into it. */
export type Html = Awaited<ReturnType<typeof hono>>;

type Value = string | number | boolean | null | undefined | Html | readonly Value[];

/** A template whose values are escaped; false, null and undefined leave nothing. Attributes stand in double quotes. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  // Synchronous for synchronous values; a promise among them is ruled out by the type.
  return hono(strings, ...values) as Html;
}

export const NOTHING: Html = raw('');

/** Numbers and times as readers of a language write them. */

const LOCALES: Record<InterfaceLanguage, string> = { de: 'de-DE', en: 'en-GB' };

export function formatNumber(value: number, language: InterfaceLanguage, digits = 0): string {
  return value.toLocaleString(LOCALES[language], { maximumFractionDigits: digits });
}

/** @param percent 0 to 100; two decimals at most. */
export function formatPercent(percent: number, language: InterfaceLanguage): string {
  return `${formatNumber(percent, language, 2)}${language === 'de' ? ' %' : '%'}`;
}

export function formatMoney(cents: number, currency: string, language: InterfaceLanguage): string {
  return (cents / 100).toLocaleString(LOCALES[language], { style: 'currency', currency });
}

export function formatDateTime(at: Date, language: InterfaceLanguage, zone: string): string {
  return at.toLocaleString(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
}

export function formatDate(at: Date, language: InterfaceLanguage, zone: string): string {
  return at.toLocaleDateString(LOCALES[language], { dateStyle: 'medium', timeZone: zone });
}

/** What simple Markdown can make; everything else, images and HTML above all, stays text or goes. */
const ALLOWED = {
  allowedTags: ['p', 'br', 'strong', 'em', 'del', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a', 'hr'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }) },
};

/** An answer as members see it. Its text is anybody's, so it is cleaned after it is rendered. */
export function renderMarkdown(text: string): Html {
  const markup = marked.parse(text, { async: false, gfm: true, breaks: true });
  return raw(sanitizeHtml(markup, ALLOWED));
}
