import { hash } from 'node:crypto';
import * as store from '../../adapters/db/members/member-windows.ts';
import type { Core } from '../core.ts';

/** The limit holds within any such stretch. */
const WINDOW_MS = 3600 * 1000;

/** Null: there is no limit, or the team asks. */
export type CountedQuestion = store.MemberQuestion | null;

/** `isToBeTold`: this refusal tells the member. */
export type LimitCheck =
  | { isOver: false; counted: CountedQuestion }
  | { isOver: true; againAt: Date; isToBeTold: boolean; question: store.MemberQuestion };

interface LimitRequest {
  serverId: string;
  memberId: string;
  questionId: string;
  /** Questions in an hour; 0: no limit. */
  limit: number;
  /** One line an hour tells of the limit, whatever the number of channels and processes. */
  tells: boolean;
}

/** The same question counts once. @throws AppError('service_unavailable') */
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

/** The question got no answer, so it counts no more. Never rejects. */
export async function giveQuestionBack(core: Core, counted: CountedQuestion): Promise<void> {
  if (counted) await attempt(core, counted, store.giveQuestionBack(core.database, counted));
}

/** Nobody read the line about the limit. Never rejects. */
export function giveTellingBack(core: Core, question: store.MemberQuestion): Promise<void> {
  return attempt(core, question, store.giveTellingBack(core.database, question));
}

async function attempt(core: Core, { serverId }: store.MemberQuestion, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) =>
    core.log.warn({ err: error, server: serverId }, 'question still counts towards a member limit'),
  );
}

/** This week. */
export function readMetLimits(core: Core, serverId: string): Promise<{ members: number; questions: number }> {
  return store.countMetLimits(core.database, serverId, core.calendar.weekOf(core.clock()).key);
}

export function readWindows(core: Core, memberId: string) {
  return store.readWindows(core.database, hashOf(memberId));
}

export function forgetWindows(core: Core, memberId: string): Promise<void> {
  return store.removeWindowsOf(core.database.kysely, { memberHash: hashOf(memberId) });
}

/** Windows go after an hour, or with the week in which the limit was met. */
export function removeOldWindows(core: Core): Promise<void> {
  const now = core.clock();
  return store.removeOldWindows(core.database, new Date(now - WINDOW_MS), core.calendar.weekOf(now).key);
}

/** Nothing needs the id, and members who opted out have a limit too. */
function hashOf(memberId: string): Buffer {
  return hash('sha256', `limit:${memberId}`, 'buffer');
}
