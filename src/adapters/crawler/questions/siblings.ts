import { classesOf, descendants, type Element, isHeading, setOf, type TreeNode } from '../../html/tree.ts';
import { isVoteQuestion } from '../page/phrases.ts';
import type { QuestionTitle } from './title.ts';
import { hasAnswerName, isBlank, isInvisible, isOverlay, onlyElement, readTitle } from './title.ts';

export class PageIndex {
  readonly #ids = new Map<string, Element>();
  readonly #labelled = new Map<string, Element>();
  readonly #tabs = new Map<string, Element[]>();
  readonly #parents = new Map<Element, Element>();
  readonly #known: ReadonlySet<string>;

  /** @param questions that the page itself lists as such */
  constructor(root: Element, questions: readonly string[]) {
    for (const element of descendants(root)) {
      const { id, 'aria-labelledby': label, 'data-tab': tab } = element.attributes;
      if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, element);
      if (label !== undefined && element.isBlock) this.#labelled.set(label.trim(), element);
      if (tab !== undefined) this.#tabs.set(tab, [...(this.#tabs.get(tab) ?? []).slice(0, 3), element]);
      for (const child of element.children) if (typeof child === 'object') this.#parents.set(child, element);
    }
    this.#known = new Set(questions.map(toKey));
  }

  isKnown(text: string): boolean {
    return this.#known.has(toKey(text));
  }

  /** Whether what the title opens by id is this element, or the only thing in it. */
  opens(title: QuestionTitle, answer: Element): boolean {
    const targets = title.targets.map((id) => this.#ids.get(id));
    let element: Element | undefined = targets.length > 0 ? answer : undefined;
    while (element !== undefined && !targets.includes(element)) element = onlyChildOf(element);
    return element !== undefined;
  }

  byId(id: string): Element | undefined {
    return this.#ids.get(id);
  }

  byLabel(id = ''): Element | undefined {
    return this.#labelled.get(id);
  }

  byTab(tab: string | undefined, label: Element): Element | undefined {
    return this.#tabs.get(tab ?? '')?.find((element) => element !== label);
  }

  parentOf(element: Element): Element | undefined {
    return this.#parents.get(element);
  }
}

/** Letters and digits alone, so that two ways to write the same question are equal. */
export function toKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function onlyChildOf({ children }: Element): Element | undefined {
  return onlyElement(children.filter((child) => typeof child !== 'string' || child.trim() !== ''));
}

const BOXES = setOf('div section article dd main fieldset center');
const FLOW = setOf('p ul ol dl pre table blockquote figure br img a span strong em code b i #question');

/** The children of one element, and which of them are titles of what follows. */
export class Siblings {
  readonly nodes: readonly TreeNode[];
  readonly titles: readonly (QuestionTitle | null)[];
  readonly #page: PageIndex;
  readonly #isRepeated: boolean;
  readonly #next: number[] = [];
  #clickables = 0;
  #hidden = 0;
  #plain = 0;
  #isBoldStyle = false;

  /** @param isRepeated whether the parent is one of several of its kind that each begin with a title */
  constructor(nodes: readonly TreeNode[], page: PageIndex, isRepeated: boolean) {
    this.nodes = nodes;
    this.titles = nodes.map((node) => (typeof node === 'string' ? null : readTitle(node)));
    this.#page = page;
    this.#isRepeated = isRepeated;
    let next = nodes.length;
    for (let n = nodes.length - 1; n >= 0; n -= 1) {
      this.#next[n] = next;
      if (!isSkipped(nodes[n] ?? '')) next = n;
    }
    this.#count();
  }

  nextOf(index: number): number {
    return this.#next[index] ?? this.nodes.length;
  }

