import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { RESERVATION_GRACE_SECONDS } from '../../src/domain/limits.ts';
import { expectRefusal } from '../http/refusal.ts';
import { readBooks, readCharges, readWeek } from '../support/books.ts';
import { answerAtOnce, type Member, openFleet, PATIENT, sendAtOnce, tally } from '../support/fleet.ts';
import { findLedgerFaults } from '../support/ledger.ts';
import { askOne, type Seen } from '../support/load.ts';
import { GENEROUS } from './setup.ts';

// Hundreds of requests and several starts take their time when the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const AI_TIMEOUT_MS = 20_000;
/** What the API may use of a week on the free plan: a quarter. */
const SHARE = 40_000;

const fleet = await openFleet({
  ...GENEROUS,
  AI_TIMEOUT_MS: String(AI_TIMEOUT_MS),
  FREE_WEEKLY_UNITS: String(4 * SHARE),
  LIMIT_PER_DAY_FREE: '1000000',
});
const pair = await Promise.all([fleet.start('api'), fleet.start('api')]);
afterAll(() => fleet.close());

const addServer = (plan: 'free' | 'premium') => fleet.visit((visitor) => visitor.addServer({ plan }));
const askAt = ({ url }: Member, key: string) => askOne({ url, key });
const isAnswered = ({ status }: { status: number }) => status === 200;
const sum = (units: number[]) => units.reduce((total, one) => total + one, 0);

/** The books of a server hold exactly these answers, as soon as everything that was held is given back. */
async function expectSoundLedger(serverId: string, seen: readonly Seen[]): Promise<void> {
  const answered = seen.filter(isAnswered).map(({ question }) => question);
  await expect.poll(() => findLedgerFaults(fleet.databaseUrl, serverId, answered), PATIENT).toEqual([]);
}

test('E37 · two processes with 100 requests each for the last units of a week grant exactly what fits', async () => {
  // Every answer costs all it may, so what is held is what will be charged.
  answerAtOnce(fleet.ai, 1_000_000, 1_000_000);
  const server = await addServer('free');
  const letGo = fleet.ai.hold();
  onTestFinished(letGo);
  const sent = await fleet.visit(async (visitor) => {
    const { sent: all } = await sendAtOnce(visitor, { serverId: server.id, processes: pair.length }, () =>
      pair.flatMap((member) => Array.from({ length: 100 }, () => askAt(member, server.key))),
    );
    // The others wait for what is held; every answer then takes all of it.
    const held = async () => (await readWeek(visitor, server.id)).api_reserved;
    await expect.poll(held, PATIENT).toBeGreaterThan(SHARE / 2);
    return all;
  });
  letGo();
  const answers = await Promise.all(sent);
  for (const member of pair) expectRefusal(await member.chat(server.key, 'One more?'), 'quota_exhausted');
  const charges = await fleet.visit((visitor) => readCharges(visitor, server.id));
  expect(tally(answers)).toEqual({ 200: charges.length, 402: 200 - charges.length });
  expect(charges.length).toBeGreaterThan(3);
  const used = sum(charges.map(({ units }) => units));
  expect(used).toBeLessThanOrEqual(SHARE);
  await expectSoundLedger(server.id, answers);
});

