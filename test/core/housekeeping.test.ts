import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepHouse } from '../../src/core/housekeeping.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ RETENTION_DAYS: '30' });
});
afterAll(() => app.stop());

const DAY = 24 * 3600 * 1000;

test('raw texts are forgotten after RETENTION_DAYS, the figures about them stay', async () => {
  const { key } = await app.addServer();
  await app.chat(key, ask('A question with private words'));
  const read = () =>
    app.core.database.kysely.selectFrom('answers').select(['question', 'answer', 'reason']).execute();
  app.clock.now += 29 * DAY;
  expect(await keepHouse(app.core)).toBe(true);
  expect((await read())[0]?.question).toBe('A question with private words');
  app.clock.now += 2 * DAY;
  expect(await keepHouse(app.core)).toBe(true);
  expect(await read()).toEqual([{ question: null, answer: null, reason: 'not_in_knowledge' }]);
});

test('a day is tidied by one process only', async () => {
  app.clock.now += DAY;
  const turns = await Promise.all([keepHouse(app.core), keepHouse(app.core), keepHouse(app.core)]);
  expect(turns.filter(Boolean)).toHaveLength(1);
});

test('the cache gives back what was set until its lifetime ends, and housekeeping removes it then', async () => {
  const { cache, database } = app.core;
  await cache.setMany([{ key: 'vector', value: [1, 2, 3] }], 60_000);
  await cache.setMany([{ key: 'gone', value: 'x' }], 0.001);
  expect(await cache.getMany(['never', 'vector'])).toEqual([undefined, [1, 2, 3]]);
  app.clock.now = Date.now() + 365 * DAY;
  await keepHouse(app.core);
  expect(await database.kysely.selectFrom('cache').selectAll().execute()).toEqual([]);
});
