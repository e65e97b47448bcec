import { readTable } from './faq-table.ts';
import type { Line } from './lines.ts';
import { findItems, findNames, findPlainQuestions } from './lists.ts';
import {
  listMarkOf,
  readBold,
  readBoldQuestion,
  readLabel,
  type Start,
  splitAnswer,
} from './question-marks.ts';
import { isQuestion } from './title.ts';

/** A question of a section with what stands below it. */
export interface Part {
  title: string;
  line: number;
  lines: Line[];
  /** It groups the questions behind it. */
  isGroup: boolean;
}

/** Questions that one bold line may run over, in lines. */
const MAX_TITLE_LINES = 3;

/**
 * The questions below one heading, however they are marked: in bold, as `Q:` and `A:`, as items of a list, as rows of
 * a table; or, where nothing else asks, as names in bold or plain lines. What belongs to none of them stays.
 */
export function splitQuestions(lines: readonly Line[], heading: string): { own: Line[]; parts: Part[] } {
  const starts = new Map<number, Start>([...findItems(lines), ...findBold(lines), ...findLabels(lines)]);
  if (starts.size === 0 && !isQuestion(heading)) {
    for (const [index, start] of [...findNames(lines), ...findPlainQuestions(lines)])
      starts.set(index, start);
  }
  const last = Math.max(-1, ...starts.keys());
  const own: Line[] = [];
  const parts: Part[] = [];
  let current: Line[] = own;
  let indent = 0;
  for (let index = 0; index < lines.length; ) {
    const line = lines[index];
    if (line === undefined) break;
    const table = line.kind === 'text' ? readTable(lines, index) : null;
    const start = starts.get(index);
    if (table) {
      if (!table.rows) current.push(...lines.slice(index, table.to));
      for (const { question, answer, line: number } of table.rows ?? []) {
        parts.push({ title: question, line: number, lines: toLines(answer, number), isGroup: false });
      }
      if (table.rows) current = own;
      index = table.to;
    } else if (start) {
      const part = begin(parts, start, line.number, isAdjacent(lines, index));
      current = part.lines;
      indent = start.indent;
      index += start.length;
    } else if (isGroupName(lines, index, starts)) {
      parts.push({ title: readBold(line.text)?.title ?? '', line: line.number, lines: [], isGroup: true });
      current = own;
      index += 1;
    } else {
      if (index > last && isBehindList(lines, index, indent, current)) current = own;
      current.push(current === own ? line : { ...line, text: dedent(line.text, indent) });
      index += 1;
    }
  }
  return { own, parts };
}

/** Two questions in two lines without an answer between them are asked together. */
function begin(parts: Part[], start: Start, number: number, isAdjacentLine: boolean): Part {
  const before = parts.at(-1);
  const title = start.title.trim();
  if (before && !before.isGroup && isAdjacentLine && before.lines.length === 0 && before.title.length < 150) {
    before.title += ` ${title}`;
    before.lines.push(...toLines(start.rest, number));
    return before;
  }
  const part = { title, line: number, lines: toLines(start.rest, number), isGroup: false };
  parts.push(part);
  return part;
}

function isAdjacent(lines: readonly Line[], index: number): boolean {
  const text = lines[index]?.text ?? '';
  return (lines[index - 1]?.text ?? '').trim() !== '' && listMarkOf(text) === '';
}

function toLines(text: string, number: number): Line[] {
  return text.trim() === '' ? [] : text.split('\n').map((one) => ({ number, text: one, kind: 'text' }));
}

function dedent(text: string, columns: number): string {
  let at = 0;
  while (at < columns && text.charAt(at) === ' ') at += 1;
  return text.slice(text.startsWith('\t') && columns > 0 ? 1 : at);
}

/** Behind the last item of a list, and no part of it any more. */
function isBehindList(
  lines: readonly Line[],
  index: number,
  indent: number,
  current: readonly Line[],
): boolean {
  const text = lines[index]?.text ?? '';
  const isBlankBefore = (lines[index - 1]?.text ?? '').trim() === '';
  return indent > 0 && isBlankBefore && /^\S/.test(text) && current.some((line) => line.text.trim() !== '');
}

/** A name in bold between questions, alone and right before the next of them. */
function isGroupName(lines: readonly Line[], index: number, starts: ReadonlyMap<number, Start>): boolean {
  const line = lines[index];
  if (starts.size === 0 || line?.kind !== 'text' || !/^[*_]{2}/.test(line.text)) return false;
  if (readBold(line.text)?.rest !== '' || (lines[index - 1]?.text ?? '').trim() !== '') return false;
  let next = index + 1;
  while (lines[next] !== undefined && lines[next]?.text.trim() === '') next += 1;
  return next > index + 1 && starts.has(next);
}

function* findBold(lines: readonly Line[]): Generator<[number, Start]> {
  for (const [index, line] of lines.entries()) {
    if (line.kind !== 'text' || !/\*\*|__/.test(line.text)) continue;
    let text = line.text;
    let length = 1;
    const isOpen = /^\s{0,3}(?:\*\*|__)[^*_\s]/.test(text) && readBold(text) === null;
    while (isOpen && length < MAX_TITLE_LINES && lines[index + length]?.kind === 'text') {
      const more = lines[index + length]?.text.trim() ?? '';
      if (more === '') break;
      text += ` ${more}`;
      length += 1;
      if (readBold(text) !== null) break;
    }
    const found = readBoldQuestion(text);
    if (found) yield [index, { ...found, length }];
  }
}

function* findLabels(lines: readonly Line[]): Generator<[number, Start]> {
  const labels = lines.flatMap((line, index) => {
    const label = line.kind === 'text' ? readLabel(line.text) : null;
    return label ? [{ ...label, index }] : [];
  });
  const isUnanswered = (n: number) => labels[n]?.kind === 'question' && labels[n + 1]?.kind !== 'answer';
  const top = firstSaid(lines, new Set(labels.filter((_, n) => isUnanswered(n)).map(({ index }) => index)));
  const hasMore = labels.some(({ index, words }, n) => index > top && isUnanswered(n) && isQuestion(words));
  for (const [n, label] of labels.entries()) {
    if (label.kind === 'answer') continue;
    const { index, words } = label;
    const both = splitAnswer(words);
    const start = { indent: 0, length: 1 };
    if (both) yield [index, { ...start, title: both.question, rest: both.answer }];
    // Right below a heading these are other wordings of it.
    else if (words !== '' && (!isUnanswered(n) || (isQuestion(words) && (hasMore || index > top))))
      yield [index, { ...start, title: words, rest: '' }];
  }
}

/** The first line with text that is none of those. */
function firstSaid(lines: readonly Line[], except: ReadonlySet<number>): number {
  const first = lines.findIndex(
    ({ text, kind }, n) => kind !== 'hidden' && text.trim() !== '' && !except.has(n),
  );
  return first < 0 ? lines.length : first;
}
