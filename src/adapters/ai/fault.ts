import { ZodError } from 'zod';
import type { TokenUsage } from '../../domain/types.ts';
import { isRecord } from './reply/form.ts';
import { parseJson } from './reply/json.ts';

/**
 * `outage`: unreachable, 5xx, 429 or over the deadline. `refused`: wrong key, model or parameter. `filtered`: a content
 * filter or the model refuses to answer. `unreadable`: no reply in the requested form. `cut`: the output limit came
 * before the end of the reply.
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
 * In our own words: errors of the libraries carry response text, and a header error could carry the key, so they are
 * never passed on as a cause.
 */
export class BackendFault extends Error {
  readonly kind: FaultKind;
  /** Null when there was none or it was fine. */
  readonly status: number | null;
  /** Null when the backend does not report it. */
  readonly usage: TokenUsage | null;
  /** The model was thinking: with more room its answer may fit. */
  readonly hasThinking: boolean;
  /** Null when it gave no reason. */
  readonly reason: RefusalReason | null;
  /** Null when the backend asked for no pause. */
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

  get isOutage(): boolean {
    return this.kind === 'outage';
  }
}

/** `message` is the backend's text, for readRefusal alone. */
export class StatusError extends Error {
  readonly status: number;
  readonly retryAfterMs: number | null;

  constructor(status: number, said: string, retryAfterMs: number | null) {
    super(said);
    this.name = 'StatusError';
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** A filter refuses again in another dialect, too. */
  get kind(): FaultKind {
    if (this.status === 429 || this.status === 408) return 'outage';
    if (isFilterError(this.message)) return 'filtered';
    // llama.cpp says it with a 500.
    if (reasonOf({ status: this.status, said: this.message }) === 'too_long') return 'refused';
    return this.status >= 500 ? 'outage' : 'refused';
  }
}

/** The message holds neither response text nor key. */
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

/** Null where nobody knows more, as after the deadline. */
export function findBackendFault(error: unknown): BackendFault | null {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof BackendFault ? cause : null;
}

/** For errors with status 200 that name no code. */
const STATUS_OF_WORDS: [RegExp, number][] = [
  [/rate.?limit|too many requests|resource_exhausted|overloaded|quota/i, 429],
  [/content_filter|context_length|invalid_request|unsupported|not supported/i, 400],
  [/invalid_api_key|unauthori[sz]ed/i, 401],
  [/model_not_found|not_found/i, 404],
];
const OUTAGE = 502;

/**
 * Some gateways send status 200 and put a later error into the body: as `error`, in a list of one, as an object of that
 * kind, or in the broken choice. @param retryAfterMs of the response's headers. @throws StatusError
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

/** Longer errors contain an HTML page or the request itself. */
const MAX_CHARACTERS = 4_000;
const MAX_DEPTH = 8;
/** Texts of the request or the model, which may contain anything. */
const QUOTED = new Set(['failed_generation', 'input', 'prompt', 'messages', 'content']);

export interface Refusal {
  status: number;
  /** All texts of the error in a row, without quotes from the request. */
  said: string;
}

export function readRefusal(status: number, body: string): Refusal {
  const texts: string[] = [];
  // Not every error is JSON.
  collectTexts(parseJson(body) ?? body, texts, MAX_DEPTH);
  return { status, said: texts.join('\n').slice(0, MAX_CHARACTERS) };
}

function collectTexts(value: unknown, texts: string[], depth: number): void {
  if (typeof value === 'string') texts.push(value.slice(0, MAX_CHARACTERS));
  if (typeof value !== 'object' || value === null || depth === 0) return;
  for (const [key, inner] of Object.entries(value))
    if (!QUOTED.has(key)) collectTexts(inner, texts, depth - 1);
}

export type RefusalReason = 'too_long' | 'not_generated' | 'key' | 'model' | 'credit';

/** The first match counts: a prompt that is too long also names a model. */
const REASONS: [RefusalReason, RegExp][] = [
  [
    'too_long',
    /context[ _](?:length|window|size)|exceed_context|maximum (?:context|prompt|input|model) |max_model_len|(?:prompt|input|request)(?: \(\d+ tokens\))? (?:is )?too (?:long|large)|less than \d+ tokens|too many (?:input )?tokens|reduce the length/i,
  ],
  // The model wrote no JSON this time; next time it may.
  [
    'not_generated',
    /json_validate_failed|failed to (?:generate|validate|parse)\b.{0,60}\bjson|\b(?:output|json)\b.{0,20} does not match the expected/i,
  ],
  ['key', /api[ _-]?key|unauthori[sz]ed|authentication/i],
  [
    'model',
    /model_not_found|no such model|not a valid model|(?:invalid|unknown) model\b|\bmodels?\b.{0,100}(?:not found|not exist|not a valid|not available|no access)|deploymentnotfound/i,
  ],
  ['credit', /insufficient|credits?\b|billing|quota/i],
];

/** Null: none of these. */
export function reasonOf({ status, said }: Refusal): RefusalReason | null {
  if (status === 401) return 'key';
  if (status === 402) return 'credit';
  return REASONS.find(([, words]) => words.test(said))?.[0] ?? null;
}

/** Filter names in codes and types, as whole words. */
const FILTER_CODE =
  /["'](?:content[ _-]?(?:policy[ _-]?violation|filter(?:ed)?(?:[ _-]?error)?|moderation|management)|responsible[ _-]?ai[ _-]?policy[ _-]?violation|data[ _-]?inspection[ _-]?failed|moderation(?:[ _-]\w{1,30})?|prohibited[ _-]?content|safety(?:[ _-]?(?:block(?:ed)?|error|violation))?|input[ _-]?(?:flagged|blocked)|guardrails?(?:[ _-]?\w{1,30})?)["']/i;
/** Sentences for people. A parameter such as `safety_settings` does not count. */
const FILTER_SENTENCE =
  /content (?:management )?polic(?:y|ies)|content filter(?:ing)? (?:polic|system|trigger|block)|(?:filtered|blocked|rejected|flagged|refused) (?:by|due to|because of|for|as) .{0,40}(?:filter|polic|safety|moderation|guardrail|harm|violen|sexual|hate|abus|inappropriate)|content exists risk|(?:prompt|response|answer|output|content|message)s?[ _-](?:was |has been |is )?blocked|(?:unsafe|harmful|offensive|toxic) content|guardrails?\b.{0,60}(?:fail|block|violat|interven|trigger)|violat\w{1,5} .{0,60}(?:polic|guideline)|(?:usage|acceptable use) polic|(?:requires|failed|by|under) moderation|inappropriate content|prohibited content|sensitive (?:content|information|words?)|safety (?:system|filters?|guidelines|reasons)/i;

function isFilterError(body: string): boolean {
  const text = body.slice(0, MAX_CHARACTERS);
  return FILTER_CODE.test(text) || FILTER_SENTENCE.test(text);
}

/** Fields that say a filter removed the answer. */
const TAKEN =
  /"filtered":true|"block_?reason(?:_?message)?":"(?!BLOCK_?REASON_UNSPECIFIED)[^"]|"(?:native_)?(?:finish|stop)_?reason":"[^"]{0,60}(?:filter|safety|prohibited|blocklist|recitation|sensitive|refus|guardrail|spii)|"status_msg":"[^"]{0,80}sensitive/i;

