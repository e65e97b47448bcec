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

export function parseXml(text: string): XmlElement {
  return new DOMParser().parseFromString(text.replace(/^\uFEFF/, ''), 'text/xml') as unknown as XmlElement;
}

/** Those below of a name, as they are now. */
export function allOf(element: XmlElement | null, name: string): XmlElement[] {
  return element === null ? [] : [...element.getElementsByTagName(name)];
}

/** Its child of this name. */
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
  return found === null ? null : !/^(?:0|false|off|none)$/.test(found.getAttribute('w:val') ?? '');
}

/** A new element of this document. */
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
    else if (/^w:(?:tab|br|cr)$/.test(one.tagName)) words += ' ';
    else if (!/^w:(?:pPr|rPr|del|moveFrom|txbxContent)$/.test(one.tagName))
      for (const child of one.children) visit(child);
  };
  visit(element);
  return words;
}
