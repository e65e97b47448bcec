import { afterAll, beforeAll, describe, test } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { BAD_KEYS, sendWithout } from '../bad-keys.ts';
import { expectRefusal } from '../refusal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('the routes of the knowledge answer 401', () => {
  test.each(BAD_KEYS)('to %s', async (_title, credentials) => {
    const server = await app.addServer();
    const given = await credentials(app, server);
    expectRefusal(await sendWithout(app, 'GET', '/api/v1/knowledge', given), 'invalid_api_key');
    expectRefusal(await sendWithout(app, 'PUT', '/api/v1/knowledge/a', given), 'invalid_api_key');
    expectRefusal(await sendWithout(app, 'DELETE', '/api/v1/knowledge/a', given), 'invalid_api_key');
  });
});
