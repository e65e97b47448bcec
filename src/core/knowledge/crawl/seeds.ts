import type {
  Crawler,
  Fetched,
  FetchOptions,
  Robots,
  SitemapExtract,
} from '../../../adapters/crawler/crawler.ts';
import { type PageFault, PageFaultError } from '../../../domain/errors.ts';
import { MAX_PAGES_PER_LINK, MAX_SITEMAPS } from '../../../domain/limits.ts';
import { createScope, kindOf, type Scope } from './scope.ts';
import type { VisitLog } from './visits.ts';

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

/** Where a crawl begins. */
export interface Entrance {
  scope: Scope;
  robots: Robots;
  /** Where the entered address led. */
  landed: string;
  /** What stands there, so that it is not read twice; a fault when nothing can be read. */
  first: Fetched | PageFaultError;
}

/**
 * Reads the rules of a site and follows the entered address to where it leads.
 * @param log knows which version of the page was read before.
 * @throws PageFaultError when the site as a whole is not to be had.
 */
export async function enterSite(
  crawler: Crawler,
  entered: URL,
  log: VisitLog,
  options: FetchOptions,
): Promise<Entrance> {
  let landed = entered;
  let robots = await crawler.readRobots(landed.origin, options.signal);
  let first = await readFirst(crawler, landed, robots, log, options);
  for (let hops = 0; !(first instanceof PageFaultError) && first.kind === 'moved'; hops += 1) {
    if (hops === MAX_HOPS) throw new PageFaultError('too_many_redirects');
    const next = new URL(first.to);
    if (next.origin !== landed.origin) robots = await crawler.readRobots(next.origin, options.signal);
    landed = next;
    first = await readFirst(crawler, landed, robots, log, options);
  }
  const isSitemap = !(first instanceof PageFaultError) && first.kind === 'sitemap';
  const scope = createScope(isSitemap ? 'sitemap' : kindOf(entered), entered, landed);
  return { scope, robots, landed: scope.toPageUrl(landed.href) ?? landed.href, first };
}

async function readFirst(
  crawler: Crawler,
  url: URL,
  robots: Robots,
  log: VisitLog,
  options: FetchOptions,
): Promise<Fetched | PageFaultError> {
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
 * The pages that a site's sitemaps name, at most as many as a link may have; sitemaps may name sitemaps of the
 * same host. One that cannot be read is passed over: links on the pages lead there too.
 * @returns `isWhole`: nothing was passed over or left out, so that a page that is missing has been taken out.
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
