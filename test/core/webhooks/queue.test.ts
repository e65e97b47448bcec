import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { claimQueues, takeFirst } from '../../../src/adapters/db/webhooks/queue.ts';
import { deliverDue } from '../../../src/core/webhooks/deliver.ts';
import { findWebhook, redeliver, setWebhook } from '../../../src/core/webhooks/webhooks.ts';
import { UNABORTED } from '../../support/app.ts';
import type { Received, ReceiverAnswer } from '../../support/receiver.ts';
import { startTwin } from '../../support/twin.ts';
import { DAY, MINUTE, startHooked } from './setup.ts';

const SECOND = 1000;

const hooked = await startHooked();
beforeEach(() => hooked.reset());
afterAll(() => hooked.stop());

async function passTime(ms: number): Promise<void> {
  hooked.app.clock.now += ms;
  await hooked.deliver();
}

/** Holds every request until the test lets go. */
function holdRequests() {
  const held: Received[] = [];
  const letGo = Promise.withResolvers<void>();
  const answer: ReceiverAnswer = (response, received) => {
    held.push(received);
    void letGo.promise.then(() => response.writeHead(200).end());
  };
  return { held, answer, letGo: () => letGo.resolve() };
}

describe('events of one server', () => {
  test('arrive in the order in which they happened, each once', async () => {
    const { id } = await hooked.addHooked();
    const ids = await hooked.addEvents(id, 12);
    await hooked.deliver();
    await hooked.deliver();
    expect(hooked.receiver.ids()).toEqual(ids);
    expect((await hooked.deliveries(id)).map(({ state, status, tries }) => [state, status, tries])).toEqual(
      ids.map(() => ['delivered', 200, 1]),
    );
  });

  test('are sent one at a time, by however many processes', async () => {
    const { id } = await hooked.addHooked();
    await hooked.addEvents(id, 4);
    const twin = await startTwin(hooked.app);
    const cores = [hooked.app.core, { ...twin.core, outbound: hooked.app.core.outbound }];
    let [under, most] = [0, 0];
    hooked.receiver.answer((response) => {
      under += 1;
      most = Math.max(most, under);
      setImmediate(() => {
        under -= 1;
        response.writeHead(204).end();
      });
    });
    await Promise.all([...cores, ...cores].map((core) => deliverDue(core, UNABORTED)));
    await twin.stop();
    expect([most, hooked.receiver.ids().length]).toEqual([1, 4]);
  });
});

test('two processes that send at once send each event of many servers once, and in order', async () => {
  const servers = await Promise.all(Array.from({ length: 8 }, (_, n) => hooked.addHooked(`/${n}`)));
  const expected = await Promise.all(
    servers.map(async ({ id }, n) => [`/${n}`, await hooked.addEvents(id, 5)] as const),
  );
  const twin = await startTwin(hooked.app);
  const cores = [hooked.app.core, { ...twin.core, outbound: hooked.app.core.outbound }];
  await Promise.all(cores.map((core) => deliverDue(core, UNABORTED)));
  await twin.stop();
  const byPath = Map.groupBy(hooked.receiver.received, ({ path }) => path);
  for (const [path, ids] of expected) expect(byPath.get(path)?.map(({ id }) => id)).toEqual(ids);
  expect(hooked.receiver.received).toHaveLength(40);
});

test('a receiver that is slow keeps no other server waiting', async () => {
  const slow = await hooked.addHooked('/slow');
  const [first] = await hooked.addEvents(slow.id, 1);
  const { held, answer, letGo } = holdRequests();
  hooked.receiver.answer((response, received) =>
    received.path === '/slow' ? answer(response, received) : response.writeHead(200).end(),
  );
  const running = hooked.deliver();
  await expect.poll(() => held.map(({ id }) => id)).toEqual([first]);
  const other = await hooked.addHooked('/other');
  const [second] = await hooked.addEvents(other.id, 1);
  await expect.poll(() => hooked.receiver.ids()).toEqual([first, second]);
  letGo();
  await running;
});

