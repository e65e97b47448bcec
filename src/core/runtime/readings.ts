import type { Database } from '../../adapters/db/connect.ts';
import { readLag } from '../../adapters/db/readiness.ts';
import type { Log } from '../../adapters/log.ts';
import type { Clock } from '../../domain/time.ts';

const KNOWN_MS = 1_000;
/** A smaller lag goes unnoticed. */
const TOLD_FROM_MS = 1_000;
/**
 * Twice as long as PostgreSQL lets a query hold a standby up (max_standby_streaming_delay). A standby further behind
 * has a fault and would show deleted words for long.
 */
const LONGEST_LAG_MS = 60_000;
/** A page would wait seconds for each try. */
const REST_MS = 10_000;

/** Nothing is decided by such a reading. */
export interface Reading {
  /** Later changes may be missing; null: those of the last two seconds at most. */
  asOf: Date | null;
  /** @param statement reads and does not write; it may run twice */
  read<Result>(statement: (database: Database) => Promise<Result>): Promise<Result>;
}

export interface Readings {
  primary: Reading;
  /** The standby while it is there and not far behind, else the primary. Never throws. */
  choose(): Promise<Reading>;
}

export function createReadings(
  { database, standby, clock, log }: { database: Database; standby: Database | null; clock: Clock; log: Log },
  longestLagMs = LONGEST_LAG_MS,
): Readings {
  const primary: Reading = { asOf: null, read: (statement) => statement(database) };
  if (!standby) return { primary, choose: async () => primary };
  let known = { reading: primary, at: 0, forMs: 0 };
  let asking: Promise<Reading> | null = null;
  let isAway = false;

  const leave = (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'standby cannot be read, pages read the primary');
    isAway = true;
    known = { reading: primary, at: clock(), forMs: REST_MS };
  };
  const ask = async (): Promise<Reading> => {
    const at = clock();
    try {
      const { isStandby, lagMs } = await readLag(database, standby);
      if (!isStandby) throw new Error('DATABASE_READ_URL names no standby of DATABASE_URL');
      if (isAway) log.info({}, 'standby can be read again');
      isAway = false;
      const isBehind = lagMs === null || lagMs > longestLagMs;
      known = { reading: isBehind ? primary : readAsOf(at, lagMs), at, forMs: KNOWN_MS };
    } catch (error) {
      leave(error);
    }
    return known.reading;
  };
  const readAsOf = (at: number, lagMs: number): Reading => ({
    asOf: lagMs < TOLD_FROM_MS ? null : new Date(at - lagMs),
    read: async (statement) => {
      if (isAway) return statement(database);
      try {
        return await statement(standby);
      } catch (error) {
        leave(error);
        return statement(database);
      }
    },
  });
  return {
    primary,
    choose: async () => {
      const ageMs = clock() - known.at;
      if (ageMs >= 0 && ageMs < known.forMs) return known.reading;
      asking ??= ask().finally(() => {
        asking = null;
      });
      // Nobody waits to hear whether a lost standby is back.
      return isAway ? primary : asking;
    },
  };
}
