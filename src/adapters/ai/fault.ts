import { ZodError } from 'zod';
import type { TokenUsage } from '../../domain/types.ts';
import { isFilterError, type RefusalReason, readRefusal, reasonOf } from './refusal.ts';
import { isRecord } from './reply/form.ts';

/**
 * `outage`: no working backend (unreachable, 5xx, 429, over the deadline). `refused`: the request was not accepted
 * (wrong key, model or parameter). `filtered`: a content filter or the model itself refuses to answer. `unreadable`:
 * the response has no reply in the requested form. `cut`: the output limit came before the end of the reply.
 */
export type FaultKind = 'outage' | 'refused' | 'filtered' | 'unreadable' | 'cut';

interface FaultFacts {
  status?: number;
  usage?: TokenUsage | null;
  hasThinking?: boolean;
  reason?: RefusalReason | null;
  retryAfterMs?: number | null;
}

/**
 * What went wrong with the backend, in our own words. Errors of the libraries below carry response text
 * (and a header error could carry the key), so they are never passed on as a cause.
 */
export class BackendFault extends Error {
  readonly kind: FaultKind;
  /** HTTP status the backend answered with; null when there was none or it was fine. */
  readonly status: number | null;
  /** What the backend says that the call used; null when it says nothing. */
  readonly usage: TokenUsage | null;
  /** Whether the model was thinking: with more room its answer may fit. */
  readonly hasThinking: boolean;
  /** Why it refused, as far as it said; null otherwise. */
  readonly reason: RefusalReason | null;
  /** How long the backend wants to be left alone; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, kind: FaultKind, facts: FaultFacts = {}) {
    super(message);
    this.name = 'BackendFault';
    this.kind = kind;
    this.status = facts.status ?? null;
    this.usage = facts.usage ?? null;
    this.hasThinking = facts.hasThinking ?? false;
    this.reason = facts.reason ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }

  /** Whether there was no working backend, rather than an answer of no use. */
  get isOutage(): boolean {
    return this.kind === 'outage';
  }
}

/** The backend answered with an error; `message` is what it said, for adapters/ai/refusal.ts alone. */
export class StatusError extends Error {
  readonly status: number;
  /** What its Retry-After said, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(status: number, said: string, retryAfterMs: number | null) {
    super(said);
    this.name = 'StatusError';
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** What the refusal means for the question; asked in another dialect, a filter refuses again. */
  get kind(): FaultKind {
    if (this.status === 429 || this.status === 408) return 'outage';
    if (isFilterError(this.message)) return 'filtered';
    // llama.cpp says it with a 500.
    if (reasonOf({ status: this.status, said: this.message }) === 'too_long') return 'refused';
    return this.status >= 500 ? 'outage' : 'refused';
  }
}

/** Any error of the call as a BackendFault whose message holds neither response text nor key. */
export function describeFault(error: unknown): BackendFault {
  if (error instanceof BackendFault) return error;
  if (error instanceof ZodError) {
    const path = error.issues[0]?.path.join('.') ?? '';
    return new BackendFault(`AI backend sent an unexpected shape at "${path}"`, 'unreadable');
  }
  if (error instanceof SyntaxError) {
    return new BackendFault('AI backend sent a body that is not JSON', 'unreadable');
  }
  if (error instanceof StatusError) {
    const { status, kind, retryAfterMs } = error;
    const reason = reasonOf(readRefusal(status, error.message));
    const facts = { status, reason, retryAfterMs };
    return new BackendFault(`AI backend answered with status ${status}`, kind, facts);
  }
  return describeBreak(error);
}

function describeBreak(error: unknown): BackendFault {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof BackendFault) return cause;
    const code = 'code' in cause ? cause.code : undefined;
    if (typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code)) {
      return new BackendFault(`AI backend could not be reached or broke off: ${code}`, 'outage');
    }
  }
  return new BackendFault('AI backend call failed', 'unreadable');
}

/** The fault behind an error of a call; null where nobody knows more, as after the deadline. */
export function findBackendFault(error: unknown): BackendFault | null {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof BackendFault ? cause : null;
}

/** Codes in words, of errors that came with status 200 and name none. */
const STATUS_OF_WORDS: [RegExp, number][] = [
  [/rate.?limit|too many requests|resource_exhausted|overloaded|quota/i, 429],
  [/content_filter|context_length|invalid_request|unsupported|not supported/i, 400],
  [/invalid_api_key|unauthori[sz]ed/i, 401],
  [/model_not_found|not_found/i, 404],
];
const OUTAGE = 502;

/**
 * Some gateways send status 200 before they know how it ends, and put the error into the body: as `error`, in a list
 * of one, as an object that says it is an error, or in the choice that broke off.
 * @throws StatusError with the status that the error names. @param retryAfterMs of the response's headers.
 */
export function throwErrorInBody(body: unknown, retryAfterMs: number | null): void {
  const found = findError(Array.isArray(body) ? body[0] : body);
  if (found === null) return;
  const text = JSON.stringify(found);
  const { said } = readRefusal(OUTAGE, text);
  const numbers = isRecord(found) ? [found.code, found.status, found.status_code].map(Number) : [];
  const named = numbers.find((number) => Number.isInteger(number) && number >= 400 && number <= 599);
  const status = named ?? STATUS_OF_WORDS.find(([words]) => words.test(said))?.[1] ?? OUTAGE;
  throw new StatusError(status, text, retryAfterMs);
}

function findError(body: unknown): object | string | null {
  if (!isRecord(body)) return null;
  const [choice]: unknown[] = Array.isArray(body.choices) ? body.choices : [];
  const error = choice === undefined ? body.error : isRecord(choice) ? choice.error : null;
  if (typeof error === 'string' && error !== '') return error;
  if (typeof error === 'object' && error !== null) return error;
  return choice === undefined && body.object === 'error' ? body : null;
}