test('A1 · when one process is killed during requests, the other continues, and what the dead one held is released', async () => {
  answerAtOnce(fleet.ai, 300, 50);
  const [doomed, other] = pair;
  const server = await addServer('premium');
  const [asked, letGo] = [fleet.ai.requests.length, fleet.ai.hold()];
  onTestFinished(letGo);
  const inDoomed = Array.from({ length: 20 }, () => askAt(doomed, server.key));
  const inOther = Array.from({ length: 20 }, () => askAt(other, server.key));
  await fleet.ai.received(asked + 40);
  await doomed.kill();
  expect(tally(await Promise.all(inDoomed))).toEqual({ 0: 20 });
  letGo();
  const later = Array.from({ length: 20 }, () => askAt(other, server.key));
  const answers = await Promise.all([...inOther, ...later]);
  expect(tally(answers)).toEqual({ 200: 40 });
  const { reservations } = await fleet.visit((visitor) => readBooks(visitor, server.id));
  expect(reservations).toHaveLength(20);

  // Its clock is ahead by what a reservation lasts, so that nobody waits for it.
  const expired = AI_TIMEOUT_MS + (RESERVATION_GRACE_SECONDS + 1) * 1_000;
  const [sweeper, successor] = await Promise.all([fleet.start('jobs', {}, expired), fleet.start('api')]);
  pair[0] = successor;
  await expectSoundLedger(server.id, answers);
  expect(await sweeper.stop()).toBe(0);
  expect((await successor.chat(server.key, 'Back again?')).status).toBe(200);
});

/** As clients behind a load balancer: one leaves a process that says 503, and comes back when it is ready again. */
function startClients(key: string, count: number) {
  const rotation = new Set<Member>(pair);
  const seen: Seen[] = [];
  let isOver = false;
  const askOn = async (client: number) => {
    for (let n = client; !isOver; n++) {
      const members = [...rotation];
      const member = members[n % members.length];
      if (!member) throw new Error('no process is left');
      const answer = await askAt(member, key);
      seen.push(answer);
      if (answer.status === 503) rotation.delete(member);
    }
  };
  const clients = Array.from({ length: count }, (_, client) => askOn(client));
  return {
    ...{ rotation, seen },
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

test('A3 · a rolling restart under load: every client sees answers or 503 with Retry-After, and no broken connection', async () => {
  answerAtOnce(fleet.ai, 300, 50);
  const server = await addServer('premium');
  const slow = await addServer('premium');
  const clients = startClients(server.key, 4);
  const sees = (count: number) => expect.poll(() => clients.seen.length, PATIENT).toBeGreaterThan(count);
  const slowAnswers: Seen[] = [];
  await sees(50);
  for (const place of [0, 1] as const) {
    const leaving = pair[place];
    // One long question keeps the process until its clients have gone elsewhere, as answers of a real backend do.
    const held = Promise.withResolvers<void>();
    fleet.ai.fault(null);
    fleet.ai.usage({ promptTokens: 300, completionTokens: 50 });
    const isSlow = (text: string) => text.includes('slow');
    fleet.ai.reply(async ({ messages }) => {
      if (isSlow(JSON.stringify(messages))) await held.promise;
      return { answer: 'Of course.', needs_team: false, answerable: true, used: [] };
    });
    const asked = fleet.ai.requests.length;
    const question = `A slow question for number ${place}?`;
    const underWay = askOne({ url: leaving.url, key: slow.key }, { question });
    await vi.waitUntil(
      () => fleet.ai.requests.slice(asked).some(({ body }) => JSON.stringify(body).includes('slow question')),
      PATIENT,
    );
    const exit = leaving.stop();
    await expect.poll(() => clients.rotation.has(leaving), PATIENT).toBe(false);
    expect((await fetch(`${leaving.url}/readyz`)).status).toBe(503);
    await sees(clients.seen.length + 50);
    held.resolve();
    slowAnswers.push(await underWay);
    expect(await exit).toBe(0);
    pair[place] = await fleet.start('api');
    clients.rotation.add(pair[place]);
    await sees(clients.seen.length + 50);
    await nextTurn();
  }
  await clients.stop();
  expect(tally(slowAnswers)).toEqual({ 200: 2 });
  for (const answer of clients.seen) {
    if (answer.status !== 200)
      expectRefusal(answer as Parameters<typeof expectRefusal>[0], 'service_unavailable');
  }
  expect(clients.seen.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(2);
  await expectSoundLedger(server.id, clients.seen);
  await expectSoundLedger(slow.id, slowAnswers);
});
