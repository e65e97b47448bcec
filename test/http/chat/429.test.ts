import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/core/owners/keys.ts';
import { type ApiAnswer, ask, NOON, startApp } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { expectChatRefusal, rateLimitOf, retryAfterOf } from '../refusal.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY_LIMIT = 30;

const app = await startApp({
  LIMIT_PER_DAY_PREMIUM: String(DAY_LIMIT),
  LIMIT_PER_DAY_FREE: '3',
  QUOTA_TIME_ZONE: 'Europe/Berlin',
});
beforeEach(() => {
  app.clock.now = NOON;
});
afterAll(() => app.stop());

/** One after the other. */
async function send(key: string, count: number): Promise<ApiAnswer[]> {
  const answers: ApiAnswer[] = [];
  for (let i = 0; i < count; i += 1) answers.push(await app.chat(key, ask('Hi')));
  return answers;
}

const sendAtOnce = (key: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => app.chat(key, ask('Hi'))));

const statuses = (answers: ApiAnswer[]) => answers.map(({ status }) => status);
const ok = (count: number) => new Array<number>(count).fill(200);
const refusalsIn = (answers: ApiAnswer[]) => answers.filter(({ status }) => status !== 200);

async function addKey(serverId: string): Promise<string> {
  return (await createKey(app.core, { serverId })).key;
}

describe('more than 20 requests in 60 seconds', () => {
  test('E46 · are refused from the 21st on, and the refused ones count nowhere', async () => {
    const { id, key } = await app.addServer();
    const answered = await send(key, 20);
    expect(statuses(answered)).toEqual(ok(20));
    expect(answered.map((answer) => rateLimitOf(answer).minute)).toEqual([...new Array(20).keys()].reverse());
    expect(answered.at(-1)?.body.usage.requests_today).toBe(20);

    const refused = await expectNothingCounted(app, id, () => send(key, 3));
    for (const answer of refused) {
      expect(expectChatRefusal(answer, 'rate_limited_minute').type).toBe('rate_limit');
      expect(retryAfterOf(answer)).toBe(60);
      expect(rateLimitOf(answer)).toMatchObject({ minute: 0, minuteSeconds: 60, day: DAY_LIMIT - 20 });
    }
    expect((await app.status(key)).body.usage.requests_today).toBe(20);
  });

  test('fit again exactly as their predecessors leave the window, to the millisecond', async () => {
    const { key } = await app.addServer();
    for (const count of [5, 5, 10]) {
      expect(statuses(await send(key, count))).toEqual(ok(count));
      app.clock.now += 10 * SECOND;
    }
    // Now 30 s after the first five.
    const [early] = await send(key, 1);
    expect(early && [retryAfterOf(early), rateLimitOf(early).minuteSeconds]).toEqual([30, 30]);

    app.clock.now = NOON + 60 * SECOND - 1;
    const [almost] = await send(key, 1);
    expect(almost && retryAfterOf(almost)).toBe(1);

    app.clock.now = NOON + 60 * SECOND;
    const [next] = refusalsIn(await send(key, 6));
    expect(next && retryAfterOf(next)).toBe(10);

    app.clock.now = NOON + 70 * SECOND;
    const answers = await send(key, 6);
    expect(statuses(answers)).toEqual([...ok(5), 429]);
  });

  test('succeed after exactly the time that Retry-After says', async () => {
    const { key } = await app.addServer();
    await send(key, 1);
    app.clock.now += 12_345;
    await send(key, 19);
    const [refused] = await send(key, 1);
    const seconds = refused ? retryAfterOf(refused) : 0;
    app.clock.now += (seconds - 1) * SECOND;
    expect(statuses(await send(key, 1))).toEqual([429]);
    app.clock.now += SECOND;
    expect(statuses(await send(key, 1))).toEqual([200]);
  });

  test('E39 · cannot exploit a clock boundary: after 20 just before a full minute, none fits just after it', async () => {
    const { key } = await app.addServer();
    app.clock.now = NOON + 59_900;
    expect(statuses(await send(key, 20))).toEqual(ok(20));
    app.clock.now = NOON + 60_100;
    expect(statuses(await send(key, 1))).toEqual([429]);
  });

  test('E38 · are exactly 20 of 60 that come at once', async () => {
    const { key } = await app.addServer();
    const answers = await sendAtOnce(key, 60);
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(20);
    for (const answer of refusalsIn(answers)) {
      expectChatRefusal(answer, 'rate_limited_minute');
      expect(retryAfterOf(answer)).toBeLessThanOrEqual(60);
      expect(rateLimitOf(answer).minute).toBe(0);
    }
    expect((await app.status(key)).body.usage.requests_today).toBe(20);
  });

  test('on one key do not use up the minute of another key', async () => {
    const { id, key } = await app.addServer();
    const other = await addKey(id);
    expect(statuses(await send(key, 21))).toEqual([...ok(20), 429]);
    const [answer] = await send(other, 1);
    expect(answer && [answer.status, rateLimitOf(answer).minute]).toEqual([200, 19]);
    expect(answer?.body.usage.requests_today).toBe(21);
  });

  test('D34 · stay refused for at most a minute when the clock is set back', async () => {
    const { key } = await app.addServer();
    await send(key, 20);
    app.clock.now -= 30 * SECOND;
    const refused = await app.chat(key, ask('hello'));
    expectChatRefusal(refused, 'rate_limited_minute');
    expect(retryAfterOf(refused)).toBeLessThanOrEqual(60);
    app.clock.now -= 26 * HOUR;
    expect(statuses(await send(key, 1))).toEqual([200]);
  });
});

