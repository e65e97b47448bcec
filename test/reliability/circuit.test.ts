import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';
import { readBooks, readCharges } from '../support/books.ts';

let stub: AiStub;
let app: TestApp;
beforeAll(async () => {
  stub = await startAiStub();
});
beforeEach(async () => {
  stub.fault(null);
  app = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', LIMIT_PER_MINUTE: '100000' });
  return () => app.stop();
});
afterAll(() => stub.close());

const askMany = (key: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => app.chat(key, ask('When do you open?'))));

/** Asks ten at a time until some are refused without the backend being asked. @returns how often it was asked. */
async function askUntilSpared(key: string): Promise<number> {
  const start = stub.requests.length;
  for (let turn = 0; turn < 20; turn++) {
    const before = stub.requests.length;
    const answers = await askMany(key, 10);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    const spared = answers.find(({ headers }) => headers.get('retry-after') === '1');
    if (spared && stub.requests.length - before < 10) return stub.requests.length - start;
  }
  throw new Error('never spared');
}

test('C29 · a backend that fails half of its calls is soon left alone, and is asked again once it recovers', async () => {
  const { id, key } = await app.addServer();
  stub.fault(Array.from({ length: 1_000 }, (_, n) => (n % 2 ? 'status:500' : null)) as 'status:500'[]);
  expect(await askUntilSpared(key)).toBeLessThan(60);
  stub.fault(null);
  await expect.poll(async () => (await app.chat(key, ask('Hi'))).status, { timeout: 10_000 }).toBe(200);
  expect((await askMany(key, 20)).every(({ status }) => status === 200)).toBe(true);
  const { answers: recorded, reservations } = await readBooks(app, id);
  expect(reservations).toEqual([]);
  expect(await readCharges(app, id)).toHaveLength(recorded.length);
});

test('C29 · refusals, bad answers and callers who leave do not count as outages of the backend', async () => {
  const { key } = await app.addServer();
  for (const fault of [
    'status:400',
    'status:401',
    'html',
    'garbage',
    'null',
    'content-empty',
    'refusal',
  ] as const) {
    stub.fault(fault);
    await askMany(key, 10);
  }
  stub.fault('hang');
  const asked = stub.requests.length;
  const clients = Array.from({ length: 40 }, () => new AbortController());
  const left = Promise.allSettled(clients.map(({ signal }) => app.chat(key, ask('Hi'), { signal })));
  await stub.received(asked + clients.length);
  for (const client of clients) client.abort();
  await left;
  stub.fault(null);
  expect((await app.chat(key, ask('Hi'))).status).toBe(200);
});

test('C29 · fewer than 30 failures in ten seconds never stop a question from reaching the backend', async () => {
  const { key } = await app.addServer();
  stub.fault('status:503');
  const asked = stub.requests.length;
  await askMany(key, 29);
  expect(stub.requests.length - asked).toBe(29);
  stub.fault(null);
  expect((await app.chat(key, ask('Hi'))).status).toBe(200);
});
