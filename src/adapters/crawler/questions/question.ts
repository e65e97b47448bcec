import { isQuestion } from '../../../domain/markdown/sentences.ts';
import { renderPlain } from '../../html/inline.ts';
import { readRows } from '../../html/table.ts';
import type { Element, TreeNode } from '../../html/tree.ts';
import { createElement, descendants, elementsOf, measure, setOf, wordsOf } from '../../html/tree.ts';
import {
  ANSWER_MARK,
  hasTitleName,
  isBlank,
  isInvisible,
  MAX_TITLE_LETTERS,
  onlyElement,
  readTitle,
  toTitleText,
  withoutBlanks,
} from './title.ts';

/**
 * A question with its answer, as the renderer takes it: the title, fit for Markdown, stands in an attribute.
 * A `name` instead of a question, such as a tab's, stays a line above its panel.
 */
export function createQuestion(
  title: { text: string; anchor: string | null },
  answer: readonly TreeNode[],
  kind: 'question' | 'name' = 'question',
): Element {
  const content = answer.map(reveal);
  const question = createElement('#question', kind === 'question' ? withoutMark(content) : content);
  question.attributes = { title: title.text, type: kind, ...(title.anchor ? { id: title.anchor } : {}) };
  return measure(question);
}

/** Shows what its title opens, and drops names such as `menu-panel`, which would hide it again. */
export function reveal(node: TreeNode): TreeNode {
  if (typeof node === 'string') return node;
  const only = onlyElement(withoutBlanks(node.children));
  const children = only && isInvisible(only) ? [reveal(only)] : node.children;
  const isCode = /lang|highlight|brush|source/.test(node.attributes.class ?? '');
  const isKept = (name: string) => (name === 'class' ? isCode : !HIDING.has(name));
  const attributes = Object.fromEntries(Object.entries(node.attributes).filter(([name]) => isKept(name)));
  return { ...node, tag: node.tag === 'nav' ? 'div' : node.tag, attributes, children };
}

const HIDING = setOf('hidden style role aria-hidden');
const AS_THEY_ARE = setOf('pre code table #question');

function withoutMark(nodes: readonly TreeNode[]): TreeNode[] {
  const first = nodes.findIndex((node) => !isBlank(node));
  const node = nodes[first];
  if (node === undefined) return [...nodes];
  if (typeof node === 'string') return nodes.with(first, node.replace(ANSWER_MARK, ''));
  if (AS_THEY_ARE.has(node.tag)) return [...nodes];
  return nodes.with(first, { ...node, children: withoutMark(node.children) });
}

/** A list of terms whose terms are questions, or whose meanings open on a click; null for any other element. */
export function definitionsToQuestions(list: Element): Element | null {
  if (list.tag !== 'dl') return null;
  const parts = partsOf(list);
  const terms = parts.filter(({ tag }) => tag === 'dt');
  const questions = terms.filter((term) => isQuestion(readTitle(term)?.text ?? renderPlain(term.children)));
  const isOpened =
    parts.some((part) => part.tag === 'dd' && isInvisible(part)) ||
    terms.some((term) => readTitle(term)?.isClickable);
  const isFaq = hasTitleName(list) || terms.some(hasTitleName) || isOpened;
  if (terms.length === 0 || (!isFaq && questions.length * 2 < terms.length)) return null;
  const entries: Element[] = [];
  for (let n = 0; n < parts.length; ) {
    const isTerm = (at: number) => parts[at]?.tag === 'dt';
    let to = n;
    while (isTerm(to)) to += 1;
    const from = to;
    while (to < parts.length && !isTerm(to)) to += 1;
    entries.push(toEntry(parts.slice(n, from), parts.slice(from, to)));
    n = to;
  }
  return measure(createElement('div', entries));
}

function toEntry(terms: readonly Element[], meanings: readonly Element[]): Element {
  const content = meanings.map((meaning) => ({ ...meaning, tag: 'div' }));
  const text = terms.map((term) => readTitle(term)?.text ?? renderPlain(term.children)).join(' / ');
  if (text === '') return createElement('div', content);
  const anchor = terms.find(({ attributes }) => attributes.id)?.attributes.id ?? null;
  return createQuestion({ text, anchor }, content);
}

function partsOf(list: Element): Element[] {
  return elementsOf(list).flatMap((part) =>
    part.tag === 'dt' || part.tag === 'dd' ? [part] : partsOf(part),
  );
}

const QUESTION_HEADS = setOf('question questions frage fragen faq q');
const ANSWER_HEADS = setOf('answer answers antwort antworten a solution solutions lösung lösungen');

/** A table with a question and its answer in each row; null for any other element. */
export function tableToQuestions(table: Element): Element | null {
  if (table.tag !== 'table') return null;
  const rows = readRows(table).map(({ cells }) => cells);
  const [head = [], ...rest] = rows;
  const labels = head.map((cell) => renderPlain(cell.children).toLowerCase());
  const question = labels.findIndex((label) => QUESTION_HEADS.has(label));
  const answer = labels.findIndex((label) => ANSWER_HEADS.has(label));
  if (question >= 0 && answer >= 0) return toBox(rest, question, answer);
  const pairs = rows.filter((cells) => cells.length === 2);
  const asked = pairs.filter(([cell]) => cell !== undefined && isQuestion(renderPlain(cell.children)));
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
  return measure(createElement('div', entries));
}

/** An element that says it is a question, with its parts named; null for any other. */
export function readMicrodata(element: Element): Element | null {
  if (!/schema\.org\/Question\s*$/i.test(element.attributes.itemtype ?? '')) return null;
  const parts = [...descendants(element)];
  const named = (name: string) => parts.find(({ attributes }) => wordsOf(attributes.itemprop).includes(name));
  const title = named('name');
  const answer = named('acceptedAnswer') ?? named('suggestedAnswer');
  if (title === undefined || answer === undefined || title.textLength > MAX_TITLE_LETTERS) return null;
  const body = [...descendants(answer)].find(({ attributes }) => attributes.itemprop === 'text') ?? answer;
  const text = toTitleText(renderPlain(title.children));
  if (text === '' || body.textLength === 0) return null;
  return createQuestion({ text, anchor: element.attributes.id ?? title.attributes.id ?? null }, [body]);
}
