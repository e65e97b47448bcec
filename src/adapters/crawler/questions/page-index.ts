import { descendants, type Element } from '../page/tree.ts';
import type { Title } from './title.ts';

/** What has to be known of the whole page to read its parts. */
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
  opens(title: Title, answer: Element): boolean {
    const targets = new Set(
      title.targets.map((id) => this.#ids.get(id)).filter((target) => target !== undefined),
    );
    for (
      let element: Element | undefined = answer;
      element !== undefined && targets.size > 0;
      element = onlyChildOf(element)
    ) {
      if (targets.has(element)) return true;
    }
    return false;
  }

  byId(id: string): Element | undefined {
    return this.#ids.get(id);
  }

  /** The element that names this one as its label. */
  byLabel(id: string | undefined): Element | undefined {
    return id === undefined ? undefined : this.#labelled.get(id);
  }

  /** The other element of the same `data-tab`. */
  byTab(tab: string | undefined, label: Element): Element | undefined {
    return tab === undefined ? undefined : this.#tabs.get(tab)?.find((element) => element !== label);
  }

  parentOf(element: Element): Element | undefined {
    return this.#parents.get(element);
  }
}

/** Letters and digits alone, so that two ways to write the same question are equal. */
export function toKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function onlyChildOf(element: Element): Element | undefined {
  const inner = element.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const [only] = inner;
  return inner.length === 1 && typeof only === 'object' ? only : undefined;
}
