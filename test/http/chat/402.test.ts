import { beforeEach, describe, expect, test } from 'vitest';
import { answerQuestion } from '../../../src/core/answering/answer.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { grantCredit } from '../../../src/core/quota/usage.ts';
import { type ApiAnswer, ask, NOON } from '../../support/app.ts';
import { expectNothingCounted, readBooks, readCharges, readWeek, setUsed } from '../../support/books.ts';
import { useAppWithAi } from '../../support/use-app.ts';
import { expectChatRefusal } from '../refusal.ts';

/** What the API may use: half of 20,000 with premium, a quarter of 40,000 without. */
const SHARE = 10_000;
/** 400 prompt tokens and 100 completion tokens on V1. */
const COST = 800;
/** The Monday after NOON in Berlin. */
const MONDAY = Date.parse('2026-03-23T00:00:00+01:00');

const { app, stub } = useAppWithAi({
  PREMIUM_WEEKLY_UNITS: String(2 * SHARE),
  FREE_WEEKLY_UNITS: String(4 * SHARE),
  LIMIT_PER_MINUTE: '100',
  QUOTA_TIME_ZONE: 'Europe/Berlin',
  PUBLIC_URL: 'https://lotse.example',
});
beforeEach(() => {
  app.clock.now = NOON;
  stub.usage({ promptTokens: 400, completionTokens: 100 });
});

/** Asks until refused. @returns how many were answered, and the refusal. */
async function drain(key: string): Promise<{ answered: number; refusal: ApiAnswer }> {
  for (let answered = 0; ; answered += 1) {
    const answer = await app.chat(key, ask('Hi'));
    if (answer.status !== 200) return { answered, refusal: answer };
  }
}

const grant = (serverId: string, percent: number, reference = 'invoice-1') =>
  grantCredit(app.core, { serverId, percent, reference });

async function creditOf(serverId: string) {
  const [row] = (await readBooks(app, serverId)).credit;
  return { balance: Number(row?.balance ?? 0), reserved: Number(row?.reserved ?? 0) };
}

/** What one question holds at most. */
async function unitsHeldBy(serverId: string, key: string): Promise<number> {
  const arrived = stub.requests.length;
  const letGo = stub.hold();
  const underWay = app.chat(key, ask('Hi'));
  await stub.received(arrived + 1);
  const { reserved } = await readWeek(app, serverId);
  letGo();
  expect((await underWay).status).toBe(200);
  return reserved;
}

describe('POST /api/v1/chat answers 402 when the weekly share is used up', () => {
  test.each(['premium', 'free'] as const)('on the %s plan, and counts nothing', async (plan) => {
    const { id, key } = await app.addServer({ plan });
    const { answered, refusal } = await drain(key);
    expect(answered).toBeGreaterThan(5);
    const error = expectChatRefusal(refusal, 'quota_exhausted');
    expect(error.type).toBe('quota');
    expect(error.details).toEqual({
      resets_at: '2026-03-22T23:00:00.000Z',
      top_up_url: `https://lotse.example/servers/${id}/payments`,
    });
    const week = await readWeek(app, id);
    expect(week).toEqual({ used: answered * COST, api_used: answered * COST, reserved: 0, api_reserved: 0 });
    expect(week.used).toBeLessThanOrEqual(SHARE);

    const asked = stub.requests.length;
    const again = await expectNothingCounted(app, id, () => app.chat(key, ask('Hi')));
    expectChatRefusal(again, 'quota_exhausted');
    expect(stub.requests).toHaveLength(asked);
    const { usage } = (await app.status(key)).body;
    expect(usage).toMatchObject({
      available_percent: ((SHARE - week.used) * 100) / SHARE,
      credit_percent: 0,
      requests_today: answered,
      premium: plan === 'premium',
    });
  });

  test('E45 · with half of the quota left for Discord, which still answers', async () => {
    const { id, key } = await app.addServer();
    await drain(key);
    expect((await readWeek(app, id)).used).toBeLessThanOrEqual(SHARE);
    const { answer } = await answerQuestion(app.core, {
      server: await getServer(app.core, id),
      channel: 'discord',
      key: null,
      messages: [{ role: 'user', content: 'Hi' }],
      signal: new AbortController().signal,
    });
    expect(answer.answer).toBe('Hello from the stub.');
    const week = await readWeek(app, id);
    expect(week.used - week.api_used).toBe(COST);
  });

  test('D31 · until Monday 00:00 of the quota zone, when it answers again with credit untouched', async () => {
    const { id, key } = await app.addServer();
    await grant(id, 1);
    app.clock.now = MONDAY - 1;
    await setUsed(app, id, SHARE);
    expectChatRefusal(await app.chat(key, ask('Hi')), 'quota_exhausted');
    app.clock.now = MONDAY;
    expect((await app.status(key)).body.usage.available_percent).toBe(100);
    const answer = await app.chat(key, ask('Hi'));
    expect(answer.status).toBe(200);
    expect(answer.body.usage).toMatchObject({ available_percent: 92, credit_percent: 1 });
    expect(await creditOf(id)).toEqual({ balance: SHARE / 100, reserved: 0 });
  });
});

