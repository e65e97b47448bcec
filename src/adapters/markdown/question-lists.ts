import { isQuestion, isWrappedNumber } from '../../domain/markdown/sentences.ts';
import { isAfterBlank, type MarkdownLine, nextSaid, opensBold } from './lines.ts';
import { listMarkOf, readBold, readBoldQuestion, type Start } from './question-marks.ts';

/** The share of a list's items that has to ask for it to be a list of questions. */
const MOST = 0.6;
/** Words that begin a remark. */
const REMARK =
  /^\W*(?:notes?|hint|tip|warning|caution|important|attention|info|example|update|hinweis|achtung|wichtig|tipp|vorsicht|beispiel|anmerkung|ps|tl;?dr)\b/iu;
const INLINE = /^([^?？]{4,200}[?？])\s{1,4}(\S.*)$/;

/** Items that ask and are answered below or behind the question; steps and check lists are none. */
export function findItems(lines: readonly MarkdownLine[]): [number, Start][] {
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
  const isMost = sure.length > 1 && sure.length >= items.length * MOST;
  const isOnly = sure.length === 1 && items.length === 1;
  const list = isAll ? found : isMost || isOnly ? sure : [];
  return list.map(([index, start]) => [index, start]);
}

function findOuterItems(lines: readonly MarkdownLine[]): number[] {
  /** The column where the text of the item above begins. */
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

function outerMarkOf(text: string, indent: number): string {
  return indent > 3 ? '' : listMarkOf(text);
}

function hasTextBelow(lines: readonly MarkdownLine[], index: number, end: number): boolean {
  return nextSaid(lines, index + 1) < end;
}

/** At least two bold names that stand alone above their text, from the top of the section on. */
export function findNames(lines: readonly MarkdownLine[]): [number, Start][] {
  const found = lines.flatMap((line, index): [number, Start][] => {
    if (line.kind !== 'text' || !opensBold(line.text) || !isAfterBlank(lines, index)) return [];
    const bold = readBold(line.text);
    const isName =
      bold !== null &&
      bold.rest === '' &&
      bold.title.length <= 100 &&
      !':.!,;'.includes(bold.title.trimEnd().slice(-1));
    return isName && !REMARK.test(bold.title) ? [[index, { ...bold, length: 1 }]] : [];
  });
  return isStructure(lines, found) ? found : [];
}

/** Paragraphs that begin with a question and hold its answer, from the top of the section on. */
export function findPlainQuestions(lines: readonly MarkdownLine[]): [number, Start][] {
  const found = lines.flatMap(({ text, kind }, index): [number, Start][] => {
    const isBegin = kind === 'text' && /^ {0,3}[*_>¿"„“]{0,2} ?\p{Lu}/u.test(text);
    const words = text.trim().replace(/^>\s?/, '');
    if (!isBegin || !isAfterBlank(lines, index) || words.length > 200 || !isQuestion(words)) return [];
    return [[index, { title: words, rest: '', indent: 0, length: 1 }]];
  });
  return isStructure(lines, found) ? found : [];
}

function isStructure(lines: readonly MarkdownLine[], found: readonly [number, Start][]): boolean {
  const first = lines.findIndex(({ text, kind }) => kind !== 'hidden' && text.trim() !== '');
  if (found.length < 2 || found[0]?.[0] !== first) return false;
  return found.every(([index], n) => hasTextBelow(lines, index, found[n + 1]?.[0] ?? lines.length));
}

const QUESTIONS = 'q,f,faq,faqs,question,questions,frage,fragen,häufige frage,häufige fragen'.split(',');
/** `Short answer`, `Antwort (kurz)`. */
const ANSWER_WORD = /(?<!\p{L})(?:answers?|antwort(?:en)?)(?!\p{L})/iu;
const ANSWERS = ['a', 'response', 'responses', 'reply', 'replies'];

/**
 * A table and the index of the line behind it; null where none begins. `rows` is null unless the header names
 * questions and answers, or every first cell asks something.
 */
export function readTable(lines: readonly MarkdownLine[], from: number) {
  const delimiter = lines[from + 1];
  if (!isRow(lines[from]) || !isRow(delimiter) || !/^[|:\s-]*-[|:\s-]*$/.test(delimiter?.text ?? ''))
    return null;
  const head = cellsOf(lines[from]?.text ?? '');
  const names = head.map((cell) => cell.replace(/[*_`:]/g, '').trim());
  let to = from + 2;
  while (isRow(lines[to])) to += 1;
  const body = lines.slice(from + 2, to).map((line) => ({ line: line.number, cells: cellsOf(line.text) }));
  const asks = names.findIndex((name) => QUESTIONS.includes(name.toLowerCase()));
  const answers = names.flatMap((name, n) =>
    ANSWERS.includes(name.toLowerCase()) || ANSWER_WORD.test(name) ? [n] : [],
  );
  const column = Math.max(asks, 0);
  const isAsked =
    body.length > (asks >= 0 ? 0 : 1) && body.every(({ cells }) => isQuestion(cells[column] ?? ''));
  if (head.length < 2 || !((asks >= 0 && answers.length > 0) || isAsked)) return { rows: null, to };
  const rows = body.map(({ line, cells }) => ({
    line,
    question: cells[column] ?? '',
    answer: joinAnswer(names, cells, column, answers),
  }));
  return { rows: rows.filter(({ question }) => question !== ''), to };
}

function joinAnswer(
  names: readonly string[],
  cells: readonly string[],
  asks: number,
  answers: readonly number[],
): string {
  const others = cells.flatMap((cell, column) => {
    if (column === asks || answers.includes(column) || cell === '') return [];
    const name = names[column] ?? '';
    return [name === '' || (answers.length === 0 && names.length === 2) ? cell : `${name}: ${cell}`];
  });
  const said = answers.map((column) => cells[column] ?? '');
  return [...said, ...others].filter((part) => part !== '').join('\n\n');
}

function isRow(line: MarkdownLine | undefined): boolean {
  return line?.kind === 'text' && line.text.includes('|') && line.text.trim() !== '';
}

function cellsOf(text: string): string[] {
  const row = text.trim();
  const inner = row.slice(
    row.startsWith('|') ? 1 : 0,
    row.endsWith('|') && !row.endsWith('\\|') ? -1 : undefined,
  );
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}
