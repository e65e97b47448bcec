import { isQuestion } from '../../../domain/markdown/sentences.ts';
import { renderPlain } from '../../html/inline.ts';
import type { Element, TreeNode } from '../../html/tree.ts';
import {
  descendants,
  elementsOf,
  hasClass,
  hasClassPart,
  holdsBlock,
  isHeading,
  setOf,
} from '../../html/tree.ts';
import { type PageIndex, signatureOf } from './siblings.ts';
import {
  hasAnswerName,
  isBlank,
  isIcon,
  isInvisible,
  targetsOf,
  toggleOf,
  toTitleText,
  withoutBlanks,
} from './title.ts';

/** The tabs of a page: which name belongs to which panel, and the lists of names, which are no text. */
export interface Tabs {
  names: ReadonlyMap<Element, TabName>;
  lists: ReadonlySet<Element>;
}

interface TabName {
  text: string;
  /** Whether the panels of its list are long enough to be sections of their own. */
  isSection: boolean;
}

const MAX_NAME_LETTERS = 80;
const MAX_TABS = 60;
/** Panels above this on average are read one by one. */
const SECTION_LETTERS = 400;
const LIST_PARTS =
  setOf(`tab tabs pills tablist tabnav tabnavigation tabbar tabbuttons tablinks tabheader tabheaders
  tabtitles tablabels tabitems tabmenu tabbed-labels`);
const LABELS = setOf('li button a label div span h2 h3 h4 h5 h6 p');
const PANELS = setOf('div section li');
const TOGGLES = setOf('tab pill');
const PANEL_NAME = /tab|pane|panel|block|content/;

export function findTabs(root: Element, page: PageIndex): Tabs {
  const names = new Map<Element, TabName>();
  const lists = new Set<Element>();
  for (const list of descendants(root)) {
    const labels = readLabels(list);
    const panels = labels.length < 2 ? null : (panelsById(labels, page) ?? panelsByOrder(list, labels, page));
    if (panels === null || panels.some((panel) => names.has(panel) || isWithin(panel, list, page))) continue;
    const isSection = isWorthSections(labels, panels);
    for (const [n, panel] of panels.entries()) names.set(panel, { text: nameOf(labels[n]), isSection });
    lists.add(list);
  }
  return { names, lists };
}

/** The labels of a list of tabs, each short; none for other elements. */
function readLabels(list: Element): Element[] {
  const isList = list.attributes.role === 'tablist' || hasClassPart(list, LIST_PARTS);
  const children = contentOf(list);
  if (children.length < 2 || children.length > MAX_TABS) return [];
  if (children.some(({ textLength }) => textLength > MAX_NAME_LETTERS)) return [];
  if (list.children.some((child) => typeof child === 'string' && child.trim() !== '')) return [];
  if (!children.every(({ tag }) => LABELS.has(tag))) return [];
  const labels = children.map((child) => [child, ...descendants(child)].find(isLabel) ?? child);
  const isName = (label: Element) => isLabel(label) || (isList && !holdsBlock(label));
  return labels.every((label) => isName(label) && nameOf(label) !== '') ? labels : [];
}

function contentOf(element: Element): Element[] {
  return elementsOf(element).filter((child) => child.tag !== 'input' && !isBlank(child));
}

function isLabel(element: Element): boolean {
  return isTab(element) || element.attributes['data-tab'] !== undefined || targetsOf(element).length > 0;
}

function isTab({ attributes }: Element): boolean {
  return attributes.role === 'tab' || TOGGLES.has(toggleOf(attributes));
}

function panelsById(labels: readonly Element[], page: PageIndex): Element[] | null {
  const panels = labels.map((label) => {
    const ids = [...targetsOf(label), ...[label.attributes['data-tab'] ?? ''].filter((id) => id !== '')];
    const named = ids.map((id) => page.byId(id)).find((panel) => panel !== undefined);
    return named ?? page.byLabel(label.attributes.id) ?? page.byTab(label.attributes['data-tab'], label);
  });
  const found = panels.filter((panel) => panel?.isBlock && panel.textLength > 0) as Element[];
  if (found.length !== labels.length || new Set(found).size !== found.length) return null;
  return labels.some(isTab) || found.some((panel) => isInvisible(panel) || isPanel(panel)) ? found : null;
}

/** As many panels as labels, in the next box or right behind the list, also where the list stands in a box of its own. */
function panelsByOrder(list: Element, labels: readonly Element[], page: PageIndex): Element[] | null {
  for (let element = list, depth = 0; depth < 3; depth += 1) {
    const parent = page.parentOf(element);
    if (parent === undefined) return null;
    const children = contentOf(parent);
    const start = children.indexOf(element) + 1;
    const after = children.slice(start, start + labels.length);
    const inside = withoutBlanks(after[0]?.children ?? []);
    for (const panels of [inside, after]) if (arePanels(panels, labels.length)) return panels;
    if (children.length > 1) return null;
    element = parent;
  }
  return null;
}

function arePanels(nodes: TreeNode[], count: number): nodes is Element[] {
  const panels = nodes.filter((node) => typeof node === 'object' && node.isBlock) as Element[];
  if (panels.length !== count || nodes.length !== count) return false;
  if (panels.every(({ attributes }) => attributes.role === 'tabpanel')) return true;
  const isAlike = new Set(panels.map(({ tag }) => tag)).size === 1;
  if (!isAlike || !panels.every(({ tag }) => PANELS.has(tag))) return false;
  if (panels.some(isPanel) || panels.slice(1).every(isInvisible)) return true;
  return new Set(panels.map(signatureOf)).size < count;
}

function isPanel(element: Element): boolean {
  return element.attributes.role === 'tabpanel' || hasAnswerName(element) || hasClass(element, PANEL_NAME);
}

function isWorthSections(labels: readonly Element[], panels: readonly Element[]): boolean {
  const letters = panels.reduce((sum, { textLength }) => sum + textLength, 0);
  if (letters > SECTION_LETTERS * panels.length || labels.some((label) => isQuestion(nameOf(label))))
    return true;
  const isChapter = (one: Element) => isHeading(one) || one.tag === 'details';
  return panels.some((panel) => descendants(panel).some(isChapter));
}

function isWithin(element: Element, ancestor: Element, page: PageIndex): boolean {
  for (let one: Element | undefined = element; one !== undefined; one = page.parentOf(one))
    if (one === ancestor) return true;
  return false;
}

function nameOf(label: Element | undefined): string {
  return toTitleText(renderPlain(label?.children.filter((child) => !isIcon(child)) ?? []));
}
