import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { findFreePort, startProcess } from '../support/process.ts';

let database: TestDatabase;
let ai: AiStub;
beforeAll(async () => {
  database = await createTestDatabase();
  ai = await startAiStub();
});
afterAll(async () => {
  await ai.close();
  await database.remove();
});

async function addServerAndKey(settings: Record<string, string>): Promise<string> {
  const id = `s${Math.floor(performance.now())}`;
  const add = ['server', 'add', '--id', id, '--name', 'Test', '--plan', 'premium'];
  expect(await startProcess('src/cli.ts', settings, add).exited).toBe(0);
  const created = startProcess('src/cli.ts', settings, ['key', 'create', id]);
  expect(await created.exited).toBe(0);
  return created.stdout().trim();
}

/** A service on its own port in front of the stub, a key for it, and a question that needs the stub. */
async function startServing() {
  const port = String(await findFreePort());
  const settings = { ...database.settings, PORT: port, OPENAI_BASE_URL: ai.url, OPENAI_API_KEY: 'k' };
  const service = startProcess('src/main.ts', settings);
  await service.saw('listening on');
  const url = `http://127.0.0.1:${port}`;
  const key = await addServerAndKey(settings);
  const sendHello = () =>
    fetch(`${url}/api/v1/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] }),
    });
  return { service, url, key, sendHello };
}

describe('starting', () => {
  test('with wrong settings lists every fault, starts nothing and exits with 1', async () => {
    const service = startProcess('src/main.ts', {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://somewhere/secret-password',
      QUOTA_TIME_ZONE: 'Europe/Atlantis',
      TOP_UP_PACKS: 'many',
    });
    expect(await service.exited).toBe(1);
    for (const name of ['PORT', 'DATABASE_URL', 'QUOTA_TIME_ZONE', 'TOP_UP_PACKS', 'SESSION_SECRET']) {
      expect(service.stderr()).toContain(`- ${name}: `);
    }
    expect(service.stderr()).not.toContain('secret-password');
    expect(service.stdout()).toBe('');
  });

  test('on a taken port says so and exits with 1', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => blocker.once('listening', done));
    const address = blocker.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const service = startProcess('src/main.ts', { ...database.settings, PORT: port });
    expect(await service.exited).toBe(1);
    expect(service.stderr()).toBe(`127.0.0.1:${port} is in use by another program. Set another PORT.\n`);
    await new Promise((done) => blocker.close(done));
  });
});

describe('SIGTERM', () => {
  test('lets requests in flight finish, answers new ones and /readyz with 503 and exits with 0', async () => {
    const { service, url, key, sendHello } = await startServing();
    ai.reply({ answer: 'Done.', needs_team: false, answerable: true, used: [] });
    const release = ai.hold();
    const inFlight = Array.from({ length: 10 }, sendHello);
    await ai.received(10);
    service.child.kill('SIGTERM');
    await service.saw('stopping');
    const late = await fetch(`${url}/api/v1/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(late.status).toBe(503);
    expect(await late.json()).toMatchObject({ error: { code: 'service_unavailable' } });
    const probe = await fetch(`${url}/readyz`);
    expect(probe.status).toBe(503);
    expect(await probe.json()).toMatchObject({ status: 'stopping' });
    release();
    const answers = await Promise.all(inFlight);
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(await service.exited).toBe(0);
  });

  test('twice ends at once', async () => {
    const { service, sendHello } = await startServing();
    const release = ai.hold();
    const pending = sendHello().catch((error: unknown) => error);
    await ai.received(11);
    service.child.kill('SIGTERM');
    await service.saw('stopping');
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(1);
    expect(await pending).toBeInstanceOf(Error);
    release();
  });
});
