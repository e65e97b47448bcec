import { parseJson } from './reply/json.ts';

/** The part of an error that is read: longer ones contain an HTML page or the request itself. */
const MAX_CHARACTERS = 4_000;
const MAX_DEPTH = 8;
/** Texts of the request or of the model, which may contain anything. */
const QUOTED = new Set(['failed_generation', 'input', 'prompt', 'messages', 'content']);

/** What a backend says about a call that it refuses, in all shapes of errors. */
export interface Refusal {
  status: number;
  /** Every text of the error in a row: messages, codes, names of parameters; nothing quoted from the request. */
  said: string;
}

/** @param body what came, as text. */
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

/** Why a call is refused, as far as the error says it. */
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

/** null: it names no parameter, or none of these. */
export function reasonOf({ status, said }: Refusal): RefusalReason | null {
  if (status === 401) return 'key';
  if (status === 402) return 'credit';
  return REASONS.find(([, words]) => words.test(said))?.[0] ?? null;
}

/** Names of providers' filters in codes and types: whole words, however they are separated. */
const FILTER_CODE =
  /["'](?:content[ _-]?(?:policy[ _-]?violation|filter(?:ed)?(?:[ _-]?error)?|moderation|management)|responsible[ _-]?ai[ _-]?policy[ _-]?violation|data[ _-]?inspection[ _-]?failed|moderation(?:[ _-]\w{1,30})?|prohibited[ _-]?content|safety(?:[ _-]?(?:block(?:ed)?|error|violation))?|input[ _-]?(?:flagged|blocked)|guardrails?(?:[ _-]?\w{1,30})?)["']/i;
/** Their wording for people. An unknown parameter such as `safety_settings` does not count. */
const FILTER_SENTENCE =
  /content (?:management )?polic(?:y|ies)|content filter(?:ing)? (?:polic|system|trigger|block)|(?:filtered|blocked|rejected|flagged|refused) (?:by|due to|because of|for|as) .{0,40}(?:filter|polic|safety|moderation|guardrail|harm|violen|sexual|hate|abus|inappropriate)|content exists risk|(?:prompt|response|answer|output|content|message)s?[ _-](?:was |has been |is )?blocked|(?:unsafe|harmful|offensive|toxic) content|guardrails?\b.{0,60}(?:fail|block|violat|interven|trigger)|violat\w{1,5} .{0,60}(?:polic|guideline)|(?:usage|acceptable use) polic|(?:requires|failed|by|under) moderation|inappropriate content|prohibited content|sensitive (?:content|information|words?)|safety (?:system|filters?|guidelines|reasons)/i;

/** Whether the body of an error says that a filter refused what was asked or answered. */
export function isFilterError(body: string): boolean {
  const text = body.slice(0, MAX_CHARACTERS);
  return FILTER_CODE.test(text) || FILTER_SENTENCE.test(text);
}

/** Fields in which providers say that a filter removed the answer. */
const TAKEN =
  /"filtered":true|"block_?reason(?:_?message)?":"(?!BLOCK_?REASON_UNSPECIFIED)[^"]|"(?:native_)?(?:finish|stop)_?reason":"[^"]{0,60}(?:filter|safety|prohibited|blocklist|recitation|sensitive|refus|guardrail|spii)|"status_msg":"[^"]{0,80}sensitive/i;

/** Whether a body without an answer says that a filter removed it. */
export function isFilteredBody(body: unknown): boolean {
  return TAKEN.test(JSON.stringify(body ?? null).slice(0, MAX_CHARACTERS));
}

/** No pause is longer: by then the backend may have recovered, or have meant somebody else. */
const MAX_RETRY_AFTER_MS = 60_000;

/** Header fields as undici gives them: a list where a field came twice. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The pause that a response asks for, in milliseconds, at most a minute; null if it asks for none.
 * `Retry-After` holds seconds or a date (RFC 9110, 10.2.3), `retry-after-ms` is OpenAI's and Azure's.
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

/** The same from an error's text, where Google's errors say it (`google.rpc.RetryInfo`). */
export function readRetryDelay(text: string): number | null {
  const [, seconds] = /"retryDelay"\s{0,9}:\s{0,9}"(\d{1,9}(?:\.\d{1,9})?)s"/.exec(text) ?? [];
  return seconds === undefined ? null : limit(Number(seconds) * 1000);
}

function limit(ms: number): number {
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, Math.ceil(ms)));
}
