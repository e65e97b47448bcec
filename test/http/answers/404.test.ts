import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { readBooks } from '../../support/books.ts';
import { expectRefusal } from '../refusal.ts';
import { askFor, RATINGS, rate } from './setup.ts';

const app = await startApp();
afterAll(() => app.stop());

describe.each(RATINGS)('POST /api/v1/answers/{id}/$route answers 404 (K93)', ({ route, sound }) => {
  test('to an answer of another server exactly as to none, and changes neither', async () => {
    const [own, other] = [await app.addServer({ learning: true }), await app.addServer({ learning: true })];
    const answerId = await askFor(app, other, 'When do you open?');
    const before = [await readBooks(app, own.id), await readBooks(app, other.id)];
    const refusals = [];
    for (const id of [answerId, crypto.randomUUID(), 'no-uuid', '1', `${answerId}0`, "'; DROP TABLE answers"])
      refusals.push(
        expectRefusal(
          await rate(app, own.key, { route, answerId: encodeURIComponent(id) }, sound),
          'not_found',
        ),
      );
    expect(new Set(refusals.map((error) => JSON.stringify(error))).size).toBe(1);
    expect([await readBooks(app, own.id), await readBooks(app, other.id)]).toEqual(before);
  });

  test.each([
    '%zz',
    '%00',
    '..%2f..',
    '-'.repeat(5_000),
  ])('to an address whose id is %j', async (answerId) => {
    const { key } = await app.addServer();
    expectRefusal(await rate(app, key, { route, answerId }, sound), 'not_found');
  });
});