describe('credit', () => {
  test('pays when the share is used up, until it is used up too', async () => {
    const { id, key } = await app.addServer();
    await drain(key);
    const { api_used: fromWeek } = await readWeek(app, id);
    await grant(id, 100);
    expect((await app.status(key)).body.usage.credit_percent).toBe(100);

    const { answered, refusal } = await drain(key);
    expectChatRefusal(refusal, 'quota_exhausted');
    expect(answered).toBeGreaterThan(5);
    const [week, credit] = [await readWeek(app, id), await creditOf(id)];
    expect(week.api_used).toBeLessThanOrEqual(SHARE);
    expect(credit.balance).toBeGreaterThanOrEqual(0);
    expect(credit.reserved).toBe(0);
    expect(week.api_used - fromWeek + SHARE - credit.balance).toBe(answered * COST);
    const { usage } = (await app.status(key)).body;
    expect(usage.credit_percent).toBe(credit.balance / 100);
  });

  test('lets the free plan continue too', async () => {
    const { id, key } = await app.addServer({ plan: 'free' });
    await setUsed(app, id, SHARE);
    await grant(id, 50);
    const answer = await app.chat(key, ask('Hi'));
    expect(answer.body.usage).toMatchObject({ available_percent: 0, credit_percent: 42 });
  });
});

describe('requests at the edge that come at once', () => {
  test('E42 · are admitted as far as the last units pay: one by the week and one by credit, of fifty', async () => {
    // Every answer costs all it may.
    stub.usage({ promptTokens: 100_000, completionTokens: 100_000 });
    const probe = await app.addServer();
    const held = await unitsHeldBy(probe.id, probe.key);
    expect(held).toBeGreaterThan(1000);

    const { id, key } = await app.addServer();
    await setUsed(app, id, SHARE - held);
    await grant(id, (held * 100) / SHARE);
    expect(await creditOf(id)).toEqual({ balance: held, reserved: 0 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.chat(key, ask('Hi'))));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(48);
    for (const answer of refused) expectChatRefusal(answer, 'quota_exhausted');
    expect(await readWeek(app, id)).toEqual({ used: SHARE, api_used: SHARE, reserved: 0, api_reserved: 0 });
    expect(await creditOf(id)).toEqual({ balance: 0, reserved: 0 });
    expect((await readCharges(app, id)).map(({ units }) => units)).toEqual([held, held]);
    expect((await app.status(key)).body.usage).toMatchObject({ requests_today: 2, credit_percent: 0 });
  });

  test('never overspend, and every answer given is an answer charged', async () => {
    stub.usage({ promptTokens: 1000, completionTokens: 333 });
    const { id, key } = await app.addServer();
    await grant(id, 33);
    let answered = 0;
    for (let round = 0; round < 2; round += 1) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => app.chat(key, ask('Hi'))));
      answered += answers.filter(({ status }) => status === 200).length;
      const [week, credit] = [await readWeek(app, id), await creditOf(id)];
      expect(week.used).toBeLessThanOrEqual(SHARE);
      expect(credit.balance).toBeGreaterThanOrEqual(0);
      expect([week.reserved, week.api_reserved, credit.reserved]).toEqual([0, 0, 0]);
    }
    const charges = await readCharges(app, id);
    expect(charges).toHaveLength(answered);
    const sum = (units: number[]) => units.reduce((total, one) => total + one, 0);
    expect(sum(charges.map((charge) => charge.week_units))).toBe((await readWeek(app, id)).used);
    expect(sum(charges.map((charge) => charge.credit_units))).toBe(3300 - (await creditOf(id)).balance);
    expectChatRefusal((await drain(key)).refusal, 'quota_exhausted');
  });
});
