import { MAX_URL_CHARACTERS } from '../../../domain/limits.ts';
import { normaliseEncoding } from '../../../domain/url.ts';

/**
 * What a link stands for: a site (its path ends in `/`: everything below it), a sitemap (the pages it names)
 * or a single page.
 */
export type LinkKind = 'site' | 'sitemap' | 'page';

/** Parameters that say where a visitor came from, not what the page shows. */
const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|ref_src|phpsessid|jsessionid|sid)$/i;
const ASSET =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|css|m?js|json|map|woff2?|ttf|eot|pdf|zip|t?gz|tar|7z|rar|exe|dmg|msi|iso|apk|jar|mp[34]|m4a|wav|ogg|webm|avi|mov|docx?|xlsx?|pptx?|csv|rss|atom)$/i;
const MAX_SEGMENTS = 16;
/** `/a/b/a/b/a/b`: relative links that a server answers at any depth. */
const MAX_SAME_SEGMENTS = 2;

/** Which addresses belong to a link. */
export interface Scope {
  kind: LinkKind;
  /** The one form of an address that this link may read, without fragment and tracking; null when it may not. */
  toPageUrl(address: string): string | null;
  /** Whether an address is on the host that is read, wherever on it. */
  isOnSite(address: string): boolean;
}

/**
 * @param entered as the owner gave it; its path bounds a site.
 * @param landed where the entered address led: its host is the only one that is read.
 */
export function createScope(kind: LinkKind, entered: URL, landed: URL): Scope {
  const prefix = kind === 'site' ? entered.pathname : '/';
  return {
    kind,
    toPageUrl: (address) => {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (!url || !isSameSite(url, landed)) return null;
      // One site, one scheme: pages that name each other with http and https are the same.
      url.protocol = landed.protocol;
      url.hash = '';
      url.pathname = normaliseEncoding(url.pathname);
      for (const name of [...url.searchParams.keys()]) {
        if (TRACKING.test(name)) url.searchParams.delete(name);
      }
      const isEntry = url.href === landed.href || url.pathname === prefix.slice(0, -1);
      return isEntry || (url.pathname.startsWith(prefix) && isWorthReading(url)) ? url.href : null;
    },
    isOnSite: (address) => URL.canParse(address) && isSameSite(new URL(address), landed),
  };
}

/** What an owner means by an address; whether it is a sitemap shows when it is read. */
export function kindOf(url: URL): LinkKind {
  return url.pathname.endsWith('/') ? 'site' : 'page';
}

function isSameSite(url: URL, landed: URL): boolean {
  return /^https?:$/.test(url.protocol) && url.host === landed.host && !url.username && !url.password;
}

function isWorthReading(url: URL): boolean {
  if (url.href.length > MAX_URL_CHARACTERS || ASSET.test(url.pathname)) return false;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return segments.length <= MAX_SEGMENTS && Math.max(0, ...counts.values()) <= MAX_SAME_SEGMENTS;
}
