import type { TokenUsage } from '../../domain/types.ts';
import type { Client } from './client.ts';
import type { AttemptHistory, CompletionRequest, Dialect } from './dialect.ts';
import { adjustDialect, createLearned, imagesAfter, toChatBody } from './dialect.ts';
import { BackendFault, readRefusal, reasonOf, StatusError } from './fault.ts';
import { type Completion, readCompletion } from './reply/completion.ts';

/** Both limits, both places of the rules, three forms, with pictures and without, and one form asked twice. */
const MAX_CALLS = 7;

export interface AiLog {
  warn(fields: object, message: string): void;
}

interface PendingCompletion extends AttemptHistory {
  request: CompletionRequest;
  dialect: Dialect;
  /** The form that worked is no better than the usual one, which had bad luck. */
  isPassing: boolean;
  /** Usage of a first try that was cut off. */
  spent: TokenUsage | null;
}

/**
 * Asks again in another form where that may avoid a refusal, or with more room after thoughts that took all of it, and
 * remembers the form that worked.
 */
export function createCompletions(client: Client, now: () => number, log: AiLog | undefined) {
  const learned = createLearned(now);
  const thinking = new Set<string>();
  const streaming = new Set<string>();
  const caching = new Set<string>();

  function begin(request: CompletionRequest): PendingCompletion {
    const { dialect, isProven } = learned.of(request.model);
    const isOptional = request.isOptional === true;
    return {
      ...{ request, dialect, isProven: isProven || isOptional, isRepeated: isOptional },
      ...{ isLimitChanged: false, isPassing: false, spent: null },
    };
  }

  async function send({ request, dialect }: PendingCompletion): Promise<Completion> {
    const { signal } = request;
    const { value, isStream } = await client.send((api) =>
      api.chat.completions.create(toChatBody(request, dialect), { signal }),
    );
    if (isStream) streaming.add(request.model);
    else streaming.delete(request.model);
    return readCompletion(value, request.schema);
  }

  function remember({ request: { model }, dialect, isPassing }: PendingCompletion): void {
    if (!isPassing && learned.keep(model, dialect))
      log?.warn({ model, ...dialect }, 'AI backend refused the usual request format; using another');
  }

  function notice(model: string, reply: unknown): void {
    if (typeof reply === 'object' && reply !== null && 'hasThinking' in reply && reply.hasThinking === true)
      thinking.add(model);
  }

  return {
    async complete(request: CompletionRequest): Promise<Completion> {
      const attempt = begin(request);
      for (let calls = 1; ; calls++) {
        try {
          const completion = await send(attempt);
          remember(attempt);
          if (completion.usage?.cachedTokens) caching.add(request.model);
          notice(request.model, completion);
          const usage = sum(attempt.spent, completion.usage);
          const isBlind = hasImages(request) && !showsImages(attempt);
          return { ...completion, usage, ...(isBlind && { isBlind }) };
        } catch (error) {
          notice(request.model, error);
          const mayAskAgain = calls < MAX_CALLS && change(attempt, error);
          if (!mayAskAgain) throw withSpent(attempt, error);
        }
      }
    },
    caches: (model: string) => caching.has(model),
    streams: (model: string) => streaming.has(model),
    thinks: (model: string) => thinking.has(model),
    dialectOf: (model: string) => learned.of(model).dialect,
  };
}

/** @returns whether to ask again, with the change in `attempt`. */
function change(attempt: PendingCompletion, error: unknown): boolean {
  return leaveOutImages(attempt, error) || changeDialect(attempt, error) || giveRoom(attempt, error);
}

const hasImages = ({ images = [] }: CompletionRequest) => images.length > 0;
const showsImages = ({ request, dialect }: PendingCompletion) => dialect.images && hasImages(request);

/** @returns whether to ask again without the pictures: from now on, or this time, since one of them may be odd. */
function leaveOutImages(attempt: PendingCompletion, error: unknown): boolean {
  if (!showsImages(attempt) || !(error instanceof StatusError) || error.kind === 'filtered') return false;
  const until = imagesAfter(readRefusal(error.status, error.message));
  if (until === 'never') attempt.dialect = { ...attempt.dialect, images: false };
  else if (until === 'not_now') attempt.request = { ...attempt.request, images: [] };
  return until !== null;
}

function changeDialect(attempt: PendingCompletion, error: unknown): boolean {
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

/** @returns whether to ask once more, because thoughts took the room of the answer. */
function giveRoom(attempt: PendingCompletion, error: unknown): boolean {
  const { roomToThink = 0, maxOutputTokens, signal } = attempt.request;
  if (!(error instanceof BackendFault) || error.kind !== 'cut' || !error.hasThinking) return false;
  if (roomToThink === 0 || signal.aborted) return false;
  attempt.request = { ...attempt.request, maxOutputTokens: maxOutputTokens + roomToThink, roomToThink: 0 };
  attempt.spent = error.usage;
  return true;
}

/** The cut output was paid for; without counts of the rest, the tokenizer counts it. */
function sum(spent: TokenUsage | null, usage: TokenUsage | null): TokenUsage | null {
  if (spent === null || usage === null) return usage;
  return {
    promptTokens: spent.promptTokens + usage.promptTokens,
    cachedTokens: (spent.cachedTokens ?? 0) + (usage.cachedTokens ?? 0),
    completionTokens: spent.completionTokens + usage.completionTokens,
  };
}

function withSpent({ spent }: PendingCompletion, error: unknown): unknown {
  if (spent === null || !(error instanceof BackendFault)) return error;
  return new BackendFault(error.message, error.kind, {
    ...{ usage: sum(spent, error.usage) ?? spent, hasThinking: error.hasThinking, reason: error.reason },
    ...(error.status === null ? {} : { status: error.status }),
    retryAfterMs: error.retryAfterMs,
  });
}
