import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api,dashboard', PUBLIC_URL: 'https://lotse.example.org' });
});
afterAll(() => app.stop());

test.each([
  '/login',
  '/servers/nothing/here',
])('over https the browser is told to use https for this host and no other: %s', async (path) => {
  const { headers } = await fetch(app.url + path, { redirect: 'manual', headers: { Accept: 'text/html' } });
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});
