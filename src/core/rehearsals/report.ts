import * as store from '../../adapters/db/learning/rehearsals.ts';
import { AppError } from '../../domain/errors.ts';
import type { RehearsalOutcome } from '../../domain/rehearsals.ts';
import { truncate } from '../../domain/text.ts';
import type { TeamReason } from '../../domain/types.ts';
import { readMessageText } from '../answering/ticket/message-text.ts';
import type { Core } from '../core.ts';
import { groupSimilar } from '../learning/similarity/similarity.ts';
import { getServer } from '../owners/servers.ts';
import { planLimitsOf } from '../quota/plan-limits.ts';
import { runInSlices } from '../runtime/slices.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;
const MAX_EXAMPLES = 10;
const MAX_ENTRIES = 10;
const MAX_QUESTION_CHARACTERS = 300;

/** `reading`: the channel's history is not read yet; `unread`: it cannot be. */
type RehearsalState = 'reading' | 'unread' | 'running' | 'paused' | 'done';

export const EXAMPLE_KINDS = ['differs', 'handed_over', 'drafted', 'answered'] as const;
export type ExampleKind = (typeof EXAMPLE_KINDS)[number];

/** What the customer asked, what the team said, and what Lotse would have said. */
export interface RehearsalExample {
  asked: string;
  team: string | null;
  answer: string | null;
  reason: TeamReason | null;
}

/** Similar questions that the knowledge does not answer, and what the team said to one of them. */
interface MissingEntry {
  question: string;
  count: number;
  answer: string | null;
}

/** In percent: the share answered here, and between which it lies for as many others, with 95 % certainty. */
interface AnsweredShare {
  percent: number;
  from: number;
  to: number;
}

export interface RehearsalReport extends store.Rehearsal {
  state: RehearsalState;
  conversations: number;
  waiting: number;
  outcomes: Readonly<Record<RehearsalOutcome, number>>;
  /** Hand-overs by reason, those that occur. */
  reasons: Partial<Record<TeamReason, number>>;
  /** Answers and drafts that contradict what the team said. */
  differs: number;
  /** Of those that are done; null while nothing is. */
  answeredShare: AnsweredShare | null;
  /** Cost of all conversations, or of one week if they span more, of the week's units; null while nothing is done. */
  pricePercent: number | null;
  entries: MissingEntry[];
  examples: Readonly<Record<ExampleKind, RehearsalExample[]>>;
}

/** Newest first. */
export async function listRehearsals(core: Core, serverId: string): Promise<store.Rehearsal[]> {
  await getServer(core, serverId);
  return store.readRehearsals(core.database, serverId);
}

/** @param id the newest where it is left out. @throws AppError('not_found') */
export async function readReport(core: Core, serverId: string, id?: string): Promise<RehearsalReport> {
  const server = await getServer(core, serverId);
  const found =
    id === undefined
      ? (await store.readRehearsals(core.database, serverId))[0]
      : await store.findRehearsal(core.database, serverId, id);
  if (!found) throw noRehearsal();
  const all = await store.readConversations(core.database, serverId, found.id);
  const done = all.filter(({ outcome }) => outcome !== null);
  const waiting = all.length - done.length;
  const counted = countOutcomes(done);
  return {
    ...{ ...found, conversations: all.length, waiting },
    state: stateOf(found, waiting, core.clock()),
    ...counted,
    answeredShare: predictShare(counted.outcomes.answered, done.length),
    differs: done.filter(({ differs }) => differs).length,
    pricePercent: priceOf(all, done, planLimitsOf(core, server).quota),
    entries: await findMissing(done),
    examples: findExamples(done),
  };
}

export function noRehearsal(): AppError {
  return new AppError('not_found', { message: 'This server has no such rehearsal.' });
}

function stateOf({ isRead, fault, restsUntil }: store.Rehearsal, waiting: number, now: number) {
  if (fault !== null) return 'unread';
  if (!isRead) return 'reading';
  if (waiting === 0) return 'done';
  return restsUntil !== null && restsUntil.getTime() > now ? 'paused' : 'running';
}

type Done = readonly store.RehearsedConversation[];

