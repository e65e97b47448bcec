import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { expectRefusal } from '../http/refusal.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { startDiscord } from '../support/discord.ts';
import { readExposition, tableOf } from './exposition.ts';

// A start of the embedded engine takes seconds when the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const METRICS = { METRICS_TOKEN: 'token' };

async function look({ url }: TestApp, path: string) {
  const response = await fetch(url + path, { headers: { authorization: 'Bearer token' } });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

async function expectProbesAlone(app: TestApp): Promise<void> {
  expect((await look(app, '/healthz')).body).toEqual({ status: 'ok' });
  const ready = await look(app, '/readyz');
  expect([ready.status, ready.body.status, ready.body.database]).toEqual([200, 'ready', 'ok']);
  const { key } = await app.addServer();
  for (const path of [
    '/',
    '/login',
    '/docs',
    '/docs/docs.js',
    '/avatar.svg',
    '/api/v1/openapi.json',
    '/api/v1/status',
  ])
    expectRefusal(await look(app, path), 'not_found');
  expectRefusal(await app.chat(key, { messages: [{ role: 'user', content: 'Hi' }] }), 'not_found');
}

test('a process with only jobs has probes and metrics, and nothing else', async () => {
  const app = await startApp({ ...METRICS, ROLES: 'jobs' });
  await expectProbesAlone(app);
  const table = tableOf(readExposition((await look(app, '/metrics')).body));
  expect(table['lotse_http_requests_total{method="POST",route="none",status="404"}']).toBe(1);
  await app.stop();
});

test('a process with only the bot has probes and metrics, which show the state of its connection', async () => {
  const discord = await startDiscord();
  const settings = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl };
  const app = await startApp({ ...METRICS, ...settings, ROLES: 'bot' });
  await expect.poll(async () => (await look(app, '/readyz')).body.discord).toBe('ready');
  await expectProbesAlone(app);
  const table = tableOf(readExposition((await look(app, '/metrics')).body));
  expect(table['lotse_discord_state{state="ready"}']).toBe(1);
  expect(table['lotse_discord_state{state="off"}']).toBe(0);
  await app.stop();
  await discord.stop();
});

test('a process with only the dashboard has its pages, and no reference for the API, which runs elsewhere', async () => {
  const app = await startApp({ ROLES: 'dashboard' });
  expect([(await look(app, '/login')).status, (await look(app, '/avatar.svg')).status]).toEqual([200, 200]);
  for (const path of ['/docs', '/docs/docs.js', '/api/v1/openapi.json'])
    expect((await look(app, path)).status).toBe(404);
  expect((await look(app, '/login')).body).not.toContain('href="/docs"');
  await app.stop();
});

test('without METRICS_TOKEN these processes have no metrics', async () => {
  const app = await startApp({ ROLES: 'jobs' });
  expectRefusal(await look(app, '/metrics'), 'not_found');
  await app.stop();
});

test('on a taken port only those that serve callers refuse to start; the others say so and work', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => blocker.once('listening', done));
  const address = blocker.address();
  const PORT = typeof address === 'object' && address ? String(address.port) : '';
  for (const ROLES of ['api', 'dashboard'])
    await expect(startApp({ PORT, ROLES })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const app = await startApp({ PORT, ROLES: 'jobs' });
  expect(app.url).toBe('nowhere');
  const told = app.logged.find(({ level, message }) => level === 'warn' && message.includes('no probes'));
  expect(told?.fields.port).toBe(Number(PORT));
  await app.stop();
  await new Promise((done) => blocker.close(done));
});
