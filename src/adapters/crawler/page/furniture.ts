import { toLine } from '../../../domain/text.ts';
import { classesOf, descendants, type Element, namesOf, type TreeNode, textOf } from '../../html/tree.ts';
import { isInvisible } from '../questions/title.ts';

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const NEVER_TEXT = new Set(['title', 'nav', 'footer', 'search', 'menu', 'dialog', 'head']);
const DROPPED_ROLES = new Set(
  'navigation contentinfo search dialog alertdialog menu menubar toolbar tooltip'.split(' '),
);
/** Whole class names and ids of page furniture: a place, the thing, a part of it, as in `site-nav-wrapper`. */
const FURNITURE =
  /^(?:(?:site|page|global|main|doc|docs|theme|md|wy|vp|left|right|primary|secondary|top|bottom|mobile|desktop|local|sphinx|mw|entry|post)[-_]*)*(?:nav|navbar|navigation|menu|sidebar|side-?nav|breadcrumbs?|toc|table-?of-?contents|outline|(?:cookies?|consent|gdpr|privacy)[-_]?(?:banner|bar|notice|consent|law|info|popup|hint|message)|share|sharing|social|related(?:[-_](?:posts|articles|pages))?|newsletter|subscribe|comments?|respond|pagination|pager|prev-?next|footer|skip-?(?:to-?[a-z-]+|links?|nav)|edit-?(?:this-?page|link|page|section|meta)|feedback|helpful|was-this-helpful|vote|ads?|advert(?:isement)?s?|promo|popup|modal|search-?(?:box|form|bar)|lang(?:uage)?-?(?:switch(?:er)?|select(?:or)?)|version-?(?:switch(?:er)?|select(?:or)?|banner|warning)|back-?to-?top|screen-reader-text|sr-only|visually-hidden|editsection|navbox|catlinks|printfooter|noprint|linenos?|line-numbers-rows|last-updated|jump-?(?:to-?nav|links?))(?:[-_]*(?:wrapper|container|list|bar|box|panel|links?|menu|inner|left|right|mobile|desktop|section|widget|macro|icons?|buttons?|area|block|content|overlay|nav|navigation))*$/;

/** Furniture that is small and bears a telling name: the length of the page does not speak for it. */
const SMALL_FURNITURE =
  /^(?:article|post|entry|page|kb|hc|doc|docs|single|blog|content|site|wp-block|intercom|help)?[-_]*(?:author(?:s|-?info|-?box|-?bio|-?name)?|byline|meta(?:data|-?info)?|posted-?(?:on|by)|published|updated|last-?(?:updated|modified)|timestamp|date|dates|reading-?time|read-?time|votes?|voting|rating|ratings|helpful|was-?this-?helpful|feedback|reactions?|reaction-?picker|relatives|related|related-?(?:articles|posts|content|links)|recent-?(?:articles|posts)|recently-?viewed|more-?questions|return-?to-?top|share|sharing|share-?buttons|social|social-?(?:share|links|icons)|newsletter|newsletter-?(?:signup|form|box)|subscribe|comments?|breadcrumbs?|pagination|pager|prev-?next|post-?navigation|toc|table-?of-?contents|skip-?links?|tags|tag-?list|avatar|edit-?(?:link|page|this-?page))(?:[-_]+(?:wrapper|container|list|bar|box|section|widget|block|area|inner|links?|buttons?|controls?|count|label|question))*$/;
const MAX_SMALL_LETTERS = 300;

/** Facts about the whole page that decide how its parts are read. */
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
  // A note beside the text stays, a list of links beside it goes.
  const isSide = tag === 'aside' || role === 'complementary';
  if (isSide) return element.linkLength > element.textLength / 2 || hasFurnitureName(element);
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
  const links = descendants(element).filter(({ tag }) => tag === 'a');
  return links.take(5).toArray().length === 5;
}

