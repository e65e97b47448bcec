import * as store from '../../adapters/db/operations/week-reports.ts';
import { countWaiting } from '../../adapters/db/owners/servers.ts';
import { insertEvent } from '../../adapters/db/webhooks/events.ts';
import type { Period } from '../../domain/time.ts';
import type { InterfaceLanguage, Server, TeamReason } from '../../domain/types.ts';
import { interfaceLanguageOf } from '../../domain/types.ts';
import { REASONS } from '../../domain/words.ts';
import { readOutdated } from '../answering/outdated/outdated.ts';
import type { Core } from '../core.ts';
import { getServer } from '../owners/servers.ts';
import { parseSettings } from '../owners/settings.ts';
import { dateBefore, readWeeklyUse, sumUse } from '../quota/weekly-use.ts';
import { addressOf, attempt, nonceOf } from './announcing.ts';

const HOUR_MS = 3_600_000;
/** On the first day of a week from eight in the morning on; a service that was away still tells it in the next days. */
const [FROM_MS, UNTIL_MS] = [8 * HOUR_MS, 72 * HOUR_MS];
const SERVERS_PER_RUN = 500;
const MOST_REASONS = 3;
const MOST_TASKS = 3;
/** More are not counted. */
const MOST_COUNTED = 100;

/** What the owner does best next, the most urgent first, and the page where it is done. */
const TASKS = {
  outdated: 'answers',
  unanswered: 'unanswered',
  drafts: 'drafts',
  training: 'training',
} as const;
type Task = keyof typeof TASKS;

/** What a week came to. `confirmed`, `silent` and `reopened` are never added up. */
export interface WeekReport {
  /** Its Monday, `YYYY-MM-DD`. */
  week: string;
  answers: number;
  handedOver: number;
  /** Of the hand-overs, the most frequent first. */
  reasons: { reason: TeamReason; count: number }[];
  confirmed: number;
  silent: number;
  reopened: number;
  /** Answers that an entry makes wrong by now, counted up to 100. */
  outdated: number;
  /** At most three. */
  next: { task: Task; count: number; page: string }[];
}

/** @returns null for a week that is too long ago. */
export async function readWeekReport(
  core: Core,
  server: Server,
  week = lastWeekOf(core),
): Promise<WeekReport | null> {
  const use = (await readWeeklyUse(core, server.id)).find((one) => one.week === week);
  if (!use) return null;
  const { answers, handedOver, confirmed, silent, reopened } = sumUse(use.channels);
  const [waiting, claims] = await Promise.all([
    countWaiting(core.database, server.id, { limit: MOST_COUNTED }),
    readOutdated(core, server, { limit: MOST_COUNTED, reading: core.readings.primary }),
  ]);
  const outdated = new Set(claims.map(({ answerId }) => answerId)).size;
  const counts: Record<Task, number> = { ...waiting, outdated };
  const next = Object.entries(TASKS).map(([task, page]) => ({
    ...{ task: task as Task, page, count: counts[task as Task] },
  }));
  return {
    ...{ week, answers, handedOver, confirmed, silent, reopened, outdated },
    reasons: listReasons(use.channels),
    next: next.filter(({ count }) => count > 0).slice(0, MOST_TASKS),
  };
}

/** As machines read it. */
export function toWeekShape({ handedOver: handed_over, outdated: wrong_now, ...same }: WeekReport) {
  return { ...same, handed_over, wrong_now };
}

function lastWeekOf({ calendar, clock }: Core): string {
  return dateBefore(calendar.weekOf(clock()).key, 7);
}

