import { isWrappedNumber } from '../../domain/markdown/sentences.ts';
import type { Line } from './lines.ts';
import { listMarkOf, readBold, readBoldQuestion, type Start } from './questions/question-marks.ts';
import { isQuestion } from './questions/title.ts';

/** The part of a list's items that has to ask for it to be one of questions. */
const MOST = 0.6;
/** Words that begin a remark, not a part of the text. */
const REMARK =
  /^\W*(?:notes?|hint|tip|warning|caution|important|attention|info|example|update|hinweis|achtung|wichtig|tipp|vorsicht|beispiel|anmerkung|ps|tl;?dr)\b/iu;
const INLINE = /^([^?？]{4,200}[?？])\s{1,4}(\S.*)$/;

/** Items of lists that ask and are answered below or behind the question; steps and check lists are none. */
export function findItems(lines: readonly Line[]): [number, Start][] {
  const items = findOuterItems(lines);
  const found = items.flatMap((index, n): [number, Start, boolean][] => {
    const text = lines[index]?.text ?? '';
    const mark = listMarkOf(text);
    const words = text.slice(mark.length).trim();
    const bold = readBoldQuestion(text);
    const start = { indent: mark.length, length: 1 };
    if (bold) return [[index, { ...bold, ...start }, false]];
    const [, question = '', answer = ''] = INLINE.exec(words) ?? [];
    const isAnswered = hasTextBelow(lines, index, items[n + 1] ?? lines.length);
    if (isQuestion(words)) return isAnswered ? [[index, { ...start, title: words, rest: '' }, false]] : [];
    return question === '' ? [] : [[index, { ...start, title: question, rest: answer }, true]];
  });
  const sure = found.filter(([, , isInline]) => !isInline);
  const isAll = found.length === items.length && items.length > 1;
  if (isAll) return found.map(([index, start]) => [index, start]);
  const isList =
    sure.length > 1 ? sure.length >= items.length * MOST : sure.length === 1 && items.length === 1;
  return isList ? sure.map(([index, start]) => [index, start]) : [];
}

/** Items that stand within no other. */
function findOuterItems(lines: readonly Line[]): number[] {
  /** Where the text of the item above begins. */
  let column = 0;
  let isListOpen = false;
  return lines.flatMap(({ text, kind }, index) => {
    if (kind !== 'text' || text.trim() === '') return [];
    const indent = text.length - text.trimStart().length;
    const before = lines[index - 1]?.text ?? '';
    const mark = outerMarkOf(text, indent);
    const isParagraph = mark === '' && indent === 0 && before.trim() === '';
    isListOpen = isListOpen && !isParagraph;
    const isInner = indent > 0 && indent >= column;
    if (mark === '' && indent === 0) column = 0;
    if (mark === '' || isInner || (!isListOpen && isWrappedNumber(before, text))) return [];
    isListOpen = true;
    column = Math.min(mark.length, 2 + indent);
    return [index];
  });
}

/** Text that stands in so far is code. */
function outerMarkOf(text: string, indent: number): string {
  return indent > 3 ? '' : listMarkOf(text);
}

function hasTextBelow(lines: readonly Line[], index: number, end: number): boolean {
  for (let at = index + 1; at < end; at += 1) if (lines[at]?.text.trim() !== '') return true;
  return false;
}

/** Names in bold that stand alone above their text, at least two of them, from the top of the section on. */
export function findNames(lines: readonly Line[]): [number, Start][] {
  const found = lines.flatMap((line, index): [number, Start][] => {
    if (line.kind !== 'text' || !/^ {0,3}(?:\*\*|__)/.test(line.text) || !isAfterBlank(lines, index))
      return [];
    const bold = readBold(line.text);
    const isName =
      bold !== null && bold.rest === '' && bold.title.length <= 100 && !/[:.!,;]\s*$/.test(bold.title);
    return isName && !REMARK.test(bold.title) ? [[index, { ...bold, length: 1 }]] : [];
  });
  return isStructure(lines, found) ? found : [];
}

/** Lines that ask, each a paragraph's beginning with its answer below, from the top of the section on. */
export function findPlainQuestions(lines: readonly Line[]): [number, Start][] {
  const found = lines.flatMap(({ text, kind }, index): [number, Start][] => {
    if (kind !== 'text' || !/^ {0,3}[*_>¿"„“]{0,2} ?\p{Lu}/u.test(text) || !isAfterBlank(lines, index))
      return [];
    const words = text.trim().replace(/^>\s?/, '');
    return words.length <= 200 && isQuestion(words)
      ? [[index, { title: words, rest: '', indent: 0, length: 1 }]]
      : [];
  });
  return isStructure(lines, found) ? found : [];
}

function isAfterBlank(lines: readonly Line[], index: number): boolean {
  return (lines[index - 1]?.text ?? '').trim() === '';
}

function isStructure(lines: readonly Line[], found: readonly [number, Start][]): boolean {
  const first = lines.findIndex(({ text, kind }) => kind !== 'hidden' && text.trim() !== '');
  if (found.length < 2 || found[0]?.[0] !== first) return false;
  return found.every(([index], n) => hasTextBelow(lines, index, found[n + 1]?.[0] ?? lines.length));
}
