import { listOutdated } from '../../adapters/db/answering/outdated.ts';
import { findSuggestion } from '../../adapters/db/learning/suggestions.ts';
import type { AlertPercent, AlertScope } from '../../adapters/db/quota/quota-alerts.ts';
import {
  findConversationOf,
  findToldAnswer,
  readChanges,
  readSources,
  readWeek,
} from '../../adapters/db/webhooks/events.ts';
import { createMask } from '../../domain/personal-data/mask.ts';
import type { WebhookEvent } from '../../domain/types.ts';
import { describeMark } from '../alerts/alerts.ts';
import { addressOf } from '../alerts/announcing.ts';
import { readWeekReport, toWeekShape } from '../alerts/week-report.ts';
import { describeAsync } from '../answering/async/outcome.ts';
import { summarise } from '../answering/log/summary.ts';
import { toPlainMarks } from '../answering/sanitise/plain-marks.ts';
import type { Core } from '../core.ts';
import { tellTeamBackAt } from '../owners/hours.ts';
import { getServer } from '../owners/servers.ts';
import { parseSettings, type Settings } from '../owners/settings.ts';
import { planLimitsOf } from '../quota/plan-limits.ts';
import { entryIdOf } from '../search/passages.ts';

/** An answer, a suggestion, a change of entries, or a mark of the quota. */
export interface EventSubject {
  serverId: string;
  type: WebhookEvent;
  subject: string;
}

type Data = Record<string, unknown>;

/** Made of the rows as they are now; deleted words are null. @returns null when the subject is deleted. */
export async function describeEvent(
  core: Core,
  event: EventSubject,
  signal: AbortSignal,
): Promise<Data | null> {
  const told = await DESCRIBE[event.type](core, event, signal);
  return told && { server: event.serverId, ...told };
}

type Describe = (core: Core, event: EventSubject, signal: AbortSignal) => Promise<Data | null>;

const DESCRIBE: Record<WebhookEvent, Describe> = {
  'answer.created': describeAsync,
  'answer.failed': describeAsync,
  'answer.handed_over': describeAnswer,
  'answer.outdated': describeOutdated,
  'knowledge.changed': describeChange,
  'question.unanswered': describeAnswer,
  'quota.reached': describeQuota,
  'report.weekly': describeWeek,
  'suggestion.created': describeSuggestion,
  'webhook.test': async (core, { serverId }) => ({
    brief: { text: 'A test: events of this server arrive here.', link: addressOf(core, serverId, 'api') },
  }),
};

async function describeAnswer(
  core: Core,
  { serverId, subject }: EventSubject,
  signal: AbortSignal,
): Promise<Data | null> {
  const row = await findToldAnswer(core.database, serverId, subject);
  if (!row) return null;
  const { reason, language, usedIds, conversationId: conversation_id, metadata } = row;
  const answer =
    row.answer && (await toPlainMarks(core, { serverId, language: language ?? 'en' }, [row.answer]))[0];
  const isTest = row.channel === 'test';
  // Several passages of one entry are one source.
  const entries = [...new Set(usedIds.map(entryIdOf))];
  const sources = await readSources(core.database, serverId, entries);
  const link = addressOf(core, serverId, `answers/${subject}`);
  const channel = isTest ? 'api' : row.channel;
  const settings = parseSettings((await getServer(core, serverId)).settings);
  const question = hideFor(settings, row.question);
  const team_back_at = reason === null ? null : tellTeamBackAt(core, settings);
  const key = { serverId, answerId: subject };
  const summary = reason === null || isTest ? null : await summarise(core, key, signal);
  return {
    ...{ answer_id: subject, test: isTest, conversation_id, metadata },
    brief: { question, summary, reason, team_back_at, answer, sources, language, channel, link },
  };
}

async function describeOutdated(core: Core, { serverId, subject }: EventSubject): Promise<Data | null> {
  const row = await findToldAnswer(core.database, serverId, subject);
  if (!row) return null;
  const { answer, language, channel, conversationId: conversation_id, metadata } = row;
  const question = hideFor(parseSettings((await getServer(core, serverId)).settings), row.question);
  const range = { since: new Date(0), limit: null, answerId: subject };
  const claims = (await listOutdated(core.database, serverId, range)).map(
    ({ entryId: entry, said, now }) => ({
      ...{ entry, said, now },
    }),
  );
  const link = addressOf(core, serverId, `answers/${subject}`);
  const brief = { question, answer, claims, language, channel, link };
  return { answer_id: subject, conversation_id, metadata, brief };
}

/** @param event.subject `17 0`: the revision that the change made, and which part of it. */
async function describeChange(core: Core, { serverId, subject }: EventSubject): Promise<Data | null> {
  const [revision = 0, part = 0] = subject.split(' ').map(Number);
  const changes = await readChanges(core.database, { serverId, revision, part });
  if (changes.length === 0) return null;
  const entries = changes.map(({ entryId: id, change }) => ({ id, change }));
  return { entries, brief: { link: addressOf(core, serverId, 'knowledge') } };
}

/** A question as receivers see it; an answer says placeholders already. */
function hideFor({ pii }: Settings, question: string | null): string | null {
  return question === null || pii === 'off' ? question : createMask([question]).hide(question);
}

async function describeSuggestion(core: Core, { serverId, subject }: EventSubject): Promise<Data | null> {
  const suggestion = await findSuggestion(core.database, serverId, subject);
  if (!suggestion) return null;
  const { question, source, state } = suggestion;
  // A surge makes a draft that somebody has to answer.
  const answer = suggestion.answer === '' ? null : suggestion.answer;
  const link = addressOf(core, serverId, 'training');
  const conversation_id = await findConversationOf(core.database, serverId, subject);
  return { suggestion_id: subject, conversation_id, brief: { question, answer, source, state, link } };
}

/** @param event.subject the Monday of the week. */
async function describeWeek(core: Core, { serverId, subject }: EventSubject): Promise<Data | null> {
  const report = await readWeekReport(core, await getServer(core, serverId), subject);
  if (!report) return null;
  const { next, ...same } = toWeekShape(report);
  const tasks = next.map(({ page, ...task }) => ({ ...task, link: addressOf(core, serverId, page) }));
  const link = addressOf(core, serverId);
  return { brief: { ...same, next: tasks, link } };
}

/** @param event.subject `week 80 2026-11-23`: what is used up, how far, and the week's first day. */
async function describeQuota(core: Core, { serverId, subject }: EventSubject): Promise<Data> {
  const [scope, percent, week = ''] = subject.split(' ');
  const mark = { scope: scope as AlertScope, percent: Number(percent) as AlertPercent };
  const server = await getServer(core, serverId);
  const { quota, apiShare } = planLimitsOf(core, server);
  const used = await readWeek(core.database, serverId, week);
  const endOfFirstDay = core.calendar.endOfDate(week);
  const { endsAt } = core.calendar.weekOf(endOfFirstDay - 1);
  return {
    brief: {
      text: await describeMark(core, server, mark),
      ...mark,
      used_units: scope === 'api' ? used.apiUsed : used.used,
      allowed_units: scope === 'api' ? apiShare : quota,
      resets_at: new Date(endsAt).toISOString(),
      link: addressOf(core, serverId, 'payments'),
    },
  };
}