function countOutcomes(done: Done): Pick<RehearsalReport, 'outcomes' | 'reasons'> {
  const outcomes = { answered: 0, handed_over: 0, drafted: 0, asked_back: 0, nothing_asked: 0, failed: 0 };
  const reasons: Partial<Record<TeamReason, number>> = {};
  for (const { outcome, reason } of done) {
    if (outcome) outcomes[outcome] += 1;
    if (outcome === 'handed_over' && reason) reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  return { outcomes, reasons };
}

/** For 95 %. */
const DEVIATIONS = 1.96;

/**
 * All shares of as many others that a score test of two proportions does not tell from this one: both vary, so the
 * chance is that of their mean. @param answered of `asked`
 */
export function predictShare(answered: number, asked: number): AnsweredShare | null {
  if (asked === 0) return null;
  const share = answered / asked;
  const scale = (2 * DEVIATIONS ** 2) / asked;
  const lean = (scale * (1 - 2 * share)) / 2;
  const root = Math.sqrt(lean ** 2 + (4 + scale) * scale * share * (1 - share));
  const toPercent = (difference: number) =>
    Math.round(Math.min(1, Math.max(0, share + difference / (2 + scale / 2))) * 100);
  return { percent: toPercent(0), from: toPercent(lean - root), to: toPercent(lean + root) };
}

/** Conversations of more than a week count as one week of them; those that wait cost what the others cost. */
function priceOf(all: Done, done: Done, quota: number): number | null {
  if (done.length === 0) return null;
  const units = done.reduce((sum, conversation) => sum + conversation.units, 0);
  const times = all.flatMap(({ at }) => at?.getTime() ?? []);
  const spanMs = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
  const percent = (units / quota) * 100 * (all.length / done.length) * Math.min(1, WEEK_MS / spanMs);
  return Math.round(percent * 100) / 100;
}

async function findMissing(done: Done): Promise<MissingEntry[]> {
  const missing = done
    .filter(({ reason }) => reason === 'not_in_knowledge')
    .map((conversation) => ({ ...conversation, question: questionOf(conversation) }));
  const groups = await runInSlices(groupSimilar(missing, ({ question }) => question));
  return groups
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MAX_ENTRIES)
    .map((group) => ({
      question: truncate(group.at(-1)?.question ?? '', MAX_QUESTION_CHARACTERS),
      count: group.length,
      answer: group.findLast(({ teamAnswer }) => teamAnswer !== null)?.teamAnswer ?? null,
    }));
}

function questionOf({ messages }: store.RehearsedConversation): string {
  return readMessageText(messages.findLast(({ role }) => role === 'user')?.content ?? '').question.trim();
}

function findExamples(done: Done): RehearsalReport['examples'] {
  const isOf = (kind: ExampleKind) => (conversation: Done[number]) =>
    kind === 'differs' ? conversation.differs : conversation.outcome === kind && !conversation.differs;
  const examples = (kind: ExampleKind) => done.filter(isOf(kind)).slice(-MAX_EXAMPLES).map(toExample);
  return {
    differs: examples('differs'),
    handed_over: examples('handed_over'),
    drafted: examples('drafted'),
    answered: examples('answered'),
  };
}

function toExample({ messages, teamAnswer, answer, reason }: Done[number]): RehearsalExample {
  const asked = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join('\n\n');
  return { asked, team: teamAnswer, answer, reason };
}

/** The report as machines read it. */
export function toReportShape(report: RehearsalReport) {
  const { outcomes, reasons, entries, leftOut, createdAt, restsUntil, restsFor } = report;
  const rests = report.state === 'paused';
  return {
    ...{ id: report.id, name: report.name, format: report.format, state: report.state },
    ...{ created_at: createdAt, share_percent: report.share, waiting: report.waiting },
    ...{ rests_for: rests ? restsFor : null, rests_until: rests ? restsUntil : null },
    ...{ conversations: report.conversations, answered: outcomes.answered, handed_over: reasons },
    ...{ drafted: outcomes.drafted, asked_back: outcomes.asked_back, nothing_asked: outcomes.nothing_asked },
    ...{ failed: outcomes.failed, differs: report.differs, price_percent: report.pricePercent },
    answered_percent: report.answeredShare,
    entries_that_would_add: entries,
    ...{ examples: report.examples, left_out: leftOut },
  };
}
