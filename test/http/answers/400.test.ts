import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { expectRefusal } from '../refusal.ts';
import { askFor, type RatingRoute, rate, readNewest } from './setup.ts';

const app = await startApp();
const server = await app.addServer();
const answerId = await askFor(app, server, 'When do you open?');
afterAll(() => app.stop());

const send = (route: RatingRoute, body: unknown) => rate(app, server.key, { route, answerId }, body);
const refused = (route: RatingRoute, body: unknown) =>
  expectNothingCounted(app, server.id, () => send(route, body));

const WRONG = [undefined, null, 1, 'true', []];

describe('POST /api/v1/answers/{id}/feedback answers 400', () => {
  test.each(WRONG)('to `helpful` that is %j', async (helpful) => {
    const error = expectRefusal(await refused('feedback', { helpful }), 'invalid_body');
    expect(error.param).toBe('helpful');
  });

  test.each([1, {}, '🍲'.repeat(1_001)])('to a comment that is %j', async (comment) => {
    const error = expectRefusal(await refused('feedback', { helpful: true, comment }), 'invalid_body');
    expect(error.param).toBe('comment');
  });

  test('but not to a comment of 1,000 characters or none', async () => {
    for (const comment of ['a'.repeat(1_000), '', null, undefined]) {
      expect((await send('feedback', { helpful: true, comment })).status).toBe(204);
      expect((await readNewest(app, server.id)).comment).toBe(comment || null);
    }
  });
});

describe('POST /api/v1/answers/{id}/outcome answers 400', () => {
  test.each([...WRONG, 'Resolved', 'constructor'])('to `outcome` that is %j', async (outcome) => {
    const error = expectRefusal(await refused('outcome', { outcome }), 'invalid_body');
    expect(error.param).toBe('outcome');
  });

  test.each([1, {}, 'a'.repeat(4_001)])('to a `team_answer` that is %j', async (team_answer) => {
    const body = { outcome: 'team_answered', team_answer };
    expect(expectRefusal(await refused('outcome', body), 'invalid_body').param).toBe('team_answer');
  });

  test('but not to one of 4,000 characters or none', async () => {
    for (const team_answer of ['a'.repeat(4_000), '', null, undefined])
      expect((await send('outcome', { outcome: 'team_answered', team_answer })).status).toBe(204);
  });
});
