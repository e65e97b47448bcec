import { digitsOf } from '../text.ts';
import type { FoundSpan } from './found.ts';
import { PASSWORD_IS, PASSWORD_PARTS, PASSWORD_STEMS, PASSWORD_WORDS } from './words.ts';

/** The long names of a password also within a word (`WLAN-Passwort`), the others alone. */
const LABEL =
  `(?:${PASSWORD_PARTS.join('|')})\\p{L}{0,4}|` +
  `(?<![\\p{L}\\p{N}])(?:${PASSWORD_WORDS.join('|')}|(?:${PASSWORD_STEMS.join('|')})\\p{L}{0,4})`;
const MARKS = '["\'`*_]{0,3}';
const HAS_LABEL = new RegExp(LABEL, 'iu');
const PASSWORD = new RegExp(
  `((?:${LABEL})((?:[ \\t]+\\(?[\\p{L}'’]+\\)?){0,4}?)${MARKS}[ \\t]*` +
    `(?:([:=])[*_]{0,2}[ \\t]*|[ \\t](?:${PASSWORD_IS.join('|')})[ \\t]+(?::[ \\t]*)?))` +
    '(?:(["“„»\'`])([^"“”„«»\'`\\n]{3,64})|([^\\s"“„»`<>]{4,64}))(?:(\\n|$)|)',
  'giu',
);

/** Whether a text names a password at all. */
export function namesPassword(text: string): boolean {
  return HAS_LABEL.test(text);
}

/** The values behind `password:` or `my password is`. */
export function* findPasswords(text: string): Generator<FoundSpan> {
  if (!namesPassword(text)) return;
  for (const match of text.matchAll(PASSWORD)) {
    const [, label = '', between, mark, quote, quoted, said = '', end] = match;
    const start = match.index + label.length + (quote?.length ?? 0);
    const value = quoted ?? said.replace(/[.,;:)]+$/, '');
    // Alone behind its label to the end of the line it may be a plain word too.
    const isField = mark !== undefined && between === '' && end !== undefined;
    if (quoted !== undefined || isPassword(value, { isMarked: mark !== undefined, isField }))
      yield { start, end: start + value.length };
  }
}

const LENGTH = /^\d+[-–]/;
/** A letter, and what no plain word holds. */
const STRONG = /^(?=.*\p{L}).*[\d!$%&*+=?@#^]/u;
const MIXED_CASE = /\p{Ll}.*\p{Lu}/u;

/** No plain word, no address and no length (`8-20`, `4-digit`). */
function isPassword(value: string, { isMarked, isField }: { isMarked: boolean; isField: boolean }): boolean {
  if (value.length < 4 || value.includes('://') || LENGTH.test(value)) return false;
  if (isField || digitsOf(value) === value) return true;
  return STRONG.test(value) || (isMarked && MIXED_CASE.test(value));
}
