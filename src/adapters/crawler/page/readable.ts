import { isQuestion } from '../../../domain/markdown/sentences.ts';
import type { Element } from '../../html/tree.ts';
import {
  classesOf,
  copyWithout,
  createElement,
  descendants,
  hasClass,
  measure,
  namesOf,
  setOf,
  textOf,
} from '../../html/tree.ts';
import { holdsTitle, isFurniture, isLinkList, readPageFacts } from './furniture.ts';

/** Where documentation generators, wikis and blogs put the text, as classes or ids. */
const CONTENT_NAMES =
  setOf(`theme-doc-markdown markdown-body vp-doc md-content__inner mw-parser-output mw-content-text
  rst-content entry-content post-content article-content article-body article__body page-content main-content content
  bodywrapper`);
const AROUND_HEADER = setOf('article main section');
const MENU_BOXES = setOf('ul ol table div td');
/** A region with less of the page's text than this is a banner, whatever it calls itself. */
const MIN_SHARE = 0.25;

/**
 * The part of a page that people come to read, without menus, banners, forms and other furniture:
 * `main` or `article` where they hold the text, else a container with a known name, else the body.
 * Readability is not asked: it dropped closed accordions with their tables, the code of hidden tabs and main headings.
 */
export function findReadable(root: Element): Element {
  const facts = readPageFacts(root);
  const isLeft = (child: Element, parent: Element) =>
    isFurniture(child, facts) || isPageHeader(child, parent);
  const body = measure(copyWithout(root, isLeft));
  return findRegion(body) ?? withoutLinkLists(body);
}

function findRegion(body: Element): Element | null {
  const wiki = findWikiContent(body);
  if (wiki !== undefined && wiki.textLength > 0) return wiki;
  const enough = Math.max(1, body.textLength * MIN_SHARE);
  const hasText = (element: Element) => element.textLength >= enough;
  const mains = [...descendants(body)].filter(
    ({ tag, attributes }) => tag === 'main' || attributes.role === 'main',
  );
  const main = mains.find(hasText) ?? null;
  const articles = [...descendants(main ?? body)].filter(({ tag }) => tag === 'article');
  const article = articles.find((one) => one.textLength >= (main ?? body).textLength * 0.6) ?? null;
  // An article below the page's only h1 would lose it.
  if (article !== null && (holdsTitle(article) || !holdsTitle(main ?? article))) return article;
  if (main !== null) return main;
  const isNamed = (element: Element) => namesOf(element).some((name) => CONTENT_NAMES.has(name));
  return descendants(body).find((one) => isNamed(one) && one.textLength >= body.textLength * 0.6) ?? null;
}

function isPageHeader(element: Element, parent: Element): boolean {
  const isHeader = element.tag === 'header' || element.attributes.role === 'banner';
  return isHeader && !AROUND_HEADER.has(parent.tag) && !holdsTitle(element);
}

/** Pages without landmarks have menus that say so only by being links; a page of nothing else keeps them. */
function withoutLinkLists(body: Element): Element {
  const pruned = measure(copyWithout(body, (child) => MENU_BOXES.has(child.tag) && isLinkList(child)));
  return pruned.textLength >= body.textLength * MIN_SHARE ? pruned : body;
}

/** The text of a page that Confluence exported: author, breadcrumbs, attachments and comments stand outside of it. */
export function findWikiContent(root: Element): Element | undefined {
  return descendants(root).find(
    (one) => one.attributes.id === 'main-content' && classesOf(one).includes('wiki-content'),
  );
}

/** Confluence puts the name of the space before the page's: `SUP : Fees`. */
export function withoutSpace(title: string): string {
  return title.replace(/^.{1,100}? : (?=\S)/, '');
}

const EXPANDER = setOf('expand-control');
const EXPANDED = setOf('expand-container expand-content');

/** Makes Confluence's boxes that open parts of their section, named in bold, unless they ask something. */
export function openExpanders(content: Element): void {
  for (const box of [...descendants(content)]) {
    const name = textOf(box).trim();
    if (!hasClass(box, EXPANDER) || isQuestion(name)) continue;
    Object.assign(box, { tag: 'p', attributes: {}, children: [createElement('strong', [name])] });
  }
  for (const box of descendants(content)) {
    const isOpen = !descendants(box).some((one) => hasClass(one, EXPANDER));
    if (isOpen && hasClass(box, EXPANDED)) box.attributes = {};
  }
}
