import { setTimeout as delay } from 'node:timers/promises';
import type { LedgerStore } from '../../../adapters/db/quota/quota.ts';
import type { Log } from '../../../adapters/log.ts';
import { type FailureCode, failureOf } from '../../../domain/errors.ts';

const RETRY_MS = 1_000;
const LAST_TRY_MS = 1_000;
/** If more than this many wait, the sweep releases them when the reservations expire. */
const MAX_WAITING = 10_000;

export interface Reservation {
  id: string;
  serverId: string;
  /** Why its question ends, for who hears of that later. */
  fault?: FailureCode;
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

  async function tryOne(reservation: Reservation): Promise<void> {
    try {
      await ledger.settle({ ...reservation, units: null });
      waiting.delete(reservation.id);
    } catch (error) {
      log.debug({ err: error, reservation: reservation.id }, 'reservation not released, trying again');
    }
  }

  function retryLater(): void {
    timer ??= setTimeout(() => void tryAll(), RETRY_MS).unref();
  }

  return {
    releaseLater: (reservation: Reservation): void => {
      if (waiting.size >= MAX_WAITING) {
        log.warn({ reservation: reservation.id }, 'reservation left to expire');
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
    async releaseAfter(error: unknown, { id, serverId }: Reservation): Promise<void> {
      const ended = { id, serverId, fault: failureOf(error) };
      if (ended.fault === 'service_unavailable') this.releaseLater(ended);
      else await this.release(ended);
    },
    /** One last try of at most a second, for the end of the process. */
    finish: async (): Promise<void> => {
      if (waiting.size > 0) await Promise.race([tryAll(), delay(LAST_TRY_MS)]);
      if (timer) clearTimeout(timer);
    },
  };
}
