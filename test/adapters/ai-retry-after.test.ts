import { describe, expect, it } from 'vitest';
import { type AiBackend, createAiBackend } from '../../src/adapters/ai/ai.ts';
import { readRetryAfter } from '../../src/adapters/ai/fault.ts';
import type { StubFault } from '../support/ai-stub.ts';
import { answer, ask, failureOf, KEY, prepareBackend, stub } from './ai-setup.ts';

prepareBackend();

/** A backend in a time of its own. */
async function withClock(act: (other: AiBackend, clock: { now: number }) => Promise<void>): Promise<void> {
  const clock = { now: 0 };
  const other = createAiBackend({
    ...{ apiKey: KEY, baseUrl: stub.url, maxResponseBytes: 10_000, now: () => clock.now },
  });
  await act(other, clock);
  await other.close();
}

const busy = (
  status: number,
  headers: Record<string, string>,
  body: object = { error: { message: 'busy' } },
) => ({
  ...{ status, headers, body },
});

describe('a backend that says when to come back', () => {
  it.each<[string, StubFault, number]>([
    ['429', busy(429, { 'retry-after': '7' }), 7],
    ['503', busy(503, { 'Retry-After': '2' }), 2],
    ['milliseconds', busy(429, { 'retry-after-ms': '2500', 'retry-after': '3' }), 3],
    [
      'status 200 and an error',
      busy(200, { 'retry-after': '5' }, { error: { code: 429, message: 'Rate limit exceeded' } }),
      5,
    ],
    [
      'status 200 and an error in the choice',
      busy(200, { 'retry-after': '5' }, { choices: [{ finish_reason: 'error', error: { code: 502 } }] }),
      5,
    ],
  ])('is tried by one question a second until then, and callers are told the time: %s', async (_title, fault, seconds) => {
    await withClock(async (other, clock) => {
      stub.fault([fault]);
      expect((await failureOf(ask({}, other))).context.retryAfterSeconds).toBe(seconds);
      clock.now = 999;
      expect((await failureOf(ask({}, other))).context.retryAfterSeconds).toBeLessThanOrEqual(seconds);
      expect(stub.requests).toHaveLength(1);
      clock.now = 1_000;
      expect((await ask({}, other)).content).toEqual(answer);
      expect((await ask({}, other)).content).toEqual(answer);
      expect(stub.requests).toHaveLength(3);
    });
  });

  it('is tried by one caller when the time is over, and left alone again if it says so again', async () => {
    await withClock(async (other, clock) => {
      stub.fault([busy(429, { 'retry-after': '5' })]);
      await failureOf(ask({}, other));
      clock.now = 5_000;
      const letGo = stub.hold();
      const first = failureOf(ask({}, other));
      await stub.received(2);
      await Promise.all(Array.from({ length: 5 }, () => failureOf(ask({}, other))));
      expect(stub.requests).toHaveLength(2);
      stub.fault([busy(429, { 'retry-after': '5' })]);
      letGo();
      await first;
      clock.now = 5_999;
      await failureOf(ask({}, other));
      expect(stub.requests).toHaveLength(2);
      clock.now = 6_000;
      await ask({}, other);
      expect(stub.requests).toHaveLength(3);
    });
  });

  it('is tried by the next caller when the first one leaves', async () => {
    await withClock(async (other, clock) => {
      stub.fault([busy(429, { 'retry-after': '5' })]);
      await failureOf(ask({}, other));
      clock.now = 5_000;
      const letGo = stub.hold();
      const controller = new AbortController();
      const first = failureOf(ask({ signal: controller.signal }, other));
      await stub.received(2);
      controller.abort();
      await first;
      letGo();
      expect((await ask({}, other)).content).toEqual(answer);
    });
  });

  it('to a call that an answer can do without leaves the answer to be asked for', async () => {
    await withClock(async (other) => {
      stub.fault([busy(429, { 'retry-after': '50' })]);
      await failureOf(ask({ isOptional: true }, other));
      expect((await ask({}, other)).content).toEqual(answer);
    });
  });

  it('for one model is still asked for another', async () => {
    await withClock(async (other) => {
      stub.fault([busy(429, { 'retry-after': '5' })]);
      await failureOf(ask({}, other));
      expect((await ask({ model: 'model-2' }, other)).content).toEqual(answer);
    });
  });

  it.each<[string, StubFault]>([
    ['no time', busy(429, {})],
    ['a time with a refusal that time does not cure', busy(400, { 'retry-after': '30' })],
  ])('is asked at once after %s', async (_title, fault) => {
    await withClock(async (other) => {
      await ask({}, other);
      stub.fault([fault, fault]);
      await failureOf(ask({}, other));
      stub.fault(null);
      expect((await ask({}, other)).content).toEqual(answer);
    });
  });
});

describe('an error with status 200', () => {
  it.each<[unknown, number]>([
    [{ error: { code: 402, message: 'Insufficient credits' } }, 402],
    [{ error: { code: '429', message: 'slow down' } }, 429],
    [{ error: { message: 'The engine is currently overloaded' } }, 429],
    [{ error: 'Model crashed' }, 502],
    [[{ error: { code: 503, status: 'UNAVAILABLE' } }], 503],
    [{ object: 'error', message: 'The model `x` does not exist.', code: 404 }, 404],
    [{ choices: [], error: { code: 'model_not_found' } }, 404],
    [
      { id: 'gen-1', choices: [{ error: { code: 502, message: 'Upstream' }, message: { content: '' } }] },
      502,
    ],
  ])('is that error: %j', async (body, status) => {
    stub.fault({ body });
    expect((await failureOf(ask())).cause).toMatchObject({ status });
  });

  it('that names an unsupported feature leads to a request in another form', async () => {
    stub.fault([{ body: { error: { code: 400, message: 'response_format is not supported' } } }]);
    expect((await ask()).content).toEqual(answer);
    expect(stub.requests).toHaveLength(2);
  });

  it.each([
    { error: null },
    { error: '' },
    { error: undefined },
  ])('is ignored if it is empty: %j', async (empty) => {
    const message = { role: 'assistant', content: JSON.stringify(answer) };
    stub.fault({ body: { ...empty, choices: [{ index: 0, finish_reason: 'stop', message }] } });
    expect((await ask()).content).toEqual(answer);
  });
});

it('Retry-After is a number of seconds or a date, never longer than a minute', () => {
  const now = Date.parse('2026-03-18T12:00:00Z');
  const read = (field: string) => readRetryAfter({ 'retry-after': field }, now);
  expect(read('Wed, 18 Mar 2026 12:00:30 GMT')).toBe(30_000);
  expect(read('Wed, 18 Mar 2026 11:00:30 GMT')).toBe(0);
  expect(read('Thu, 19 Mar 2026 11:00:30 GMT')).toBe(60_000);
  expect(read('1.5')).toBe(1_500);
  for (const nonsense of ['', 'soon', '-5', 'NaN', '9'.repeat(100_000)]) expect(read(nonsense)).toBeNull();
});
