import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { statusResponseSchema } from '../../../src/channels/http/contract.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { grantCredit } from '../../../src/core/quota/usage.ts';
import { ask, NOON, startApp, type TestApp } from '../../support/app.ts';
import { expectNothingCounted, setUsed } from '../../support/books.ts';
import { expectSafeHeaders } from '../refusal.ts';

const app = await startApp({ PUBLIC_URL: 'https://lotse.example' });
beforeEach(() => {
  app.clock.now = NOON;
});
afterAll(() => app.stop());

async function read(key: string) {
  const answer = await app.status(key);
  expect(answer.status).toBe(200);
  expectSafeHeaders(answer.headers);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const body = statusResponseSchema.strict().parse(answer.body);
  expect(body).toEqual(answer.body);
  return body;
}

const UNTOUCHED = {
  available_percent: 100,
  credit_percent: 0,
  requests_today: 0,
  requests_per_day: 1000,
  requests_per_minute: 20,
  premium: true,
};

describe('GET /api/v1/status answers 200', () => {
  test('with bot, level, usage, notice and access, each exactly as documented', async () => {
    const { key } = await app.addServer();
    expect(await read(key)).toEqual({
      bot: { name: 'Lotse', avatar: 'https://lotse.example/avatar.svg' },
      level: 'V1',
      usage: UNTOUCHED,
      ai_notice: 'This answer was generated automatically by an AI.',
      access: { allowed: true, reason: null },
    });
  });

  test('with what the owner set, from the next request on', async () => {
    const { id, key } = await app.addServer();
    const avatar = 'https://example.org/bot.png';
    await changeServer(app.core, id, { bot_name: 'Möwe', avatar, level: 'V2', language: 'de' });
    expect(await read(key)).toMatchObject({
      bot: { name: 'Möwe', avatar },
      level: 'V2',
      ai_notice: 'Diese Antwort wurde automatisch von einer KI erstellt.',
    });
  });

  test('with the level that would answer: V1 without premium, whatever the owner chose', async () => {
    const { key } = await app.addServer({ plan: 'free', level: 'V2' });
    const { level, usage } = await read(key);
    expect([level, usage]).toEqual(['V1', { ...UNTOUCHED, requests_per_day: 150, premium: false }]);
  });

  test.each<[string, Parameters<TestApp['addServer']>[0], string]>([
    ['one member too few', { plan: 'free', members: 19 }, 'trial_requirements_not_met'],
    ['a bot that has just come', { plan: 'free', joined: new Date(NOON) }, 'trial_requirements_not_met'],
    ['a bot that was removed', { active: false }, 'server_inactive'],
  ])('also with %s, and says so', async (_title, change, reason) => {
    const { key } = await app.addServer(change);
    expect((await read(key)).access).toEqual({ allowed: false, reason });
    expect((await app.chat(key, ask('Hi'))).body.error.code).toBe(reason);
  });

  test('with the same figures as the chat response before it, to the digit', async () => {
    const { id, key } = await app.addServer();
    await grantCredit(app.core, { serverId: id, percent: 12.34, reference: 'invoice' });
    const { usage } = (await app.chat(key, ask('When are you open?'))).body;
    expect(usage).toMatchObject({ requests_today: 1, credit_percent: 12.34 });
    expect((await read(key)).usage).toEqual(usage);
  });

  test('also when the quota, the minute and the day are used up', async () => {
    const { id, key } = await app.addServer();
    await setUsed(app, id, 2_000_000);
    expect((await read(key)).usage.available_percent).toBe(0);
    expect((await app.chat(key, ask('Hi'))).status).toBe(402);
    await setUsed(app, id, 0);
    for (let i = 0; i < 21; i += 1) await app.chat(key, ask('Hi'));
    const { usage, access } = await read(key);
    expect([usage.requests_today, access.allowed]).toEqual([20, true]);
  });

  test('and never shows more than is left: percentages are rounded down', async () => {
    const { id, key } = await app.addServer();
    await setUsed(app, id, 1);
    expect((await read(key)).usage.available_percent).toBe(99.99);
    await setUsed(app, id, 1_999_999);
    expect((await read(key)).usage.available_percent).toBe(0);
  });

  test('when Discord has used more than its half: only what is left of the whole week counts', async () => {
    const { id, key } = await app.addServer();
    await setUsed(app, id, 0);
    await app.core.database.kysely
      .updateTable('week_quotas')
      .set({ used: 3_500_000 })
      .where('server_id', '=', id)
      .execute();
    expect((await read(key)).usage.available_percent).toBe(25);
  });

  test('and counts nothing, however often it is asked', async () => {
    const { id, key } = await app.addServer();
    await app.chat(key, ask('Hi'));
    await expectNothingCounted(app, id, async () => {
      for (let i = 0; i < 30; i += 1) await read(key);
      await Promise.all(Array.from({ length: 60 }, () => read(key)));
    });
    expect((await app.chat(key, ask('Hi'))).headers.get('ratelimit')).toContain('"minute";r=18');
  });

  test('to every key of the server, test keys included, with the server’s own figures', async () => {
    const { id, key } = await app.addServer();
    const test = (await createKey(app.core, { serverId: id, isTest: true })).key;
    expect(test).toMatch(/^lts_test_/);
    await app.chat(key, ask('Hi'));
    const before = await read(key);
    expect(await read(test)).toEqual(before);
    expect((await app.chat(test, ask('Hi'))).status).toBe(200);
    const { usage } = await read(key);
    expect(usage).toEqual(before.usage);
  });

  test('with a new day and a new week as the clock reaches them', async () => {
    const { id, key } = await app.addServer();
    await setUsed(app, id, 1_000_000);
    await app.chat(key, ask('Hi'));
    app.clock.now = Date.parse('2026-03-19T00:00:00Z');
    const tomorrow = (await read(key)).usage;
    expect(tomorrow.requests_today).toBe(0);
    expect(tomorrow.available_percent).toBeLessThan(50);
    app.clock.now = Date.parse('2026-03-23T00:00:00Z');
    expect((await read(key)).usage).toEqual(UNTOUCHED);
  });
});
