import { toLine } from '../../../domain/text.ts';
import type { Element } from '../../html/tree.ts';
import {
  classesOf,
  descendants,
  elementsOf,
  isHeading,
  namesOf,
  setOf,
  textOf,
  wordsOf,
} from '../../html/tree.ts';
import { isInvisible } from '../questions/title.ts';
import { isFurnitureLine } from './phrases.ts';

const PAGE = setOf('html body main article #root');
const NEVER_TEXT = setOf('title nav footer search menu dialog head');
const DROPPED_ROLES = setOf('navigation contentinfo search dialog alertdialog menu menubar toolbar tooltip');
const LISTS = setOf('ul ol');
/** Cells, terms and items are content however little they say. */
const NO_LINES = setOf('#question td th tr dd dt li a pre code h1 h2 h3 h4 h5 h6');

/** Whole class names and ids of page furniture: a place, the thing, a part of it, as in `site-nav-wrapper`. */
const FURNITURE = new RegExp(
  `^(?:${oneOf(`site page global main doc docs theme md wy vp left right primary secondary top bottom mobile desktop
    local sphinx mw entry post`)}[-_]*)*${oneOf(`nav navbar navigation menu sidebar side-?nav breadcrumbs? toc
    table-?of-?contents outline
    (?:cookies?|consent|gdpr|privacy)[-_]?(?:banner|bar|notice|consent|law|info|popup|hint|message)
    share sharing social related(?:[-_](?:posts|articles|pages))? newsletter subscribe comments? respond pagination
    pager prev-?next footer skip-?(?:to-?[a-z-]+|links?|nav) edit-?(?:this-?page|link|page|section|meta) feedback
    helpful was-this-helpful vote ads? advert(?:isement)?s? promo popup modal search-?(?:box|form|bar)
    lang(?:uage)?-?(?:switch(?:er)?|select(?:or)?) version-?(?:switch(?:er)?|select(?:or)?|banner|warning)
    back-?to-?top screen-reader-text sr-only visually-hidden editsection navbox catlinks printfooter noprint linenos?
    line-numbers-rows last-updated jump-?(?:to-?nav|links?)`)}(?:[-_]*${oneOf(`wrapper container list bar box panel
    links? menu inner left right mobile desktop section widget macro icons? buttons? area block content overlay nav
    navigation`)})*$`,
);
/** Furniture that is small and bears a telling name: the length of the page does not speak for it. */
const SMALL_FURNITURE = new RegExp(
  `^${oneOf(`article post entry page kb hc doc docs single blog content site wp-block intercom
    help`)}?[-_]*${oneOf(`author(?:s|-?info|-?box|-?bio|-?name)? byline meta(?:data|-?info)? posted-?(?:on|by)
    published updated last-?(?:updated|modified) timestamp date dates reading-?time read-?time votes? voting rating
    ratings helpful was-?this-?helpful feedback reactions? reaction-?picker relatives related
    related-?(?:articles|posts|content|links) recent-?(?:articles|posts) recently-?viewed more-?questions
    return-?to-?top share sharing share-?buttons social social-?(?:share|links|icons) newsletter
    newsletter-?(?:signup|form|box) subscribe comments? breadcrumbs? pagination pager prev-?next post-?navigation toc
    table-?of-?contents skip-?links? tags tag-?list avatar
    edit-?(?:link|page|this-?page)`)}(?:[-_]+${oneOf(`wrapper container list bar box section widget block area inner
    links? buttons? controls? count label question`)})*$`,
);
const MAX_SMALL_LETTERS = 300;

function oneOf(patterns: string): string {
  return `(?:${wordsOf(patterns).join('|')})`;
}

export interface PageFacts {
  consentBanners: ReadonlySet<Element>;
  proseLength: number;
}

export function readPageFacts(root: Element): PageFacts {
  return { consentBanners: findConsentBanners(root), proseLength: proseIn(root) };
}

function proseIn({ textLength, linkLength }: Element): number {
  return textLength - linkLength;
}

/**
 * Whether an element is page furniture: menus, banners, forms, buttons, hidden parts that nothing opens.
 * Guesses by name never take an element with over half of the page's prose or with its main heading.
 */
export function isFurniture(element: Element, facts: PageFacts): boolean {
  const { tag, attributes } = element;
  const role = attributes.role?.toLowerCase() ?? '';
  if (isHeading(element) || tag === 'html' || tag === 'body' || tag === 'main') return isInvisible(element);
  if (isNeverText(element, role) || isInvisible(element) || isBesideText(element, facts)) return true;
  if (proseIn(element) > facts.proseLength / 2) return false;
  if (tag === 'form') return true;
  // A note beside the text stays, a list of links beside it goes.
  const isSide = tag === 'aside' || role === 'complementary';
  if (isSide) return element.linkLength > element.textLength / 2 || hasFurnitureName(element);
  return hasFurnitureName(element) && !holdsTitle(element);
}

/** Banners and lines that are furniture however short the page itself is. */
function isBesideText(element: Element, facts: PageFacts): boolean {
  if (facts.consentBanners.has(element) || isContentsList(element)) return true;
  if ((isSmallFurniture(element) || hasConsentName(element)) && !holdsTitle(element)) return true;
  return element.isBlock && !NO_LINES.has(element.tag) && isFurnitureLine(element);
}

