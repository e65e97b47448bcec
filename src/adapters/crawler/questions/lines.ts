import { isQuestion } from '../../../domain/markdown/sentences.ts';
import { createElement, type Element, measure, setOf, type TreeNode, textOf } from '../../html/tree.ts';
import {
  ANSWER_MARK,
  BOLD,
  hasQuestionMark,
  isBlank,
  MAX_TITLE_LETTERS,
  onlyElement,
  withoutBlanks,
} from './title.ts';

const WRAPPERS = setOf('span font');
const STYLED = setOf('span font em i u mark');
const ANSWER_BEHIND = /^([\s\S]{1,1000}?[?:.!]["”»]?)\s+((?:answer|antwort|a)\s*[:：]\s[\s\S]*)$/i;

/** Whether a paragraph only says that the answer follows. */
export function isAnswerLabel(paragraph: Element): boolean {
  return !isBlank(paragraph) && textOf(paragraph).replace(ANSWER_MARK, '').trim() === '';
}

/**
 * Inline content whose lines hold questions and answers, as paragraphs of one or the other; null where there is no
 * question in it. A question is a line that begins in bold up to a question mark, or that begins with `Q:`.
 */
export function splitLines(nodes: readonly TreeNode[]): Element[] | null {
  const lines = readLines(unwrap(nodes)).flatMap(splitLine);
  const [first, second] = lines;
  // Split once more, a line that is one already would never end.
  const isSplit = second === undefined && isBold(onlyElement(withoutBlanks(first?.nodes ?? [])) ?? '');
  if (isSplit || !lines.some(({ isTitle }) => isTitle)) return null;
  const paragraphs: Element[] = [];
  let answer: TreeNode[] = [];
  const endAnswer = () => {
    if (answer.some((node) => !isBlank(node))) paragraphs.push(paragraph(answer));
    answer = [];
  };
  for (const line of lines) {
    if (line.isTitle) {
      endAnswer();
      paragraphs.push(paragraph([createElement('strong', line.nodes)]));
    } else answer.push(...(answer.length > 0 ? [createElement('br')] : []), ...line.nodes);
  }
  endAnswer();
  return paragraphs;
}

interface NodeLine {
  nodes: TreeNode[];
  isTitle: boolean;
}

function readLines(nodes: readonly TreeNode[]): TreeNode[][] {
  const lines: TreeNode[][] = [[]];
  for (const node of nodes) {
    if (typeof node !== 'string' && node.tag === 'br') lines.push([]);
    else lines.at(-1)?.push(node);
  }
  return lines;
}

function splitLine(nodes: TreeNode[]): NodeLine[] {
  const bold = countBold(nodes);
  const title = nodes.slice(0, bold).map(textOf).join('').trim();
  if (bold > 0 && fits(title) && isQuestion(title)) return toLines(nodes, bold);
  const whole = nodes.map(textOf).join('').trim();
  if (!hasQuestionMark(whole)) return [{ nodes, isTitle: false }];
  const isAnswer = (node: TreeNode) => ANSWER_MARK.test(textOf(node));
  const behind = nodes.findIndex((node, n) => n > 0 && isAnswer(node));
  if (behind > 0 && fits(nodes.slice(0, behind).map(textOf).join(''))) return toLines(nodes, behind);
  const [, question, answer] = nodes.every((node) => typeof node === 'string')
    ? (ANSWER_BEHIND.exec(whole) ?? [])
    : [];
  if (question !== undefined && answer !== undefined && fits(question)) return toLines([question, answer], 1);
  return [{ nodes, isTitle: fits(whole) }];
}

function toLines(nodes: TreeNode[], count: number): NodeLine[] {
  const rest = nodes.slice(count);
  const title = { nodes: nodes.slice(0, count), isTitle: true };
  return rest.every(isBlank) ? [title] : [title, { nodes: rest, isTitle: false }];
}

function countBold(nodes: readonly TreeNode[]): number {
  let count = 0;
  for (const [n, node] of nodes.entries()) {
    if (isBold(node)) count = n + 1;
    else if (!isBlank(node)) break;
  }
  return count;
}

function isBold(node: TreeNode): boolean {
  if (typeof node === 'string') return false;
  if (BOLD.has(node.tag)) return node.textLength > 0;
  const only = onlyElement(withoutBlanks(node.children));
  return only !== undefined && STYLED.has(node.tag) && isBold(only);
}

function unwrap(nodes: readonly TreeNode[]): readonly TreeNode[] {
  const only = onlyElement(withoutBlanks(nodes));
  return only && WRAPPERS.has(only.tag) ? unwrap(only.children) : nodes;
}

function fits(title: string): boolean {
  return title !== '' && title.length <= MAX_TITLE_LETTERS * 1.3;
}

function paragraph(nodes: TreeNode[]): Element {
  return measure(createElement('p', nodes));
}
