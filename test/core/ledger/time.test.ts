import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { admit } from '../../../src/core/answering/admission/admission.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { planLimitsOf } from '../../../src/core/quota/plan-limits.ts';
import { grantCredit } from '../../../src/core/quota/usage.ts';
import { createCalendar } from '../../../src/domain/time.ts';
import { rateLimitOf, retryAfterOf } from '../../http/refusal.ts';
import { startAiStub } from '../../support/ai-stub.ts';
import { ask, NOON, startApp, UNABORTED } from '../../support/app.ts';
import { readCharges, setUsed } from '../../support/books.ts';
import { createTestDatabase } from '../../support/database.ts';
import { readBooks } from './books.ts';
import { mondayOf } from './model.ts';
import { inWorld } from './world.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** What the API may use a week: half of it with premium, a quarter without. */
const SHARE = 100_000;
const FREE_SHARE = 1_000;
/** 400 prompt tokens and 100 completion tokens on V1; five times as much on V2. */
const COST = 800;
/** The Monday after NOON in Berlin. */
const MONDAY = Date.parse('2026-03-23T00:00:00+01:00');
const [OLD_WEEK, NEW_WEEK] = ['2026-03-16', '2026-03-23'] as const;

const stub = await startAiStub();
stub.usage({ promptTokens: 400, completionTokens: 100 });
const app = await startApp({
  OPENAI_BASE_URL: stub.url,
  OPENAI_API_KEY: 'k',
  PREMIUM_WEEKLY_UNITS: String(2 * SHARE),
  FREE_WEEKLY_UNITS: String(4 * FREE_SHARE),
  LIMIT_PER_MINUTE: '5',
  QUOTA_TIME_ZONE: 'Europe/Berlin',
});
beforeEach(() => {
  app.clock.now = NOON;
});
afterAll(async () => {
  await app.stop();
  await stub.close();
});

const booksOf = (serverId: string) => readBooks(app.core.database, serverId);

/** Asks, and lets `act` happen while the backend is at work. */
async function askWhile(key: string, act: () => unknown) {
  const arrived = stub.requests.length;
  const letGo = stub.hold();
  const underWay = app.chat(key, ask('Hi'));
  await stub.received(arrived + 1);
  await act();
  letGo();
  return underWay;
}

describe('weeks', () => {
  test('D32 · a process that was down over Monday finds a fresh quota and the same credit', async () => {
    const database = await createTestDatabase();
    const settings = { ...database.settings, PREMIUM_WEEKLY_UNITS: '4000', QUOTA_TIME_ZONE: 'Europe/Berlin' };
    const before = await startApp(settings);
    const { id, key } = await before.addServer();
    before.clock.now = MONDAY - 2 * HOUR;
    await grantCredit(before.core, { serverId: id, percent: 1, reference: 'invoice' });
    await setUsed(before, id, 2000);
    expect((await before.chat(key, ask('Hi'))).status).toBe(402);
    await before.stop();

    const after = await startApp(settings);
    try {
      after.clock.now = MONDAY + DAY;
      const { usage } = (await after.status(key)).body;
      expect(usage).toMatchObject({ available_percent: 100, credit_percent: 1, requests_today: 0 });
      expect((await after.chat(key, ask('Hi'))).status).toBe(200);
      const { weeks, credit } = await readBooks(after.core.database, id);
      expect([Object.keys(weeks).toSorted(), credit.balance]).toEqual([[OLD_WEEK, NEW_WEEK], 20]);
    } finally {
      await after.stop();
      await database.remove();
    }
  }, 60_000);

  test.each([
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ])('D33 · of 2026 and 2027 in %s have one row for each Monday, however long they are', async (zone) => {
    const calendar = createCalendar(zone);
    await inWorld(app, { zone, now: NOON }, async (world) => {
      const mondays: string[] = [];
      for (let at = Date.parse('2026-01-07T12:00:00Z'); at < Date.parse('2028-01-01'); at += 7 * DAY) {
        const { startsAt, endsAt } = calendar.weekOf(at);
        mondays.push(mondayOf({ zone, now: at }));
        for (const now of [startsAt, endsAt - 1]) {
          world.clock.now = now;
          const request = {
            id: randomUUID(),
            serverId: world.serverId,
            keyId: null,
            channel: 'discord' as const,
          };
          const limits = { quota: 3, share: 3, perMinute: 1, perDay: 1 };
          const { units } = await world.ledgerOf(0).admit({ ...request, ...limits, wanted: 2, least: 1 });
          expect([zone, new Date(now), units]).toEqual([zone, new Date(now), now === startsAt ? 2 : 1]);
        }
      }
      expect(mondays).toHaveLength(104);
      expect(Object.keys((await readBooks(world.database, world.serverId)).weeks).toSorted()).toEqual(
        mondays,
      );
    });
  });

  test('D34 · grant nothing twice when the clock jumps 3 days forward and back, and nobody waits over a minute', async () => {
    const { id, key } = await app.addServer();
    const available = new Map<string, number>();
    const day = 24 * 3600;
    // Wednesday noon, Saturday, Friday, Monday, and back into the old week, seconds at a time between.
    for (const seconds of [0, 3 * day, -day, 3 * day, -day, 30, -30, -45, -day, -day, 3 * day, day]) {
      app.clock.now += seconds * SECOND;
      const week = app.core.calendar.weekOf(app.clock.now).key;
      const left = async () => (await app.status(key)).body.usage.available_percent as number;
      expect(await left()).toBe(available.get(week) ?? 100);
      const answers = await Promise.all(Array.from({ length: 7 }, () => app.chat(key, ask('Hi'))));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(2);
      for (const answer of refused) {
        expect(retryAfterOf(answer)).toBeGreaterThan(0);
        expect(retryAfterOf(answer)).toBeLessThanOrEqual(60);
      }
      for (const answer of answers) rateLimitOf(answer);
      expect(await left()).toBeLessThanOrEqual(available.get(week) ?? 100);
      available.set(week, await left());
    }
    const { weeks } = await booksOf(id);
    expect(Object.keys(weeks).toSorted()).toEqual([OLD_WEEK, NEW_WEEK]);
    const charged = (await readCharges(app, id)).length * COST;
    expect(Object.values(weeks).reduce((sum, { used }) => sum + used, 0)).toBe(charged);
    for (const [monday, { used }] of Object.entries(weeks)) {
      expect(used).toBeGreaterThan(0);
      expect(available.get(monday)).toBe(((SHARE - used) * 100) / SHARE);
    }
  });

  test('D35 · pay for what was reserved in them, even if the answer comes after Monday 00:00', async () => {
    const { id, key } = await app.addServer();
    app.clock.now = MONDAY - SECOND;
    const answer = await askWhile(key, async () => {
      app.clock.now = MONDAY + 3 * SECOND;
      expect((await app.status(key)).body.usage.available_percent).toBe(100);
    });
    expect(answer.status).toBe(200);
    const { weeks, days, charges } = await booksOf(id);
    expect(weeks).toEqual({ [OLD_WEEK]: { used: COST, api_used: COST, reserved: 0, api_reserved: 0 } });
    expect(days).toEqual({ '2026-03-22': 1 });
    expect(Object.values(charges).map(({ week_start }) => week_start)).toEqual([OLD_WEEK]);
    const { usage } = (await app.status(key)).body;
    expect(usage).toMatchObject({ available_percent: 100, requests_today: 0 });
  });
});

