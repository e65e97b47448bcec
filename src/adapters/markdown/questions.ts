import { MAX_PASSAGE_CHARACTERS } from '../../domain/limits.ts';
import { isQuestion } from '../../domain/markdown/sentences.ts';
import type { MarkdownLine } from './lines.ts';
import { endsInColon, indentOf, isAfterBlank, isBlank, isQuoted, nextSaid, opensBold } from './lines.ts';
import { findItems, findNames, findPlainQuestions, readTable } from './question-lists.ts';
import type { Start } from './question-marks.ts';
import { listMarkOf, readBold, readBoldQuestion, readLabel, splitAnswer } from './question-marks.ts';

interface QuestionSection {
  title: string;
  line: number;
  lines: MarkdownLine[];
  /** It is the name of the group of questions behind it. */
  isGroup: boolean;
}

const MAX_TITLE_LINES = 3;

/**
 * Finds the questions below a heading: bold lines, `Q:` and `A:`, list items, table rows; where nothing else asks,
 * bold names or plain lines. Everything else stays in `own`.
 * @param isAsked the heading is a question, and the text below it its answer
 */
export function splitQuestions(lines: readonly MarkdownLine[], heading: string, isAsked: boolean) {
  const starts = findStarts(lines, heading);
  if (isAsked && isWithinAnswer(lines, starts, heading)) starts.clear();
  const splitter = new QuestionSplitter(lines, starts);
  for (let index = 0; index < lines.length; ) index = splitter.read(index);
  return splitter;
}

function findStarts(lines: readonly MarkdownLine[], heading: string): Map<number, Start> {
  const labels = new Map(findLabels(lines));
  const bold = new Map([...findItems(lines), ...findBold(lines)]);
  for (const index of [...findNested(lines, bold), ...findAskedBack(bold, labels)]) bold.delete(index);
  const starts = new Map<number, Start>([...bold, ...labels]);
  if (starts.size === 0 && !isQuestion(heading)) {
    for (const [index, start] of [...findNames(lines), ...findPlainQuestions(lines)])
      starts.set(index, start);
  }
  return starts;
}

/** Items within a question's item, or in a list that an answer introduces with a colon, belong to the answer. */
function findNested(lines: readonly MarkdownLine[], bold: ReadonlyMap<number, Start>): number[] {
  let around: Start | undefined;
  let isLed = false;
  return [...bold]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([index, start]) => {
      const text = lines[index]?.text ?? '';
      const isItem = start.indent > 0;
      const isWithin = around !== undefined && around.indent > 0 && indentOf(text) >= around.indent;
      isLed = isItem && around?.indent === 0 && (isLed || endsInColon(saidBefore(lines, index)));
      if (isItem && (isWithin || isLed)) return [index];
      around = start;
      return [];
    });
}

function saidBefore(lines: readonly MarkdownLine[], index: number): string {
  let at = index - 1;
  for (let line = lines[at]; line !== undefined && isBlank(line); line = lines[at]) at -= 1;
  return lines[at]?.text ?? '';
}

/** Where `Q:` marks questions, unmarked ones between them belong to an answer; several behind the last do not. */
function findAskedBack(
  bold: ReadonlyMap<number, Start>,
  labels: ReadonlyMap<number, Start & { isAnswered: boolean }>,
): number[] {
  const marked = [...labels.keys()];
  const [first, last] = [marked[0], marked.at(-1)];
  if (first === undefined || last === undefined || labels.size < 2) return [];
  if (![...labels.values()].some(({ isAnswered }) => isAnswered)) return [];
  const unmarked = [...bold.keys()].filter((index) => index > first && !labels.has(index));
  const behind = unmarked.filter((index) => index > last);
  return behind.length > 1 ? unmarked.filter((index) => index < last) : unmarked;
}

/** Tells whether a short answer begins before the questions: then they are part of it. */
function isWithinAnswer(lines: readonly MarkdownLine[], starts: ReadonlyMap<number, Start>, heading: string) {
  const first = lines.findIndex((_, index) => starts.has(index));
  const last = saidBefore(lines, first);
  if (last === '' || !(isQuestion(heading) || endsInColon(last))) return false;
  return lines.reduce((sum, { text }) => sum + text.length + 1, 0) <= MAX_PASSAGE_CHARACTERS;
}

class QuestionSplitter {
  readonly own: MarkdownLine[] = [];
  readonly parts: QuestionSection[] = [];
  readonly #lines: readonly MarkdownLine[];
  readonly #starts: ReadonlyMap<number, Start>;
  readonly #last: number;
  #current: MarkdownLine[] = this.own;
  #indent = 0;
  /** The question stands in a quotation, and so does its answer. */
  #isQuoted = false;

  constructor(lines: readonly MarkdownLine[], starts: ReadonlyMap<number, Start>) {
    this.#lines = lines;
    this.#starts = starts;
    this.#last = [...starts.keys()].reduce((last, index) => Math.max(last, index), -1);
  }

