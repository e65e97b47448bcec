import type { Database } from '../../adapters/db/connect.ts';
import { readLag } from '../../adapters/db/readiness.ts';
import type { Log } from '../../adapters/log.ts';
import type { Clock } from '../../domain/time.ts';

/** What a standby was found to be holds for so long. */
const KNOWN_MS = 1_000;
/** Whoever waits for a page does not notice less. */
const TOLD_FROM_MS = 1_000;
/**
 * Twice as long as PostgreSQL lets a query on a standby hold it up (max_standby_streaming_delay). What is further behind
 * has a fault, or more to do than it can, and would show for long what somebody had deleted.
 */
const LONGEST_LAG_MS = 60_000;
/** One that was away is left alone so long: a page would wait seconds for each try. */
const REST_MS = 10_000;

/** Where a page reads what it shows and nothing is decided by. */
export interface Reading {
  /** It may lack what happened since; null: the last two seconds at most. */
  asOf: Date | null;
  /** @param statement reads and does not write; it may run twice */
  read<Result>(statement: (database: Database) => Promise<Result>): Promise<Result>;
}

export interface Readings {
  /** As of now, for everything that is not told otherwise. */
  primary: Reading;
  /** For one page: the standby while it is there and not far behind, else the primary. Never throws. */
  choose(): Promise<Reading>;
}

/** @param longestLagMs a standby further behind is not read. */
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
    if (!isAway) log.warn({ err: error }, 'standby not read, pages read the primary');
    isAway = true;
    known = { reading: primary, at: clock(), forMs: REST_MS };
  };
  const ask = async (): Promise<Reading> => {
    const at = clock();
    try {
      const { isStandby, lagMs } = await readLag(database, standby);
      if (!isStandby) throw new Error('DATABASE_READ_URL names no standby of DATABASE_URL');
      if (isAway) log.info({}, 'standby read again');
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
      // Nobody waits to hear whether one that was away is back.
      return isAway ? primary : asking;
    },
  };
}