describe('days', () => {
  test.each([
    ['premium', 1000],
    ['free', 150],
  ] as const)('D36 · on the %s plan allow %d requests, and as many again after midnight in the quota’s time zone', async (plan, limit) => {
    const { id, key, keyId } = await app.addServer({ plan });
    const server = await getServer(app.core, id);
    const bounds = { promptTokens: 1, wanted: 1, least: 1, outputTokensFor: () => 1 };
    const terms = { ...planLimitsOf(app.core, server), perMinute: 100_000 };
    const fillDay = async () => {
      const one = () =>
        admit(app.core, {
          id: randomUUID(),
          server,
          channel: 'api',
          key: { id: keyId, isTest: false, isObserved: false },
          planLimits: terms,
          bounds,
          signal: UNABORTED,
        });
      const results = await Promise.allSettled(Array.from({ length: limit + 5 }, one));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason.code).toBe('rate_limited_day');
      expect((await app.status(key)).body.usage).toMatchObject({
        requests_today: limit,
        requests_per_day: limit,
      });
    };
    const midnight = Date.parse('2026-03-19T00:00:00+01:00');
    app.clock.now = midnight - 1;
    await fillDay();
    app.clock.now = midnight;
    expect((await app.status(key)).body.usage.requests_today).toBe(0);
    await fillDay();
  });
});

describe('a paid period', () => {
  test('E44 · that ends during a request leaves the request its level, its share and its price', async () => {
    const { id, key } = await app.addServer({ level: 'V2' });
    await grantCredit(app.core, { serverId: id, percent: 1, reference: 'invoice' });
    await app.core.database.kysely
      .updateTable('servers')
      .set({ premium_until: new Date(NOON + SECOND) })
      .where('id', '=', id)
      .execute();
    const answer = await askWhile(key, () => {
      app.clock.now += 2 * SECOND;
    });
    expect([answer.status, answer.body.level]).toEqual([200, 'V2']);
    expect(await readCharges(app, id)).toMatchObject([
      { level: 'V2', units: 5 * COST, week_units: 5 * COST, credit_units: 0 },
    ]);
    const status = (await app.status(key)).body;
    expect(status).toMatchObject({ level: 'V1', usage: { premium: false, available_percent: 0 } });
    // More than the free share is used, and the credit is less than one answer needs.
    expect((await app.chat(key, ask('Hi'))).status).toBe(402);
    expect((await booksOf(id)).credit).toEqual({ balance: SHARE / 100, reserved: 0, debt: 0 });
  });
});
