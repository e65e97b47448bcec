import { isQuestion } from '../../../domain/markdown/sentences.ts';
import type { Element, TreeNode } from '../../html/tree.ts';
import {
  ANSWERING,
  createElement,
  descendants,
  elementsOf,
  isOpener,
  measure,
  NAMING,
  roleOf,
  textOf,
} from '../../html/tree.ts';
import { isBlank, isIcon, MAX_TITLE_LETTERS } from './title.ts';

/**
 * A copy in which components of any library that open (`<my-accordion title="…">`, `<faq-item>` with a slot for its
 * title, `<x-faq-q>` beside `<x-faq-a>`) are `<details>`, which all that follows knows.
 */
export function openComponents(root: Element): Element {
  if (!descendants(root).some(isComponent)) return root;
  return measure(openWithin(root));
}

function openWithin(element: Element): Element {
  if (element.children.length === 0 && !isComponent(element)) return element;
  const children = element.children.map((child) => (typeof child === 'string' ? child : openWithin(child)));
  const copy = { ...element, children };
  const hasTitles = elementsOf(copy).some((child) => isComponent(child) && isOpener(child.tag));
  if (!isComponent(element) && !hasTitles) return copy;
  const read = isComponent(element) ? (readNamed(copy) ?? readSlots(copy)) : null;
  return read ?? { ...copy, children: pairUp(copy) };
}

function isComponent({ tag }: Element): boolean {
  return tag.includes('-') && !tag.startsWith('#');
}

/** `<faq-item question="…">Answer</faq-item>`, or with its answer in an attribute as well. */
function readNamed(element: Element): Element | null {
  const title = firstOf(element, NAMING);
  const answer = firstOf(element, ANSWERING);
  if (title === undefined || !(isOpener(element.tag) || isQuestion(title))) return null;
  const content = answer === undefined ? element.children : [answer, ...element.children];
  return toDetails(element, [title], content);
}

/** `<accordion-item><span slot="title">…</span>Answer</accordion-item>`. */
function readSlots(element: Element): Element | null {
  const title = elementsOf(element).find(
    ({ attributes, textLength }) => textLength > 0 && roleOf(attributes.slot ?? '') === 'title',
  );
  if (!title || !(isOpener(element.tag) || isQuestion(textOf(title)))) return null;
  const answer = element.children.filter((child) => child !== title);
  return toDetails(element, title.children, answer);
}

/** Children of which some are titles of those that follow them, as `<details>` each. */
function pairUp(element: Element): TreeNode[] {
  const { children } = element;
  const paired: TreeNode[] = [];
  for (let at = 0; at < children.length; ) {
    const title = children[at] ?? '';
    const isAsked = isNaming(title, element);
    let end = at + 1;
    while (isAsked && end < children.length && isBelow(children[end] ?? '', element)) end += 1;
    const details = isAsked ? toDetails(title, title.children, children.slice(at + 1, end)) : null;
    paired.push(...(details ? [details] : children.slice(at, end)));
    at = end;
  }
  return paired;
}

/** Whether it belongs to the title before it: in a component all up to the next one, elsewhere answers alone. */
function isBelow(node: TreeNode, around: Element): boolean {
  const isAnswer = typeof node === 'object' && isComponent(node) && roleOf(node.tag) === 'answer';
  return !isNaming(node, around) && (isComponent(around) || isBlank(node) || isAnswer);
}

function isNaming(node: TreeNode, around: Element): node is Element {
  if (typeof node === 'string' || !isComponent(node) || node.textLength === 0) return false;
  return roleOf(node.tag) === 'title' && (isOpener(node.tag) || isOpener(around.tag));
}

/** Null where the title is no title, or nothing would open. */
function toDetails(element: Element, title: readonly TreeNode[], content: readonly TreeNode[]) {
  const letters = title.reduce((sum, node) => sum + textOf(node).length, 0);
  if (letters > MAX_TITLE_LETTERS || content.every((node) => isBlank(node) || isIcon(node))) return null;
  const summary = createElement('summary', [...title]);
  const box = createElement('div', [...content]);
  const { id } = element.attributes;
  const attributes: Record<string, string> = { class: 'accordion', ...(id === undefined ? {} : { id }) };
  return { ...createElement('details', [summary, box]), attributes };
}

function firstOf({ attributes }: Element, keys: readonly string[]): string | undefined {
  return keys.map((key) => attributes[key]?.trim()).find((value) => value !== undefined && value !== '');
}