describe('K89 · an event that does not arrive', () => {
  test('for an hour is delivered once the receiver is back, once, under the same id with a new time', async () => {
    const { id, key } = await hooked.addHooked();
    await hooked.askUnknown(key);
    hooked.receiver.answer((response) => response.socket?.destroy());
    for (let n = 0; n < 12; n += 1) await passTime(5 * MINUTE);
    const down = hooked.receiver.received.length;
    expect(new Set(hooked.receiver.ids()).size).toBe(1);
    expect(await findWebhook(hooked.app.core, id)).toMatchObject({ state: 'failing' });
    hooked.receiver.forget();
    hooked.receiver.answer(200);
    for (let n = 0; n < 25; n += 1) await passTime(5 * MINUTE);
    expect(down).toBe(4);
    expect(hooked.receiver.types().toSorted()).toEqual(['answer.handed_over', 'question.unanswered']);
    expect((await hooked.deliveries(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(await findWebhook(hooked.app.core, id)).toMatchObject({ state: 'works', failingSince: null });
  });

  test('is tried eight times within a day and then no more', async () => {
    const { id } = await hooked.addHooked();
    const [event] = await hooked.addEvents(id, 1);
    hooked.receiver.answer(500);
    const start = hooked.app.clock.now;
    // Each is tried a moment before it is due, which does nothing, and then.
    const due = [0, 0.5, 5.5, 35.5, 155.5, 395.5, 755.5, 1415.5].map((minutes) => start + minutes * MINUTE);
    for (const [index, at] of due.entries()) {
      hooked.app.clock.now = at - 1;
      if (index > 0) await hooked.deliver();
      expect(hooked.receiver.received).toHaveLength(index);
      hooked.app.clock.now = at;
      await hooked.deliver();
      expect(hooked.receiver.received).toHaveLength(index + 1);
    }
    await passTime(DAY);
    expect(hooked.receiver.received).toHaveLength(due.length);
    expect(await hooked.deliveries(id)).toMatchObject([
      { id: event, state: 'failed', tries: 8, status: 500, fault: null },
    ]);
  });

  test.each([
    301, 308, 400, 500,
  ])('is a failure with status %i, and a redirect is not followed', async (status) => {
    const { id } = await hooked.addHooked();
    await hooked.addEvents(id, 1);
    hooked.receiver.answer((response) =>
      response.writeHead(status, { location: 'http://127.0.0.1/inside' }).end(),
    );
    await hooked.deliver();
    expect(hooked.receiver.received.map(({ path }) => path)).toEqual(['/in']);
    expect(await hooked.deliveries(id)).toMatchObject([{ state: 'waiting', tries: 1, status, fault: null }]);
  });

  test.each([
    [429, '600', 600],
    [503, '5', 30],
    [503, '90000', 30],
    [500, '600', 30],
  ])('waits as %i with Retry-After %s asks, which is %i seconds', async (status, field, seconds) => {
    const { id } = await hooked.addHooked();
    await hooked.addEvents(id, 1);
    hooked.receiver.answer((response) => response.writeHead(status, { 'retry-after': field }).end());
    await hooked.deliver();
    const [delivery] = await hooked.deliveries(id);
    expect((delivery?.dueAt.getTime() ?? 0) - hooked.app.clock.now).toBe(seconds * SECOND);
  });

  test('K90 · because its address has turned private says so, and nothing is connected to', async () => {
    const { id } = await hooked.addHooked();
    const [event] = await hooked.addEvents(id, 1);
    hooked.receiver.names['hooks.example'] = ['10.0.0.7'];
    await hooked.deliver();
    expect(hooked.receiver.received).toEqual([]);
    expect(await hooked.deliveries(id)).toMatchObject([
      { state: 'waiting', status: null, fault: 'not_public' },
    ]);
    hooked.receiver.names['hooks.example'] = ['93.184.216.34'];
    await passTime(30 * SECOND);
    expect(hooked.receiver.ids()).toEqual([event]);
  });
});

describe('K88 · a process that dies between sending and noting', () => {
  test('leaves the event to another one, which sends it under the same id once the claim has ended', async () => {
    const { app } = hooked;
    const { id } = await hooked.addHooked();
    const ids = await hooked.addEvents(id, 2);
    const now = new Date(app.clock.now);
    const until = new Date(app.clock.now + MINUTE);
    const claims = await claimQueues(app.core.database, { now, until, limit: 50 });
    const claim = claims.find(({ serverId }) => serverId === id);
    if (!claim) throw new Error('not claimed');
    expect(await takeFirst(app.core.database, claim, { now, extended: until })).toMatchObject({ id: ids[0] });
    await passTime(MINUTE - 1);
    expect(hooked.receiver.received).toEqual([]);
    await passTime(1);
    expect(hooked.receiver.ids()).toEqual(ids);
  });

  test('and lives after all notes nothing once its claim is lost, so that the event goes to the new address', async () => {
    const { id } = await hooked.addHooked();
    const [event] = await hooked.addEvents(id, 1);
    const { held, answer, letGo } = holdRequests();
    hooked.receiver.answer(answer);
    const running = hooked.deliver();
    await expect.poll(() => held).toHaveLength(1);
    await setWebhook(hooked.app.core, id, 'http://hooks.example/new');
    letGo();
    await running;
    expect(await hooked.deliveries(id)).toMatchObject([{ id: event, state: 'delivered', tries: 1 }]);
    expect(hooked.receiver.received.map(({ path, id: sent }) => [path, sent])).toEqual([
      ['/in', event],
      ['/new', event],
    ]);
  });

  test('when it is told to stop finishes what it sends, and begins nothing more', async () => {
    const { id } = await hooked.addHooked();
    const ids = await hooked.addEvents(id, 2);
    const { held, answer, letGo } = holdRequests();
    hooked.receiver.answer(answer);
    const stopping = new AbortController();
    const running = deliverDue(hooked.app.core, stopping.signal);
    await expect.poll(() => held).toHaveLength(1);
    stopping.abort();
    letGo();
    await running;
    expect((await hooked.deliveries(id)).map(({ state }) => state)).toEqual(['waiting', 'delivered']);
    await hooked.deliver();
    expect(hooked.receiver.ids()).toEqual(ids);
  });
});

test('an event can be sent again under its id, also one that has arrived', async () => {
  const { id } = await hooked.addHooked();
  const [first = '', second] = await hooked.addEvents(id, 2);
  await hooked.deliver();
  await redeliver(hooked.app.core, id, first);
  await hooked.deliver();
  expect(hooked.receiver.ids()).toEqual([first, second, first]);
  const other = await hooked.addHooked();
  await expect(redeliver(hooked.app.core, other.id, first)).rejects.toMatchObject({ code: 'not_found' });
});