/** A list that leads to parts of the same page alone says nothing of its own. */
function isContentsList(element: Element): boolean {
  if (!/^[uo]l$/.test(element.tag) || element.linkLength < element.textLength * 0.95) return false;
  const links = [...descendants(element)].filter(({ tag }) => tag === 'a');
  return links.length > 2 && links.every(({ attributes }) => attributes.href?.startsWith('#'));
}

/** An id alone does not condemn what begins with a heading: `<section id="navigation">` is a chapter. */
function hasFurnitureName(element: Element): boolean {
  if (classesOf(element).some((name) => name.length < 200 && FURNITURE.test(name))) return true;
  const id = element.attributes.id?.toLowerCase();
  if (id === undefined || id.length > 200 || !FURNITURE.test(id)) return false;
  const first = element.children.find((child) => typeof child !== 'string' || child.trim() !== '');
  const isChapter = typeof first === 'object' && HEADINGS.has(first.tag);
  return !isChapter || /^(?:side|foot|nav)/.test(id);
}

/** Names of the usual tools, and of what others call theirs. */
const TOOL =
  /cookiebot|onetrust|optanon|borlabs|usercentrics|^uc-|klaro|iubenda|osano|cmplz|complianz|didomi|^qc-cmp|^sp_message|truste|trustarc|cookieyes|^cky-|cookie-?law|cookie-?consent|moove_gdpr|cookiefirst|termly|real-cookie-banner|^rcb-|tarteaucitron|^cc-(?:window|banner|revoke)|consent-?manager|cookiehub|^ccm-|eu-?cookie|civic-?cookie|^ccc-/;
const BANNER =
  /(?:cookies?|consent|gdpr|dsgvo|privacy)[-_]?[a-z-_]*(?:banner|bar|notice|notification|message|popup|pop-up|modal|overlay|dialog|wall|layer|hint|info|alert|prompt|toast|box|manager|disclaimer|hinweis|leiste)|(?:banner|notice|modal|overlay|popup|dialog|bar|layer|hinweis)[-_]?[a-z-_]*(?:cookies?|consent|gdpr|dsgvo)/;
const ACCEPT =
  /^(?:(?:i )?(?:accept|agree|allow|got it|ok(?:ay)?|reject|decline|deny|refuse|understood|understand|continue|confirm)(?: (?:all|cookies|selection|and (?:close|continue)|to all|only|necessary|essential|non-essential))*|(?:alle |auswahl )?(?:akzeptieren|annehmen|ablehnen|zustimmen|erlauben|verstanden|einverstanden|zulassen|bestätigen|speichern)(?: (?:und (?:schließen|weiter)))?|alle (?:cookies )?(?:akzeptieren|annehmen|ablehnen|zulassen|erlauben)|nur (?:notwendige|essenzielle|erforderliche)(?: cookies)?(?: .{0,12})?|ich (?:stimme zu|akzeptiere|lehne ab)|in ordnung)[.!\s]*$/i;
const ABOUT_COOKIES = /cookies?\b|\bconsent\b|einwilligung|datenschutz|privacy|tracking/i;
const MAX_BANNER_LETTERS = 1_500;

