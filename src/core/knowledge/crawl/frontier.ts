import { MAX_PAGES_PER_LINK } from '../../../domain/limits.ts';

/** An address that a crawl has still to visit. */
export interface Target {
  url: string;
  /** Links between it and the entry of the site. */
  depth: number;
  /** Redirects that led to it. */
  hops: number;
  /** The address that led here by a redirect, and whether a page's own refresh did. */
  from?: string;
  isRefreshed?: boolean;
  /** Of an older version, read because no newer one can be. */
  isLone?: boolean;
}

/** A page that shows the same under ever new parameters is left after so many. */
const MAX_QUERIES_PER_PATH = 50;

/** Addresses in the order they are visited: nearest to the entry first, each once, at most as many as a link may have. */
export class Frontier {
  readonly #waiting: Target[][] = [];
  readonly #seen = new Set<string>();
  readonly #queries = new Map<string, number>();
  /** Whether addresses were left out because there were too many. */
  isCut = false;

  /** @returns whether it is new and will be visited. */
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