/** For a body without an answer. */
export function isFilteredBody(body: unknown): boolean {
  return TAKEN.test(JSON.stringify(body ?? null).slice(0, MAX_CHARACTERS));
}

/** By then the backend may have recovered, or have meant somebody else. */
const MAX_RETRY_AFTER_MS = 60_000;

/** As undici gives them: a list where a field came twice. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The pause that a response asks for, in milliseconds, at most a minute. `Retry-After` holds seconds or a date (RFC
 * 9110, 10.2.3), `retry-after-ms` is OpenAI's and Azure's.
 * @param now milliseconds since 1970.
 */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const [exact = '', field = ''] = ['retry-after-ms', 'retry-after'].map((name) =>
    [headers[name]].flat()[0]?.trim(),
  );
  const isNumber = (text: string) => /^\d{1,12}(?:\.\d{1,9})?$/.test(text);
  if (isNumber(exact)) return limit(Number(exact));
  if (isNumber(field)) return limit(Number(field) * 1000);
  // A date begins with the day's name; `-5` would be read as one in 2001.
  const at = /^[A-Za-z]{3}/.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(at) ? null : limit(at - now);
}

/** From Google's errors (`google.rpc.RetryInfo`). */
export function readRetryDelay(text: string): number | null {
  const [, seconds] = /"retryDelay"\s{0,9}:\s{0,9}"(\d{1,9}(?:\.\d{1,9})?)s"/.exec(text) ?? [];
  return seconds === undefined ? null : limit(Number(seconds) * 1000);
}

function limit(ms: number): number {
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, Math.ceil(ms)));
}
