import { renderPlain } from '../markdown/inline.ts';
import { readRows } from '../markdown/table.ts';
import { createElement, type Element, measure } from '../page/tree.ts';
import { createQuestion } from './question.ts';
import { endsAsQuestion, MAX_TITLE_LETTERS, toTitleText } from './signs.ts';

const QUESTION_HEAD = /^(?:questions?|fragen?|faq|q)$/i;
const ANSWER_HEAD = /^(?:answers?|antwort(?:en)?|a|solutions?|lösung(?:en)?)$/i;

/** A table with a question and its answer in each row; null for any other element. */
export function tableToQuestions(table: Element): Element | null {
  if (table.tag !== 'table') return null;
  const rows = readRows(table).map(({ cells }) => cells);
  const [head = [], ...rest] = rows;
  const labels = head.map((cell) => renderPlain(cell.children));
  const question = labels.findIndex((label) => QUESTION_HEAD.test(label));
  const answer = labels.findIndex((label) => ANSWER_HEAD.test(label));
  if (question >= 0 && answer >= 0) return toBox(rest, question, answer);
  const pairs = rows.filter((cells) => cells.length === 2);
  const asked = pairs.filter(([cell]) => cell !== undefined && endsAsQuestion(renderPlain(cell.children)));
  if (asked.length < 2 || asked.length < rows.length - 1) return null;
  return toBox(rows, 0, 1);
}

function toBox(rows: readonly Element[][], question: number, answer: number): Element | null {
  if (rows.some((cells) => (cells[question]?.textLength ?? 0) > MAX_TITLE_LETTERS)) return null;
  const entries = rows.flatMap((cells) => {
    const title = cells[question];
    const text = toTitleText(renderPlain(title?.children ?? []));
    const content = cells[answer];
    if (text === '' || content === undefined) return [];
    return [createQuestion({ text, anchor: title?.attributes.id ?? null }, [{ ...content, tag: 'div' }])];
  });
  const box = createElement('div', entries);
  measure(box);
  return box;
}
