import { setTimeout as delay } from 'node:timers/promises';
import type { LedgerStore } from '../../adapters/db/quota/quota.ts';
import type { Log } from '../../adapters/log.ts';

const RETRY_MS = 1_000;
const LAST_TRY_MS = 1_000;
/** With more waiting than this the sweep does it, when the reservations expire. */
const MAX_WAITING = 10_000;

export interface Reservation {
  id: string;
  serverId: string;
}

/** Gives reservations back, also when the database is away at that moment. */
export interface Releases {
  /** Tries now; on a failure later. Never throws. */
  release(reservation: Reservation): Promise<void>;
  /** Without waiting for it. */
  releaseLater(reservation: Reservation): void;
  /** One last try of at most a second, for the end of the process. */
  finish(): Promise<void>;
}

/**
 * A request that ends in 503 is told that nothing was charged. When the database broke off in the middle of
 * its statement, nobody knows what it did; so the release is repeated until the database has heard of it,
 * and takes back whatever there is.
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
