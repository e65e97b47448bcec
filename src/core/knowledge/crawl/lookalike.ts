import { hash } from 'node:crypto';
import type { Crawler, FetchOptions, PageExtract, Robots } from '../../../adapters/crawler/crawler.ts';
import { type PageFault, PageFaultError } from '../../../domain/errors.ts';

/** Faults of pages that a site shows in the place of the one asked for. */
const NO_PAGE = new Set<PageFault>(['sign_in', 'robot_check', 'not_found', 'maintenance']);

export function isNoPage({ fault }: { fault: PageFault | null }): boolean {
  return fault !== null && NO_PAGE.has(fault);
}

/** A page with more links of the site leads through it: it is the home page, whatever was asked for. */
const MAX_LINKS = 2;

/** Knows the page that a site shows where certainly nothing is; asks for it once, with the first tiny page. */
export class Lookalike {
  readonly #ask: () => Promise<PageExtract | null>;
  #shown: Promise<PageExtract | null> | null = null;

  constructor(crawler: Crawler, robots: Robots, landed: string, options: FetchOptions) {
    const url = new URL(hash('sha256', landed).slice(0, 32), landed).href;
    this.#ask = async () => {
      if (!robots.isAllowed(url)) return null;
      try {
        const fetched = await crawler.fetchPage(url, { ...options, known: null, maySitemap: false });
        return fetched.kind === 'page' ? fetched.page : null;
      } catch (error) {
        if (error instanceof PageFaultError) return null;
        throw error;
      }
    };
  }

  /**
   * @throws PageFaultError for a page that the site shows at any address. @param isEntrance it is where a crawl
   * begins.
   */
  async check(page: PageExtract, url: string, isEntrance: boolean): Promise<void> {
    if (page.sections.length === 0) throw new PageFaultError('no_text');
    if (!page.isTiny) return;
    this.#shown ??= this.#ask();
    const shown = await this.#shown;
    if (shown === null || keyOf(shown) !== keyOf(page)) return;
    const own = page.links.filter((link) => new URL(link).host === new URL(url).host);
    if (own.length > MAX_LINKS && isEntrance) return;
    throw new PageFaultError(isEntrance ? 'maintenance' : 'not_found');
  }
}

/** Leaves out numbers and addresses, which differ with every request. */
function keyOf({ sections }: PageExtract): string {
  const isFixed = (word: string) => !/\d/.test(word);
  return sections.map(({ text }) => text.split(/\s+/).filter(isFixed).join(' ')).join('\n');
}

/** @throws PageFaultError for a sign-in form: one that brings people back, or stands outside of what is read. */
export function checkForm(page: PageExtract, from: string, url: string, isOutside: boolean): void {
  if (page.isForm && (isOutside || leadsBack(from, url))) throw new PageFaultError('sign_in');
}

/** Whether an address brings back those who were sent there: `/login?next=/help/`. */
function leadsBack(from: string, to: string): boolean {
  const [start, end] = [new URL(from), new URL(to)];
  if (start.pathname === end.pathname) return false;
  const bare = (text: string) => text.replace(/\/$/, '');
  const ways = [start.href, start.pathname, start.pathname + start.search].map(bare);
  return [...end.searchParams.values()].some((value) => value !== '' && ways.includes(bare(value)));
}