  /** Whether the title there belongs to what follows it as a question to its answer. */
  isQuestion(index: number): boolean {
    const title = this.titles[index];
    const element = this.nodes[index];
    const next = this.nextOf(index);
    const answer = this.nodes[next];
    if (!title || answer === undefined || typeof element !== 'object') return false;
    if (title.isGeneric || isVoteQuestion(title.text) || this.#competes(title, next)) return false;
    if (typeof answer === 'string' || !answer.isBlock) return this.#leadsText(title);
    if (isOverlay(answer) || isMenu(answer, title)) return false;
    if (this.#page.isKnown(title.text) || this.#page.opens(title, answer)) return true;
    if (isInvisible(answer)) return this.#opensHidden(title, answer);
    return !(title.isHeading && !title.isClickable) && this.#leadsBox(title, answer);
  }

  endOfAnswer(index: number): number {
    const title = this.titles[index];
    const first = this.nextOf(index);
    const answer = this.nodes[first];
    if (!title) return first;
    const isBox = typeof answer === 'object' && (isInvisible(answer) || BOXES.has(answer.tag));
    const nextTitle = this.#nextTitle(first, title);
    let end = first + 1;
    for (let n = this.nextOf(first); n < nextTitle; n = this.nextOf(n)) {
      const node = this.nodes[n] ?? '';
      if (isBox ? !this.#continues(answer, node, nextTitle) : endsFlow(node)) break;
      end = n + 1;
    }
    return end;
  }

  #continues(answer: Element, node: TreeNode, nextTitle: number): boolean {
    const isBetween = nextTitle < this.nodes.length;
    if (typeof node === 'string') return isBetween;
    if (isInvisible(node) !== isInvisible(answer)) return false;
    if (FLOW.has(node.tag)) return isBetween;
    return signatureOf(node) === signatureOf(answer) && (isBetween || classesOf(node).length > 0);
  }

  #nextTitle(from: number, title: QuestionTitle): number {
    for (let n = this.nextOf(from); n < this.nodes.length; n = this.nextOf(n)) {
      if (this.#competes(title, n) || this.isQuestion(n)) return n;
    }
    return this.nodes.length;
  }

  /** Whether what stands there is a title of the same kind, and no answer. */
  #competes(title: QuestionTitle, index: number): boolean {
    const other = this.titles[index];
    const node = this.nodes[index];
    if (typeof node === 'object' && isHeading(node)) return true;
    if (!other || (typeof node === 'object' && isInvisible(node))) return false;
    if (other.isHeading || (other.isClickable && title.isClickable)) return true;
    if (title.isMarked || title.isBold)
      return other.isMarked || (other.isBold && (other.isQuestion || this.#isBoldStyle));
    const isAlike = other.isPlain === title.isPlain && other.isNamed === title.isNamed;
    return !title.isClickable && other.isQuestion && isAlike;
  }

  /** Text right behind a title, without a box around it. */
  #leadsText(title: QuestionTitle): boolean {
    const { isBold, isQuestion, isNamed } = title;
    if (title.isMarked || (isBold && (isQuestion || isNamed)) || (isNamed && isQuestion)) return true;
    return this.#page.isKnown(title.text);
  }

  #opensHidden(title: QuestionTitle, answer: Element): boolean {
    if (title.isClickable || title.isNamed || hasAnswerName(answer)) return true;
    return this.#hidden > 1 || this.#isRepeated;
  }

  #leadsBox(title: QuestionTitle, answer: Element): boolean {
    const isRepeated = this.#isRepeated || this.#clickables > 1;
    if (title.isMarked || (title.isNamed && hasAnswerName(answer))) return true;
    if (title.isQuestion && (title.isClickable || title.isNamed || title.isBold)) return true;
    if (title.isClickable) return isRepeated;
    if (title.isBold && this.#isBoldStyle) return true;
    if (!title.isQuestion) return false;
    return title.isPlain ? this.#plain > 1 || this.#isRepeated : BOXES.has(answer.tag) || this.#isRepeated;
  }

  #count(): void {
    const clickables = new Set<string>();
    const found = this.titles.flatMap((title, n) => (title ? [{ title, next: this.nextOf(n) }] : []));
    for (const { title, next } of found) {
      const after = this.nodes[next];
      if (after === undefined) continue;
      const isAlone = title.isClickable && this.titles[next]?.isClickable;
      if (title.isClickable && !title.isGeneric && !isAlone) clickables.add(title.text);
      if (title.isQuestion && typeof after === 'object' && isInvisible(after)) this.#hidden += 1;
      if (title.isQuestion && title.isPlain) this.#plain += 1;
    }
    this.#clickables = clickables.size;
    const bold = found.filter(({ title }) => title.isBold && !/[:.!,;]$/.test(title.text));
    const asked = bold.filter(({ title }) => title.isQuestion);
    this.#isBoldStyle = asked.length > 1 && asked.length * 2 >= bold.length;
  }
}

/** Tag and classes: what is built alike. */
export function signatureOf(element: Element): string {
  return `${element.tag} ${classesOf(element).toSorted().join(' ').slice(0, 200)}`;
}

function isSkipped(node: TreeNode): boolean {
  return isBlank(node) || (typeof node === 'object' && (node.tag === 'br' || node.tag === 'input'));
}

/** Links and nothing else are an answer to a question alone. */
function isMenu(answer: Element, title: QuestionTitle): boolean {
  return !title.isQuestion && answer.linkLength >= answer.textLength * 0.75;
}

function endsFlow(node: TreeNode): boolean {
  if (typeof node === 'string') return false;
  return node.tag === 'hr' || isHeading(node) || (node.isBlock && descendants(node).some(isHeading));
}
