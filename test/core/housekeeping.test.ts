import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { BATCH_ROWS, claimJob } from '../../src/adapters/db/operations/housekeeping.ts';
import { keepHouse } from '../../src/core/operations/housekeeping.ts';
import { ask, NOON, UNABORTED } from '../support/app.ts';
import { addAnswers, listDetailed, watchBatches } from '../support/many-rows.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp({ RETENTION_DAYS: '30' });

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

/** Past the clock on the wall, by which Keyv expires, and at noon: an hour or two later it is still the same day. */
const passWallClock = (days: number) => {
  const passed = Math.ceil((Math.max(app.clock.now, Date.now()) - NOON) / DAY);
  app.clock.now = NOON + (passed + days) * DAY;
};

const readTexts = (serverId: string) =>
  app.core.database.kysely
    .selectFrom('answers')
    .select(['question', 'answer', 'comment', 'reason'])
    .where('server_id', '=', serverId)
    .execute();

test('raw texts are deleted after RETENTION_DAYS, and their figures stay', async () => {
  const { id, key } = await app.addServer();
  await app.chat(key, ask('A question with private words'));
  const { kysely } = app.core.database;
  await kysely.updateTable('answers').set({ comment: 'Private too' }).where('server_id', '=', id).execute();
  app.clock.now += 29 * DAY;
  expect(await keepHouse(app.core, UNABORTED)).toBe(true);
  expect((await readTexts(id))[0]?.question).toBe('A question with private words');
  app.clock.now += 2 * DAY;
  expect(await keepHouse(app.core, UNABORTED)).toBe(true);
  expect(await readTexts(id)).toEqual([
    { question: null, answer: null, comment: null, reason: 'not_in_knowledge' },
  ]);
});

test('a job of every minute is claimed once for each, and leaves few claims, however long it goes on', async () => {
  const { kysely } = app.core.database;
  const MINUTE = HOUR / 60;
  const claim = (minute: number) => claimJob(app.core.database, 'minutely', new Date(NOON + minute * MINUTE));
  await claimJob(app.core.database, 'another', new Date(NOON));
  await claim(0);
  for (let minute = 1; minute <= 60; minute += 1) {
    const claims = await Promise.all([claim(minute), claim(minute), claim(minute - 1)]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claim(Math.max(minute - 10, 0))).toBe(false);
  }
  const counts = await kysely
    .selectFrom('job_claims')
    .select(['job', ({ fn }) => fn.countAll<number>().as('rows')])
    .where('job', 'in', ['minutely', 'another'])
    .groupBy('job')
    .orderBy('job')
    .execute();
  expect(counts.map(({ job, rows }) => [job, Number(rows)])).toEqual([
    ['another', 1],
    ['minutely', 11],
  ]);
});

test('however many texts are due, all are deleted by statements that each change a limited number', async () => {
  const servers = [await app.addServer(), await app.addServer(), await app.addServer()];
  const counts = [BATCH_ROWS + 1, 1, 2 * BATCH_ROWS];
  const due = new Date(app.clock.now - 31 * DAY);
  for (const [index, { id }] of servers.entries())
    await addAnswers(app.core, { serverId: id, count: counts[index] ?? 0, channel: 'api', at: due });
  const kept = await app.addServer();
  await addAnswers(app.core, { serverId: kept.id, count: 3, channel: 'api', at: new Date(app.clock.now) });
  const batches = await watchBatches(app.core, 'answers');
  app.clock.now += DAY;
  expect(await keepHouse(app.core, UNABORTED)).toBe(true);
  const sizes = await batches.read();
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3 * BATCH_ROWS + 2);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(BATCH_ROWS);
  for (const { id } of servers) {
    const texts = await readTexts(id);
    expect(texts.filter(({ question, answer }) => question !== null || answer !== null)).toEqual([]);
    expect(await listDetailed(app.core, id)).toEqual([]);
  }
  expect(await listDetailed(app.core, kept.id)).toHaveLength(3);
  expect((await readTexts(kept.id)).map(({ question }) => question)).toEqual(['Why?', 'Why?', 'Why?']);
  await batches.stop();
});

describe('a step that fails', () => {
  test('does not stop the others, and is retried in the next hour', async () => {
    const { kysely } = app.core.database;
    const { id } = await app.addServer();
    await addAnswers(app.core, { serverId: id, count: 1, channel: 'api', at: new Date(app.clock.now) });
    await app.core.cache.setMany([{ key: 'gone', value: 'x' }], 0.001);
    const cached = () => kysely.selectFrom('cache').select('key').execute();
    expect(await cached()).toHaveLength(1);
    passWallClock(31);
    await sql`ALTER TABLE answers ADD CONSTRAINT stuck CHECK (question IS NOT NULL) NOT VALID`.execute(
      kysely,
    );
    await expect(keepHouse(app.core, UNABORTED)).rejects.toThrow();
    expect(await cached()).toEqual([]);
    expect((await readTexts(id))[0]?.question).toBe('Why?');
    expect(await keepHouse(app.core, UNABORTED)).toBe(false);
    await sql`ALTER TABLE answers DROP CONSTRAINT stuck`.execute(kysely);
    app.clock.now += HOUR;
    expect(await keepHouse(app.core, UNABORTED)).toBe(true);
    expect((await readTexts(id))[0]?.question).toBeNull();
    app.clock.now += HOUR;
    expect(await keepHouse(app.core, UNABORTED)).toBe(false);
  });
});

test('housekeeping leaves unexpired cache entries, however many there are', async () => {
  const { cache, database } = app.core;
  const entries = Array.from({ length: 2 * BATCH_ROWS + 5 }, (_, n) => ({ key: `entry ${n}`, value: n }));
  // By the clock on the wall, as Keyv sees it; the app's is ahead.
  const isDue = (n: number) => n % 2 === 0;
  await cache.setMany(
    entries.filter(({ value }) => isDue(value)),
    1_000,
  );
  await cache.setMany(
    entries.filter(({ value }) => !isDue(value)),
    10 * 365 * DAY,
  );
  app.clock.now += DAY;
  await keepHouse(app.core, UNABORTED);
  const { n } = await database.kysely
    .selectFrom('cache')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(n).toBe(entries.filter(({ value }) => !isDue(value)).length);
});

test('a stop ends housekeeping between two batches, and none of it counts as done', async () => {
  const stopping = new AbortController();
  stopping.abort(new Error('stopping'));
  app.clock.now += 24 * 3600 * 1000;
  await expect(keepHouse(app.core, stopping.signal)).rejects.toThrow('stopping');
  app.clock.now += 3600 * 1000;
  expect(await keepHouse(app.core, UNABORTED)).toBe(true);
});
