import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerQuestion } from '../../src/core/answering/answer.ts';
import { createKey, listKeys, revokeKey } from '../../src/core/owners/keys.ts';
import { changeServer, getServer } from '../../src/core/owners/servers.ts';
import { grantCredit } from '../../src/core/quota/usage.ts';
import { AppError } from '../../src/domain/errors.ts';
import { expectChatRefusal, expectRefusal, retryAfterOf } from '../http/refusal.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { type ApiAnswer, ask, NOON, startApp, type TestApp } from '../support/app.ts';
import { readBooks, readCharges, readWeek, setUsed } from '../support/books.ts';
import { startTwin } from '../support/twin.ts';

// Hundreds of requests take their time when the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

/** Two services on one database; tests send to the first, the second, the first … */
type Pair = [TestApp, TestApp];

const MINUTE = 60_000;
const PER_MINUTE = 20;
/** What the API may use of a week of `open`: half of it. */
const SHARE = 20_000;
/** 300 prompt tokens and 50 completion tokens on V1. */
const COST = 500;

let ai: AiStub;
/** With the limits of the product and more units than any test needs. */
let pair: Pair;
/** With few units and without limits. */
let open: Pair;
beforeAll(async () => {
  ai = await startAiStub();
  const backend = { OPENAI_BASE_URL: ai.url, OPENAI_API_KEY: 'k' };
  const app = await startApp({ ...backend, PREMIUM_WEEKLY_UNITS: '1000000000' });
  pair = [app, await startTwin(app)];
  const limits = {
    LIMIT_PER_MINUTE: 100_000,
    LIMIT_PER_DAY_PREMIUM: 100_000,
    PREMIUM_WEEKLY_UNITS: 2 * SHARE,
  };
  open = [await startTwin(app, limits), await startTwin(app, limits)];
});
beforeEach(() => {
  pair[0].clock.now = NOON;
  answerFor(300, 50);
});
afterAll(async () => {
  for (const app of [...open, pair[1], pair[0]]) await app.stop();
  await ai.close();
});

/** Answers of the backend cost this many tokens; by hand, because 200 at once take the stub seconds otherwise. */
function answerFor(prompt_tokens: number, completion_tokens: number): void {
  const content = '{"answer":"Of course.","needs_team":false,"answerable":true,"used":[]}';
  const choices = [{ finish_reason: 'stop', message: { role: 'assistant', content } }];
  ai.fault({ body: { choices, usage: { prompt_tokens, completion_tokens } } });
}

/** `count` requests at once, half to each service. */
const sendTo = (both: Pair, key: string, count: number): Promise<ApiAnswer>[] =>
  Array.from({ length: count }, (_, n) => both[n % 2 === 0 ? 0 : 1].chat(key, ask('Hi')));

/**
 * The same, and both services begin to let them in at the very same moment: a lock on the server's week holds
 * them up until then. Left alone their statements seldom meet, and a missing lock stayed unseen.
 */
async function sendAtOnce(both: Pair, server: { id: string; key: string }, count: number) {
  await setUsed(both[0], server.id, 0);
  const { kysely, query, isEmbedded } = pair[0].core.database;
  return kysely.transaction().execute(async (transaction) => {
    const week = transaction.selectFrom('week_quotas').select('used').where('server_id', '=', server.id);
    await week.forUpdate().execute();
    const sent = sendTo(both, server.key, count);
    // The embedded engine runs one statement at a time, so there is nothing to wait for.
    const areWaiting = async () => (await query(null, WAITING, [])).length === both.length;
    if (!isEmbedded) await expect.poll(areWaiting, { timeout: 2_000, interval: 10 }).toBe(true);
    return { sent };
  });
}

const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const isAnswered = ({ status }: ApiAnswer) => status === 200;
const sum = (units: number[]) => units.reduce((total, one) => total + one, 0);

