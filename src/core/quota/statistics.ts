import { type AnswerCounts, countAnswers, readApiUnitsSince } from '../../adapters/db/answering/answers.ts';
import type { Database } from '../../adapters/db/connect.ts';
import type { Period } from '../../domain/time.ts';
import type { Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import type { Reading } from '../runtime/readings.ts';
import { planLimitsOf } from './plan-limits.ts';
import { countFinished, dateBefore } from './weekly-use.ts';

/** With today. */
const STATISTICS_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** `day` in QUOTA_TIME_ZONE; test questions and learning are left out. */
export interface DailyUse extends AnswerCounts {
  day: string;
}

/** Every day of the window, oldest first, today last. Earlier days are up to ten minutes old. */
export async function readDailyUse(
  core: Core,
  serverId: string,
  reading: Reading = core.readings.primary,
): Promise<DailyUse[]> {
  const today = core.calendar.dayOf(core.clock());
  const bounds = [new Date(today.startsAt), new Date(today.endsAt)];
  const key = `daily-use:${STATISTICS_DAYS}:${serverId}:${core.config.QUOTA_TIME_ZONE}:${today.key}`;
  const [finished, [ofToday]] = await Promise.all([
    countFinished(core, { key, reading }, (database) =>
      countDaysBefore(core, database, { serverId, today: today.key }),
    ),
    reading.read((database) => countAnswers(database, serverId, bounds)),
  ]);
  return ofToday ? [...finished, { day: today.key, ...ofToday }] : finished;
}

async function countDaysBefore(
  core: Core,
  database: Database,
  { serverId, today }: { serverId: string; today: string },
): Promise<DailyUse[]> {
  const dates = Array.from({ length: STATISTICS_DAYS }, (_, index) =>
    dateBefore(today, STATISTICS_DAYS - index),
  );
  // A day ends where the next starts, so the first date only gives the second's start.
  const bounds = dates.map((date) => new Date(core.calendar.endOfDate(date)));
  const counts = await countAnswers(database, serverId, bounds);
  return counts.map((count, index) => ({ day: dates[index + 1] ?? '', ...count }));
}

/**
 * How long the API's share lasts at the faster speed of this week and the last 24 hours, without credit. `unknown` in
 * the first six hours of a week and while the API is not used.
 * @param used as `readUsage` returns it.
 */
export async function forecastApiShare(
  core: Core,
  server: Server,
  used: { used_units: number; api_used_units: number },
): Promise<Forecast> {
  const now = core.clock();
  const week = core.calendar.weekOf(now);
  const { quota, apiShare } = planLimitsOf(core, server);
  const since = new Date(now - DAY_MS);
  const usedLately = await readApiUnitsSince(core.database, server.id, { week: week.key, since });
  const left = Math.min(apiShare - used.api_used_units, quota - used.used_units);
  return forecast({ now, week, left, used: used.api_used_units, usedLately });
}

export type Forecast =
  | { kind: 'lasts' }
  | { kind: 'empty' }
  | { kind: 'runs_out'; at: Date }
  | { kind: 'unknown' };

const HOUR_MS = 3_600_000;
/** Before that a single answer would say too much about a week. */
const UNKNOWN_HOURS = 6;
const LATELY_HOURS = 24;

/**
 * @param known.left units that can still be used this week. @param known.usedLately in the last 24 hours of this week.
 * @returns a time from now on and before the end of the week.
 */
export function forecast(known: {
  now: number;
  week: Period;
  left: number;
  used: number;
  usedLately: number;
}): Forecast {
  const { now, week, left, used, usedLately } = known;
  if (left <= 0) return { kind: 'empty' };
  const elapsedMs = now - week.startsAt;
  if (elapsedMs < UNKNOWN_HOURS * HOUR_MS || used <= 0) return { kind: 'unknown' };
  const latelyMs = Math.min(elapsedMs, LATELY_HOURS * HOUR_MS);
  const unitsPerMs = Math.max(used / elapsedMs, usedLately / latelyMs);
  const at = now + Math.ceil(left / unitsPerMs);
  return at >= week.endsAt ? { kind: 'lasts' } : { kind: 'runs_out', at: new Date(at) };
}
