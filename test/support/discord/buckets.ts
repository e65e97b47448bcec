/** How often a route may be asked, for each channel or server by itself. */
export interface BucketRule {
  /** Matched against "METHOD path" without the query. */
  route: RegExp;
  limit: number;
  perSeconds: number;
}

/** What a bucket says to one request. */
interface Verdict {
  headers: Record<string, string>;
  /** In seconds; null: the request may pass. */
  retryAfter: number | null;
}

interface Window {
  used: number;
  endsAt: number;
}

/** Rate limits as Discord keeps them: every answer says what is left, and what comes beyond it is refused. */
export class Buckets {
  readonly #rules: BucketRule[] = [];
  readonly #windows = new Map<string, Window>();
  /** Requests that came beyond a limit. */
  refused = 0;

  add(rule: BucketRule): void {
    this.#rules.push(rule);
  }

  /** null: no rule is meant. */
  take(method: string, path: string): Verdict | null {
    const place = this.#rules.findIndex(({ route }) => route.test(`${method} ${path}`));
    const rule = this.#rules[place];
    if (!rule) return null;
    const [, major = ''] = /^\/(?:channels|guilds)\/(\d+)/.exec(path) ?? [];
    const key = `${place}:${major}`;
    const now = performance.now();
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : { used: 0, endsAt: now + rule.perSeconds * 1000 };
    this.#windows.set(key, window);
    const isOver = window.used >= rule.limit;
    if (isOver) this.refused += 1;
    else window.used += 1;
    const resetAfter = (window.endsAt - now) / 1000;
    const headers = {
      'x-ratelimit-bucket': `bucket${place}`,
      'x-ratelimit-limit': String(rule.limit),
      'x-ratelimit-remaining': String(rule.limit - window.used),
      'x-ratelimit-reset-after': resetAfter.toFixed(3),
    };
    return { headers, retryAfter: isOver ? resetAfter : null };
  }
}