describe('units', () => {
  test('E37 · of a week are granted to 200 requests at once until nothing more fits, and never beyond', async () => {
    // Every answer costs all it may, so what is held is what will be charged.
    answerFor(1_000_000, 1_000_000);
    const { id, key } = await open[0].addServer();
    const letGo = ai.hold();
    const { sent } = await sendAtOnce(open, { id, key }, 200);
    // The others wait: what is only held may come back.
    const whoWait = () => open.filter(({ core }) => core.queues.isBusy({ serverId: id, channel: 'api' }));
    await expect.poll(() => whoWait().length, { timeout: 15_000 }).toBe(open.length);
    await expect.poll(async () => (await readWeek(open[0], id)).api_reserved).toBeGreaterThan(SHARE / 2);
    letGo();

    const answers = await Promise.all(sent);
    for (const answer of answers) if (!isAnswered(answer)) expectChatRefusal(answer, 'quota_exhausted');
    const charges = await readCharges(open[0], id);
    const used = sum(charges.map(({ units }) => units));
    expect(charges).toHaveLength(answers.filter(isAnswered).length);
    expect(charges.length).toBeGreaterThan(5);
    expect(used).toBeLessThanOrEqual(SHARE);
    expect(await readWeek(open[0], id)).toEqual({ used, api_used: used, reserved: 0, api_reserved: 0 });
    expectChatRefusal(await open[1].chat(key, ask('Hi')), 'quota_exhausted');
  });

  test('E45 · are left for Discord when the API has used its half, and the API continues on credit', async () => {
    const { id, key } = await open[0].addServer();
    await setUsed(open[0], id, SHARE);
    const askInDiscord = async () =>
      answerQuestion(open[1].core, {
        ...{ server: await getServer(open[1].core, id), channel: 'discord', key: null },
        ...{ messages: [{ role: 'user', content: 'Hi' }], signal: new AbortController().signal },
      });
    expectChatRefusal(await open[0].chat(key, ask('Hi')), 'quota_exhausted');
    expect((await askInDiscord()).answer.answer).toBe('Of course.');
    await grantCredit(open[1].core, { serverId: id, percent: 50, reference: 'invoice-1' });
    expect((await open[0].chat(key, ask('Hi'))).status).toBe(200);
    expect((await askInDiscord()).answer.answer).toBe('Of course.');

    const { credit, charges } = await readBooks(open[0], id);
    expect(credit).toMatchObject([{ balance: SHARE / 2 - COST, reserved: 0 }]);
    const byChannel = Map.groupBy(charges, ({ channel }) => channel);
    expect(byChannel.get('api')).toMatchObject([{ week_units: 0, credit_units: COST }]);
    const fromWeek = { week_units: COST, credit_units: 0 };
    expect(byChannel.get('discord')).toMatchObject([fromWeek, fromWeek]);
    expect(await readWeek(open[0], id)).toMatchObject({ used: SHARE + 2 * COST, api_used: SHARE });
  });

  test('E44 · are charged under the plan with which the answer began, even if the other service ends premium in the meantime', async () => {
    const { id, key } = await pair[0].addServer({ level: 'V1.5', members: 1 });
    const [asked, letGo] = [ai.requests.length, ai.hold()];
    const underWay = pair[0].chat(key, ask('Hi'));
    await ai.received(asked + 1);
    await changeServer(pair[1].core, id, { plan: 'free' });
    expectChatRefusal(await pair[0].chat(key, ask('And now?')), 'trial_requirements_not_met');
    letGo();
    const answer = await underWay;
    expect([answer.status, answer.body.level, answer.body.usage.premium]).toEqual([200, 'V1.5', true]);
    expect(await readCharges(pair[0], id)).toMatchObject([{ level: 'V1.5', units: 2 * COST }]);
    expect(await readWeek(pair[0], id)).toMatchObject({ used: 2 * COST, reserved: 0 });
  });
});

