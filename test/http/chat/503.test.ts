import { inspect } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/core/owners/keys.ts';
import { countTokens } from '../../../src/core/search/tokens.ts';
import { type StubFault, startAiStub } from '../../support/ai-stub.ts';
import { type ApiAnswer, ask, NOON, startApp, type TestApp } from '../../support/app.ts';
import { readBooks, readCharges } from '../../support/books.ts';
import { expectChatRefusal, expectRefusal, rateLimitOf, retryAfterOf } from '../refusal.ts';

const DEADLINE_MS = 500;
const SECRET = 'sk-the-key-of-the-backend';

const stub = await startAiStub();
const backend = { OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: SECRET };
const app = await startApp(backend);
/** The same with a deadline that tests can wait for. */
const hasty = await startApp({ ...backend, AI_TIMEOUT_MS: String(DEADLINE_MS), LIMIT_PER_MINUTE: '30' });
// The tokenizer's first use takes as long as the deadline.
countTokens('warm');
beforeEach(() => {
  stub.fault(null);
  app.clock.now = NOON;
});
afterAll(async () => {
  await app.stop();
  await hasty.stop();
  await stub.close();
});

/** An answer has been given before, so that the backend's dialect is known and no row is new. */
async function serverInUse(which: TestApp) {
  const server = await which.addServer();
  expect((await which.chat(server.key, ask('Hi'))).status).toBe(200);
  return server;
}

/** Everything but the minute, which a failed request keeps. */
async function readPurse(which: TestApp, serverId: string) {
  const { key_windows: _, ...purse } = await readBooks(which, serverId);
  return purse;
}

const hitsOf = async (which: TestApp, serverId: string) =>
  (await readBooks(which, serverId)).key_windows.flatMap(({ hits }) => hits as Date[]).length;

async function expectFailure(
  which: TestApp,
  fault: StubFault | StubFault[],
  calls: number,
): Promise<ApiAnswer> {
  const { id, key } = await serverInUse(which);
  const [purse, { body: status }] = [await readPurse(which, id), await which.status(key)];
  const asked = stub.requests.length;
  stub.fault(fault);
  const answer = await which.chat(key, ask('When do you open?'));
  expect(expectChatRefusal(answer, 'ai_unavailable')).toEqual({
    type: 'server',
    code: 'ai_unavailable',
    message: 'The AI backend did not answer. Nothing was charged; retry.',
  });
  expect(retryAfterOf(answer)).toBeLessThanOrEqual(60);
  expect(stub.requests).toHaveLength(asked + calls);
  expect(await readPurse(which, id)).toEqual(purse);
  expect(await hitsOf(which, id)).toBe(2);
  expect((await which.status(key)).body).toEqual(status);
  stub.fault(null);
  const next = await which.chat(key, ask('When do you open?'));
  expect([next.status, next.body.usage.requests_today, rateLimitOf(next).minute]).toEqual([
    200,
    2,
    rateLimitOf(next).minuteQuota - 3,
  ]);
  return answer;
}

const shaped = (content: unknown): StubFault => ({
  body: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] },
});

const row = (fault: StubFault): [StubFault] => [fault];

