import { hash } from 'node:crypto';
import * as store from '../../adapters/db/members/member-windows.ts';
import type { Core } from '../core.ts';

/** The limit of a member holds within any time of this length. */
const WINDOW_MS = 3600 * 1000;

/** A question that is counted; null where nothing is: there is no limit, or the team asks. */
export type CountedQuestion = store.MemberQuestion | null;

/** Whether a member may ask. `againAt`: when they may again; `isToBeTold`: this is the question at which they hear it. */
export type LimitCheck =
  | { isOver: false; counted: CountedQuestion }
  | { isOver: true; againAt: Date; isToBeTold: boolean; question: store.MemberQuestion };

/** A question as it is held against the limit. */
interface LimitRequest {
  serverId: string;
  memberId: string;
  questionId: string;
  /** Questions in an hour; 0: no limit. */
  limit: number;
  /** Whoever is over the limit gets one line an hour, whatever the number of channels and processes. */
  tells: boolean;
}

/**
 * Counts a question of a member, whoever of several processes asks; the same question counts once.
 * @throws AppError('service_unavailable')
 */
export async function countQuestion(core: Core, asked: LimitRequest): Promise<LimitCheck> {
  const { serverId, memberId, questionId, limit, tells } = asked;
  if (limit === 0) return { isOver: false, counted: null };
  const now = core.clock();
  const question = { serverId, memberHash: hashOf(memberId), questionId };
  const { isCounted, isToBeTold, askedAt } = await store.countQuestion(core.database, {
    ...{ ...question, limit, tells },
    ...{ now: new Date(now), since: new Date(now - WINDOW_MS), week: core.calendar.weekOf(now).key },
  });
  if (isCounted) return { isOver: false, counted: question };
  // A limit that was lowered may be exceeded by more than one.
  const nextToGo = askedAt.toSorted((one, other) => one - other)[Math.max(0, askedAt.length - limit)] ?? now;
  return { isOver: true, againAt: new Date(nextToGo + WINDOW_MS), isToBeTold, question };
}

/** The question got no answer: it was as if it had not been asked. Never rejects. */
export async function giveQuestionBack(core: Core, counted: CountedQuestion): Promise<void> {
  if (counted) await attempt(core, counted, store.giveQuestionBack(core.database, counted));
}

/** The line about the limit did not reach anybody. Never rejects. */
export function giveTellingBack(core: Core, question: store.MemberQuestion): Promise<void> {
  return attempt(core, question, store.giveTellingBack(core.database, question));
}

async function attempt(core: Core, { serverId }: store.MemberQuestion, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) =>
    core.log.warn({ err: error, server: serverId }, 'question of a member not given back'),
  );
}

/** How many members met the limit this week, and how many of their questions were left for it. */
export function readMetLimits(core: Core, serverId: string): Promise<{ members: number; questions: number }> {
  return store.countMetLimits(core.database, serverId, core.calendar.weekOf(core.clock()).key);
}

/** What the limit keeps of one member. */
export function readWindows(core: Core, memberId: string) {
  return store.readWindows(core.database, hashOf(memberId));
}

export function forgetWindows(core: Core, memberId: string): Promise<void> {
  return store.removeWindowsOf(core.database.kysely, { memberHash: hashOf(memberId) });
}

/** Removes what has done its work: an hour later, or with the week in which the limit was met. */
export function removeOldWindows(core: Core): Promise<void> {
  const now = core.clock();
  return store.removeOldWindows(core.database, new Date(now - WINDOW_MS), core.calendar.weekOf(now).key);
}

/** A digest, for nothing needs the id, and those who opted out have a limit too. */
function hashOf(memberId: string): Buffer {
  return hash('sha256', `limit:${memberId}`, 'buffer');
}
