import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { retryAfterOf } from '../http/refusal.ts';
import type { ApiAnswer } from '../support/app.ts';
import { readCharges } from '../support/books.ts';
import { answerAtOnce, openFleet, PATIENT } from '../support/fleet.ts';
import { findLedgerFaults } from '../support/ledger.ts';
import { askOne, type Seen } from '../support/load.ts';
import { GENEROUS } from './setup.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Of an Idempotency-Key whose process says nothing. */
const LEASE_SECONDS = 5;

const fleet = await openFleet({ ...GENEROUS, AI_TIMEOUT_MS: '40000' });
const other = await fleet.start('api');
answerAtOnce(fleet.ai, 300, 50);
afterAll(() => fleet.close());

/** A keyed question of a process of its own, as far as the backend. */
async function askDoomed() {
  const [doomed, server] = await Promise.all([
    fleet.start('api'),
    fleet.visit((visitor) => visitor.addServer()),
  ]);
  const [asked, letGo] = [fleet.ai.requests.length, fleet.ai.hold()];
  const ticket = { question: `Where is ${server.id}?`, onceAs: 'ticket' };
  const first = askOne({ url: doomed.url, key: server.key }, ticket);
  await fleet.ai.received(asked + 1);
  const retry = () => askOne({ url: other.url, key: server.key }, ticket);
  return { doomed, server, letGo, ticket, first, retry };
}

const waitOf = (seen: Seen) => retryAfterOf(seen as unknown as ApiAnswer);

const expectOneCharge = (serverId: string, question: string) =>
  expect.poll(() => findLedgerFaults(fleet.databaseUrl, serverId, [question]), PATIENT).toEqual([]);

test('a keyed retry after a killed process is told how long to wait, and is answered then: in seconds, and charged once', async () => {
  const { doomed, server, letGo, ticket, first, retry } = await askDoomed();
  await doomed.kill();
  letGo();
  expect((await first).status).toBe(0);
  const refused = await retry();
  expect(refused.status).toBe(409);
  expect(waitOf(refused)).toBeLessThanOrEqual(LEASE_SECONDS);
  await delay(waitOf(refused) * 1_000);
  expect((await retry()).status).toBe(200);
  // Also what the dead one had reserved is back, long before it would have expired.
  await expectOneCharge(server.id, ticket.question);
});

test('a process that works on a key for longer than its lease keeps it, and the other one hears 409 until the answer is there', async () => {
  const { server, letGo, ticket, first, retry } = await askDoomed();
  const until = performance.now() + 2 * LEASE_SECONDS * 1_000;
  while (performance.now() < until) {
    expect((await retry()).status).toBe(409);
    await delay(500);
  }
  letGo();
  const answered = await first;
  expect(answered.status).toBe(200);
  expect(await retry()).toMatchObject({ status: 200, body: answered.body });
  await expectOneCharge(server.id, ticket.question);
});

test('a process that was frozen while another took its key over charges nothing when it wakes', async () => {
  const { doomed, server, letGo, ticket, first, retry } = await askDoomed();
  doomed.child.kill('SIGSTOP');
  letGo();
  await expect.poll(async () => (await retry()).status, { ...PATIENT, interval: 1_000 }).toBe(200);
  doomed.child.kill('SIGCONT');
  expect((await first).status).toBe(503);
  expect(await fleet.visit((visitor) => readCharges(visitor, server.id))).toHaveLength(1);
  await expectOneCharge(server.id, ticket.question);
});
