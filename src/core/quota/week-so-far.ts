import type { StretchCounts, TaughtCounts, UseCounts } from '../../adapters/db/answering/statistics.ts';
import { countTaught, countTaughtUse, countUse } from '../../adapters/db/answering/statistics.ts';
import type { Server, TeamReason } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import type { Reading } from '../runtime/readings.ts';
import {
  boundsOfWeek,
  countFinished,
  countReasons,
  countThisWeek,
  dateBefore,
  sumUse,
} from './weekly-use.ts';

const DAYS = 7;
const NOTHING: TaughtCounts = { approved: 0, added: 0, changed: 0, imported: 0 };

/** Answers of a part of a week, and the team's teaching in it. */
export interface WeekPart {
  /** `until` is the first moment after it. */
  from: Date;
  until: Date;
  use: UseCounts;
  reasons: Record<TeamReason, number>;
  taught: TaughtCounts;
}

export interface DayCounts {
  answered: number;
  handedOver: number;
}

/** Beside the same weekday of the week before. */
export interface DayPair {
  /** `YYYY-MM-DD` in QUOTA_TIME_ZONE. */
  date: string;
  /** Null: still to come. */
  counts: DayCounts | null;
  dateBefore: string;
  /** Until the compared moment of that day, and after it. */
  before: DayCounts;
  later: DayCounts;
}

type Known = Pick<Server, 'id' | 'revision'>;

export interface WeekSoFar {
  current: WeekPart;
  /** Up to the same weekday and time. */
  previous: WeekPart;
  /** Monday first. */
  days: DayPair[];
  /** Answers that used an entry written this week and before them. */
  taughtUse: number;
}

/**
 * Compares this week with as much of the week before. Test keys, trials and learning are left out; the week before is
 * up to ten minutes old.
 * @param from.thisWeek as `countThisWeek` reads it.
 */
export async function readWeekSoFar(
  core: Core,
  server: Known,
  {
    reading = core.readings.primary,
    thisWeek = countThisWeek(core, server.id, reading),
  }: { reading?: Reading; thisWeek?: Promise<StretchCounts[]> } = {},
): Promise<WeekSoFar> {
  const { id: serverId } = server;
  const now = core.clock();
  const week = core.calendar.weekOf(now);
  const moment = new Date(core.calendar.weekBefore(now));
  const mondayBefore = dateBefore(week.key, DAYS);
  const [starts, startsBefore] = [boundsOfWeek(core, week.key), boundsOfWeek(core, mondayBefore)];
  const [start = moment, startBefore = moment] = [starts[0], startsBefore[0]];
  const split = Math.max(
    0,
    startsBefore.findLastIndex((begin) => begin <= moment),
  );
  const [dayStart = moment, dayEnd = moment] = startsBefore.slice(split, split + 2);
  const [current, before, ofDay, [taughtBefore = NOTHING, , taught = NOTHING], taughtUse] = await Promise.all(
    [
      thisWeek,
      countWeekBefore(core, serverId, { monday: mondayBefore, reading }),
      reading.read((database) => countUse(database, serverId, [dayStart, moment, dayEnd])),
      reading.read((database) =>
        countTaught(database, serverId, [startBefore, moment, start, new Date(week.endsAt)]),
      ),
      countTaughtAnswers(core, server, start),
    ],
  );
  const [until = [], after = []] = [1, 2].map((part) => ofDay.filter(({ stretch }) => stretch === part));
  const earlier = before.filter(({ stretch }) => stretch <= split);
  const later = before.filter(({ stretch }) => stretch > split + 1);
  const days = Array.from({ length: DAYS }, (_, place): DayPair => {
    const isToCome = (starts[place] ?? start).getTime() > now;
    return {
      ...{ date: dateBefore(week.key, -place), counts: isToCome ? null : countDay(current, place) },
      dateBefore: dateBefore(mondayBefore, -place),
      before: place === split ? countAsked(until) : countDay(earlier, place),
      later: place === split ? countAsked(after) : countDay(later, place),
    };
  });
  return {
    current: { from: start, until: new Date(now), ...countAll(current), taught },
    previous: { from: startBefore, until: moment, ...countAll([...earlier, ...until]), taught: taughtBefore },
    ...{ days, taughtUse },
  };
}

/** All of the week before by its days, Monday as stretch 1. */
function countWeekBefore(
  core: Core,
  serverId: string,
  { monday, reading }: { monday: string; reading: Reading },
): Promise<StretchCounts[]> {
  const key = `week-before:${serverId}:${core.config.QUOTA_TIME_ZONE}:${monday}`;
  return countFinished(core, { key, reading }, (database) =>
    countUse(database, serverId, boundsOfWeek(core, monday)),
  );
}

/** Counted anew once the knowledge changes, else every ten minutes: of 12,000 answers it takes 25 ms. */
function countTaughtAnswers(core: Core, { id: serverId, revision }: Known, since: Date): Promise<number> {
  // A standby may not have this revision yet, and its count would be kept as that of it.
  const reading = core.readings.primary;
  const key = `taught-use:${serverId}:${since.getTime()}:${revision}`;
  return countFinished(core, { key, reading }, (database) => countTaughtUse(database, serverId, since));
}

function countAll(counts: readonly StretchCounts[]): Pick<WeekPart, 'use' | 'reasons'> {
  return { use: sumUse(counts), reasons: countReasons(counts) };
}

function countDay(counts: readonly StretchCounts[], place: number): DayCounts {
  return countAsked(counts.filter(({ stretch }) => stretch === place + 1));
}

function countAsked(counts: readonly StretchCounts[]): DayCounts {
  const { answers, handedOver } = sumUse(counts);
  return { answered: answers - handedOver, handedOver };
}
