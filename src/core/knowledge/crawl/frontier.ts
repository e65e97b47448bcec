import type { Page } from '../../../adapters/db/knowledge/pages.ts';
import type { PageFaultError } from '../../../domain/errors.ts';
import { MAX_PAGES_PER_LINK } from '../../../domain/limits.ts';
import { MAX_HOPS } from './seeds.ts';
import { idOf } from './visits.ts';

export interface Target {
  url: string;
  depth: number;
  hops: number;
  /** The address that redirected here, and whether a page's own refresh did. */
  from?: string;
  isRefreshed?: boolean;
  /** An older version, read because no newer one can be. */
  isLone?: boolean;
}

/** Stops at a page that shows the same under ever new parameters. */
const MAX_QUERIES_PER_PATH = 50;

/** Addresses in the order of visits: nearest to the entry first, each once, at most as many as a link may have. */
export class Frontier {
  readonly #waiting: Target[][] = [];
  readonly #seen = new Set<string>();
  readonly #queries = new Map<string, number>();
  isCut = false;

  add(target: Target): boolean {
    if (this.#seen.has(target.url) || this.#isOneOfTooMany(target.url)) return false;
    if (this.#seen.size >= MAX_PAGES_PER_LINK) {
      this.isCut = true;
      return false;
    }
    this.#seen.add(target.url);
    const level = this.#waiting[target.depth] ?? [];
    this.#waiting[target.depth] = level;
    level.push(target);
    return true;
  }

  next(): Target | undefined {
    return this.#waiting.find((level) => level !== undefined && level.length > 0)?.shift();
  }

  #isOneOfTooMany(url: string): boolean {
    const path = url.split('?', 1).join('');
    if (path === url) return false;
    const count = (this.#queries.get(path) ?? 0) + 1;
    this.#queries.set(path, count);
    return count > MAX_QUERIES_PER_PATH;
  }
}

export const NO_CONTENT = { etag: null, lastModified: null, hash: null, canonicalId: null, mergedInto: null };

export function newPage({ url, depth }: Target): Page {
  const unread = { state: 'queued' as const, fault: null, detail: null, crawledAt: null };
  return { id: idOf(url), url, depth, memberId: null, ...unread, ...NO_CONTENT };
}

export function isRedirect({ hash, mergedInto }: Page): boolean {
  return hash === null && mergedInto !== null;
}

/** Redirects that led to a page in the last crawl: counted from 0 again, a chain would grow with every crawl. */
export function countHops(id: string, redirects: ReadonlyMap<string | null, string>): number {
  let hops = 0;
  for (let at = redirects.get(id); at !== undefined && hops < MAX_HOPS; at = redirects.get(at)) hops += 1;
  return hops;
}

export function isGone({ fault, detail }: PageFaultError): boolean {
  const isMissing = fault === 'http_status' && (detail === '404' || detail === '410');
  return isMissing || fault === 'noindex' || fault === 'too_many_redirects';
}
