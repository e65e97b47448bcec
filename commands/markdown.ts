import { truncate } from '../src/domain/text.ts';

/** Addresses stay as they are: inside one nothing is markup, and a backslash would break it. */
const ADDRESS = /(https?:\/\/[^\s<>]+)/i;
const MARKUP = /[\\*_~`|[\]<]/g;
/** A heading, a quote, a list or small print. */
const LINE_START = /^([^\S\n]*)([#>+-])/gm;
const NUMBERED = /^([^\S\n]*\d+)\./gm;

/** Text that people wrote, shown as they typed it: no markup, no mention, no hidden link. */
export function escapeMarkdown(text: string): string {
  return text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(MARKUP, '\\$&')))
    .join('')
    .replace(LINE_START, '$1\\$2')
    .replace(NUMBERED, '$1\\.');
}

/** At most `limit` UTF-16 units, with … at the end where something is left out. */
export function shorten(text: string, limit: number): string {
  return truncate(text, limit);
}

/** Escaped text of at most `limit` UTF-16 units, with … where something is left out. */
export function escapeWithin(text: string, limit: number): string {
  let [fits, ends] = [0, Math.min(text.length, limit)];
  while (fits < ends) {
    const middle = Math.ceil((fits + ends) / 2);
    if (escapeMarkdown(shorten(text, middle)).length <= limit) fits = middle;
    else ends = middle - 1;
  }
  return escapeMarkdown(shorten(text, fits));
}

/** The beginning of a text in one line, escaped. */
export function toLine(text: string, limit: number): string {
  return escapeWithin(text.replace(/\s+/g, ' ').trim(), limit);
}