describe('POST /api/v1/chat answers 503, charges nothing and asks once', () => {
  test.each<[StubFault | string, StubFault?]>([
    ...(['status:401', 'status:404', 'status:413', 'status:500', 'status:529', 'reset', 'cut'] as const).map(
      row,
    ),
    ...(['not-http', 'huge', 'html', 'no-choices', 'content-empty', 'not-json', 'length'] as const).map(row),
    ['a redirect', { body: '', status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['a 429 that names no time', { body: { error: { message: 'Slow down.' } }, status: 429 }],
    ['a body that is no UTF-8', { body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }],
    ['an error inside a 200', { body: { error: { message: 'overloaded', type: 'server_error' } } }],
    ['an answer of another shape', shaped('{"reply":"Hi","needs_team":false,"answerable":true,"used":[]}')],
    ['an answer that is blank', shaped('{"answer":"  ","needs_team":false,"answerable":true,"used":[]}')],
  ])('C21 C22 C23 C24 C26 C27 · when the backend sends %s', async (title, fault) => {
    // A connection that breaks is tried once more.
    await expectFailure(app, fault ?? (title as StubFault), title === 'reset' ? 2 : 1);
  });

  test('and asks a second time only when the backend refused the form of the request', async () => {
    await expectFailure(app, ['refuse-json-schema', 'status:500'], 2);
    await expectFailure(app, ['refuse-json-schema', 'garbage'], 2);
    await expectFailure(app, ['refuse-max-tokens', 'reset', 'reset'], 3);
  });

  test('C21 · also when the backend is not there at all', async () => {
    const lonely = await startApp({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' });
    try {
      const { id, key } = await lonely.addServer();
      const purse = await readPurse(lonely, id);
      expectChatRefusal(await lonely.chat(key, ask('Hi')), 'ai_unavailable');
      expect(await readPurse(lonely, id)).toEqual(purse);
      const test = (await createKey(lonely.core, { serverId: id, isTest: true })).key;
      expect((await lonely.chat(test, ask('Hi'))).status).toBe(200);
    } finally {
      await lonely.stop();
    }
  });

  test('and writes neither text nor secrets into response or log', async () => {
    const { key } = await serverInUse(app);
    const text = 'a-text-that-nobody-may-log';
    for (const fault of ['status:500', 'status:401', 'not-http', 'garbage', 'not-json'] as const) {
      stub.fault(fault);
      const answer = await app.chat(key, ask(text));
      expect(answer.status).toBe(503);
      expect(JSON.stringify(answer.body)).not.toMatch(/TEXT-OF-THE-BACKEND|broke this call|openai/i);
    }
    const logged = inspect(app.logged, {
      depth: 12,
      showHidden: true,
      maxStringLength: null,
      maxArrayLength: null,
    });
    for (const secret of [text, SECRET, key, 'TEXT-OF-THE-BACKEND']) expect(logged).not.toContain(secret);
  });
});

describe('the deadline', () => {
  test.each(['hang', 'drip'] as const)('C20 C25 · ends a backend that does not finish: %s', async (fault) => {
    const closed = stub.closedByClient;
    const startedAt = performance.now();
    await expectFailure(hasty, fault, 1);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(DEADLINE_MS);
    await stub.closed(closed + 1);
  });

  test('ends many requests together in the time of one', async () => {
    const { id, key } = await serverInUse(hasty);
    const purse = await readPurse(hasty, id);
    const [closed, asked] = [stub.closedByClient, stub.requests.length];
    stub.fault('hang');
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => hasty.chat(key, ask('Hi'))));
    expect(performance.now() - startedAt).toBeLessThan(10 * DEADLINE_MS);
    for (const answer of answers) expectChatRefusal(answer, 'ai_unavailable');
    await stub.closed(closed + stub.requests.length - asked);
    expect(await readPurse(hasty, id)).toEqual(purse);
  });
});

test('the minute that a failed request keeps is shown in RateLimit, also with an Idempotency-Key', async () => {
  const { key } = await app.addServer();
  stub.fault('status:500');
  const left = [];
  for (const headers of [{}, {}, { 'Idempotency-Key': 'minute' }] as Record<string, string>[]) {
    const answer = await app.chat(key, ask('Hi'), { headers });
    expectChatRefusal(answer, 'ai_unavailable');
    left.push([rateLimitOf(answer).minute, rateLimitOf(answer).day]);
  }
  expect(left).toEqual([19, 18, 17].map((minute) => [minute, 1000]));
});

describe('an Idempotency-Key', () => {
  test('may be tried again after a 503 and is charged once', async () => {
    const { id, key } = await serverInUse(app);
    const once = { headers: { 'Idempotency-Key': 'ticket-1' } };
    for (const fault of ['status:500', 'garbage'] as const) {
      stub.fault(fault);
      expectChatRefusal(await app.chat(key, ask('Hi'), once), 'ai_unavailable');
    }
    stub.fault(null);
    const answer = await app.chat(key, ask('Hi'), once);
    expect(answer.status).toBe(200);
    expect((await app.chat(key, ask('Hi'), once)).body).toEqual(answer.body);
    expect(await readCharges(app, id)).toHaveLength(2);
  });
});

describe('the service itself, when its database does not answer', () => {
  /** A missing table is how a database looks before its migrations: the one fault both engines can be given. */
  async function without<Result>(table: string, act: () => Promise<Result>): Promise<Result> {
    const { kysely } = app.core.database;
    await sql`ALTER TABLE ${sql.table(table)} RENAME TO away`.execute(kysely);
    try {
      return await act();
    } finally {
      await sql`ALTER TABLE away RENAME TO ${sql.table(table)}`.execute(kysely);
    }
  }

  test('says service_unavailable on every route that needs it and works again afterwards', async () => {
    const { key } = await serverInUse(app);
    const [chat, status] = await without('api_keys', () =>
      Promise.all([app.chat(key, ask('Hi')), app.status(key)]),
    );
    expectRefusal(chat, 'service_unavailable');
    expectRefusal(status, 'service_unavailable');
    const ready = await without('job_claims', () => fetch(`${app.url}/readyz`));
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'not_ready', database: 'unavailable' });
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    expect((await app.chat(key, ask('Hi'))).status).toBe(200);
  });

  test('counts nothing when it cannot reserve', async () => {
    const { id, key } = await serverInUse(app);
    const before = await readBooks(app, id);
    const asked = stub.requests.length;
    const answer = await without('reservations', () => app.chat(key, ask('Hi')));
    expectChatRefusal(answer, 'service_unavailable');
    expect(await readBooks(app, id)).toEqual(before);
    expect(stub.requests).toHaveLength(asked);
  });

  test('gives no answer that it cannot charge, and releases what was reserved when the database is back', async () => {
    const { id, key } = await serverInUse(app);
    const purse = await readPurse(app, id);
    const once = { headers: { 'Idempotency-Key': 'ticket-3' } };
    const held = await without('charges', async () => {
      expectChatRefusal(await app.chat(key, ask('Hi')), 'service_unavailable');
      expectChatRefusal(await app.chat(key, ask('Hi'), once), 'service_unavailable');
      return app.core.database.kysely.selectFrom('reservations').select('id').execute();
    });
    expect(held).toHaveLength(2);
    await expect.poll(() => readPurse(app, id), { timeout: 5_000 }).toEqual(purse);
    expect((await app.chat(key, ask('Hi'), once)).status).toBe(200);
  });
});
