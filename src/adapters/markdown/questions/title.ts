import { decodeHTMLStrict } from 'entities';
import { cleanText, type FileMarks } from '../inline.ts';

const MONTHS =
  /^(?:jan(?:uary?)?|feb(?:ruary?)?|märz?|maerz|mar(?:ch)?|apr(?:il)?|mai|may|jun[ie]?|jul[iy]?|aug(?:ust)?|sep(?:t(?:ember)?)?|okt(?:ober)?|oct(?:ober)?|nov(?:ember)?|de[zc](?:ember)?)(?!\p{L})/iu;
/** `1.2 May I …?`; `1.2` alone is a version as often. */
const INNER_NUMBER = /^\d{1,3}(?:\.\d{1,3}){1,3}[.):]?\s+(?=\S)/;
const PICTURES = /^(?:(?:\p{Extended_Pictographic}|\uFE0F|\u200D|:[a-z][a-z0-9_+-]{1,30}:)+\s+)+(?=\S)/u;
/** `1. May I …?` counts. */
const PERMISSION = /^[Mm]ay\s+(?:I\b|\p{Ll})/u;
/** `Frage 3:` and `Q:`; `Q1.` and `F1:` are a quarter and a race where no question follows. */
const LABEL = /^(?:Q\s?[:)]|(?:question|frage)\s?\d{0,3}\s?[:.)])\s*(?=\S)/i;
const SHORT_LABEL = /^[QF]\s?\d{0,3}\s?[:.)]\s*(?=\S)/;
const NUMBER = /^(?:#\s?)?\d{1,3}[.):]\s+(?=\S)/;

/**
 * A heading or question as plain words: no Markdown, HTML, heading ids, and no numbering where `isNumbered` says that
 * the numbers only count. `2FA`, `C#` and `snake_case` stay.
 */
export function toPlainTitle(text: string, marks: FileMarks, isNumbered = true): string {
  const words = cleanText(text.replace(HEADING_ID, ''), marks)
    .replace(/\[([^\][\n]{0,500})\]\([^()\n]{0,2000}\)/g, '$1')
    .replace(/\*\*|__(?=[^\s_])|(?<=[^\s_])__|~~|(?<!\\)`/g, '')
    .replace(/(?<![\p{L}\p{N}*\\])\*([^\s*][^*\n]{0,500})\*/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_\\])_([^\s_][^_\n]{0,500})_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
    .replace(/&lt;/g, () => decodeHTMLStrict('&lt;'))
    .replace(/\s+/g, ' ')
    .trim();
  return withoutCount(words, isNumbered);
}

/** `{#id}`, `{: .class #id }` and `{.tabset}` behind a heading. */
export const HEADING_ID = /\s?\{[:#.][^{}\n]{0,200}\}\s{0,9}$/;

function withoutCount(title: string, isNumbered: boolean): string {
  const words = isQuestion(title) ? title.replace(PICTURES, '') : title;
  const named = words.replace(isQuestion(words) ? SHORT_LABEL : LABEL, '').replace(LABEL, '');
  if (named !== words || !isNumbered) return named;
  const bare = (isQuestion(words) ? words.replace(INNER_NUMBER, '') : words).replace(NUMBER, '');
  return MONTHS.test(bare) && !(PERMISSION.test(bare) && isQuestion(bare)) ? words : bare;
}

/** Whether words ask something: a question mark at their end, before quotes, a colon or small pictures. */
export function isQuestion(words: string): boolean {
  const end = words
    .slice(-40)
    .replace(/(?:[\s\p{Extended_Pictographic}"'”“’‘»«›‹)\]*_:.!…]|\uFE0F|\u200D)+$/u, '');
  return /[?？]$/.test(end) && words.length <= 400 && /\p{L}{2}|\p{L}.*\p{L}/u.test(words);
}
