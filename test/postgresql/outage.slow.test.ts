import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { runOnServer } from '../support/database.ts';
import { askOne } from '../support/load.ts';
import { expectExit, prepareBehindProxy, statusOf } from './process.ts';
import {
  BACK_WITHIN_MS,
  expectOnlyAnswersAnd503,
  firstAnswerAfter,
  loadDuringTest,
  markOf,
  startProxiedApp,
} from './setup.ts';

const READY_WITHIN_MS = 3_000;
/** A new process on a busy machine; nothing is promised of it. */
const STARTED_WITHIN_MS = 15_000;

const app = await startProxiedApp();
afterAll(() => app.stop());

describe('B9 · a database that is down under load', () => {
  test.each([
    ['plain requests', false],
    ['requests with an Idempotency-Key', true],
  ])('gives 503 to %s, serves again at once and leaves a consistent ledger', async (_title, once) => {
    const { id, key } = await app.addServer();
    const load = loadDuringTest({ ...app, key }, { clients: 16, once });
    await load.sees(200, 50);
    app.proxy.cut();
    await load.sees(503, 300);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
    await app.proxy.heal();
    const backAt = performance.now();
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    await load.sees(200, 50);
    const seen = await load.stop();
    expectOnlyAnswersAnd503(seen);
    expect(firstAnswerAfter(backAt, seen)).toBeLessThan(BACK_WITHIN_MS);
    await app.expectSoundLedger(id, seen);
  });
});

describe('B10 · open transactions that lose their connection', () => {
  const HELD = 12;

  /** More of them than the pool has connections, so that one that is not given back would be missed. */
  async function cutTransactions(statement: string | null): Promise<unknown[]> {
    const { kysely } = app.core.database;
    const { id } = await app.addServer();
    const open = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const cut = statement
      ? app.proxy.breakAt(statement, 'statement', 'cut')
      : open.promise.then(app.proxy.cut);
    let opened = 0;
    const transactions = Array.from({ length: HELD }, () =>
      kysely.transaction().execute(async (transaction) => {
        opened += 1;
        if (opened === 8) open.resolve();
        if (!statement) await gone.promise;
        await sql`SELECT pg_sleep(0.01)`.execute(transaction);
        await transaction.updateTable('servers').set({ name: 'Half' }).where('id', '=', id).execute();
      }),
    );
    await cut;
    gone.resolve();
    const outcomes = await Promise.allSettled(transactions);
    await app.proxy.heal();
    const { name } = await kysely
      .selectFrom('servers')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(name).toBe('Test');
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  }

  test.each([
    ['between two statements', null],
    ['within a write', 'update "servers"'],
  ])('%s are service_unavailable and leave no trace', async (_title, statement) => {
    const faults = await cutTransactions(statement);
    expect(faults).toHaveLength(HELD);
    for (const fault of faults) expect(fault).toMatchObject({ code: 'service_unavailable' });
    const after = await Promise.all(
      Array.from({ length: 30 }, () =>
        app.core.database.kysely.transaction().execute((transaction) => sql`SELECT 1`.execute(transaction)),
      ),
    );
    expect(after).toHaveLength(30);
  });
});

describe.concurrent('B11 · a service that starts before its database', { timeout: 40_000 }, () => {
  test.for([
    'refuses',
    'says nothing',
  ])('is ready within 3 s of one that first %s', async (manner, context) => {
    const { proxy, url, key, start } = await prepareBehindProxy(context);
    if (manner === 'refuses') proxy.cut();
    else proxy.blackHole();
    const service = start();
    await context.expect
      .poll(() => statusOf(`${url}/healthz`), { timeout: STARTED_WITHIN_MS, interval: 100 })
      .toBe(200);
    const [early, ready] = await Promise.all([askOne({ url, key }), statusOf(`${url}/readyz`)]);
    expect([early.status, ready]).toEqual([503, 503]);
    expectOnlyAnswersAnd503([early]);
    await proxy.heal();
    const backAt = performance.now();
    await context.expect.poll(() => statusOf(`${url}/readyz`), { timeout: READY_WITHIN_MS }).toBe(200);
    await service.saw('listening on');
    expect(performance.now() - backAt).toBeLessThan(READY_WITHIN_MS);
    expect((await askOne({ url, key })).status).toBe(200);
    await expectExit(service);
  });
});

describe.concurrent('B12 · a service that is told to stop in a black hole', { timeout: 40_000 }, () => {
  test.for([
    ['admit', undefined],
    ['find-key', 'ticket'],
  ] as const)('answers requests in flight with 503 and exits with 0, at %s', async ([
    statement,
    onceAs,
  ], context) => {
    const { proxy, url, key, start } = await prepareBehindProxy(context);
    const service = start();
    await service.saw('listening on');
    expect((await askOne({ url, key })).status).toBe(200);
    const begun = proxy.breakAt(markOf(statement), 'statement', 'black-hole');
    const asked = askOne({ url, key }, { onceAs });
    await begun;
    await Promise.all([expectExit(service), asked]);
    expect((await asked).status).toBe(503);
  });

  test('exits with 0 even in the middle of a migration', async (context) => {
    const { proxy, databaseUrl, start } = await prepareBehindProxy(context, 'direct');
    await runOnServer(databaseUrl, 'DELETE FROM kysely_migration');
    const begun = proxy.breakAt('pg_advisory_xact_lock', 'reply', 'black-hole');
    const service = start();
    await begun;
    await expectExit(service);
  });
});