describe('the minute of a key', () => {
  test('E38 · admits exactly 20 of 200 requests that come at once over two services', async () => {
    const { id, key } = await pair[0].addServer();
    const { sent } = await sendAtOnce(pair, { id, key }, 200);
    const answers = await Promise.all(sent);
    expect(answers.filter(isAnswered)).toHaveLength(PER_MINUTE);
    for (const answer of answers.filter((one) => !isAnswered(one))) {
      expectChatRefusal(answer, 'rate_limited_minute');
      expect(retryAfterOf(answer)).toBe(60);
    }
    expect(await readCharges(pair[0], id)).toHaveLength(PER_MINUTE);
  });

  test('E39 · slides: after 20 just before a full minute, none fits just after it in either service', async () => {
    const { key } = await pair[0].addServer();
    const sendAt = async (time: number) => {
      pair[0].clock.now = time;
      return (await Promise.all(sendTo(pair, key, 20))).filter(isAnswered).length;
    };
    const start = NOON + 59_900;
    expect(await sendAt(start)).toBe(20);
    expect(await sendAt(start + 200)).toBe(0);
    expect(await sendAt(start + MINUTE - 1)).toBe(0);
    expect(await sendAt(start + MINUTE)).toBe(20);
  });

  const steps = fc.array(
    fc.record({
      pause: fc.integer({ min: 0, max: 25_000 }),
      key: fc.nat(1),
      count: fc.integer({ min: 1, max: 12 }),
    }),
    { minLength: 15, maxLength: 20 },
  );
  test('E39 · never sees more than 20 in any 60 seconds and refuses nobody who fits', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (visits) => {
        const server = await pair[0].addServer();
        const keys = [server.key, (await createKey(pair[1].core, { serverId: server.id })).key];
        const times: [number[], number[]] = [[], []];
        pair[0].clock.now = NOON;
        for (const { pause, key, count } of visits) {
          pair[0].clock.now += pause;
          const now = pair[0].clock.now;
          const mine = times[key === 0 ? 0 : 1];
          const fitting = PER_MINUTE - mine.filter((time) => time > now - MINUTE).length;
          const answered = (await Promise.all(sendTo(pair, keys[key] ?? '', count))).filter(
            isAnswered,
          ).length;
          mine.push(...new Array<number>(answered).fill(now));
          expect(answered).toBe(Math.min(count, fitting));
        }
        for (const mine of times) expect(mostInAMinute(mine)).toBeLessThanOrEqual(PER_MINUTE);
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});

/** By looking at every window that begins with a request. */
function mostInAMinute(times: readonly number[]): number {
  return Math.max(
    0,
    ...times.map((start) => times.filter((time) => time >= start && time < start + MINUTE).length),
  );
}

describe('keys', () => {
  test('E40 · never exceed five when six are created at once beside four: one creator wins, the others are told why', async () => {
    const { id } = await pair[0].addServer();
    for (let n = 0; n < 3; n += 1) await createKey(pair[0].core, { serverId: id });
    for (let round = 0; round < 5; round += 1) {
      const attempts = await Promise.allSettled(
        Array.from({ length: 6 }, (_, n) => createKey(pair[n % 2 === 0 ? 0 : 1].core, { serverId: id })),
      );
      const made = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
      const refusals = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
      expect(made).toHaveLength(1);
      expect(refusals.map((error) => error instanceof AppError && error.code)).toEqual(
        Array(5).fill('key_limit_reached'),
      );
      await revokeKey(pair[1].core, id, made[0]?.id ?? '');
    }
    const valid = (await listKeys(pair[0].core, id)).filter(({ revokedAt }) => revokedAt === null);
    expect(valid).toHaveLength(4);
  });

  test('E41 · that are revoked start no more requests in either service; those in progress are answered and charged', async () => {
    const { id, key, keyId } = await open[0].addServer();
    const [asked, letGo] = [ai.requests.length, ai.hold()];
    const underWay = sendTo(open, key, 2);
    await ai.received(asked + 2);
    const racing = sendTo(open, key, 4);
    await revokeKey(open[1].core, id, keyId);
    const late = await Promise.all(sendTo(open, key, 40));
    letGo();
    for (const answer of late) expectRefusal(answer, 'invalid_api_key');
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([200, 200]);
    const raced = await Promise.all(racing);
    for (const answer of raced) if (!isAnswered(answer)) expectRefusal(answer, 'invalid_api_key');
    const answered = 2 + raced.filter(isAnswered).length;
    expect(await readCharges(open[0], id)).toHaveLength(answered);
    expect(ai.requests.length - asked).toBe(answered);
  });
});

test('E43 · payments that are reported ten times at once to two services are credited once, each to its own server', async () => {
  const servers = [await pair[0].addServer(), await pair[0].addServer()];
  const grants = await Promise.all(
    servers.flatMap(({ id }) =>
      Array.from({ length: 10 }, (_, n) =>
        grantCredit(pair[n % 2 === 0 ? 0 : 1].core, { serverId: id, percent: 25, reference: 'payment-1' }),
      ),
    ),
  );
  expect(grants.filter(({ granted }) => granted)).toHaveLength(servers.length);
  for (const { id } of servers) {
    const { credit, credit_entries } = await readBooks(pair[1], id);
    expect(credit).toMatchObject([{ balance: 125_000_000, reserved: 0 }]);
    expect(credit_entries).toHaveLength(1);
  }
});
