import { COUNT, isQuestion } from '../../domain/markdown/sentences.ts';
import { toLine } from '../../domain/text.ts';
import { type FileMarks, toPlainWords } from './inline.ts';

/** A line that begins with a name or question in bold. */
interface Opening {
  /** With its Markdown, without the bold marks. */
  title: string;
  rest: string;
  /** Columns of the list mark before it; 0 without one. */
  indent: number;
}

/** The beginning of a question, and the number of its lines. */
export interface Start extends Opening {
  length: number;
}

const LIST_MARK = /^(\s{0,9}(?:[-*+]|(?:Q\s?)?\d{1,3}[.)])\s{1,4})(?=\S)/;
const BEFORE_BOLD =
  /^(?:>\s?)?(?:(?:\p{Extended_Pictographic}|\uFE0F|\u200D)+\s?)?(?:(?:Q\s?)?\d{1,3}[.):]\s)?(?:Q\s?[:.)]\s?)?/u;
const BOLD = ['***', '___', '**_', '__*', '**', '__'];
const ENDS: Record<string, string> = { '**_': '_**', '__*': '*__' };
const AFTER_BOLD = /^(?:\s?(?:[:：]|(?:-{1,2}|[–—→⇒]|[-=]>)\s))?(?:\s?<br\s?\/?>|\s?\\$)?\s{0,9}/;

const LABEL =
  /^\s{0,9}(?:>\s?)?(?:(?:[-*+]|\d{1,3}[.)])\s{1,4})?[*_]{0,3}(Q|F|A|question|frage|answer|antwort|Ans)\s?\d{0,3}[*_]{0,3}\s?([:.)])[*_]{0,3}\s{0,9}(.*)$/i;

/** The list mark before an item with its blanks; empty without one. */
export function listMarkOf(text: string): string {
  return LIST_MARK.exec(text)?.[1] ?? '';
}

/** Reads `**Words**` at the beginning of a line, behind a list mark, a number or a small picture. */
export function readBold(text: string): Opening | null {
  const mark = listMarkOf(text);
  const line = text.slice(mark.length).trimStart();
  if (mark === '' && (text.startsWith('    ') || text.startsWith('\t'))) return null;
  const before = BEFORE_BOLD.exec(line)?.[0].length ?? 0;
  const opening = BOLD.find((marks) => line.startsWith(marks, before));
  if (opening === undefined) return null;
  const start = before + opening.length;
  const closing = ENDS[opening] ?? opening;
  const end = line.indexOf(closing, start);
  if (end < 0 || line.charAt(start).trim() === '') return null;
  let title = line.slice(0, before) + line.slice(start, end);
  let rest = line.slice(end + closing.length);
  const [questionMark = ''] = /^\s?[?？]/.exec(rest) ?? [];
  title += questionMark.trim();
  rest = rest.slice(questionMark.length);
  rest = rest.replace(/^\s?(?:\p{Extended_Pictographic}|\uFE0F|\u200D)+(?=\s*$)/u, '');
  const [after = ''] = AFTER_BOLD.exec(rest) ?? [];
  return title.trim() === '' ? null : { title, rest: rest.slice(after.length), indent: mark.length };
}

export function readBoldQuestion(text: string): Opening | null {
  const bold = text.includes('**') || text.includes('__') ? readBold(text) : null;
  return bold && isQuestion(bold.title) ? bold : null;
}

/** `Q: …`, `**Frage:** …`, `A. …` as people mark questions and answers. */
export function readLabel(
  text: string,
): { kind: 'question' | 'answer'; isShort: boolean; words: string } | null {
  const found = LABEL.exec(text);
  if (!found) return null;
  const [, name = '', sign = '', rest = ''] = found;
  const isShort = name.length === 1;
  if (isShort && name !== name.toUpperCase()) return null;
  if (!isShort && sign !== ':') return null;
  const kind = 'qf'.includes(name.charAt(0).toLowerCase()) ? 'question' : 'answer';
  const bold = /^\s{0,9}(?:[-*+>]\s+)?(\*{1,3}|_{1,3})/.exec(text)?.[1] ?? '';
  const words =
    bold !== '' && rest.endsWith(bold) && !rest.slice(0, -bold.length).includes(bold)
      ? rest.slice(0, -bold.length)
      : rest;
  return { kind, isShort: isShort && sign !== ':', words: words.trim() };
}

/** `Q: … A: …` in one line. */
export function splitAnswer(words: string): { question: string; answer: string } | null {
  const found = /\s[*_]{0,3}(?:A|Antwort|Answer)[*_]{0,3}:[*_]{0,3}\s{1,9}(?=\S)/.exec(words);
  if (!found) return null;
  return { question: words.slice(0, found.index), answer: words.slice(found.index + found[0].length) };
}

const MONTHS =
  /^(?:jan(?:uary?)?|feb(?:ruary?)?|märz?|maerz|mar(?:ch)?|apr(?:il)?|mai|may|jun[ie]?|jul[iy]?|aug(?:ust)?|sep(?:t(?:ember)?)?|okt(?:ober)?|oct(?:ober)?|nov(?:ember)?|de[zc](?:ember)?)(?!\p{L})/iu;
const PICTURES = /^(?:(?:\p{Extended_Pictographic}|\uFE0F|\u200D|:[a-z][a-z0-9_+-]{1,30}:)+\s+)+(?=\S)/u;
/** `1. May I …?` counts. */
const PERMISSION = /^[Mm]ay\s+(?:I\b|\p{Ll})/u;
/** `Frage 3:` and `Q:`; `Q1.` and `F1:` are a quarter and a race where no question follows. */
const COUNT_LABEL = /^(?:Q\s?[:)]|(?:question|frage)\s?\d{0,3}\s?[:.)])\s*(?=\S)/i;
const SHORT_LABEL = /^[QF]\s?\d{0,3}\s?[:.)]\s*(?=\S)/;

/**
 * A heading or question as plain words. Numbering goes where `isNumbered` says that the numbers only count; `2FA`,
 * `C#` and `snake_case` stay.
 */
export function toPlainTitle(text: string, marks: FileMarks, isNumbered = true): string {
  const words = toLine(toPlainWords(text.replace(HEADING_ID, ''), marks));
  return withoutCount(words, isNumbered);
}

/** `{#id}`, `{: .class #id }` and `{.tabset}` behind a heading. */
export const HEADING_ID = /\s?\{[:#.][^{}\n]{0,200}\}\s{0,9}$/;

/** Without the number or the `Question 3:` before it; a date keeps its day. */
export function withoutCount(title: string, isNumbered = true): string {
  const words = isQuestion(title) ? title.replace(PICTURES, '') : title;
  const named = words.replace(isQuestion(words) ? SHORT_LABEL : COUNT_LABEL, '').replace(COUNT_LABEL, '');
  if (named !== words || !isNumbered) return named;
  // `1.2 May I …?` is a chapter; `1.2` alone is a version as often.
  const [number = ''] = COUNT.exec(words) ?? [];
  const bare = !/\d\.\d/.test(number) || isQuestion(words) ? words.slice(number.length) : words;
  return MONTHS.test(bare) && !(PERMISSION.test(bare) && isQuestion(bare)) ? words : bare;
}
