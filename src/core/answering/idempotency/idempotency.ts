import { hash, randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/errors.ts';
import type { Ledger } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { planLimitsOf } from '../../quota/plan-limits.ts';
import { findAccessRefusal } from '../admission/admission.ts';
import { answerQuestion } from '../answer.ts';
import { openAnswer } from '../context.ts';
import type { Admission, Answer, Question } from '../question.ts';

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
  question: Question & { key: NonNullable<Question['key']>; idempotencyKey: string },
): Promise<AnsweredOnce> {
  const { server, key, idempotencyKey } = question;
  const refusal = findAccessRefusal(core, server, planLimitsOf(core, server), key.isTest);
  // Also before a stored answer: a server that may not use the API gets nothing from it.
  if (refusal) throw refusal;
  const claim = {
    ...{ serverId: server.id, keyId: key.id, idempotencyKey, requestId: randomUUID() },
    bodyHash: hashBody(question),
  };
  try {
    const state = await core.idempotency.claim(claim);
    if (state.kind === 'mismatch') throw new AppError('idempotency_mismatch');
    if (state.kind === 'running') {
      await question.later?.isRunning(state.requestId);
      throw sayRunning(core, state.leaseUntil);
    }
    if (state.kind === 'done')
      return { answer: readStored(core, question, state.response), ledger: state.ledger, admission: null };
    // If its process lives after all, it finds no reservation left to charge, so that one of the two is charged.
    if (state.takenFrom) await core.releases.release({ id: state.takenFrom, serverId: server.id });
    return await answerQuestion(core, { ...question, id: claim.requestId });
  } catch (error) {
    // A release also gives back the claim of its request, so that the same key may be tried again. After
    // 'client_left' answering has done that already, and may have charged what was finished.
    const code = error instanceof AppError ? error.code : '';
    const isGivenBack = ['idempotency_mismatch', 'idempotency_in_progress', 'client_left'].includes(code);
    if (!isGivenBack) await core.releases.releaseAfter(error, { id: claim.requestId, serverId: server.id });
    throw error;
  } finally {
    core.idempotency.letGo(claim.requestId);
  }
}

/**
 * Stands for the Idempotency-Key that the caller left out: the same message of a ticket, sent again within ten minutes.
 * What the owner changed meanwhile counts, so it is a new one then.
 */
export function keyOfMessage(question: Question): string | undefined {
  if (!question.conversationId || question.isAnew) return undefined;
  return `message ${question.server.revision} ${hashBody(question).toString('hex')}`;
}

function readStored(core: Core, question: Question, response: unknown): Answer {
  const answer = openAnswer(core, question, response);
  const message = 'The answer under this Idempotency-Key can no longer be read; use another key.';
  if (answer === null) throw new AppError('idempotency_mismatch', { message });
  return answer;
}

function hashBody(question: Question): Buffer {
  const { messages, customer, context, images, conversationId, metadata, format } = question;
  const body: unknown[] = [messages, customer ?? null, ...(context?.length ? [context] : [])];
  if (conversationId || metadata) body.push({ conversationId, metadata });
  if (format === 'html') body.push({ format });
  if (images) body.push({ images: images.digest() });
  return hash('sha256', JSON.stringify(body), 'buffer');
}

/** By then the key has its answer, or is free because its process died, or its process has said that it lives. */
function sayRunning(core: Core, leaseUntil: Date): AppError {
  const leftMs = leaseUntil.getTime() - core.clock();
  return new AppError('idempotency_in_progress', {
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  });
}
