import { setTimeout as delay } from 'node:timers/promises';
import { findCause } from '../../cause.ts';

/** So long an answer is worth waiting for; the nonce of a message keeps it from standing twice meanwhile. */
export const PATIENCE_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 5_000;

/** How an outage of the platform is waited out. */
export interface Patience {
  /** In milliseconds; what would be tried later is given up at once. */
  until: number;
  clock(): number;
  /** Ends the waiting with its reason. */
  signal: AbortSignal;
  /** Told once, when the waiting begins. */
  onWait?(error: unknown): void;
  /** The last look before another try. @throws what ends it */
  mayGoOn?(): Promise<void>;
}

/**
 * Tries again what fails because the platform is away, until it works or the time is over.
 * @param patience left out, the first failure counts.
 * @throws its last error, or what ends the patience.
 */
export async function persist<Result>(attempt: () => Promise<Result>, patience?: Patience): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = patience ? pauseAfter(error, tries, patience) : null;
      if (!patience || pauseMs === null) throw error;
      if (tries === 0) patience.onWait?.(error);
      await delay(pauseMs, undefined, { signal: patience.signal }).catch(() => undefined);
      patience.signal.throwIfAborted();
      await patience.mayGoOn?.();
    }
  }
}

/** In milliseconds; null: another try is no use, or would come too late. */
function pauseAfter(error: unknown, tries: number, { clock, until }: Patience): number | null {
  const cause = findCause(error);
  if (cause === null || cause.kind === 'refused') return null;
  const pauseMs =
    cause.kind === 'rate_limited' ? cause.retryAfterMs : Math.min(FIRST_PAUSE_MS * 2 ** tries, LAST_PAUSE_MS);
  return clock() + pauseMs > until ? null : pauseMs;
}
