import { isQuestion } from '../../../domain/markdown/sentences.ts';
import { saysAnything, toLine } from '../../../domain/text.ts';
import { renderPlain } from '../../html/inline.ts';
import type { Element, TreeNode } from '../../html/tree.ts';
import { hasClass, hasClassPart, isHeading, setOf, textOf, wordsOf } from '../../html/tree.ts';
import { withoutCount } from '../../markdown/question-marks.ts';

export const MAX_TITLE_LETTERS = 250;

/** Names give weight to what the structure says; none of them decides alone. */
const TITLE_NAME =
  /question|frage|accordion|toggle|collaps|expand|disclosure|faq|trigger|spoiler|(?:^|[-_])q$/;
const ANSWER_NAME =
  /answer|antwort|accordion|collaps|panel|content|body|toggle|faq|expand|reply|(?:^|[-_])a$/;
const ICON_PARTS =
  setOf(`icon icons chevron arrow caret material-symbols material-icons fa plus minus indicator marker
  sr-only visually-hidden screen-reader-text`);
const OVERLAY_PARTS =
  setOf(`modal popup dialog lightbox offcanvas off-canvas drawer dropdown-menu submenu sub-menu
  megamenu mega-menu tooltip popover overlay toast`);
const OVERLAY_TOGGLES = setOf('modal dropdown offcanvas tooltip popover lightbox');
const OVERLAY_ROLES = setOf('dialog alertdialog tooltip navigation listbox');
const OVERLAY_TAGS = setOf('form dialog menu');
/** Labels that say that something opens, not what. */
const GENERIC_LABEL =
  /^(?:(?:click |tap )?(?:here )?(?:to )?(?:show|hide|read|see|view|reveal|open|close|expand|collapse|toggle|copy|learn)(?: (?:the |full )?(?:more|less|all|details?|answer|content|here|menu|section|text))*|more|details?|menu|(?:hier )?(?:klicken|tippen)(?: .{0,20})?|mehr(?: (?:lesen|erfahren|anzeigen|dazu|infos?))?|weniger(?: anzeigen)?|weiterlesen|(?:antwort|details?|alles?|text) (?:anzeigen|einblenden|zeigen|ausblenden)|anzeigen|aufklappen|zuklappen|einblenden|ausklappen|öffnen|schließen|kopieren)[.…!:\s]*$/i;

const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:max-)?height\s*:\s*0(?:px|em|rem|%)?\s*(?:;|$))/i;
const HIDING_CLASSES = setOf('hidden d-none is-hidden u-hidden');
/** `hidden md:block` shows on wider screens. */
const SHOWING_NAME = /^(?:[a-z0-9]+:(?:block|flex|grid|inline|table|contents)|d-[a-z]{2,3}-)/;

export function isBlank(node: TreeNode): boolean {
  return typeof node === 'string'
    ? node.trim() === ''
    : node.textLength === 0 && node.tag !== 'img' && node.tag !== 'br';
}

/** Hidden until something opens it: by attribute, by an inline style, by the class of the common frameworks. */
export function isInvisible(element: Element): boolean {
  const { attributes } = element;
  if (attributes.hidden !== undefined) return attributes.hidden.toLowerCase() !== 'until-found';
  if (attributes['aria-hidden']?.toLowerCase() === 'true') return true;
  if (HIDING_STYLE.test(attributes.style ?? '')) return true;
  return hasClass(element, HIDING_CLASSES) && !hasClass(element, SHOWING_NAME);
}

/** An element that covers the page or hangs from a menu is never an answer. */
export function isOverlay(element: Element): boolean {
  // Some builders make each answer a menu.
  if (element.tag === 'nav') return element.linkLength * 2 > element.textLength;
  const { role = '' } = element.attributes;
  if (OVERLAY_ROLES.has(role) || role.startsWith('menu') || OVERLAY_TAGS.has(element.tag)) return true;
  return hasClassPart(element, OVERLAY_PARTS);
}

const SENDING = setOf('submit reset');
const TARGETS = ['aria-controls', 'data-target', 'data-bs-target'];
const HANDLERS = ['onclick', 'data-toggle', 'data-bs-toggle', ...TARGETS];

/** Whether somebody who clicks there expects something to open. */
function isClickable({ tag, attributes }: Element): boolean {
  if (attributes['aria-haspopup'] !== undefined && attributes['aria-haspopup'] !== 'false') return false;
  if (OVERLAY_TOGGLES.has(toggleOf(attributes))) return false;
  if (tag === 'button') return !SENDING.has(attributes.type?.toLowerCase() ?? '');
  if (tag === 'summary' || attributes['aria-expanded'] !== undefined) return true;
  if (tag === 'a' && attributes.href !== undefined)
    return ['#', 'javascript:'].some((start) => attributes.href?.trim().toLowerCase().startsWith(start));
  if (tag === 'label') return attributes.for !== undefined;
  return (tag !== 'a' && attributes.role === 'button') || HANDLERS.some((name) => name in attributes);
}

/** The kind of thing that Bootstrap opens with this element. */
export function toggleOf(attributes: Record<string, string>): string {
  return attributes['data-toggle'] ?? attributes['data-bs-toggle'] ?? '';
}

export function targetsOf({ attributes }: Element): string[] {
  const href = attributes.href?.startsWith('#') ? attributes.href : '';
  return [...TARGETS.map((name) => attributes[name]), href]
    .flatMap(wordsOf)
    .map((id) => (id.startsWith('#') ? id.slice(1) : id))
    .filter((id) => id !== '');
}

