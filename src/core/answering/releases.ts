import { setTimeout as delay } from 'node:timers/promises';
import type { LedgerStore } from '../../adapters/db/quota/quota.ts';
import type { Log } from '../../adapters/log.ts';

const RETRY_MS = 1_000;
const LAST_TRY_MS = 1_000;
/** If more than this many wait, the sweep releases them when the reservations expire. */
const MAX_WAITING = 10_000;

export interface Reservation {
  id: string;
  serverId: string;
}

/** Releases reservations, even if the database is down at that moment. */
export interface Releases {
  /** Tries now, and again later after a failure. Never throws. */
  release(reservation: Reservation): Promise<void>;
  /** Without waiting for it. */
  releaseLater(reservation: Reservation): void;
  /** One last try of at most a second, for the end of the process. */
  finish(): Promise<void>;
}

/**
 * A request that ends in 503 is told that nothing was charged. When the connection broke in the middle of
 * its statement, its effect is unknown; so the release is repeated until the database confirms it,
 * and undoes whatever exists.
 */
export function createReleases(ledger: Pick<LedgerStore, 'settle'>, log: Log): Releases {
  const waiting = new Map<string, Reservation>();
  let timer: NodeJS.Timeout | null = null;

  async function tryAll(): Promise<void> {
    timer = null;
    await Promise.all([...waiting.values()].map(tryOne));
    if (waiting.size > 0) retryLater();
  }

  async function tryOne({ id, serverId }: Reservation): Promise<void> {
    try {
      await ledger.settle({ id, serverId, units: null });
      waiting.delete(id);
    } catch (error) {
      log.debug({ err: error, reservation: id }, 'release failed, trying again');
    }
  }

  function retryLater(): void {
    timer ??= setTimeout(() => void tryAll(), RETRY_MS).unref();
  }

  function releaseLater(reservation: Reservation): void {
    if (waiting.size >= MAX_WAITING) {
      log.warn({ reservation: reservation.id }, 'release left to the sweep');
      return;
    }
    waiting.set(reservation.id, reservation);
    retryLater();
  }

  return {
    releaseLater,
    release: async (reservation) => {
      waiting.set(reservation.id, reservation);
      await tryOne(reservation);
      if (waiting.has(reservation.id)) retryLater();
    },
    finish: async () => {
      if (waiting.size > 0) await Promise.race([tryAll(), delay(LAST_TRY_MS)]);
      if (timer) clearTimeout(timer);
    },
  };
}
