import { isQuestion } from '../../../domain/markdown/sentences.ts';
import { renderPlain } from '../../html/inline.ts';
import type { Element, TreeNode } from '../../html/tree.ts';
import {
  createElement,
  descendants,
  elementsOf,
  holdsBlock,
  isHeading,
  measure,
  setOf,
} from '../../html/tree.ts';
import { openComponents } from './components.ts';
import { isAnswerLabel, splitLines } from './lines.ts';
import {
  createQuestion,
  definitionsToQuestions,
  readMicrodata,
  reveal,
  tableToQuestions,
} from './question.ts';
import { PageIndex, Siblings, signatureOf, toKey } from './siblings.ts';
import { findTabs, type Tabs } from './tabs.ts';
import {
  BOLD,
  hasTitleName,
  isBlank,
  isGenericLabel,
  isInvisible,
  isOverlay,
  MAX_TITLE_LETTERS,
  readTitle,
  withoutBlanks,
} from './title.ts';

const UNTOUCHED = setOf('head nav pre code h1 h2 h3 h4 h5 h6 button summary #question');
const TITLE_TAGS = setOf('summary button a label');
const TICKED = setOf('checkbox radio');

/**
 * A copy of the tree in which questions and their answers are `#question` elements, whatever they were built of:
 * what opens on a click, lists of terms, tables of two columns, bold or marked lines. What a question opens is no
 * longer hidden; hidden parts that nothing opens stay as they are.
 * @param known questions that the page lists as such
 */
export function markQuestions(given: Element, known: readonly string[] = []): Element {
  const root = openComponents(given);
  markFieldLabels(root);
  const index = new PageIndex(root, known);
  return measure(markElement(root, { index, tabs: findTabs(root, index) }, false));
}

interface PageStructure {
  index: PageIndex;
  tabs: Tabs;
}

function markElement(element: Element, page: PageStructure, isRepeated: boolean): Element {
  if (page.tabs.lists.has(element)) return createElement('div');
  const tab = page.tabs.names.get(element);
  if (tab === undefined) return markPlain(element, page, isRepeated);
  const kind = tab.isSection ? 'question' : 'name';
  return createQuestion({ text: tab.text, anchor: null }, [markPlain(element, page, false)], kind);
}

function markPlain(element: Element, page: PageStructure, isRepeated: boolean): Element {
  // Bold words are one line of another element, which was split already.
  const isWords = BOLD.has(element.tag) && !element.isBlock;
  if (isWords || UNTOUCHED.has(element.tag) || element.textLength === 0) return element;
  const whole = readMicrodata(element) ?? tableToQuestions(element) ?? definitionsToQuestions(element);
  if (whole !== null)
    return whole.tag === '#question'
      ? whole
      : { ...whole, children: whole.children.map((child) => markAnswer(child, page)) };
  const children = markChildren(expandLines(element.children), page, isRepeated);
  return fromList({ ...element, children });
}

function markAnswer(node: TreeNode, page: PageStructure): TreeNode {
  if (typeof node === 'string') return node;
  return { ...node, children: markChildren(node.children, page, false) };
}

function markChildren(given: readonly TreeNode[], page: PageStructure, isRepeated: boolean): TreeNode[] {
  const nodes = withoutOpeners(given);
  const siblings = new Siblings(nodes, page.index, isRepeated);
  const repeated = countShapes(nodes);
  const isOneOfMany = (node: Element) => (repeated.get(signatureOf(node)) ?? 0) > 1;
  const mark = (node: TreeNode): TreeNode =>
    typeof node === 'string' ? node : markElement(node, page, isOneOfMany(node));
  const marked: TreeNode[] = [];
  for (let n = 0; n < nodes.length; n += 1) {
    const node = nodes[n] ?? '';
    const title = siblings.titles[n];
    if (isDetails(node)) {
      const previous = nodes.slice(Math.max(0, n - 5), n).findLast((one) => !isBlank(one));
      const isRun = isDetails(nodes[siblings.nextOf(n)]) || isDetails(previous);
      marked.push(markDetails(node, page, isRepeated || isRun || isOneOfMany(node)));
    } else if (title && siblings.isQuestion(n)) {
      const end = siblings.endOfAnswer(n);
      marked.push(createQuestion(title, nodes.slice(siblings.nextOf(n), end).map(mark)));
      n = end - 1;
    } else marked.push(mark(node));
  }
  return marked;
}

/** Without `Show answer`; what it shows is shown. */
function withoutOpeners(nodes: readonly TreeNode[]): readonly TreeNode[] {
  const isHidden = nodes.map((node) => typeof node === 'object' && isInvisible(node) && !isOverlay(node));
  if (!isHidden.includes(true)) return nodes;
  const shown: TreeNode[] = [];
  for (let n = 0; n < nodes.length; n += 1) {
    const node = nodes[n] ?? '';
    const title = isBlank(node) || typeof node === 'string' ? null : readTitle(node);
    let next = n + 1;
    while (title !== null && next < nodes.length && isBlank(nodes[next] ?? '')) next += 1;
    if (title?.isClickable && title.isGeneric && isHidden[next]) {
      shown.push(reveal(nodes[next] ?? ''));
      n = next;
    } else shown.push(node);
  }
  return shown;
}