export function hasTitleName(element: Element): boolean {
  return hasClass(element, TITLE_NAME);
}

export function hasAnswerName(element: Element): boolean {
  return hasClass(element, ANSWER_NAME) || element.attributes.itemprop === 'text';
}

const SIGN = /^[^\p{L}\p{N}?]*$/u;

/** A sign beside a title, or words that only a screen reader says. */
export function isIcon(node: TreeNode): boolean {
  if (typeof node === 'string') return SIGN.test(node);
  if (node.tag === 'img' || node.textLength === 0) return node.tag !== 'br';
  if (isHeading(node)) return false;
  if (SIGN.test(textOf(node))) return true;
  if (node.textLength > 30) return false;
  return node.attributes['aria-hidden'] === 'true' || hasClassPart(node, ICON_PARTS);
}

export function isGenericLabel(text: string): boolean {
  return GENERIC_LABEL.test(text.trim());
}

const Q_MARK = /^\s*(?:question|frage|q|f)\s*#?\d{0,3}\s*[:：]\s*/i;
export const ANSWER_MARK = /^\s*(?:answer|antwort|a)\s*#?\d{0,3}\s*[:：]\s*/i;

export function hasQuestionMark(text: string): boolean {
  return Q_MARK.test(text);
}

/** Arrows and signs of more or less beside a title. */
const SIGNS =
  /^[\s▸▶►▾▼⌄›»▲△▽⮞➤→↓＋✚➕❓❔⊕+–—−-]+(?=\s|\p{L})|[\s▸▶►◂◀▾▼⌄⌃›»▲△▽⮟→↓＋✚➕➖⊕⊖×✕]+$|(?<=\s)[+–—−-]$/gu;

/** A title without marks before it and signs around it. */
export function toTitleText(text: string): string {
  const plain = toLine(text).replace(SIGNS, '').trim();
  return withoutCount(plain.replace(Q_MARK, '')).trim() || plain;
}

export interface QuestionTitle {
  /** Without signs and marks; one line, fit for Markdown. */
  text: string;
  anchor: string | null;
  isQuestion: boolean;
  isClickable: boolean;
  isHeading: boolean;
  isBold: boolean;
  /** `Q:` or a number before it. */
  isMarked: boolean;
  isNamed: boolean;
  isGeneric: boolean;
  /** A plain paragraph: it has to be one of several to count. */
  isPlain: boolean;
  targets: string[];
}

const NO_TITLE =
  setOf(`#question #label table ul ol dl pre blockquote img form nav input figure hr br details fieldset
  code aside footer address h1`);
const MORE = setOf('a button input br ul ol table p');
const PLAIN = setOf('p span font');
export const BOLD = setOf('strong b');

/** The title that an element is as a whole, through boxes around it; null for anything else. */
export function readTitle(element: Element): QuestionTitle | null {
  if (element.textLength === 0 || element.textLength > MAX_TITLE_LETTERS) return null;
  const chain: Element[] = [];
  let inner: Element | undefined = element;
  let rest: TreeNode[] = [];
  for (; inner !== undefined; inner = onlyElement(rest)) {
    if (NO_TITLE.has(inner.tag) || (isInvisible(inner) && inner !== element)) return null;
    chain.push(inner);
    rest = inner.children.filter((child) => !isIcon(child));
  }
  const isOpener = chain.some(isClickable);
  const isMore = (node: TreeNode) => typeof node !== 'string' && (node.isBlock || MORE.has(node.tag));
  if (rest.length === 0 || (!isOpener && rest.some(isMore))) return null;
  return describe(chain, rest, isOpener);
}

function describe(chain: readonly Element[], rest: TreeNode[], isOpener: boolean): QuestionTitle | null {
  const raw = renderPlain(rest);
  const text = toTitleText(raw);
  if (!/\p{L}/u.test(text)) return null;
  const links = chain.filter(({ tag, attributes }) => tag === 'a' && attributes.href !== undefined);
  // `faq-short-answer` names an answer, whatever else is in it.
  const hasOwnName = (one: Element) => hasTitleName(one) && !hasClass(one, /(?:answer|antwort)s?$/);
  // A link that leads elsewhere is a link.
  if (links.some((link) => !isClickable(link))) return null;
  return {
    text,
    anchor: chain.find(({ attributes }) => attributes.id)?.attributes.id ?? null,
    isQuestion: isQuestion(text),
    isClickable: isOpener,
    isHeading: chain.some(isHeading),
    isBold: chain.some(isBold) || rest.every(isBold),
    isMarked: hasQuestionMark(raw) || (isQuestion(text) && withoutCount(raw) !== raw),
    isNamed: chain.some((one) => hasOwnName(one) || one.attributes.itemprop === 'name'),
    isGeneric: isGenericLabel(text),
    isPlain: chain.every(({ tag }) => PLAIN.has(tag)),
    targets: chain.flatMap(targetsOf),
  };
}

export function withoutBlanks(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.filter((node) => !isBlank(node));
}

export function onlyElement([first, second]: readonly TreeNode[]): Element | undefined {
  return second === undefined && typeof first === 'object' ? first : undefined;
}

function isBold(node: TreeNode): boolean {
  return typeof node === 'string' ? !saysAnything(node) : BOLD.has(node.tag);
}
