import { parseHTML } from 'linkedom';

/** An element as the reader needs it: a fifth of the DOM's size, and never deeper than 100. */
export interface Element {
  tag: string;
  /** Only those the reader asks for, by lower-case name. */
  attributes: Record<string, string>;
  children: TreeNode[];
  /** Whether it is or holds a block such as a paragraph, a list or a heading. */
  isBlock: boolean;
  /** Letters of text below it without blanks, and those of them in links. */
  textLength: number;
  linkLength: number;
}

export type TreeNode = Element | string;

/** The part of linkedom's nodes that a walk uses; its own types need those of a browser. */
interface DomNode {
  nodeType: number;
  localName?: string;
  data?: string;
  attributes?: Iterable<{ name: string; value: string }>;
  firstChild: DomNode | null;
  nextSibling: DomNode | null;
  parentNode: DomNode | null;
}

const ELEMENT = 1;
const TEXT = 3;
/** Deeper elements become siblings: 100,000 nested divs would overflow every recursive walk. */
const MAX_DEPTH = 100;

export function setOf(words: string): ReadonlySet<string> {
  return new Set(wordsOf(words));
}

const DROPPED =
  setOf(`script style template noscript iframe frame object embed svg canvas video audio map textarea
  select option datalist dialog portal math-renderer`);
const KEPT =
  setOf(`id class href rel name content http-equiv lang alt role hidden style aria-hidden aria-controls
  aria-expanded aria-level colspan rowspan start value type checked property data-lang data-language data-target
  data-bs-target for onclick data-toggle data-bs-toggle data-tab data-label data-title title aria-label
  aria-labelledby aria-haspopup itemtype itemprop slot autocomplete`);
/** Attributes by which components are called what they show, and what their answer is. */
export const NAMING = 'question frage q title titel label summary header heading trigger caption'.split(' ');
export const ANSWERING = ['answer', 'antwort', 'a'];

const OPENER = /accordion|faq|question|frage|collaps|expand|disclosure|spoiler|toggle|details|q-?and-?a|qna/i;
const TITLE = /(?:question|frage|title|trigger|header|heading|summary|label|button|[-_.]q)$/i;
const ANSWER = /(?:answer|antwort|content|panel|body|[-_.]a)$/i;
/** Attributes in which components of common libraries name their parts. */
const KEPT_OF_COMPONENTS = new Set([...NAMING, ...ANSWERING]);
/** Libraries of all kinds mark by these what reacts to a click, and what it opens. */
const CLICK_ATTRIBUTE = /^(?:@|[a-z-]*:|ng-|\(|data-)?(?:on-?)?(?:click|accordion|collapse|toggle)\b/;
const TARGET_ATTRIBUTE = /^data-[a-z-]*(?:target|toggle|collapse|controls|accordion|panel)$/;

const BLOCKS =
  setOf(`html body main article section div header footer aside nav p h1 h2 h3 h4 h5 h6 hgroup ul ol menu
  li dl dt dd pre blockquote table caption thead tbody tfoot tr td th hr figure figcaption details summary fieldset
  legend address form center dir xmp listing search #question #title`);
const HEADINGS = setOf('h1 h2 h3 h4 h5 h6');

/**
 * Parses HTML of any quality into a tree under one root, without what never is text (scripts, styles, frames,
 * drawings, comments). Time grows with the length, except for crossed tags at great depth: the caller sets a deadline.
 */
export function parseTree(html: string): Element {
  // A doctype ends linkedom's list of siblings; without it nothing is lost.
  const { document }: { document: DomNode } = parseHTML(
    html.replace(/^(?:\s|<!--[\s\S]*?-->|<\?[^>]*>)*<!doctype[^>]*>/i, ''),
  );
  const root = createElement('#root');
  const path: Element[] = [root];
  let depth = 0;
  let node: DomNode | null = document.firstChild;
  while (node !== null) {
    const parent = path[Math.min(depth, MAX_DEPTH)] ?? root;
    const element = appendNode(parent, node);
    if (element !== null && node.firstChild !== null) {
      depth += 1;
      if (depth <= MAX_DEPTH) path[depth] = element;
      node = node.firstChild;
      continue;
    }
    while (node !== null && node.nextSibling === null) {
      node = node.parentNode;
      depth -= 1;
      if (depth < 0) node = null;
    }
    node = node?.nextSibling ?? null;
  }
  return measure(root);
}

export function* descendants(element: Element): Generator<Element> {
  const ahead: TreeNode[] = element.children.toReversed();
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    if (typeof node === 'string') continue;
    yield node;
    for (let n = node.children.length - 1; n >= 0; n -= 1) ahead.push(node.children[n] ?? '');
  }
}