function isDetails(node: TreeNode | undefined): node is Element {
  return typeof node === 'object' && node.tag === 'details';
}

function markDetails(details: Element, page: PageStructure, isRepeated: boolean): Element {
  const summary = elementsOf(details).find(({ tag }) => tag === 'summary');
  const rest = details.children.filter((child) => child !== summary);
  if (!summary || summary.textLength > MAX_TITLE_LETTERS) {
    return { ...details, children: markChildren(expandLines(details.children), page, false) };
  }
  const title = readTitle(summary);
  const text = title?.text ?? renderPlain(summary.children);
  const content = markChildren(expandLines(rest), page, false);
  const isQuestion = title?.isQuestion || page.index.isKnown(text) || isRepeated || hasTitleName(details);
  if (isGenericLabel(text)) return { ...details, children: content };
  if (!isQuestion || text === '') return { ...details, children: [summary, ...content] };
  return createQuestion({ text, anchor: details.attributes.id ?? title?.anchor ?? null }, content);
}

/** How many children are built alike and begin with different titles. */
function countShapes(nodes: readonly TreeNode[]): Map<string, number> {
  const titles = new Map<string, Set<string>>();
  for (const node of nodes) {
    if (typeof node === 'string' || node.textLength === 0) continue;
    const text = leadingTitle(node);
    if (text === null) continue;
    const key = signatureOf(node);
    titles.set(key, (titles.get(key) ?? new Set()).add(toKey(text)));
  }
  return new Map([...titles].map(([key, texts]) => [key, texts.size]));
}

/** The title that an item begins with, when more follows it. */
function leadingTitle(item: Element): string | null {
  let inner = item;
  for (let depth = 0; depth < 10; depth += 1) {
    const [first, second] = withoutBlanks(inner.children);
    if (typeof first !== 'object') return null;
    if (second === undefined) {
      inner = first;
      continue;
    }
    const mayBeTitle = first.isBlock || TITLE_TAGS.has(first.tag);
    const title = mayBeTitle ? readTitle(first) : null;
    return title && (title.isClickable || title.isQuestion) ? title.text : null;
  }
  return null;
}

/** Paragraphs and lines that hold a question and its answer become one paragraph each. */
function expandLines(nodes: readonly TreeNode[]): TreeNode[] {
  const expanded: TreeNode[] = [];
  let run: TreeNode[] = [];
  const endRun = () => {
    expanded.push(...((run.length > 0 && splitLines(run)) || run));
    run = [];
  };
  for (const node of nodes) {
    if (typeof node === 'string' || !node.isBlock) {
      run.push(node);
      continue;
    }
    endRun();
    const isParagraph = node.tag === 'p' && !holdsBlock(node);
    if (isParagraph && isAnswerLabel(node)) continue;
    expanded.push(...((isParagraph && splitLines(node.children)) || [node]));
  }
  endRun();
  return expanded;
}

/** A list of questions is no list: each of them is an entry of its own. */
function fromList(element: Element): Element {
  if (element.tag !== 'ul' && element.tag !== 'ol') return element;
  const items = withoutBlanks(element.children);
  const questions = items.filter((item) => typeof item === 'object' && isQuestionItem(item));
  if (questions.length === 0 || questions.length * 2 < items.length) return element;
  const toBox = (node: TreeNode): TreeNode =>
    typeof node === 'object' && node.tag === 'li' ? { ...node, tag: 'div' } : node;
  return { ...createElement('div', element.children.map(toBox)), attributes: element.attributes };
}

function isQuestionItem(item: Element): boolean {
  const [first] = withoutBlanks(item.children);
  if (typeof first !== 'object') return false;
  if (isHeading(first) && first.tag !== 'h1') return isQuestion(renderPlain(first.children));
  return first.tag === '#question' || (first.isBlock && isQuestionItem(first));
}

/** Labels of fields become `#label`, which is no title: only those of a box to tick open something, without script. */
function markFieldLabels(root: Element): void {
  const boxes = new Set<string | undefined>();
  const labels: Element[] = [];
  for (const element of descendants(root)) {
    const { tag, attributes } = element;
    if (tag === 'input' && TICKED.has(attributes.type?.toLowerCase() ?? '')) boxes.add(attributes.id);
    if (tag === 'label' && attributes.for !== undefined) labels.push(element);
  }
  for (const label of labels) if (!boxes.has(label.attributes.for)) label.tag = '#label';
}
