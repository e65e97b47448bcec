import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { expect } from 'vitest';
import { errorResponseSchema } from '../../src/channels/http/errors.ts';
import type { ApiAnswer } from '../support/app.ts';

/** The contract's table of errors: the status of each code. */
const STATUS_OF = {
  invalid_json: 400,
  invalid_body: 400,
  too_many_messages: 400,
  last_message_not_user: 400,
  invalid_input: 400,
  invalid_api_key: 401,
  quota_exhausted: 402,
  trial_requirements_not_met: 403,
  server_inactive: 403,
  wrong_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  idempotency_in_progress: 409,
  already_exists: 409,
  key_limit_reached: 409,
  rate_limited_minute: 429,
  rate_limited_day: 429,
  too_many_uploads: 429,
  internal_error: 500,
  ai_unavailable: 503,
  service_unavailable: 503,
} as const;

export type ContractCode = keyof typeof STATUS_OF;

/** Holds a refusal to the contract in every part. @returns its `error` object. */
export function expectRefusal(answer: ApiAnswer, code: ContractCode) {
  const body = errorResponseSchema.strict().parse(answer.body);
  expect([answer.status, body.error.code]).toEqual([STATUS_OF[code], code]);
  expect(body, 'no field beside the documented ones').toEqual(answer.body);
  expect(body.error.message.length).toBeGreaterThan(10);
  expect(body.request_id).toMatch(/^req_/);
  expectSafeHeaders(answer.headers);
  expect(answer.headers.get('x-request-id')).toBe(body.request_id);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('www-authenticate')).toBe(answer.status === 401 ? 'Bearer' : null);
  // Waiting helps against none of the others.
  if (code === 'idempotency_in_progress' || [429, 503].includes(answer.status))
    expect(retryAfterOf(answer)).toBeGreaterThanOrEqual(1);
  else expect(answer.headers.get('retry-after')).toBeNull();
  return body.error;
}

/** What every response carries, whatever it says. */
export function expectSafeHeaders(headers: Headers): void {
  expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f-]{36}$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
}

/** Whole seconds. */
export function retryAfterOf({ headers }: ApiAnswer): number {
  const seconds = headers.get('retry-after');
  expect(seconds).toMatch(/^\d+$/);
  return Number(seconds);
}

const POLICY = /^"minute";q=(\d+);w=60, "day";q=(\d+);w=86400$/;
const LIMIT = /^"minute";r=(\d+);t=(\d+), "day";r=(\d+);t=(\d+)$/;

/** The RateLimit fields, which every chat response to a valid key has. */
export function rateLimitOf({ headers }: Pick<ApiAnswer, 'headers'>) {
  const [, ...quotas] = POLICY.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  const [, ...left] = LIMIT.exec(headers.get('ratelimit') ?? '') ?? [];
  expect([quotas.length, left.length], 'RateLimit-Policy and RateLimit').toEqual([2, 4]);
  const [minuteQuota = 0, dayQuota = 0] = quotas.map(Number);
  const [minute = 0, minuteSeconds = 0, day = 0, daySeconds = 0] = left.map(Number);
  expect(minute).toBeLessThanOrEqual(minuteQuota);
  expect(day).toBeLessThanOrEqual(dayQuota);
  expect(minuteSeconds).toBeLessThanOrEqual(60);
  expect(daySeconds).toBeLessThanOrEqual(25 * 3600);
  return { minuteQuota, dayQuota, minute, minuteSeconds, day, daySeconds };
}

/** A refusal of a chat request that came with a valid key. */
export function expectChatRefusal(answer: ApiAnswer, code: ContractCode) {
  rateLimitOf(answer);
  return expectRefusal(answer, code);
}

/** Sends these very bytes, for what no client library would send, and reads every answer until it closes. */
export async function sendBytes(url: string, bytes: string): Promise<ApiAnswer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes, 'latin1');
  const answers: ApiAnswer[] = [];
  for (let rest = await readText(socket); rest !== ''; ) {
    const [head = '', after = ''] = rest.split(/\r\n\r\n(.*)/s);
    const [statusLine = '', ...lines] = head.split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
    // Our answers are ASCII here, so characters are bytes.
    const length = Number(headers.get('content-length') ?? 0);
    const text = after.slice(0, length);
    const body = headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : text;
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, body });
    rest = after.slice(length);
  }
  return answers;
}

/** The same for bytes that must get exactly one answer. */
export async function sendForOne(url: string, bytes: string): Promise<ApiAnswer> {
  const [answer, ...others] = await sendBytes(url, bytes);
  if (!answer || others.length > 0)
    throw new Error(`wanted one answer, got ${answer ? 1 + others.length : 0}`);
  return answer;
}
