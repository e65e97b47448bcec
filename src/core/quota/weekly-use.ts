import { countUse, type StretchCounts, type UseCounts } from '../../adapters/db/answering/statistics.ts';
import type { Database } from '../../adapters/db/connect.ts';
import { AppError } from '../../domain/errors.ts';
import { TEAM_REASONS, type TeamReason } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import type { Reading } from '../runtime/readings.ts';

/** Weeks that are looked back at, this one among them. */
const STATISTICS_WEEKS = 8;
const DAY_MS = 24 * 3_600_000;

/** Answers of one channel. */
export interface ChannelUse extends UseCounts {
  channel: 'api' | 'discord';
  /** Votes up of all votes, in percent; null without votes. */
  helpfulPercent: number | null;
  /** Hand-overs by reason. */
  reasons: Record<TeamReason, number>;
}

/** One week by its Monday (`YYYY-MM-DD` in QUOTA_TIME_ZONE), the API first. */
export interface WeeklyUse {
  week: string;
  channels: [api: ChannelUse, discord: ChannelUse];
}

/**
 * Answers week by week, oldest first, this week last; test keys, trials and learning are left out. Feedback counts in
 * the week of its answer; weeks that are over are up to ten minutes old.
 * @param from.thisWeek where they are counted already.
 */
export async function readWeeklyUse(
  core: Core,
  serverId: string,
  {
    reading = core.readings.primary,
    thisWeek = countThisWeek(core, serverId, reading),
  }: { reading?: Reading; thisWeek?: Promise<StretchCounts[]> } = {},
): Promise<WeeklyUse[]> {
  const { key: week } = core.calendar.weekOf(core.clock());
  const key = `weekly-use:${STATISTICS_WEEKS}:${serverId}:${core.config.QUOTA_TIME_ZONE}:${week}`;
  const [finished, current] = await Promise.all([
    countFinished(core, { key, reading }, (database) => countWeeksBefore(core, database, { serverId, week })),
    thisWeek,
  ]);
  return [...finished, toWeek(week, current)];
}

/** Longer ones would read all rows of a large server. */
const MAX_RANGE_DAYS = 366;

/**
 * Answers of the days from `from` to `to` (`YYYY-MM-DD` in QUOTA_TIME_ZONE), both with them; the eight weeks up to
 * today where they are left out. @throws AppError('invalid_input')
 */
export async function readUseBetween(
  core: Core,
  serverId: string,
  given: { from?: string | undefined; to?: string | undefined },
): Promise<{ from: string; to: string } & Pick<WeeklyUse, 'channels'>> {
  const { to = core.calendar.dayOf(core.clock()).key } = given;
  const { from = dateBefore(to, 7 * STATISTICS_WEEKS - 1) } = given;
  if (from > to || from <= dateBefore(to, MAX_RANGE_DAYS)) {
    const message = `from must be at most ${MAX_RANGE_DAYS} days before the end of to, and not after it.`;
    throw new AppError('invalid_input', { param: 'from', message });
  }
  const bounds = [dateBefore(from, 1), to].map((date) => new Date(core.calendar.endOfDate(date)));
  const counts = await core.readings.primary.read((database) => countUse(database, serverId, bounds));
  return { from, to, channels: [toChannel('api', counts), toChannel('discord', counts)] };
}

/** The answers of this week by its days, Monday as stretch 1. */
export function countThisWeek(
  core: Core,
  serverId: string,
  reading = core.readings.primary,
): Promise<StretchCounts[]> {
  const { key } = core.calendar.weekOf(core.clock());
  return reading.read((database) => countUse(database, serverId, boundsOfWeek(core, key)));
}

/** Where each day of a week begins, and the next week. @param monday `YYYY-MM-DD` */
export function boundsOfWeek(core: Core, monday: string): Date[] {
  // A day begins where the day before it ends.
  return Array.from(
    { length: 8 },
    (_, place) => new Date(core.calendar.endOfDate(dateBefore(monday, 1 - place))),
  );
}

async function countWeeksBefore(
  core: Core,
  database: Database,
  { serverId, week }: { serverId: string; week: string },
): Promise<WeeklyUse[]> {
  const mondays = Array.from({ length: STATISTICS_WEEKS }, (_, index) =>
    dateBefore(week, 7 * (STATISTICS_WEEKS - 1 - index)),
  );
  // A week begins where the Sunday before it ends.
  const bounds = mondays.map((monday) => new Date(core.calendar.endOfDate(dateBefore(monday, 1))));
  const counts = await countUse(database, serverId, bounds);
  return mondays.slice(0, -1).map((monday, index) =>
    toWeek(
      monday,
      counts.filter(({ stretch }) => stretch === index + 1),
    ),
  );
}

/** Dates follow each other alike in every zone. */
export function dateBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);
}

function toWeek(week: string, counts: readonly StretchCounts[]): WeeklyUse {
  return { week, channels: [toChannel('api', counts), toChannel('discord', counts)] };
}

function toChannel(channel: ChannelUse['channel'], counts: readonly StretchCounts[]): ChannelUse {
  const rows = counts.filter((row) => row.channel === channel);
  return {
    channel,
    ...sumUse(rows),
    reasons: countReasons(rows),
  };
}

/** How many were handed over for each reason. */
export function countReasons(counts: readonly StretchCounts[]): Record<TeamReason, number> {
  const sum = (reason: TeamReason) =>
    counts.reduce((all, one) => all + (one.reason === reason ? one.handedOver : 0), 0);
  return Object.fromEntries(TEAM_REASONS.map((reason) => [reason, sum(reason)])) as Record<
    TeamReason,
    number
  >;
}

/** All of some counts together. */
export function sumUse(counts: readonly UseCounts[]): UseCounts & Pick<ChannelUse, 'helpfulPercent'> {
  const sum = (field: keyof UseCounts) => counts.reduce((all, one) => all + one[field], 0);
  const [helpful, unhelpful] = [sum('helpful'), sum('unhelpful')];
  const votes = helpful + unhelpful;
  return {
    answers: sum('answers'),
    ...{ helpful, unhelpful },
    helpfulPercent: votes === 0 ? null : Math.round((10_000 * helpful) / votes) / 100,
    ...{ confirmed: sum('confirmed'), silent: sum('silent'), reopened: sum('reopened') },
    ...{ resolved: sum('resolved'), teamAnswered: sum('teamAnswered') },
    givenBack: sum('givenBack'),
    ...{ handedOver: sum('handedOver'), drafts: sum('drafts'), repeated: sum('repeated') },
  };
}

/** Feedback may still come after the day is over. */
const LIFETIME_MS = 10 * 60_000;

/**
 * Counts days that are over at most once in ten minutes: 100,000 answers take tens of milliseconds. Counts of a standby
 * that is behind are not kept.
 * @param from.key names the server, the days and the zone.
 */
export async function countFinished<Count>(
  core: Core,
  { key, reading }: { key: string; reading: Reading },
  count: (database: Database) => Promise<Count>,
): Promise<Count> {
  const [known] = await core.cache.getMany<Count>([key]);
  if (known !== undefined) return known;
  const counted = await reading.read(count);
  if (reading.asOf === null) await core.cache.setMany([{ key, value: counted }], LIFETIME_MS);
  return counted;
}
