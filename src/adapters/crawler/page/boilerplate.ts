import { isInvisible } from '../questions/signs.ts';
import { findConsentBanners, hasConsentName } from './consent.ts';
import { isFurnitureLine } from './furniture-text.ts';
import { classesOf, descendants, type Element } from './tree.ts';

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const NEVER_TEXT = new Set(['title', 'nav', 'footer', 'search', 'menu', 'dialog', 'head']);
const DROPPED_ROLES = new Set(
  'navigation contentinfo search dialog alertdialog menu menubar toolbar tooltip'.split(' '),
);
/** Whole class names and ids of page furniture: a place, the thing, a part of it, as in `site-nav-wrapper`. */
const FURNITURE =
  /^(?:(?:site|page|global|main|doc|docs|theme|md|wy|vp|left|right|primary|secondary|top|bottom|mobile|desktop|local|sphinx|mw|entry|post)[-_]*)*(?:nav|navbar|navigation|menu|sidebar|side-?nav|breadcrumbs?|toc|table-?of-?contents|outline|(?:cookies?|consent|gdpr|privacy)[-_]?(?:banner|bar|notice|consent|law|info|popup|hint|message)|share|sharing|social|related(?:[-_](?:posts|articles|pages))?|newsletter|subscribe|comments?|respond|pagination|pager|prev-?next|footer|skip-?(?:to-?[a-z-]+|links?|nav)|edit-?(?:this-?page|link|page|section|meta)|feedback|helpful|was-this-helpful|vote|ads?|advert(?:isement)?s?|promo|popup|modal|search-?(?:box|form|bar)|lang(?:uage)?-?(?:switch(?:er)?|select(?:or)?)|version-?(?:switch(?:er)?|select(?:or)?)|back-?to-?top|screen-reader-text|sr-only|visually-hidden|editsection|navbox|catlinks|printfooter|noprint|linenos?|line-numbers-rows|last-updated|jump-?(?:to-?nav|links?))(?:[-_]*(?:wrapper|container|list|bar|box|panel|links?|menu|inner|left|right|mobile|desktop|section|widget|icons?|buttons?|area|block|content|overlay|nav|navigation))*$/;

/** Furniture that is small and bears a telling name: the length of the page does not speak for it. */
const SMALL_FURNITURE =
  /^(?:article|post|entry|page|kb|hc|doc|docs|single|blog|content|site|wp-block|intercom|help)?[-_]*(?:author(?:s|-?info|-?box|-?bio|-?name)?|byline|meta(?:data|-?info)?|posted-?(?:on|by)|published|updated|last-?(?:updated|modified)|timestamp|date|dates|reading-?time|read-?time|votes?|voting|rating|ratings|helpful|was-?this-?helpful|feedback|reactions?|reaction-?picker|relatives|related|related-?(?:articles|posts|content|links)|recent-?(?:articles|posts)|recently-?viewed|more-?questions|return-?to-?top|share|sharing|share-?buttons|social|social-?(?:share|links|icons)|newsletter|newsletter-?(?:signup|form|box)|subscribe|comments?|breadcrumbs?|pagination|pager|prev-?next|post-?navigation|toc|table-?of-?contents|skip-?links?|tags|tag-?list|avatar|edit-?(?:link|page|this-?page))(?:[-_]+(?:wrapper|container|list|bar|box|section|widget|block|area|inner|links?|buttons?|controls?|count|label|question))*$/;
const MAX_SMALL_LETTERS = 300;

/** What the page at large says about its parts. */
export interface PageFacts {
  consentBanners: ReadonlySet<Element>;
  /** Letters outside of links on the whole page. */
  proseLength: number;
}

export function readPageFacts(root: Element): PageFacts {
  return { consentBanners: findConsentBanners(root), proseLength: root.textLength - root.linkLength };
}

/**
 * Whether an element is page furniture: menus, banners, forms, buttons, hidden parts that nothing opens.
 * Guesses by name never take an element with over half of the page's prose or with its main heading.
 */
export function isFurniture(element: Element, facts: PageFacts): boolean {
  const { tag, attributes } = element;
  const role = attributes.role?.toLowerCase() ?? '';
  if (HEADINGS.has(tag) || tag === 'html' || tag === 'body' || tag === 'main') return isInvisible(element);
  if (isNeverText(element, role) || isInvisible(element) || isBesideText(element, facts)) return true;
  if (element.textLength - element.linkLength > facts.proseLength / 2) return false;
  if (tag === 'form') return true;
  if (tag === 'aside' || role === 'complementary') return isSideBlock(element) || hasFurnitureName(element);
  return hasFurnitureName(element) && !holdsTitle(element);
}

/** Banners and lines that are furniture however short the page itself is. */
function isBesideText(element: Element, facts: PageFacts): boolean {
  if (facts.consentBanners.has(element) || isSmallFurniture(element)) return true;
  if (hasConsentName(element) && !holdsTitle(element)) return true;
  if (isContentsList(element)) return true;
  return element.isBlock && isFurnitureLine(element);
}

function isSmallFurniture(element: Element): boolean {
  if (element.tag === '#question' || element.textLength - element.linkLength > MAX_SMALL_LETTERS)
    return false;
  return (
    classesOf(element).some((name) => name.length < 100 && SMALL_FURNITURE.test(name)) && !holdsTitle(element)
  );
}

/** Buttons are text where they are the question of an accordion or the name of a tab. */
function isNeverText(element: Element, role: string): boolean {
  const { tag, attributes } = element;
  if (tag === 'sup') return classesOf(element).includes('reference');
  if (tag === 'button') return role !== 'tab' && attributes['aria-expanded'] === undefined;
  return NEVER_TEXT.has(tag) || DROPPED_ROLES.has(role);
}

/** Headers outside the content: a logo and a menu, unless the title stands there. */
export function holdsTitle(element: Element): boolean {
  return descendants(element).some(({ tag }) => tag === 'h1' || tag === 'main');
}

/** Over three quarters of the letters in at least five links. */
export function isLinkList(element: Element): boolean {
  if (element.linkLength < element.textLength * 0.75) return false;
  return (
    descendants(element)
      .filter(({ tag }) => tag === 'a')
      .take(5)
      .toArray().length === 5
  );
}

/** A list that leads to parts of the same page alone says nothing of its own. */
function isContentsList(element: Element): boolean {
  if (!/^[uo]l$/.test(element.tag) || element.linkLength < element.textLength * 0.95) return false;
  const links = descendants(element).filter(({ tag }) => tag === 'a');
  let count = 0;
  for (const { attributes } of links) {
    if (!attributes.href?.startsWith('#')) return false;
    count += 1;
  }
  return count > 2;
}

/** A note beside the text stays, a list of links beside it goes. */
function isSideBlock(element: Element): boolean {
  return element.linkLength > element.textLength / 2;
}

/** An id alone does not condemn what begins with a heading: `<section id="navigation">` is a chapter. */
function hasFurnitureName(element: Element): boolean {
  if (classesOf(element).some((name) => name.length < 200 && FURNITURE.test(name))) return true;
  const id = element.attributes.id?.toLowerCase();
  if (id === undefined || id.length > 200 || !FURNITURE.test(id)) return false;
  const first = element.children.find((child) => typeof child !== 'string' || child.trim() !== '');
  return (
    typeof first === 'string' ||
    first === undefined ||
    !HEADINGS.has(first.tag) ||
    /^(?:side|foot|nav)/.test(id)
  );
}
