/** An address that a crawl has still to visit. */
export interface Target {
  url: string;
  /** Links between it and the entry of the site. */
  depth: number;
  /** Redirects that led to it. */
  hops: number;
}

/** A page that shows the same under ever new parameters is left after so many. */
const MAX_QUERIES_PER_PATH = 50;

/** Addresses in the order they are visited: nearest to the entry first, each once, at most `limit` in all. */
export class Frontier {
  readonly #limit: number;
  readonly #waiting: Target[][] = [];
  readonly #seen = new Set<string>();
  readonly #queries = new Map<string, number>();
  #isCut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether addresses were left out because `limit` had been reached. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** @returns whether it is new and will be visited. */
  add(target: Target): boolean {
    if (this.#seen.has(target.url) || this.#isOneOfTooMany(target.url)) return false;
    if (this.#seen.size >= this.#limit) {
      this.#isCut = true;
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
