import { DOMParser } from 'linkedom';

/** The part of an element of Word's XML that we use; linkedom's own types need those of a browser. */
export interface XmlElement {
  localName: string;
  tagName: string;
  textContent: string;
  readonly children: Iterable<XmlElement>;
  readonly parentElement: XmlElement | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  getElementsByTagName(name: string): Iterable<XmlElement>;
  prepend(child: XmlElement): void;
  append(child: XmlElement): void;
  replaceWith(...others: XmlElement[]): void;
  remove(): void;
  cloneNode(isDeep: boolean): XmlElement;
  toString(): string;
}

const OFF = new Set(['0', 'false', 'off', 'none']);
const BLANKS = new Set(['w:tab', 'w:br', 'w:cr']);
const UNSEEN = new Set(['w:pPr', 'w:rPr', 'w:del', 'w:moveFrom', 'w:txbxContent']);

export function parseXml(text: string): XmlElement {
  return new DOMParser().parseFromString(text.replace(/^\uFEFF/, ''), 'text/xml') as unknown as XmlElement;
}

/** Those below of a name, as they are now. */
export function allOf(element: XmlElement | null, name: string): XmlElement[] {
  return element === null ? [] : [...element.getElementsByTagName(name)];
}

export function childOf(element: XmlElement | null, name: string): XmlElement | null {
  return element === null ? null : ([...element.children].find(({ tagName }) => tagName === name) ?? null);
}

/** The `w:val` of its child of this name; null where there is none. */
export function settingOf(element: XmlElement | null, name: string): string | null {
  return childOf(element, name)?.getAttribute('w:val') ?? null;
}

/** Whether a switch such as `<w:b/>` is on; null where it is not set. */
export function isOn(element: XmlElement | null, name: string): boolean | null {
  const found = childOf(element, name);
  return found === null ? null : !OFF.has(found.getAttribute('w:val') ?? '');
}

export function makeElement(text: string): XmlElement {
  const [made] = parseXml(`<r xmlns:w="w">${text}</r>`).children;
  const [inner] = made?.children ?? [];
  if (inner === undefined) throw new Error(`no element: ${text}`);
  return inner;
}

/** The words of a paragraph as they are seen. */
export function wordsIn(element: XmlElement): string {
  let words = '';
  const visit = (one: XmlElement) => {
    if (one.tagName === 'w:t') words += one.textContent;
    else if (BLANKS.has(one.tagName)) words += ' ';
    else if (!UNSEEN.has(one.tagName)) for (const child of one.children) visit(child);
  };
  visit(element);
  return words;
}
