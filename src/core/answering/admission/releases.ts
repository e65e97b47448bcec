import { setTimeout as delay } from 'node:timers/promises';
import type { LedgerStore } from '../../../adapters/db/quota/quota.ts';
import type { Log } from '../../../adapters/log.ts';
import { AppError } from '../../../domain/errors.ts';

const RETRY_MS = 1_000;
const LAST_TRY_MS = 1_000;
/** If more than this many wait, the sweep releases them when the reservations expire. */
const MAX_WAITING = 10_000;

export interface Reservation {
  id: string;
  serverId: string;
}

export type Releases = ReturnType<typeof createReleases>;

/**
 * Gives reservations back. A request that ends in 503 is told that nothing was charged; when the database broke off
 * in the middle of its statement, nobody knows what it did, so the release is repeated until it has heard of it.
 */
export function createReleases(ledger: Pick<LedgerStore, 'settle'>, log: Log) {
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

  return {
    releaseLater: (reservation: Reservation): void => {
      if (waiting.size >= MAX_WAITING) {
        log.warn({ reservation: reservation.id }, 'release left to the sweep');
        return;
      }
      waiting.set(reservation.id, reservation);
      retryLater();
    },
    /** Tries now, and again later after a failure. Never throws. */
    release: async (reservation: Reservation): Promise<void> => {
      waiting.set(reservation.id, reservation);
      await tryOne(reservation);
      if (waiting.has(reservation.id)) retryLater();
    },
    /** After what made its request fail: with the database away nobody waits for it twice. */
    async releaseAfter(error: unknown, reservation: Reservation): Promise<void> {
      const isAway = error instanceof AppError && error.code === 'service_unavailable';
      if (isAway) this.releaseLater(reservation);
      else await this.release(reservation);
    },
    /** One last try of at most a second, for the end of the process. */
    finish: async (): Promise<void> => {
      if (waiting.size > 0) await Promise.race([tryAll(), delay(LAST_TRY_MS)]);
      if (timer) clearTimeout(timer);
    },
  };
}
