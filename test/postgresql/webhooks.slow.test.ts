import { expect, onTestFinished, test } from 'vitest';
import { insertEvent } from '../../src/adapters/db/webhooks/events.ts';
import { listDeliveries, setWebhook } from '../../src/core/webhooks/webhooks.ts';
import { addressesOf, createTestDatabase } from '../support/database.ts';
import { PATIENT } from '../support/fleet.ts';
import { startProcess } from '../support/process.ts';
import { type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { visit } from '../support/twin.ts';

/** More than one process sends for at the same time, so that both have some. */
const SERVERS = 12;
const AT_ONCE = 8;
const EVENTS = 10;
/** Until a claim of a dead process ends, and some. */
const CLAIM_MS = 90_000;

/** A process that does jobs alone, and the receiver that it sends to. */
async function startSender(settings: Record<string, string>) {
  const receiver = await startReceiver();
  const environment = { ...settings, ROLES: 'jobs', PORT: '0', RECEIVER_PORT: String(receiver.port) };
  const process = startProcess('test/support/webhook-process.ts', environment);
  onTestFinished(async () => {
    process.child.kill('SIGKILL');
    await receiver.close();
  });
  return { receiver, process };
}

/** Servers with a webhook each and events that wait: their ids in order, by server. */
async function prepare(settings: Record<string, string>) {
  return visit(settings, async ({ core, addServer }) => {
    const prepared = Array.from({ length: SERVERS }, async (_, n) => {
      const { id: serverId } = await addServer();
      const { secret } = await setWebhook(core, serverId, `http://hooks.example/${n}`);
      const start = core.clock() - EVENTS * 1000;
      for (let at = 0; at < EVENTS; at += 1) {
        const event = { serverId, type: 'webhook.test' as const, subject: String(at) };
        await insertEvent(core.database.kysely, { ...event, at: new Date(start + at * 1000) });
      }
      const ids = (await listDeliveries(core, serverId)).map(({ id }) => id).toReversed();
      return { serverId, secret, ids };
    });
    return Promise.all(prepared);
  });
}

/** Holds every request. @returns a function that answers what is held and what comes from then on. */
function hold(receiver: Receiver): () => void {
  const held: (() => void)[] = [];
  receiver.answer((response) => void held.push(() => response.writeHead(200).end()));
  return () => {
    receiver.answer(200);
    for (const answer of held) answer();
  };
}

test('K88 · of two processes one is killed between sending and noting: every event arrives, under one id, in order', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.remove());
  const settings = { ...addressesOf(database.directUrl), SESSION_SECRET: 's'.repeat(32) };
  const servers = await prepare(settings);
  const [doomed, other] = await Promise.all([startSender(settings), startSender(settings)]);
  hold(doomed.receiver);
  const answerAll = hold(other.receiver);
  const areBothSending = () => [doomed, other].every(({ receiver }) => receiver.received.length > 0);
  await expect.poll(areBothSending, PATIENT).toBe(true);
  await doomed.process.kill();
  const interrupted = doomed.receiver.ids();
  answerAll();
  const received = () => [...doomed.receiver.received, ...other.receiver.received];
  const expected = servers.flatMap(({ ids }) => ids);
  await expect
    .poll(() => new Set(received().map(({ id }) => id)).size, { ...PATIENT, timeout: CLAIM_MS })
    .toBe(expected.length);
  const isDelivered = () =>
    visit(settings, async ({ core }) => {
      const rows = await Promise.all(servers.map(({ serverId }) => listDeliveries(core, serverId)));
      return rows.flat().every(({ state }) => state === 'delivered');
    });
  await expect.poll(isDelivered, { ...PATIENT, timeout: CLAIM_MS, interval: 1_000 }).toBe(true);
  expect(other.receiver.ids()).toEqual(expect.arrayContaining(interrupted));
  expect(new Set(received().map(({ id }) => id))).toEqual(new Set(expected));
  // Only what was being sent then came twice.
  expect(received().length - expected.length).toBe(interrupted.length);
  expect(interrupted.length).toBeLessThanOrEqual(AT_ONCE);
  for (const [n, { ids, secret }] of servers.entries()) {
    const own = received().filter(({ path }) => path === `/${n}`);
    expect([...new Set(own.map(({ id }) => id))]).toEqual(ids);
    for (const one of own) expect(verify(secret, one)).toMatchObject({ type: 'webhook.test' });
  }
  expect(await other.process.stop()).toBe(0);
  expect(other.process.stderr()).toBe('');
});
