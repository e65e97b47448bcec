import { renderPlain } from '../markdown/inline.ts';
import type { Element, TreeNode } from '../page/tree.ts';
import { textOf } from '../page/tree.ts';
import {
  endsAsQuestion,
  hasQuestionMark,
  hasTitleName,
  isAnswerName,
  isClickable,
  isGenericLabel,
  isHeading,
  isIcon,
  isInvisible,
  isNumbered,
  MAX_TITLE_LETTERS,
  targetsOf,
  toTitleText,
} from './signs.ts';

/** What an element that is nothing but a title says of itself. */
export interface Title {
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
  /^(?:#question|#label|table|ul|ol|dl|pre|blockquote|img|form|nav|input|figure|hr|br|details|fieldset|code|aside|footer|address|h1)$/;

/** The title that an element is as a whole, through boxes around it; null for anything else. */
export function readTitle(element: Element): Title | null {
  if (element.textLength === 0 || element.textLength > MAX_TITLE_LETTERS) return null;
  const chain: Element[] = [];
  let inner: Element | undefined = element;
  let rest: TreeNode[] = [];
  for (; inner !== undefined; inner = onlyChild(rest)) {
    if (NO_TITLE.test(inner.tag) || (isInvisible(inner) && inner !== element)) return null;
    chain.push(inner);
    rest = inner.children.filter((child) => !isIcon(child));
  }
  const isOpener = chain.some(isClickable);
  const isLoose = rest.some((node) => typeof node !== 'string' && node.isBlock);
  if ((isLoose && !isOpener) || rest.length === 0) return null;
  if (
    rest.some(
      (node) =>
        typeof node !== 'string' && /^(?:a|button|input|br|ul|ol|table|p)$/.test(node.tag) && !isOpener,
    )
  )
    return null;
  return describe(chain, rest, isOpener);
}

function describe(chain: readonly Element[], rest: TreeNode[], isOpener: boolean): Title | null {
  const raw = renderPlain(rest);
  const text = toTitleText(raw);
  if (!/\p{L}/u.test(text)) return null;
  const links = chain.filter(({ tag, attributes }) => tag === 'a' && attributes.href !== undefined);
  // A link that leads elsewhere is a link.
  if (links.some((link) => !isClickable(link))) return null;
  return {
    text,
    anchor: chain.find(({ attributes }) => attributes.id)?.attributes.id ?? null,
    isQuestion: endsAsQuestion(text),
    isClickable: isOpener,
    isHeading: chain.some(isHeading),
    isBold: chain.some(({ tag }) => tag === 'strong' || tag === 'b') || rest.every(isBoldNode),
    isMarked: hasQuestionMark(raw) || (isNumbered(raw) && endsAsQuestion(text)),
    isNamed: chain.some(
      (one) => (hasTitleName(one) && !isAnswerName(one)) || one.attributes.itemprop === 'name',
    ),
    isGeneric: isGenericLabel(text),
    isPlain: chain.every(({ tag }) => tag === 'p' || tag === 'span' || tag === 'font'),
    targets: chain.flatMap(targetsOf),
  };
}

function onlyChild(nodes: readonly TreeNode[]): Element | undefined {
  const [first, second] = nodes;
  return second === undefined && typeof first === 'object' ? first : undefined;
}

function isBoldNode(node: TreeNode): boolean {
  return typeof node === 'string'
    ? !/[\p{L}\p{N}]/u.test(textOf(node))
    : node.tag === 'strong' || node.tag === 'b';
}
