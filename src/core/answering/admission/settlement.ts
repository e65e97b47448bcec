import type { AnswerRecord } from '../../../adapters/db/quota/quota.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Ledger, TokenUsage } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { runAtOnce } from '../../runtime/slices.ts';
import { countTokens } from '../../search/tokens.ts';
import { mayRepeatContext, sealAnswer } from '../context.ts';
import { showPersonalData } from '../given/hidden.ts';
import { detailsOf } from '../log/details.ts';
import type { Answer, Finished, Question, UnreadWork, Work } from '../question.ts';
import { countConversation, unitsOf } from './bounds.ts';

/** Refusals of the admission itself: they counted nowhere, so nothing is reserved. */
const NOTHING_HELD = new Set(['rate_limited_minute', 'rate_limited_day', 'quota_exhausted', 'too_busy']);

export interface Cost extends TokenUsage {
  units: number;
}

/**
 * Charges what an answer cost and records it, unless it is one of a rehearsal. The ledger is null for the playground,
 * which costs nothing: there the cost is what the answer would be charged live.
 * @throws AppError('service_unavailable') when it cannot be charged: an answer without a charge is not given.
 */
export async function settleAnswer(
  core: Core,
  work: Work,
  finished: Pick<Finished, 'answer' | 'usedIds' | 'passages' | 'sent' | 'recalled'>,
): Promise<{ ledger: Ledger | null; cost: Cost }> {
  const { question } = work;
  const { answer } = finished;
  const tokens = tokensOf(work, answer);
  const units = question.key?.isTest ? 0 : unitsOf(work.planLimits, tokens);
  const cost = { ...tokens, units };
  if (question.channel === 'playground') {
    countAnswer(core, work, answer, 0);
    return { ledger: null, cost };
  }
  const ledger = await core.ledger.settle({
    ...{ id: work.id, serverId: question.server.id, units, level: answer.level },
    ...tokens,
    ...(question.channel !== 'rehearsal' && { answer: recordOf(core, work, finished) }),
    ...outcomeOf(
      question,
      sealAnswer(core, question, { kept: answer, told: showPersonalData(answer, work.hidden) }),
    ),
  });
  // The sweep released it in between.
  if (!ledger) throw new AppError('service_unavailable', { retryAfterSeconds: 1 });
  countAnswer(core, work, answer, units);
  return { ledger, cost };
}

/** A repeated answer, or one to no question, costs nothing. */
function tokensOf({ question, isQuestion, planLimits, session }: Work, answer: Answer): TokenUsage {
  if (answer.isRepeated || !isQuestion) return { promptTokens: 0, completionTokens: 0 };
  if (session) return session.usage;
  return {
    promptTokens: runAtOnce(countConversation(question.messages, planLimits.levelLimits.promptTokens)),
    completionTokens: countTokens(answer.answer),
  };
}

function countAnswer({ meters }: Core, work: Work, answer: Answer, units: number): void {
  const { question, planLimits, session } = work;
  meters.answered(question.channel, answer.teamReason);
  meters.unitsSettled(question.channel, units);
  if (session) meters.tokensUsed(planLimits.level, session.usage);
}

/**
 * Ends a question without an answer: everything is released except the minute. Only when the asker has
 * left, the calls that the backend had finished are charged, once: they were made for the asker and cost money.
 * @returns what to throw.
 */
export async function giveUp(core: Core, work: UnreadWork, error: unknown): Promise<unknown> {
  const { question, session } = work;
  if (session) core.meters.tokensUsed(work.planLimits.level, session.usage);
  const code = error instanceof AppError ? error.code : undefined;
  const isRefusal = code !== undefined && NOTHING_HELD.has(code);
  if (question.channel === 'playground' || isRefusal) return error;
  // In a chat the team ends an answer by speaking up, and nobody pays for that.
  const { aborted, reason } = question.signal;
  const hasLeft = aborted && !(reason instanceof AppError);
  const told = hasLeft ? new AppError('client_left', { cause: error }) : error;
  const reservation = { id: work.id, serverId: question.server.id };
  if (hasLeft && question.channel === 'api' && (await chargeFinishedCalls(core, work))) return told;
  await core.releases.releaseAfter(error, reservation);
  return told;
}

async function chargeFinishedCalls(core: Core, work: UnreadWork): Promise<boolean> {
  const { question, planLimits, session } = work;
  const units = session ? unitsOf(planLimits, session.usage) : 0;
  if (!session || units === 0) return false;
  const charge = { id: work.id, serverId: question.server.id, units, level: planLimits.level };
  try {
    const isCharged =
      (await core.ledger.settle({ ...charge, ...session.usage, ...outcomeOf(question, null) })) !== null;
    if (isCharged) core.meters.unitsSettled(question.channel, units);
    return isCharged;
  } catch (error) {
    core.log.warn({ err: error, reservation: work.id }, 'model calls not charged after the client left');
    return false;
  }
}

function recordOf(core: Core, work: Work, finished: Parameters<typeof settleAnswer>[2]): AnswerRecord {
  const { question, ticket } = work;
  const { answer, usedIds } = finished;
  const { engine, needsTeam, teamReason: reason, confidence, language, isDraft, isRepeated } = answer;
  const { isUnrecorded, key, conversationId, metadata } = question;
  const record = { engine, needsTeam, reason, usedIds, confidence, language, isDraft, isRepeated };
  const isTest = key?.isTest === true;
  if (isUnrecorded) return { ...record, isTest, question: null, answer: null };
  return {
    ...{ ...record, isTest, conversationId, metadata },
    question: ticket.told.at(-1)?.content ?? '',
    answer: mayRepeatContext(question) ? null : answer.answer,
    details: detailsOf(core, work, finished),
  };
}

/** Who asked. @param response null: nothing to store, the same Idempotency-Key may be tried again. */
function outcomeOf(question: Question, response: unknown) {
  const { key, idempotencyKey, later } = question;
  return {
    ...(key && { keyId: key.id }),
    ...(key && (idempotencyKey || later) && { outcome: { idempotencyKey, response } }),
  };
}
