import { readLedger } from '../adapters/db/servers.ts';
import { type AnswerCounts, countAnswers, readApiUnitsSince } from '../adapters/db/statistics.ts';
import type { Server } from '../domain/types.ts';
import type { Core } from './core.ts';
import { type Forecast, forecast } from './statistics/forecast.ts';
import { termsOf } from './terms.ts';

export type { Forecast } from './statistics/forecast.ts';

/** Days that can be looked back. */
const MAX_STATISTICS_DAYS = 90;
const DAY_MS = 24 * 3_600_000;
/** Days that are over change by late votes alone, which are seen so much later. */
const FINISHED_LIFETIME_MS = 10 * 60_000;

/** How much was answered on one day (`YYYY-MM-DD` in QUOTA_TIME_ZONE), test questions and learning left out. */
export interface DailyUse extends AnswerCounts {
  day: string;
}

/**
 * What a server's bot answered day by day, oldest first; every day of the window is there, today is the last.
 * Days that are over are counted once in ten minutes: 100,000 answers take some 100 ms.
 * @param days 1 to 90; what lies outside is moved to the nearest.
 */
export async function readDailyUse(core: Core, serverId: string, days: number): Promise<DailyUse[]> {
  const today = core.calendar.dayOf(core.clock());
  const bounds = [new Date(today.startsAt), new Date(today.endsAt)];
  const [finished, [ofToday]] = await Promise.all([
    readFinished(core, serverId, today.key),
    countAnswers(core.database, serverId, bounds),
  ]);
  const all = ofToday ? [...finished, { day: today.key, ...ofToday }] : finished;
  const wanted = Number.isFinite(days) ? Math.trunc(days) : MAX_STATISTICS_DAYS;
  return all.slice(-Math.min(Math.max(wanted, 1), MAX_STATISTICS_DAYS));
}

/** The days before today, as many as can be looked back. */
async function readFinished(core: Core, serverId: string, today: string): Promise<DailyUse[]> {
  const key = `daily-use:${serverId}:${core.config.QUOTA_TIME_ZONE}:${today}`;
  const [known] = await core.cache.getMany<DailyUse[]>([key]);
  if (known) return known;
  const dates = Array.from({ length: MAX_STATISTICS_DAYS }, (_, index) =>
    dateBefore(today, MAX_STATISTICS_DAYS - index),
  );
  // A day ends where the next one starts, so the first date only gives the start of the second.
  const bounds = dates.map((date) => new Date(core.calendar.endOfDate(date)));
  const counts = await countAnswers(core.database, serverId, bounds);
  const finished = counts.map((count, index) => ({ day: dates[index + 1] ?? '', ...count }));
  await core.cache.setMany([{ key, value: finished }], FINISHED_LIFETIME_MS);
  return finished;
}

/** Dates follow each other alike in every zone. */
function dateBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * How long the API's share of this week lasts if it goes on like this; credit is left out. The speed is that of
 * this week so far or of the last 24 hours, whichever is faster, so that a burst counts.
 * `unknown` in the first six hours of a week and while the API is not used.
 */
export async function forecastApiShare(core: Core, server: Server): Promise<Forecast> {
  const now = core.clock();
  const week = core.calendar.weekOf(now);
  const { quota, apiShare } = termsOf(core, server);
  const since = new Date(now - DAY_MS);
  const [ledger, usedLately] = await Promise.all([
    readLedger(core.database, server.id, week.key, core.calendar.dayOf(now).key),
    readApiUnitsSince(core.database, server.id, { week: week.key, since }),
  ]);
  const left = Math.min(apiShare - ledger.api_used, quota - ledger.used);
  return forecast({ now, week, left, used: ledger.api_used, usedLately });
}