export function elementsOf({ children }: Element): Element[] {
  return children.filter((child) => typeof child !== 'string');
}

export function holdsBlock(element: Element): boolean {
  return elementsOf(element).some(({ isBlock }) => isBlock);
}

export function textOf(node: TreeNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}

export function isHeading({ tag }: Element): boolean {
  return HEADINGS.has(tag);
}

/** The words of an attribute, without the blanks between and around them. */
export function wordsOf(value: string | undefined): string[] {
  return value?.split(/\s+/).filter(Boolean) ?? [];
}

export function classesOf({ attributes }: Element): string[] {
  return wordsOf(attributes.class?.toLowerCase());
}

/** Whether a class is one of these, or reads like this. */
export function hasClass(element: Element, names: ReadonlySet<string> | RegExp): boolean {
  return classesOf(element).some((name) => (names instanceof RegExp ? names.test(name) : names.has(name)));
}

/** Whether a class has one of these as a part of its own: `modal` in `site-modal__box`. */
export function hasClassPart(element: Element, parts: ReadonlySet<string>): boolean {
  return classesOf(element).some((name) => {
    const whole = `-${name.replaceAll('_', '-')}-`;
    return parts.values().some((part) => whole.includes(`-${part}-`));
  });
}

export function namesOf(element: Element): string[] {
  return [...classesOf(element), element.attributes.id?.toLowerCase() ?? ''];
}

/** A copy that leaves out all elements below for which `isLeft` holds. */
export function copyWithout(element: Element, isLeft: (child: Element, parent: Element) => boolean): Element {
  const children = element.children.flatMap((child): TreeNode[] => {
    if (typeof child === 'string') return [child];
    return isLeft(child, element) ? [] : [copyWithout(child, isLeft)];
  });
  return { ...element, children };
}

/** An element of our own, to be measured before it is asked for its lengths. */
export function createElement(tag: string, children: TreeNode[] = []): Element {
  return { tag, attributes: {}, children, isBlock: false, textLength: 0, linkLength: 0 };
}

/** Appends text or an element; null for what is dropped or has no children. */
function appendNode(parent: Element, node: DomNode): Element | null {
  if (node.nodeType === TEXT) {
    // The parser ends a text at every entity: `&lt;b&gt;` comes in three.
    const before = typeof parent.children.at(-1) === 'string' ? parent.children.pop() : '';
    parent.children.push(`${before}${node.data ?? ''}`);
  }
  if (node.nodeType !== ELEMENT) return null;
  const tag = node.localName?.toLowerCase() ?? '';
  // Where scripts do not run, a page may be sent on all the same.
  if (tag === 'noscript')
    for (const meta of childrenOf(node)) if (meta.localName === 'meta') appendNode(parent, meta);
  if (DROPPED.has(tag)) return null;
  const element = createElement(tag);
  for (const { name, value } of node.attributes ?? []) keepAttribute(element, name.toLowerCase(), value);
  parent.children.push(element);
  return element;
}

function* childrenOf(node: DomNode): Generator<DomNode> {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) yield child;
}

function keepAttribute({ tag, attributes }: Element, key: string, value: string): void {
  const isKept = KEPT.has(key) || (tag.includes('-') && KEPT_OF_COMPONENTS.has(key));
  if (isKept) attributes[key] ??= value;
  else if (CLICK_ATTRIBUTE.test(key)) attributes.onclick ??= '';
  if (TARGET_ATTRIBUTE.test(key) && /^#?[a-z][\w:.-]*$/i.test(value)) attributes['data-target'] ??= value;
}

/** Counts letters and finds blocks, for an element and all below it. @returns the element. */
export function measure(element: Element, isInLink = false): Element {
  const isLink = isInLink || element.tag === 'a';
  element.isBlock = BLOCKS.has(element.tag) || element.attributes.role === 'row';
  element.textLength = 0;
  element.linkLength = 0;
  for (const child of element.children) {
    if (typeof child === 'string') {
      const length = child.replace(/\s+/g, '').length;
      element.textLength += length;
      if (isLink) element.linkLength += length;
    } else if (child.tag !== 'title') {
      measure(child, isLink);
      element.isBlock ||= child.isBlock;
      element.textLength += child.textLength;
      element.linkLength += child.linkLength;
    }
  }
  return element;
}

/** The role of a component within its parent, by its name: `AccordionTrigger`, `faq-answer`. */
export function roleOf(name: string): 'box' | 'title' | 'answer' {
  if (TITLE.test(name)) return 'title';
  return ANSWER.test(name) ? 'answer' : 'box';
}

export function isOpener(name: string): boolean {
  return OPENER.test(name);
}
