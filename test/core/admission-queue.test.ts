import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createAdmissionQueues } from '../../src/core/answering/admission/queue.ts';
import { answerQuestion } from '../../src/core/answering/answer.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { grantCredit } from '../../src/core/quota/usage.ts';
import type { Level } from '../../src/domain/types.ts';
import { expectChatRefusal, rateLimitOf, retryAfterOf } from '../http/refusal.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { ask, startApp, type TestApp, UNABORTED } from '../support/app.ts';
import { readCharges, readWeek, setUsed } from '../support/books.ts';
import { startTwin } from '../support/twin.ts';

/** What the API may use of a week: half of it. */
const SHARE = 200_000;
/** 400 prompt tokens and 100 completion tokens on V1. */
const COST = 800;

let stub: AiStub;
let app: TestApp;
/** Another process of the same installation. */
let twin: TestApp;
beforeAll(async () => {
  stub = await startAiStub();
  app = await startApp({
    ...{ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', PREMIUM_WEEKLY_UNITS: String(2 * SHARE) },
    LIMIT_PER_MINUTE: '60',
  });
  twin = await startTwin(app);
});
beforeEach(() => stub.usage({ promptTokens: 400, completionTokens: 100 }));
afterEach(async () => {
  expect(await app.core.database.kysely.selectFrom('reservations').selectAll().execute()).toEqual([]);
});
afterAll(async () => {
  await twin.stop();
  await app.stop();
  await stub.close();
});

/** What one question of a new server of this level holds. */
async function unitsHeld(level: Level): Promise<number> {
  const { id, key } = await app.addServer({ level });
  const { letGo, underWay } = await holdOne(key);
  const { reserved } = await readWeek(app, id);
  letGo();
  await underWay;
  return reserved;
}

/** A question that the backend keeps waiting. */
async function holdOne(key: string) {
  const arrived = stub.requests.length;
  const letGo = stub.hold();
  const underWay = app.chat(key, ask('Hi'));
  await stub.received(arrived + 1);
  return { letGo, underWay };
}

/** Leaves the API room for so many units. */
const leave = (id: string, units: number) => setUsed(app, id, SHARE - units);

async function expectSettled(serverId: string): Promise<void> {
  const { reserved, api_reserved, used } = await readWeek(app, serverId);
  const charges = await readCharges(app, serverId);
  expect([reserved, api_reserved]).toEqual([0, 0]);
  expect(used).toBeLessThanOrEqual(SHARE);
  expect(new Set(charges.map(({ id }) => id)).size).toBe(charges.length);
}

describe('a question that does not fit beside answers in progress', () => {
  test.each<Level>([
    'V1',
    'V1.5',
    'V2',
  ])('waits for them: of 18 at once on %s all are answered at full length, each counted once', async (level) => {
    const { id, key } = await app.addServer({ level });
    await leave(id, Math.ceil(3.5 * (await unitsHeld(level))));
    const arrived = stub.requests.length;
    stub.usage({ promptTokens: 40, completionTokens: 10 });
    const answers = await Promise.all(Array.from({ length: 18 }, () => app.chat(key, ask('Hi'))));
    expect(answers.map(({ status }) => status)).toEqual(new Array(18).fill(200));
    const limits = stub.requests
      .slice(arrived)
      .map(({ body }) => (body as { max_tokens: number }).max_tokens);
    expect(new Set(limits).size).toBe(1);
    expect((await app.status(key)).body.usage.requests_today).toBe(18);
    expect(rateLimitOf(await app.chat(key, ask('Hi'))).minute).toBe(60 - 19);
    await expectSettled(id);
  });

  test('is answered when the one before it is released instead of settled', async () => {
    const { id, key } = await app.addServer();
    await leave(id, await unitsHeld('V1'));
    const { letGo, underWay } = await holdOne(key);
    const waiting = app.chat(key, ask('Hi'));
    await expect.poll(() => app.core.queues.isBusy({ serverId: id, channel: 'api' })).toBe(true);
    stub.fault(['status:500']);
    letGo();
    expectChatRefusal(await underWay, 'ai_unavailable');
    expect((await waiting).status).toBe(200);
    await expectSettled(id);
  });

  test('waits for another process to settle', async () => {
    const { id, key } = await app.addServer();
    await leave(id, await unitsHeld('V1'));
    const { letGo, underWay } = await holdOne(key);
    const waiting = twin.chat(key, ask('Hi'));
    await expect.poll(() => twin.core.queues.isBusy({ serverId: id, channel: 'api' })).toBe(true);
    letGo();
    expect([(await underWay).status, (await waiting).status]).toEqual([200, 200]);
    await expectSettled(id);
  });

  test('is answered as soon as what a process held when it died has expired, also before any job sweeps', async () => {
    const settings = { OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', ROLES: 'api', AI_TIMEOUT_MS: '5000' };
    const alone = await startApp({ ...settings, PREMIUM_WEEKLY_UNITS: String(2 * SHARE) });
    onTestFinished(() => alone.stop());
    const { id, key } = await alone.addServer();
    const held = await unitsHeld('V1');
    await setUsed(alone, id, SHARE - held);
    const dead = { id: randomUUID(), serverId: id, keyId: null, channel: 'api' as const };
    const limits = { quota: 2 * SHARE, share: SHARE, perMinute: 60, perDay: 1_000 };
    await alone.core.ledger.admit({ ...dead, ...limits, wanted: held, least: held });
    const waiting = alone.chat(key, ask('Hi'));
    await expect.poll(() => alone.core.queues.isBusy({ serverId: id, channel: 'api' })).toBe(true);
    alone.clock.now += 120_000;
    expect((await waiting).status).toBe(200);
  });

  test('waits in Discord too, and the API’s queue does not block it', async () => {
    const { id, key } = await app.addServer();
    await leave(id, await unitsHeld('V1'));
    const server = await getServer(app.core, id);
    const askInDiscord = () =>
      answerQuestion(app.core, {
        ...{ server, channel: 'discord', key: null, signal: UNABORTED },
        messages: [{ role: 'user', content: 'Hi' }],
      });
    const { letGo, underWay } = await holdOne(key);
    const waiting = app.chat(key, ask('Hi'));
    await expect.poll(() => app.core.queues.isBusy({ serverId: id, channel: 'api' })).toBe(true);
    const arrived = stub.requests.length;
    const inDiscord = askInDiscord();
    await stub.received(arrived + 1);
    // Now so little is left of the whole week that Discord has to wait, too.
    const { kysely } = app.core.database;
    const { reserved } = await readWeek(app, id);
    const used = 2 * SHARE - reserved;
    await kysely.updateTable('week_quotas').set({ used }).where('server_id', '=', id).execute();
    const behind = askInDiscord();
    await expect.poll(() => app.core.queues.isBusy({ serverId: id, channel: 'discord' })).toBe(true);
    letGo();
    const given = await Promise.all([inDiscord, behind]);
    expect(given.map(({ answer }) => answer.answer)).toEqual(new Array(2).fill('Hello from the stub.'));
    expect([(await underWay).status, (await waiting).status]).toEqual([200, 200]);
  });

  test('is refused with 402 as soon as what is spent leaves no room', async () => {
    stub.usage({ promptTokens: 100_000, completionTokens: 100_000 });
    const held = await unitsHeld('V1');
    const { id, key } = await app.addServer();
    await leave(id, held);
    const { letGo, underWay } = await holdOne(key);
    const waiting = [1, 2, 3].map(() => app.chat(key, ask('Hi')));
    await expect.poll(() => app.core.queues.isBusy({ serverId: id, channel: 'api' })).toBe(true);
    letGo();
    expect((await underWay).status).toBe(200);
    for (const answer of await Promise.all(waiting)) expectChatRefusal(answer, 'quota_exhausted');
    expect((await app.status(key)).body.usage.requests_today).toBe(1);
    await expectSettled(id);
  });

  test('is admitted by credit that is granted in the meantime', async () => {
    const { id, key } = await app.addServer();
    await leave(id, await unitsHeld('V1'));
    const { letGo, underWay } = await holdOne(key);
    const arrived = stub.requests.length;
    const waiting = app.chat(key, ask('Hi'));
    await expect.poll(() => app.core.queues.isBusy({ serverId: id, channel: 'api' })).toBe(true);
    await grantCredit(app.core, { serverId: id, percent: 50, reference: 'invoice' });
    await stub.received(arrived + 1);
    letGo();
    expect([(await underWay).status, (await waiting).status]).toEqual([200, 200]);
    const [charge] = (await readCharges(app, id)).filter(({ credit_units }) => credit_units > 0);
    expect(charge?.credit_units).toBe(COST);
  });

  test('ends with 503 at its deadline and costs nothing, also under an Idempotency-Key', async () => {
    const hasty = await startTwin(app, { AI_TIMEOUT_MS: 400 });
    try {
      const { id, key } = await app.addServer();
      await leave(id, await unitsHeld('V1'));
      const { letGo, underWay } = await holdOne(key);
      const once = { headers: { 'Idempotency-Key': 'one' } };
      const late = await hasty.chat(key, ask('Hi'), once);
      const { message } = expectChatRefusal(late, 'service_unavailable');
      expect(message).toMatch(/^Too many questions from this server at once/);
      expect(retryAfterOf(late)).toBeGreaterThan(1);
      letGo();
      expect((await underWay).status).toBe(200);
      expect(await readCharges(app, id)).toHaveLength(1);
      expect((await app.status(key)).body.usage.requests_today).toBe(1);
      await expect.poll(async () => (await app.chat(key, ask('Hi'), once)).status).toBe(200);
    } finally {
      await hasty.stop();
    }
  });

  test('leaves the queue when its asker leaves, and those behind it move up', async () => {
    const { id, key } = await app.addServer();
    await leave(id, await unitsHeld('V1'));
    const { letGo, underWay } = await holdOne(key);
    const caller = new AbortController();
    const left = app.chat(key, ask('Hi'), { signal: caller.signal }).catch(() => 'left');
    await expect.poll(() => app.core.queues.isBusy({ serverId: id, channel: 'api' })).toBe(true);
    const behind = app.chat(key, ask('Hi'));
    caller.abort();
    expect(await left).toBe('left');
    letGo();
    expect([(await underWay).status, (await behind).status]).toEqual([200, 200]);
    expect(await readCharges(app, id)).toHaveLength(2);
    await expectSettled(id);
  });
});

describe('the queue', () => {
  const place = { serverId: 'one', channel: 'api' as const };

  test('admits one after another in order of arrival, however many are woken', async () => {
    const queues = createAdmissionQueues();
    const order: number[] = [];
    let room = 0;
    const all = Array.from({ length: 5 }, (_, n) =>
      queues.wait(place, UNABORTED, async () => {
        if (room === 0) return null;
        room -= 1;
        order.push(n);
        return n;
      }),
    );
    while (order.length < 5) {
      room = 1;
      queues.wake('one');
      await new Promise(setImmediate);
    }
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(queues.isBusy(place)).toBe(false);
  });

  test('notices what is settled while the first one checks', async () => {
    const queues = createAdmissionQueues();
    let looks = 0;
    const given = queues.wait(place, UNABORTED, async () => {
      looks += 1;
      if (looks > 1) return 'in';
      queues.wake('one');
      return null;
    });
    // Turns in which nobody but a timer could wake it.
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    expect(looks).toBe(2);
    expect(await given).toBe('in');
  });

  test('checks only for the first: a thousand that wait cost no more than one', async () => {
    const queues = createAdmissionQueues();
    let looks = 0;
    const caller = new AbortController();
    const all = Array.from({ length: 1_000 }, () =>
      queues.wait(place, caller.signal, async () => {
        looks += 1;
        return null;
      }),
    );
    queues.wake('one');
    queues.wake('another');
    await new Promise(setImmediate);
    expect(looks).toBeLessThanOrEqual(2);
    caller.abort(new Error('over'));
    for (const end of await Promise.allSettled(all)) expect(end.status).toBe('rejected');
    expect(queues.isBusy(place)).toBe(false);
  });

  test('continues when a check fails, and a member that leaves does not let others pass those ahead', async () => {
    const queues = createAdmissionQueues();
    const order: string[] = [];
    const isOpen = Promise.withResolvers<void>();
    const first = queues.wait(place, UNABORTED, async () => {
      await isOpen.promise;
      throw new Error('no database');
    });
    const caller = new AbortController();
    const second = queues.wait(place, caller.signal, async () => order.push('second'));
    const third = queues.wait(place, UNABORTED, async () => order.push('third'));
    caller.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect(order).toEqual([]);
    isOpen.resolve();
    await expect(first).rejects.toThrow('no database');
    await third;
    expect(order).toEqual(['third']);
  });
});
