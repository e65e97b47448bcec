import type { Crawler, Fetched, Robots } from '../../adapters/crawler/crawler.ts';
import { type PageFault, PageFaultError } from '../../domain/errors.ts';
import { MAX_PAGES_PER_LINK, MAX_SITEMAPS } from '../../domain/limits.ts';
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
  signal: AbortSignal,
): Promise<Entrance> {
  let landed = entered;
  let robots = await crawler.readRobots(landed.origin, signal);
  let first = await readFirst(crawler, landed, robots, log, signal);
  for (let hops = 0; !(first instanceof PageFaultError) && first.kind === 'moved'; hops += 1) {
    if (hops === MAX_HOPS) throw new PageFaultError('too_many_redirects');
    const next = new URL(first.to);
    if (next.origin !== landed.origin) robots = await crawler.readRobots(next.origin, signal);
    landed = next;
    first = await readFirst(crawler, landed, robots, log, signal);
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
  signal: AbortSignal,
): Promise<Fetched | PageFaultError> {
  if (!robots.isAllowed(url.href)) return new PageFaultError('robots');
  try {
    const known = log.versionOf(url.href);
    return await crawler.fetchPage(url.href, { known, maySitemap: true, signal });
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
 * The pages that a site's sitemaps name, at most as many as a link may have; sitemaps may name sitemaps. One
 * that cannot be read is passed over: links on the pages lead there too.
 * @returns the addresses, and the bytes that were read for them.
 */
export async function readSitemaps(
  crawler: Crawler,
  entrance: Entrance,
  signal: AbortSignal,
): Promise<{ pages: string[]; bytes: number }> {
  const { scope, robots, first } = entrance;
  const pages = new Set<string>();
  const given = first instanceof PageFaultError || first.kind !== 'sitemap' ? null : first;
  const waiting = given ? [...given.sitemap.sitemaps] : sitemapsOf(entrance, robots);
  const seen = new Set<string>();
  let bytes = given?.bytes ?? 0;
  const keep = (addresses: readonly string[]) => {
    for (const url of addresses.map((address) => scope.toPageUrl(address))) {
      if (url !== null && pages.size < MAX_PAGES_PER_LINK) pages.add(url);
    }
  };
  keep(given?.sitemap.pages ?? []);
  while (waiting.length > 0 && seen.size < MAX_SITEMAPS && pages.size < MAX_PAGES_PER_LINK) {
    const url = waiting.shift() ?? '';
    if (seen.has(url)) continue;
    seen.add(url);
    const sitemap = await crawler.fetchSitemap(url, signal).catch(passOver);
    if (!sitemap) continue;
    bytes += sitemap.bytes;
    keep(sitemap.pages);
    waiting.push(...sitemap.sitemaps.slice(0, MAX_SITEMAPS));
  }
  return { pages: [...pages], bytes };
}

function sitemapsOf({ scope, landed }: Entrance, robots: Robots): string[] {
  if (scope.kind !== 'site') return [];
  return robots.sitemaps.length > 0 ? robots.sitemaps : [new URL('/sitemap.xml', landed).href];
}

function passOver(error: unknown): null {
  if (error instanceof PageFaultError) return null;
  throw error;
}
