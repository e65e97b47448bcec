import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { changeServer } from '../../src/core/owners/servers.ts';
import { setWebhook } from '../../src/core/webhooks/webhooks.ts';
import { statusOf } from '../postgresql/process.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { ask, speakTo } from '../support/app.ts';
import { readBooks } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { findFreePort, type StartedProcess, startProcess } from '../support/process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { visit } from '../support/twin.ts';

const QUESTIONS = 8;
/** An embedded database takes seconds to open on a busy machine. */
const PATIENT = { timeout: 150_000, interval: 200 };

let database: TestDatabase;
let ai: AiStub;
let receiver: Receiver;
let settings: Record<string, string>;
const running: StartedProcess[] = [];
beforeAll(async () => {
  [database, ai, receiver] = await Promise.all([createTestDatabase(), startAiStub(), startReceiver()]);
  settings = {
    ...database.settings,
    ...{
      OPENAI_BASE_URL: ai.url,
      OPENAI_API_KEY: 'k',
      SESSION_SECRET: 's'.repeat(32),
      AI_TIMEOUT_MS: '8000',
    },
    ...{ PORT: '0', RECEIVER_PORT: String(receiver.port), ROLES: 'api,jobs' },
  };
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((process) => process.stop()));
  receiver.forget();
});
afterAll(async () => {
  await Promise.all([ai.close(), receiver.close()]);
  await database.remove();
});

async function start() {
  const port = String(await findFreePort());
  const service = startProcess('test/support/webhook-process.ts', { ...settings, PORT: port });
  running.push(service);
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => statusOf(`${url}/readyz`), PATIENT).toBe(200);
  return { ...service, ...speakTo(url) };
}

/** A server with a webhook; the first process has to have made the tables. */
function addHooked() {
  return visit(settings, async ({ core, addServer }) => {
    const server = await addServer();
    await changeServer(core, server.id, { language: 'en' });
    await setWebhook(core, server.id, 'http://hooks.example/in');
    return server;
  });
}

/** Asks without waiting. @returns the ids that were acknowledged. */
async function askLater({ chat }: Pick<Awaited<ReturnType<typeof start>>, 'chat'>, key: string) {
  const seen = await Promise.all(
    Array.from({ length: QUESTIONS }, () =>
      chat(key, ask(`Where is ${randomUUID()}?`), { headers: { Prefer: 'respond-async' } }),
    ),
  );
  expect(seen.map(({ status }) => status)).toEqual(Array.from({ length: QUESTIONS }, () => 202));
  return seen.map(({ body }) => body.id as string).toSorted();
}

const heard = (type: string) =>
  receiver.received.flatMap(({ event }) => (event.type === type ? [event.data.id] : [])).toSorted();

async function expectBooks(serverId: string, charged: readonly string[]) {
  await visit(settings, async (visitor) => {
    const { charges, reservations } = await readBooks(visitor, serverId);
    expect([charges.map(({ id }) => id).toSorted(), reservations]).toEqual([charged, []]);
  });
}

test('A1 · questions whose process is killed after it accepted them end in one failure each, with the next one that starts, and nothing is charged', async () => {
  const doomed = await start();
  const { id, key } = await addHooked();
  const letGo = ai.hold();
  const accepted = await askLater(doomed, key);
  await doomed.kill();
  letGo();
  await start();
  await expect.poll(() => heard('answer.failed'), PATIENT).toEqual(accepted);
  expect(heard('answer.created')).toEqual([]);
  const codes = receiver.received.map(({ event }) => event.data.error.code);
  expect(new Set(codes)).toEqual(new Set(['service_unavailable']));
  await expectBooks(id, []);
});

test('A1 · answers whose process is killed before it sent their events are told by the next one, and stay charged', async () => {
  const first = await start();
  const { id, key } = await addHooked();
  receiver.answer((response) => response.destroy());
  const accepted = await askLater(first, key);
  const countCharges = () =>
    visit(settings, async (visitor) => (await readBooks(visitor, id)).charges.length);
  await expect.poll(countCharges, PATIENT).toBe(QUESTIONS);
  await first.kill();
  receiver.answer(200);
  receiver.forget();
  await start();
  await expect.poll(() => [...new Set(heard('answer.created'))], PATIENT).toEqual(accepted);
  expect(heard('answer.failed')).toEqual([]);
  await expectBooks(id, accepted);
});

test('a process that is told to stop answers what it accepted, and says of the rest that there is no answer', async () => {
  const first = await start();
  const { id, key } = await addHooked();
  const stop = () => {
    first.child.kill('SIGTERM');
    return first.exited;
  };
  const letGo = ai.hold();
  const accepted = await askLater(first, key);
  await ai.received(ai.requests.length);
  const stopping = stop();
  letGo();
  expect(await stopping).toBe(0);
  const second = await start();
  await expect.poll(() => heard('answer.created'), PATIENT).toEqual(accepted);
  await expectBooks(id, accepted);
  const hung = ai.hold();
  const rest = await askLater(second, key);
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  hung();
  await start();
  await expect.poll(() => heard('answer.failed'), PATIENT).toEqual(rest);
  await expectBooks(id, accepted);
});