function isSmallFurniture(element: Element): boolean {
  if (element.tag === '#question' || proseIn(element) > MAX_SMALL_LETTERS) return false;
  return classesOf(element).some((name) => name.length < 100 && SMALL_FURNITURE.test(name));
}

/** Buttons are text where they are the question of an accordion or the name of a tab. */
function isNeverText(element: Element, role: string): boolean {
  const { tag, attributes } = element;
  if (tag === 'sup') return classesOf(element).includes('reference');
  if (tag === 'button') return role !== 'tab' && attributes['aria-expanded'] === undefined;
  return NEVER_TEXT.has(tag) || DROPPED_ROLES.has(role);
}

export function holdsTitle(element: Element): boolean {
  return descendants(element).some(({ tag }) => tag === 'h1' || tag === 'main');
}

/** Over three quarters of the letters in at least five links. */
export function isLinkList(element: Element): boolean {
  return element.linkLength >= element.textLength * 0.75 && linksIn(element).drop(4).some(Boolean);
}

/** A list that leads to parts of the same page alone says nothing of its own. */
function isContentsList(element: Element): boolean {
  if (!LISTS.has(element.tag) || element.linkLength < element.textLength * 0.95) return false;
  const links = [...linksIn(element)];
  return links.length > 2 && links.every(({ attributes }) => attributes.href?.startsWith('#'));
}

function linksIn(element: Element): IteratorObject<Element> {
  return descendants(element).filter(({ tag }) => tag === 'a');
}

/** An id alone does not condemn what begins with a heading: `<section id="navigation">` is a chapter. */
function hasFurnitureName(element: Element): boolean {
  const isNamed = (name: string) => name.length <= 200 && FURNITURE.test(name);
  if (classesOf(element).some(isNamed)) return true;
  const id = element.attributes.id?.toLowerCase() ?? '';
  if (!isNamed(id)) return false;
  const first = element.children.find((child) => typeof child !== 'string' || child.trim() !== '');
  const isChapter = typeof first === 'object' && isHeading(first);
  return !isChapter || ['side', 'foot', 'nav'].some((start) => id.startsWith(start));
}

const CONSENT = oneOf('cookies? consent gdpr dsgvo');
/** Names of the usual tools, and of what others call theirs. */
const CONSENT_NAME = new RegExp(
  oneOf(`cookiebot onetrust optanon borlabs usercentrics ^uc- klaro iubenda osano cmplz complianz didomi ^qc-cmp
    ^sp_message truste trustarc cookieyes ^cky- cookie-?law cookie-?consent moove_gdpr cookiefirst termly
    real-cookie-banner ^rcb- tarteaucitron ^cc-(?:window|banner|revoke) consent-?manager cookiehub ^ccm- eu-?cookie
    civic-?cookie ^ccc-
    (?:${CONSENT}|privacy)[-_]?[a-z-_]*${oneOf(`banner bar notice notification message popup pop-up modal overlay
      dialog wall layer hint info alert prompt toast box manager disclaimer hinweis leiste`)}
    ${oneOf('banner notice modal overlay popup dialog bar layer hinweis')}[-_]?[a-z-_]*${CONSENT}`),
);
const ACCEPT =
  /^(?:(?:i )?(?:accept|agree|allow|got it|ok(?:ay)?|reject|decline|deny|refuse|understood|understand|continue|confirm)(?: (?:all|cookies|selection|and (?:close|continue)|to all|only|necessary|essential|non-essential))*|(?:alle |auswahl )?(?:akzeptieren|annehmen|ablehnen|zustimmen|erlauben|verstanden|einverstanden|zulassen|bestätigen|speichern)(?: (?:und (?:schließen|weiter)))?|alle (?:cookies )?(?:akzeptieren|annehmen|ablehnen|zulassen|erlauben)|nur (?:notwendige|essenzielle|erforderliche)(?: cookies)?(?: .{0,12})?|ich (?:stimme zu|akzeptiere|lehne ab)|in ordnung)[.!\s]*$/i;
const ABOUT_COOKIES = /cookies?\b|\bconsent\b|einwilligung|datenschutz|privacy|tracking/i;
const MAX_BANNER_LETTERS = 1_500;

function hasConsentName(element: Element): boolean {
  return namesOf(element).some((name) => name.length < 200 && CONSENT_NAME.test(name));
}

/**
 * Elements that speak of cookies and hold the button to accept them, the smallest around both: banners of any name.
 * Text about cookies without such a button is content.
 */
function findConsentBanners(root: Element): ReadonlySet<Element> {
  const banners = new Set<Element>();
  /** Whether a button below waits for the words it belongs to. */
  const visit = (element: Element): boolean => {
    if (element.tag === '#question') return false;
    const waiting = elementsOf(element).filter(visit);
    if (waiting.length === 0 && !isAccept(element)) return false;
    if (element.textLength > MAX_BANNER_LETTERS || PAGE.has(element.tag)) return false;
    if (!ABOUT_COOKIES.test(textOf(element)) || element.textLength < 30) return true;
    banners.add(element);
    return false;
  };
  visit(root);
  return banners;
}

function isAccept(element: Element): boolean {
  const { tag, attributes, textLength } = element;
  if (textLength === 0 || textLength > 40) return false;
  const isButton = tag === 'button' || tag === 'a' || attributes.role === 'button';
  return (isButton || attributes.onclick !== undefined) && ACCEPT.test(toLine(textOf(element)));
}
