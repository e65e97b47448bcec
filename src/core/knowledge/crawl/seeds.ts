import type {
  Crawler,
  Fetched,
  FetchOptions,
  Robots,
  SitemapExtract,
} from '../../../adapters/crawler/crawler.ts';
import { type PageFault, PageFaultError } from '../../../domain/errors.ts';
import { MAX_PAGES_PER_LINK, MAX_SITEMAPS, MAX_URL_CHARACTERS } from '../../../domain/limits.ts';
import { normaliseEncoding } from '../../../domain/text.ts';
import { checkForm, Lookalike } from './lookalike.ts';
import type { VisitLog } from './visits.ts';

/** A path that ends in `/` is a site (everything below it), a sitemap stands for the pages it names. */
type LinkKind = 'site' | 'sitemap' | 'page';

/** Parameters that say where a visitor came from, not what the page shows. */
const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|ref_src|phpsessid|jsessionid|sid)$/i;
const ASSET =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|css|m?js|json|map|woff2?|ttf|eot|pdf|zip|t?gz|tar|7z|rar|exe|dmg|msi|iso|apk|jar|mp[34]|m4a|wav|ogg|webm|avi|mov|docx?|xlsx?|pptx?|csv|rss|atom)$/i;
const MAX_SEGMENTS = 16;
/** `/a/b/a/b/a/b`: relative links that a server answers at any depth. */
const MAX_SAME_SEGMENTS = 2;

interface Scope {
  kind: LinkKind;
  /** The one form of an address that this link may read, without fragment and tracking; null when it may not. */
  toPageUrl(address: string): string | null;
  isOnSite(address: string): boolean;
}

/** @param entered bounds a site by its path. @param landed where that led: its host is the only one that is read. */
function createScope(kind: LinkKind, entered: URL, landed: URL): Scope {
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

export const MAX_HOPS = 5;

/** Faults of a site as a whole: no page of it is tried then. */
const FATAL = new Set<PageFault>([
  'invalid_address',
  'not_public',
  'unresolved',
  'unreachable',
  'certificate',
  'timeout',
  'robots_unavailable',
]);

export interface Entrance {
  scope: Scope;
  robots: Robots;
  /** Where the entered address led. */
  landed: string;
  lookalike: Lookalike;
  /** The page there, so that it is not read twice, or its fault. */
  first: Fetched | PageFaultError;
}

/**
 * Reads robots.txt and follows the entered address. @throws PageFaultError when the site as a whole cannot be read.
 */
export async function enterSite(
  crawler: Crawler,
  entered: URL,
  log: VisitLog,
  options: FetchOptions,
): Promise<Entrance> {
  let landed = entered;
  let isRefreshed = false;
  let robots = await crawler.readRobots(landed.origin, options.signal);
  let first = await readFirst(crawler, landed, robots, log, options);
  for (let hops = 0; !(first instanceof PageFaultError) && first.kind === 'moved'; hops += 1) {
    if (hops === MAX_HOPS) throw new PageFaultError('too_many_redirects');
    if (isRefreshed && first.isRefresh) throw new PageFaultError('too_many_redirects');
    isRefreshed ||= first.isRefresh;
    const next = new URL(first.to);
    if (next.origin !== landed.origin) robots = await crawler.readRobots(next.origin, options.signal);
    landed = next;
    first = await readFirst(crawler, landed, robots, log, options);
  }
  const isSitemap = !(first instanceof PageFaultError) && first.kind === 'sitemap';
  const kind = entered.pathname.endsWith('/') ? 'site' : 'page';
  const scope = createScope(isSitemap ? 'sitemap' : kind, entered, landed);
  const url = scope.toPageUrl(landed.href) ?? landed.href;
  const lookalike = new Lookalike(crawler, robots, landed.href, options);
  const isOutside = !landed.pathname.startsWith(entered.pathname);
  first = await judge(first, lookalike, { from: entered.href, url: landed.href, isOutside });
  return { scope, robots, landed: url, lookalike, first };
}

async function judge(
  first: Fetched | PageFaultError,
  lookalike: Lookalike,
  { from, url, isOutside }: { from: string; url: string; isOutside: boolean },
): Promise<Fetched | PageFaultError> {
  if (first instanceof PageFaultError || first.kind !== 'page') return first;
  try {
    if (from !== url) checkForm(first.page, from, url, isOutside);
    await lookalike.check(first.page, url, true);
    return first;
  } catch (error) {
    if (error instanceof PageFaultError) return error;
    throw error;
  }
}

async function readFirst(crawler: Crawler, url: URL, robots: Robots, log: VisitLog, options: FetchOptions) {
  if (!robots.isAllowed(url.href)) return new PageFaultError('robots');
  try {
    const known = log.versionOf(url.href);
    return await crawler.fetchPage(url.href, { ...options, known, maySitemap: true });
  } catch (error) {
    if (!(error instanceof PageFaultError) || FATAL.has(error.fault) || isServerFault(error)) throw error;
    return error;
  }
}

/** Whether a fault says that the server has trouble, not the page. */
export function isServerFault({ fault, detail }: PageFaultError): boolean {
  const isStatus = fault === 'http_status' && (detail === '429' || Number(detail) >= 500);
  return isStatus || fault === 'timeout' || fault === 'unreachable';
}

/**
 * Reads the pages that a site's sitemaps name, passing over unreadable sitemaps: links on the pages lead there too.
 * @returns `isWhole`: nothing was left out, so that a missing page has been taken out.
 */
export async function readSitemaps(
  crawler: Crawler,
  { scope, robots, first, landed }: Entrance,
  options: FetchOptions,
): Promise<{ pages: string[]; isWhole: boolean }> {
  const pages = new Set<string>();
  const waiting: string[] = [];
  const keep = (sitemap: SitemapExtract) => {
    for (const url of sitemap.pages.map((address) => scope.toPageUrl(address))) {
      if (url !== null && pages.size < MAX_PAGES_PER_LINK) pages.add(url);
    }
    waiting.push(...sitemap.sitemaps.filter((url) => scope.isOnSite(url)).slice(0, MAX_SITEMAPS));
  };
  if (!(first instanceof PageFaultError) && first.kind === 'sitemap') keep(first.sitemap);
  if (scope.kind === 'site') keep({ pages: [], sitemaps: robots.sitemaps });
  if (scope.kind === 'site' && waiting.length === 0) waiting.push(new URL('/sitemap.xml', landed).href);
  const seen = new Set<string>();
  let missed = 0;
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (seen.size === MAX_SITEMAPS || pages.size === MAX_PAGES_PER_LINK) break;
    if (seen.has(url)) continue;
    seen.add(url);
    const sitemap = await crawler.fetchSitemap(url, options).catch(passOver);
    if (sitemap) keep(sitemap);
    else missed += 1;
  }
  return { pages: [...pages], isWhole: missed === 0 && waiting.length === 0 && pages.size > 0 };
}

function passOver(error: unknown): null {
  if (error instanceof PageFaultError) return null;
  throw error;
}
