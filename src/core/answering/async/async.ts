import {
  findAsyncQuestion,
  hasReceiver,
  insertAsyncQuestion,
} from '../../../adapters/db/answering/async-questions.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Core } from '../../core.ts';
import { type Answered, answerQuestion } from '../answer.ts';
import { type AnsweredOnce, answerOnce } from '../idempotency/idempotency.ts';
import type { Admission, Question } from '../question.ts';

/** A question that the server's webhook hears the answer of. */
export interface Accepted {
  id: string;
  /** null: accepted before, under the same Idempotency-Key, so nothing was counted. */
  admission: Admission | null;
}

const FULL_RETRY_SECONDS = 5;

type KeyedQuestion = Question & { key: NonNullable<Question['key']> };

/**
 * Takes a question on: admitted and reserved as one that is waited for, it ends in exactly one event of the server's
 * webhook, `answer.created` or `answer.failed`, also where this process dies.
 * @returns the answer itself where its Idempotency-Key has one.
 * @throws AppError as a question that is waited for; 'invalid_body' where no webhook would hear of it.
 */
export async function answerLater(
  core: Core,
  question: KeyedQuestion,
  { withClaims }: { withClaims: boolean },
): Promise<Accepted | Answered | AnsweredOnce> {
  const { server, key, idempotencyKey } = question;
  if (!(await hasReceiver(core.database, server.id))) throw refuseUnheard();
  const { promise: accepted, resolve: accept } = Promise.withResolvers<Accepted>();
  const { ending, stay } = endWith(question.signal);
  let isPromised = false;
  const later: Question['later'] = {
    admitted: async (id, admission) => {
      if (core.underWay.isFull())
        throw new AppError('service_unavailable', { retryAfterSeconds: FULL_RETRY_SECONDS });
      const { conversationId = null, metadata = null, format = 'markdown' } = question;
      const asked = {
        keyId: key.id,
        idempotencyKey: idempotencyKey ?? null,
        conversationId,
        metadata,
        format,
        withClaims,
      };
      isPromised = await insertAsyncQuestion(core.database, { serverId: server.id, id, asked });
      if (!isPromised) throw new AppError('service_unavailable', { retryAfterSeconds: 1 });
      stay();
      accept({ id, admission });
    },
    isRunning: async (id) => {
      if (id && (await findAsyncQuestion(core.database, server.id, id))) accept({ id, admission: null });
    },
  };
  const asked = { ...question, later, signal: ending.signal };
  const work = idempotencyKey ? answerOnce(core, { ...asked, idempotencyKey }) : answerQuestion(core, asked);
  core.underWay.add(ending, work);
  work.catch((error: unknown) => {
    if (isPromised) core.log.warn({ err: error, server: server.id }, 'question failed after it was accepted');
  });
  return Promise.race([accepted, work]);
}

function refuseUnheard(): AppError {
  const message =
    'The answer would reach nobody: no webhook that is switched on takes answer.created. Add one or switch it on, or ask without respond-async.';
  return new AppError('invalid_body', { param: 'Prefer', message });
}

/** Until it is accepted, a question ends with its caller. */
function endWith(caller: AbortSignal) {
  const ending = new AbortController();
  const leave = () => ending.abort(caller.reason);
  if (caller.aborted) leave();
  else caller.addEventListener('abort', leave, { once: true });
  return { ending, stay: () => caller.removeEventListener('abort', leave) };
}