/** Whether an element calls itself a banner that asks for consent. */
function hasConsentName(element: Element): boolean {
  return namesOf(element).some((name) => name.length < 200 && (TOOL.test(name) || BANNER.test(name)));
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
    let isWaiting = isAccept(element);
    for (const child of element.children) if (typeof child === 'object' && visit(child)) isWaiting = true;
    const isPage = /^(?:body|html|main|article|#root)$/.test(element.tag);
    if (!isWaiting || element.textLength > MAX_BANNER_LETTERS || isPage) return false;
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

/** Asks the reader about the page instead of telling something. */
const VOTE =
  /^(?:(?:was|is|did|does|were|do you find|how helpful|rate|war|hat|ist|fanden sie|findest du|wie hilfreich)\b.{0,40}\b(?:helpful|useful|answer your question|answers? your|help you|solve|hilfreich|geholfen|beantwortet|weitergeholfen|nützlich)\b.{0,30}[?!.:]?)$/i;
const AGE = String.raw`(?:about |over |almost |ca\. |etwa |über )?(?:an?|one|\d+|einem|einer|ein) (?:second|minute|hour|day|week|month|year|sekunde|minute|stunde|tag|woche|monat|jahr)\w{0,2}`;
const DATE = String.raw`(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2}\.? \p{L}{3,9}\.?,? \d{4}|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|${AGE} ago|vor ${AGE}|today|yesterday|heute|gestern|over a week ago)`;
const CHANGED = `(?:(?:last |zuletzt )?(?:updated|modified|edited|published|posted|created|reviewed|changed|aktualisiert|geändert|bearbeitet|veröffentlicht|erstellt)|stand|date|datum)`;
const NAME = String.raw`\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,3}`;
/** Lines beside a text that are no part of it, each as a whole. */
const LINES = [
  new RegExp(
    `^${CHANGED}?[\\s:]*(?:on |at |am |vom )?${DATE}(?:,? (?:at|um)? ?\\d{1,2}:\\d\\d.{0,6})?(?: (?:by|von) ${NAME})?$`,
    'iu',
  ),
  /^(?:updated|aktualisiert|published|veröffentlicht)$/i,
  new RegExp(
    `^(?:[Ww]ritten |[Pp]osted |[Pp]ublished |[Gg]eschrieben )?(?:[Bb]y|[Vv]on|[Aa]uthor:|[Aa]utor:|[Aa]utorin:) ${NAME}$`,
    'u',
  ),
  /^\d+ (?:min(?:ute)?[ns]?\.?) (?:read|reading time|lesezeit)$|^(?:reading time|lesezeit):? \d+ min\w*$/i,
  /^\d+ (?:out )?(?:of|von) \d+ (?:found this helpful|people.{0,30}|fanden dies.{0,20}|users?.{0,30})$/i,
  /^\d+ (?:comments?|likes?|views?|votes?|shares?|kommentare?|aufrufe|stimmen|followers?)$/i,
  /^(?:yes|no|ja|nein|👍|👎|\/|\s){2,8}$|^thank(?:s| you) for your feedback[.!]?$|^(?:vielen )?danke? für (?:dein|ihr|deine|ihre) (?:feedback|rückmeldung)[.!]?$/i,
  /^(?:have more questions\?|still have questions\?|weitere fragen\?|haben sie fragen\?)?\s*(?:submit a request|anfrage einreichen)[.!]?$/i,
  /^(?:back|return|zurück|nach oben|zum seitenanfang)(?: (?:to )?(?:top|nach oben|zum seitenanfang))?[\s↑]*$|^(?:print|drucken|tweet|share(?: (?:this|on|via|article|post|page|facebook|twitter|x|linkedin))*|teilen(?: auf.{0,12})?|facebook|twitter|linkedin|whatsapp|copy link|link kopieren|pin it|follow)$/i,
  /^(?:edit (?:this page|on git\w+)|improve this page|suggest (?:an )?edits?|seite bearbeiten|auf git\w+ bearbeiten|report an issue)[\s.]*$|^(?:skip|jump|springe) (?:to|zum) .{0,30}$|^(?:← ?)?(?:previous|next|vorherige[rs]?|nächste[rs]?|zurück|weiter)(?: (?:article|page|post|artikel|seite|beitrag))?(?: ?→)?$/i,
  /^(?:(?:on|in) this (?:page|article)|table of contents|auf dieser seite|inhaltsverzeichnis)$/i,
];
const MAX_LINE_LETTERS = 150;

/** Headings of what stands below every page of a site, with nothing of the page's own under them. */
const SITE_HEADINGS =
  /^(?:(?:related|similar|recommended|popular|recent|latest|recently viewed|more|other|further|trending|promoted)\s+(?:help )?(?:articles?|posts?|pages?|reading|stories|resources)|you (?:may|might) also (?:like|be interested in).{0,10}|(?:verwandte|ähnliche|weitere|beliebte|neueste|passende|zuletzt angesehene)\s+(?:artikel|beiträge|seiten|hilfeartikel)|das könnte (?:dich|sie|euch) auch interessieren|leave a (?:comment|reply)|\d+ (?:comments?|kommentare?|thoughts? on .{0,100})|schreibe einen kommentar|kommentar (?:schreiben|hinterlassen|verfassen)|share this (?:article|post|page|entry)|(?:subscribe to|join|sign up for) (?:our |the )?newsletter|newsletter (?:abonnieren|anmeldung)|about the author|über (?:den autor|die autorin)|recently viewed|zuletzt angesehen|in this (?:article|section)|on this page|auf dieser seite|table of contents|inhaltsverzeichnis)[.:!]?$/i;
/** The same where only links stand below. */
const LINK_HEADINGS =
  /^(?:related|see also|siehe auch|more|further|other|popular|weitere|mehr|ähnliche|beliebte|verwandte|links|contents|inhalt|categories|kategorien|tags|topics|themen|comments|kommentare|share|teilen)\b.{0,40}$/i;

/** `Was this article helpful?` and its kin. */
export function isVoteQuestion(text: string): boolean {
  return text.length < 100 && VOTE.test(text.trim());
}

/** Whether nothing stands in an element but dates, names and votes around a text. */
function isFurnitureLine(element: Element): boolean {
  if (element.textLength === 0 || element.textLength > MAX_LINE_LETTERS) return false;
  if (/^(?:#question|td|th|tr|dd|dt|li|a|pre|code|h[1-6])$/.test(element.tag)) return false;
  const whole = toLine(textOf(element));
  // A paragraph of one word may be an answer; `Next` of a menu is a link or a box.
  if (isLine(whole)) return element.tag !== 'p' || element.linkLength > 0 || whole.includes(' ');
  const pieces = [...piecesOf(element)];
  if (pieces.length > 14) return false;
  const isMark = ({ text, inTime }: TextRun) => (inTime && !/^\d{1,2}[:.]\d\d/.test(text)) || isLine(text);
  const isWord = (text: string) => /^(?:by|von|in|on|am|and|und|\W+)$/i.test(text) || isName(text);
  const isBeside = ({ text, inTime, inLink }: TextRun) => inTime || inLink || isLine(text) || isWord(text);
  return pieces.some(isMark) && pieces.every(isBeside);
}

/** Whether a section stands below every page of the site: related articles, comments, contents. */
export function isFurnitureSection(path: readonly string[], text: string): boolean {
  const headings = path.slice(1);
  if (headings.some((heading) => SITE_HEADINGS.test(heading) || isVoteQuestion(heading))) return true;
  if (!headings.some((heading) => LINK_HEADINGS.test(heading))) return false;
  const letters = text.replace(/\([^()\s]*\)|[^\p{L}]+/gu, '').length;
  const unlinked = text.replace(/\[[^\]\n]*\]\([^()\s]*\)/g, '').replace(/[^\p{L}]+/gu, '').length;
  return unlinked * 5 < letters;
}

function isLine(text: string): boolean {
  return text.length < MAX_LINE_LETTERS * 1.5 && (VOTE.test(text) || LINES.some((line) => line.test(text)));
}

function isName(text: string): boolean {
  return text.length < 40 && new RegExp(`^${NAME}$`, 'u').test(text);
}

interface TextRun {
  text: string;
  inTime: boolean;
  inLink: boolean;
}

function* piecesOf(node: TreeNode, inTime = false, inLink = false): Generator<TextRun> {
  if (typeof node === 'string') {
    const text = toLine(node);
    if (/[\p{L}\p{N}]/u.test(text)) yield { text, inTime, inLink };
    return;
  }
  for (const child of node.children)
    yield* piecesOf(child, inTime || node.tag === 'time', inLink || node.tag === 'a');
}
