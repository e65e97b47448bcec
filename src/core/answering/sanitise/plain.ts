import { MAY_HOLD_ADDRESS } from './addresses.ts';

/** The signs of Markdown, HTML, entities and mentions, and characters that may be invisible. */
const MARK =
  /[^\t\n -%'-;=>?A-Z^_a-z{|}\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u202F-\u205F\u2070-\u2FFF\u{1F300}-\u{1FAFF}]/u;

/**
 * Whether a text has nothing but blanks for a pass to act on: no marks, no address. Blanks that go never join
 * words, so what is left is as plain, and one pass over the blanks is all it takes.
 */
export function isPlain(text: string): boolean {
  return !MARK.test(text) && !MAY_HOLD_ADDRESS.test(text);
}
