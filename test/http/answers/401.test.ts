import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { BAD_KEYS, sendWithout } from '../bad-keys.ts';
import { expectRefusal } from '../refusal.ts';
import { askFor, RATINGS } from './setup.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe.each(RATINGS)('POST /api/v1/answers/{id}/$route answers 401', ({ route }) => {
  test.each(BAD_KEYS)('to %s, with the body that /chat gives', async (_title, credentials) => {
    const server = await app.addServer();
    const answerId = await askFor(app, server, 'When do you open?');
    const answer = await expectNothingCounted(app, server.id, async () =>
      sendWithout(app, 'POST', `/api/v1/answers/${answerId}/${route}`, await credentials(app, server)),
    );
    expect(expectRefusal(answer, 'invalid_api_key')).toEqual({
      type: 'authentication',
      code: 'invalid_api_key',
      message: 'The API key is missing, wrong or revoked. Send it as "Authorization: Bearer <API_KEY>".',
    });
  });
});