function listReasons(channels: readonly { reasons: Record<TeamReason, number> }[]): WeekReport['reasons'] {
  const [api, discord] = channels.map(({ reasons }) => reasons);
  return (Object.keys(REASONS) as TeamReason[])
    .map((reason) => ({ reason, count: (api?.[reason] ?? 0) + (discord?.[reason] ?? 0) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_REASONS);
}

/** Tells each server once a week: in the channel that it chose, and where its events go. */
export async function tellWeeks(core: Core, signal: AbortSignal): Promise<void> {
  const now = core.clock();
  const week = core.calendar.weekOf(now);
  if (now < week.startsAt + FROM_MS || now >= week.startsAt + UNTIL_MS) return;
  const startedAt = new Date(week.startsAt);
  for (const { id } of await store.listUntold(core.database, startedAt, SERVERS_PER_RUN)) {
    if (signal.aborted) return;
    // A fault of one server does not stop the others.
    const isTold = await tellWeek(core, id, week, signal).catch((error: unknown) => {
      core.log.warn({ err: error, server: id }, 'weekly report not made');
      return false;
    });
    if (isTold) await store.noteTold(core.database, id, startedAt);
  }
}

/** @returns false where another try may help. */
async function tellWeek(
  core: Core,
  serverId: string,
  { key }: Period,
  signal: AbortSignal,
): Promise<boolean> {
  const server = await getServer(core, serverId);
  const report = await readWeekReport(core, server);
  // Who was asked nothing and has nothing to do hears nothing.
  if (!report || (report.answers === 0 && report.next.length === 0)) return true;
  const at = new Date(core.clock());
  await insertEvent(core.database.kysely, { serverId, type: 'report.weekly', subject: report.week, at });
  const { report_channel: channelId, language } = parseSettings(server.settings);
  if (channelId === null) return true;
  const { discord } = core;
  if (!discord) return false;
  const text = describeWeek(core, server, report, interfaceLanguageOf(language));
  const nonce = nonceOf(serverId, key, 'week');
  const fault = await attempt(core, serverId, () =>
    discord.announce({ serverId, channelId, text, nonce }, signal),
  );
  return fault !== 'discord_unavailable';
}

const TEXTS = {
  de: {
    ...{ week: 'Die Woche ab', answers: 'Antworten', handedOver: 'ans Team' },
    ...{ confirmed: 'Bestätigt', silent: 'Ohne Rückmeldung', reopened: 'Wieder offen' },
    ...{ outdated: 'Inzwischen falsch', next: 'Als Nächstes:', nothing: 'Nichts wartet auf dich.' },
    tasks: {
      outdated: 'Antworten berichtigen, die inzwischen falsch sind',
      unanswered: 'Offene Fragen beantworten',
      drafts: 'Entwürfe ansehen',
      training: 'Über Vorschläge entscheiden',
    },
  },
  en: {
    ...{ week: 'The week of', answers: 'Answers', handedOver: 'handed over' },
    ...{ confirmed: 'Confirmed', silent: 'No feedback', reopened: 'Reopened', outdated: 'Wrong now' },
    ...{ next: 'Next:', nothing: 'Nothing is waiting for you.' },
    tasks: {
      outdated: 'Fix answers that are wrong now',
      unanswered: 'Answer open questions',
      drafts: 'Check drafts',
      training: 'Decide on suggestions',
    },
  },
} satisfies Record<InterfaceLanguage, unknown>;

/** The message for the team's channel. */
export function describeWeek(
  core: Core,
  { id }: Pick<Server, 'id'>,
  report: WeekReport,
  language: InterfaceLanguage,
): string {
  const t = TEXTS[language];
  const number = (count: number) => count.toLocaleString(language);
  const counted = (count: number) => (count >= MOST_COUNTED ? `${MOST_COUNTED}+` : number(count));
  const date = new Date(report.week).toLocaleDateString(language, {
    ...{ weekday: 'long', day: 'numeric', month: 'long' },
    timeZone: 'UTC',
  });
  const reasons = report.reasons.map(({ reason, count }) => `${REASONS[reason][language]} ${number(count)}`);
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  const tasks = report.next.map(
    ({ task, count, page }, place) =>
      `${place + 1}. ${t.tasks[task]} (${counted(count)}): <${addressOf(core, id, page)}>`,
  );
  const standings = ['confirmed', 'silent', 'reopened'] as const;
  return [
    `📊 **${t.week} ${date}**`,
    `${t.answers}: ${number(report.answers)} · ${t.handedOver}: ${number(report.handedOver)}${why}`,
    standings.map((one) => `${t[one]}: ${number(report[one])}`).join(' · '),
    ...(report.outdated > 0 ? [`${t.outdated}: ${counted(report.outdated)}`] : []),
    ...(tasks.length > 0 ? [`**${t.next}**`, ...tasks] : [t.nothing]),
  ].join('\n');
}
