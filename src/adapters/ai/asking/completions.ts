import { StatusError } from '../fault.ts';
import { readRefusal, reasonOf } from '../refusal.ts';
import { type Completion, readCompletion } from '../reply/completion.ts';
import type { Transport } from '../transport.ts';
import { toChatBody } from './chat-body.ts';
import { adjustDialect, type Dialect, type Tried } from './dialect.ts';
import { createLearned } from './learned.ts';
import type { CompletionRequest } from './request.ts';

/** Calls of one completion: both limits, both places of the rules, three forms, and one that is asked twice. */
const MAX_CALLS = 6;

/** Where the operator reads what the backend does not understand. */
export interface AiLog {
  warn(fields: object, message: string): void;
}

export interface Completions {
  complete(request: CompletionRequest): Promise<Completion>;
}

/** One completion under way: what is sent next, and what was tried. */
interface Attempt extends Tried {
  request: CompletionRequest;
  dialect: Dialect;
  /** What worked is no better than the usual dialect, which had bad luck. */
  isPassing: boolean;
}

/**
 * Asks a backend for completions: in another form after a refusal that it may cure, and with more room after thoughts
 * that took all of it. What worked is remembered.
 */
export function createCompletions(
  transport: Transport,
  now: () => number,
  log: AiLog | undefined,
): Completions {
  const learned = createLearned(now);

  function begin(request: CompletionRequest): Attempt {
    const { dialect, isProven } = learned.of(request.model);
    const isOptional = request.isOptional === true;
    return {
      ...{ request, dialect, isProven: isProven || isOptional, isRepeated: isOptional },
      ...{ isLimitChanged: false, isPassing: false },
    };
  }

  async function send({ request, dialect }: Attempt): Promise<Completion> {
    const body = JSON.stringify(toChatBody(request, dialect));
    return readCompletion(await transport.post('/chat/completions', body, request.signal), request.schema);
  }

  function remember({ request: { model }, dialect, isPassing }: Attempt): void {
    if (!isPassing && learned.keep(model, dialect))
      log?.warn({ model, ...dialect }, 'AI backend refused the usual request format; using another');
  }

  return {
    async complete(request) {
      const attempt = begin(request);
      for (let calls = 1; ; calls++) {
        try {
          const completion = await send(attempt);
          remember(attempt);
          return completion;
        } catch (error) {
          if (calls === MAX_CALLS || !changeAfter(attempt, error)) throw error;
        }
      }
    },
  };
}

/** @returns whether to ask again, with what was changed for it. */
function changeAfter(attempt: Attempt, error: unknown): boolean {
  if (!(error instanceof StatusError) || error.kind === 'filtered') return false;
  const refusal = readRefusal(error.status, error.message);
  const next = adjustDialect(attempt.dialect, refusal, attempt);
  if (!next) return false;
  if (next === attempt.dialect) attempt.isRepeated = true;
  if (next.limit !== attempt.dialect.limit) attempt.isLimitChanged = true;
  if (reasonOf(refusal) === 'not_generated') attempt.isPassing = true;
  attempt.dialect = next;
  return true;
}
