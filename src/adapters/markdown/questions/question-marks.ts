import { isQuestion } from './title.ts';

/** A line that names something in bold, or asks it, at its beginning. */
export interface Opening {
  /** As it stands between the marks, with Markdown. */
  title: string;
  /** What stands behind it in the same line. */
  rest: string;
  /** Columns of a list mark before it; 0 where there is none. */
  indent: number;
}

/** Where a question begins, and how many lines it takes. */
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

/** The list mark before an item, blanks included; empty where there is none. */
export function listMarkOf(text: string): string {
  return LIST_MARK.exec(text)?.[1] ?? '';
}

/** `**Words**` at the beginning of a line, behind a list mark, a number or a small picture. */
export function readBold(text: string): Opening | null {
  const mark = listMarkOf(text);
  const line = text.slice(mark.length).trimStart();
  if (mark === '' && /^(?: {4}|\t)/.test(text)) return null;
  const before = BEFORE_BOLD.exec(line)?.[0].length ?? 0;
  const opening = BOLD.find((marks) => line.startsWith(marks, before));
  if (opening === undefined) return null;
  const start = before + opening.length;
  const closing = ENDS[opening] ?? opening;
  const end = line.indexOf(closing, start);
  if (end < 0 || /^\s/.test(line.charAt(start))) return null;
  let title = line.slice(0, before) + line.slice(start, end);
  let rest = line.slice(end + closing.length);
  const [questionMark = ''] = /^\s?[?？]/.exec(rest) ?? [];
  title += questionMark.trim();
  rest = rest.slice(questionMark.length);
  rest = rest.replace(/^\s?(?:\p{Extended_Pictographic}|\uFE0F|\u200D)+(?=\s*$)/u, '');
  const [after = ''] = AFTER_BOLD.exec(rest) ?? [];
  return title.trim() === '' ? null : { title, rest: rest.slice(after.length), indent: mark.length };
}

/** A bold line that asks. */
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
  const kind = /^(?:q|f)/i.test(name) ? 'question' : 'answer';
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