  read(index: number): number {
    const line = this.#lines[index];
    const table = line?.kind === 'text' ? readTable(this.#lines, index) : null;
    const start = this.#starts.get(index);
    if (line === undefined) return index + 1;
    if (table) return this.#addTable(table, index);
    if (start) return this.#begin(start, line.number, index);
    if (isGroupName(this.#lines, index, this.#starts)) this.#beginGroup(line);
    else this.#add(line, index);
    return index + 1;
  }

  #addTable({ rows, to }: NonNullable<ReturnType<typeof readTable>>, index: number): number {
    if (rows) this.#current = this.own;
    else for (const line of this.#lines.slice(index, to)) this.#current.push(line);
    for (const { question, answer, line: number } of rows ?? []) {
      this.parts.push({ title: question, line: number, lines: toLines(answer, number), isGroup: false });
    }
    return to;
  }

  /** Two adjacent questions without an answer between them are asked together. */
  #begin(start: Start, number: number, index: number): number {
    const before = this.parts.at(-1);
    const title = start.title.trim();
    const isAdjacent = !isAfterBlank(this.#lines, index) && listMarkOf(this.#lines[index]?.text ?? '') === '';
    const isUnanswered = before?.isGroup === false && before.lines.length === 0 && before.title.length < 150;
    const isTogether = isAdjacent && isUnanswered;
    const part = isTogether ? before : { title, line: number, lines: [], isGroup: false };
    if (isTogether) part.title += ` ${title}`;
    else this.parts.push(part);
    part.lines.push(...toLines(start.rest, number));
    this.#current = part.lines;
    this.#indent = start.indent;
    this.#isQuoted = isQuoted(this.#lines[index]?.text ?? '');
    return index + start.length;
  }

  #beginGroup(line: MarkdownLine): void {
    this.parts.push({ title: readBold(line.text)?.title ?? '', line: line.number, lines: [], isGroup: true });
    this.#current = this.own;
  }

  #add(line: MarkdownLine, index: number): void {
    const isBehind = index > this.#last && isBehindList(this.#lines, index, this.#indent, this.#current);
    if (isBehind) this.#current = this.own;
    if (this.#current === this.own || line.kind !== 'text') this.#current.push(line);
    else {
      const text = this.#isQuoted ? line.text.replace(/^\s{0,3}>\s?/, '') : line.text;
      this.#current.push({ ...line, text: dedent(text, this.#indent) });
    }
  }
}

function toLines(text: string, number: number): MarkdownLine[] {
  return text.trim() === '' ? [] : text.split('\n').map((one) => ({ number, text: one, kind: 'text' }));
}

function dedent(text: string, columns: number): string {
  let at = 0;
  while (at < columns && text.charAt(at) === ' ') at += 1;
  return text.slice(text.startsWith('\t') && columns > 0 ? 1 : at);
}

/** Tells whether a line follows the last item of a list without belonging to it. */
function isBehindList(
  lines: readonly MarkdownLine[],
  index: number,
  indent: number,
  current: readonly MarkdownLine[],
) {
  if (indent === 0 || !isAfterBlank(lines, index) || indentOf(lines[index]?.text ?? '') > 0) return false;
  return current.some((line) => line.text.trim() !== '');
}

/** Tells whether a bold name stands alone right before the next question. */
function isGroupName(
  lines: readonly MarkdownLine[],
  index: number,
  starts: ReadonlyMap<number, Start>,
): boolean {
  const line = lines[index];
  if (starts.size === 0 || line?.kind !== 'text' || !opensBold(line.text)) return false;
  if (readBold(line.text)?.rest !== '' || !isAfterBlank(lines, index)) return false;
  const next = nextSaid(lines, index + 1);
  return next > index + 1 && starts.has(next);
}

function* findBold(lines: readonly MarkdownLine[]): Generator<[number, Start]> {
  for (const [index, line] of lines.entries()) {
    if (line.kind !== 'text') continue;
    const { text, length } = joinTitle(lines, index);
    const found = readBoldQuestion(text);
    if (found) yield [index, { ...found, length }];
  }
}

/** Joins a bold question that runs over several lines. */
function joinTitle(lines: readonly MarkdownLine[], index: number): { text: string; length: number } {
  let text = lines[index]?.text ?? '';
  const isOpen = opensBold(text) && readBold(text) === null;
  for (let length = 1; isOpen && length < MAX_TITLE_LINES; length += 1) {
    const next = lines[index + length];
    if (next?.kind !== 'text' || next.text.trim() === '') break;
    text += ` ${next.text.trim()}`;
    if (readBold(text) !== null) return { text, length: length + 1 };
  }
  return { text: lines[index]?.text ?? '', length: 1 };
}

function* findLabels(lines: readonly MarkdownLine[]): Generator<[number, Start & { isAnswered: boolean }]> {
  const labels = lines.flatMap((line, index) => {
    const label = line.kind === 'text' ? readLabel(line.text) : null;
    return label ? [{ ...label, index }] : [];
  });
  const isAlone = (n: number) => labels[n]?.kind === 'question' && labels[n + 1]?.kind !== 'answer';
  const top = firstSaid(lines, new Set(labels.filter((_, n) => isAlone(n)).map(({ index }) => index)));
  const hasMore = labels.some(({ index, words }, n) => index > top && isAlone(n) && isQuestion(words));
  for (const [n, label] of labels.entries()) {
    if (label.kind === 'answer') continue;
    const { index, words } = label;
    const both = splitAnswer(words);
    const start = { indent: 0, length: 1, isAnswered: both !== null || !isAlone(n) };
    if (both) yield [index, { ...start, title: both.question, rest: both.answer }];
    // Right below a heading these are other wordings of it.
    else if (words !== '' && (!isAlone(n) || (isQuestion(words) && (hasMore || index > top))))
      yield [index, { ...start, title: words, rest: '' }];
  }
}

function firstSaid(lines: readonly MarkdownLine[], except: ReadonlySet<number>): number {
  const first = lines.findIndex(
    ({ text, kind }, n) => kind !== 'hidden' && text.trim() !== '' && !except.has(n),
  );
  return first < 0 ? lines.length : first;
}
