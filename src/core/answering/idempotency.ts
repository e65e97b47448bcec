import { createHash, randomUUID } from 'node:crypto';
import { AppError } from '../../domain/errors.ts';
import { RESERVATION_GRACE_SECONDS } from '../../domain/limits.ts';
import type { Ledger } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { planLimitsOf } from '../quota/plan-limits.ts';
import { type Admission, findAccessRefusal } from './admission.ts';
import { answerQuestion } from './answer.ts';
import { openAnswer } from './context.ts';
import type { Answer, Question } from './question.ts';

export interface AnsweredOnce {
  answer: Answer;
  ledger: Ledger | null;
  /** null: a stored answer was returned, so nothing was counted. */
  admission: Admission | null;
}

/**
 * Answers a question at most once for each Idempotency-Key of an API key and 24 hours: the same body gets
 * the stored answer again, uncharged. Refusals and failures are not stored.
 * @throws AppError as a question of this server would, ('idempotency_mismatch') for another body, ('idempotency_in_progress') while it runs.
 */
export async function answerOnce(
  core: Core,
  question: Question & { key: { id: string; isTest: boolean }; idempotencyKey: string },
): Promise<AnsweredOnce> {
  const { server, key, idempotencyKey, messages, customer, context } = question;
  const refusal = findAccessRefusal(core, server, planLimitsOf(core, server), key.isTest);
  // Also before a stored answer: a server that may not use the API gets nothing from it.
  if (refusal) throw refusal;
  const now = core.clock();
  const leaseMs = core.config.AI_TIMEOUT_MS + RESERVATION_GRACE_SECONDS * 1000;
  const body = JSON.stringify([messages, customer ?? null, ...(context?.length ? [context] : [])]);
  const claim = {
    ...{ serverId: server.id, keyId: key.id, idempotencyKey, requestId: randomUUID() },
    bodyHash: createHash('sha256').update(body).digest(),
    ...{ now: new Date(now), leaseUntil: new Date(now + leaseMs) },
  };
  try {
    const state = await core.claimIdempotency(claim);
    if (state.kind === 'mismatch') throw new AppError('idempotency_mismatch');
    if (state.kind === 'running') throw new AppError('idempotency_in_progress', { retryAfterSeconds: 1 });
    if (state.kind === 'done')
      return { answer: openAnswer(core, question, state.response), ledger: state.ledger, admission: null };
    return await answerQuestion(core, { ...question, id: claim.requestId });
  } catch (error) {
    // A release also gives back the claim of its request, so that the same key may be tried again. After
    // 'client_left' answering has done that already, and may have charged what was finished.
    const code = error instanceof AppError ? error.code : '';
    const isGivenBack = ['idempotency_mismatch', 'idempotency_in_progress', 'client_left'].includes(code);
    if (!isGivenBack) await core.releases.releaseAfter(error, { id: claim.requestId, serverId: server.id });
    throw error;
  }
}
