import { classesOf, type Element, textOf } from './tree.ts';

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
export function hasConsentName(element: Element): boolean {
  const names = [...classesOf(element), element.attributes.id?.toLowerCase() ?? ''];
  return names.some((name) => name.length < 200 && (TOOL.test(name) || BANNER.test(name)));
}

/**
 * Elements that speak of cookies and hold the button to accept them, the smallest around both: banners of any name.
 * Text about cookies without such a button is content.
 */
export function findConsentBanners(root: Element): ReadonlySet<Element> {
  const banners = new Set<Element>();
  /** Whether a button below waits for the words it belongs to. */
  const visit = (element: Element): boolean => {
    if (element.tag === '#question') return false;
    let isWaiting = isAccept(element);
    for (const child of element.children) if (typeof child === 'object' && visit(child)) isWaiting = true;
    if (
      !isWaiting ||
      element.textLength > MAX_BANNER_LETTERS ||
      /^(?:body|html|main|article|#root)$/.test(element.tag)
    )
      return false;
    if (!ABOUT_COOKIES.test(textOf(element)) || element.textLength < 30) return true;
    banners.add(element);
    return false;
  };
  visit(root);
  return banners;
}

function isAccept(element: Element): boolean {
  if (element.textLength === 0 || element.textLength > 40) return false;
  if (
    element.tag !== 'button' &&
    element.tag !== 'a' &&
    element.attributes.role !== 'button' &&
    element.attributes.onclick === undefined
  )
    return false;
  return ACCEPT.test(textOf(element).replace(/\s+/g, ' ').trim());
}