describe('more requests than the day allows', () => {
  /** `DAY_LIMIT` answers over two keys; the clock moves so that no minute is full. */
  async function fillDay() {
    const { id, key } = await app.addServer();
    const other = await addKey(id);
    const half = DAY_LIMIT / 2;
    expect(statuses([...(await send(key, half)), ...(await send(other, half))])).toEqual(ok(DAY_LIMIT));
    return { id, keys: [key, other] };
  }

  test('D36 · are refused on every key of the server until midnight of the quota zone', async () => {
    const { id, keys } = await fillDay();
    for (const key of keys) {
      const answer = await expectNothingCounted(app, id, () => app.chat(key, ask('Hi')));
      expect(expectChatRefusal(answer, 'rate_limited_day').type).toBe('rate_limit');
      // Noon UTC is 13:00 in Berlin.
      expect(retryAfterOf(answer)).toBe(11 * 3600);
      expect(rateLimitOf(answer)).toMatchObject({ day: 0, daySeconds: 11 * 3600, minute: 5 });
    }
    app.clock.now = NOON + 11 * HOUR - 1;
    expect(statuses(await send(keys[0] ?? '', 1))).toEqual([429]);
    app.clock.now = NOON + 11 * HOUR;
    expect((await app.status(keys[0] ?? '')).body.usage.requests_today).toBe(0);
    const [answer] = await send(keys[0] ?? '', 1);
    expect(answer?.body.usage).toMatchObject({ requests_today: 1, requests_per_day: DAY_LIMIT });
  });

  test.each([
    ['23 hours, when summer time begins', '2026-03-28T23:00:00Z', 23],
    ['25 hours, when it ends', '2026-10-24T22:00:00Z', 25],
  ])('wait a day of %s', async (_title, midnight, hours) => {
    app.clock.now = Date.parse(midnight);
    const { keys } = await fillDay();
    const [refused] = await send(keys[0] ?? '', 1);
    expect(refused && retryAfterOf(refused)).toBe(hours * 3600);
  });

  test('are exactly what is left when they come at once over two keys', async () => {
    const { id, key } = await app.addServer();
    const other = await addKey(id);
    const answers = (await Promise.all([sendAtOnce(key, 20), sendAtOnce(other, 20)])).flat();
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(DAY_LIMIT);
    for (const answer of refusalsIn(answers)) {
      expectChatRefusal(answer, 'rate_limited_day');
      expect(rateLimitOf(answer).day).toBe(0);
    }
    expect((await app.status(key)).body.usage.requests_today).toBe(DAY_LIMIT);
  });

  test('are fewer without premium', async () => {
    const { key } = await app.addServer({ plan: 'free' });
    const answers = await send(key, 4);
    expect(statuses(answers)).toEqual([...ok(3), 429]);
    expect(answers.map((answer) => rateLimitOf(answer).day)).toEqual([2, 1, 0, 0]);
    expect(answers[0]?.body.usage).toMatchObject({ requests_per_day: 3, premium: false });
  });

  test('leave other servers alone', async () => {
    await fillDay();
    const { key } = await app.addServer();
    expect(statuses(await send(key, 1))).toEqual([200]);
  });
});
