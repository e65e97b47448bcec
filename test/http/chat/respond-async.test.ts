import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createKey } from '../../../src/core/owners/keys.ts';
import { removeWebhook } from '../../../src/core/webhooks/webhooks.ts';
import { ask, showLog } from '../../support/app.ts';
import { readBooks, readCharges, readWeek } from '../../support/books.ts';
import { verify } from '../../support/receiver.ts';
import { findInTables } from '../../support/tables.ts';
import { request } from '../answers/setup.ts';
import { expectRefusal } from '../refusal.ts';
import { FORM, openAsync, PREFER, QUESTION } from './async-setup.ts';

const { app, stub, hooked, addServer, later, hear, rowsOf } = await openAsync();
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('a question whose answer need not be waited for', () => {
  test('is acknowledged before the backend answers, and the event has what 200 would have had', async () => {
    const { id, key, secret } = await addServer();
    const sync = await app.chat(key, ask(QUESTION));
    const [asked, letGo] = [stub.requests.length, stub.hold()];
    const told = { conversation_id: 'ticket-1', metadata: { queue: 'a' } };
    const { status, body, headers } = await later(key, { ...ask(QUESTION), ...told });
    expect([status, body]).toEqual([202, { id: expect.stringMatching(UUID), conversation_id: 'ticket-1' }]);
    expect(headers.get('preference-applied')).toBe('respond-async');
    expect(headers.get('ratelimit')).toContain('r=18');
    await stub.received(asked + 1);
    await hooked.deliver();
    expect(hooked.receiver.types()).toEqual([]);
    letGo();
    const [event, ...more] = await hear(id);
    if (!event) throw new Error('nothing came');
    const { server, ...data } = event.event.data;
    expect([event.event.type, more, server]).toEqual(['answer.created', [], id]);
    const { usage } = (await app.status(key)).body;
    expect(data).toEqual({ ...sync.body, ...told, id: body.id, usage });
    expect(verify(secret, event)).toEqual(event.event);
    const charges = await readCharges(app, id);
    expect(charges.map((charge) => charge.id).toSorted()).toEqual([sync.body.id, body.id].toSorted());
    expect(new Set(charges.map(({ units }) => units)).size).toBe(1);
    expect((await request(app, key, `/answers/${body.id}`)).body.answer).toBe(sync.body.answer);
  });

  test('without a ticket is acknowledged with null', async () => {
    const { id, key } = await addServer();
    expect((await later(key, ask(QUESTION))).body.conversation_id).toBeNull();
    expect(await hear(id)).toHaveLength(1);
  });

  test('comes with its claims where they are asked for, and with a test key costs nothing', async () => {
    const { id, key } = await addServer();
    const sync = await app.chat(key, ask(QUESTION), { query: '?include=claims' });
    await later(key, ask(QUESTION), {}, '?include=claims');
    const [event] = await hear(id);
    expect(event?.event.data.claims).toEqual(sync.body.claims);
    const before = await readWeek(app, id);
    const { key: testKey } = await createKey(app.core, { serverId: id, isTest: true });
    expect((await later(testKey, ask(QUESTION))).status).toBe(202);
    expect((await hear(id)).map(({ event: { type } }) => type)).toEqual(['answer.created', 'answer.created']);
    expect(await readWeek(app, id)).toEqual(before);
  });

  test('that asks nothing, and one that needs the team, end as they do at once', async () => {
    const { id, key } = await addServer();
    await later(key, ask('+1'));
    await later(key, ask('I want my money back!'));
    const events = await hear(id);
    const kinds = events.map(({ event }) => event.data.kind).toSorted();
    expect(kinds).toEqual(['hand_over', 'not_a_question']);
    // The answer is told before what calls the team.
    const types = hooked.receiver.types();
    expect(types.indexOf('answer.handed_over')).toBeGreaterThan(types.indexOf('answer.created'));
  });

  test('goes on when its caller hangs up after the acknowledgement', async () => {
    const { id, key } = await addServer();
    const letGo = stub.hold();
    const leaving = new AbortController();
    await app.chat(key, ask(QUESTION), { headers: PREFER, signal: leaving.signal });
    leaving.abort();
    letGo();
    expect((await hear(id)).map(({ event }) => event.type)).toEqual(['answer.created']);
  });

  test('that the backend does not answer ends in one failure, and nothing is charged', async () => {
    const { id, key } = await addServer();
    stub.fault('status:500');
    const before = await readWeek(app, id);
    const { body } = await later(key, { ...ask(QUESTION), conversation_id: 'ticket-1' });
    const events = await hear(id);
    const error = { code: 'ai_unavailable', message: expect.stringContaining('Nothing was charged') };
    expect(events.map(({ event }) => [event.type, event.data])).toEqual([
      ['answer.failed', { server: id, id: body.id, conversation_id: 'ticket-1', error }],
    ]);
    expect(await readWeek(app, id)).toEqual(before);
    expect(await readCharges(app, id)).toEqual([]);
    expect((await app.status(key)).body.usage.requests_today).toBe(0);
  });

  test('whose process says nothing any more ends in one failure with the sweep, and a late answer charges nothing', async () => {
    const { id, key } = await addServer();
    const letGo = stub.hold();
    const { body } = await later(key, ask(QUESTION));
    app.clock.now += app.core.config.AI_TIMEOUT_MS + 60_000;
    await app.core.ledger.sweep();
    letGo();
    const events = await hear(id);
    expect(events.map(({ event }) => [event.type, event.data.id, event.data.error.code])).toEqual([
      ['answer.failed', body.id, 'service_unavailable'],
    ]);
    const late = 'question failed after it was accepted';
    await expect.poll(() => app.logged.map(({ message }) => message)).toContain(late);
    expect(await readCharges(app, id)).toEqual([]);
    expect(await hear(id)).toHaveLength(1);
  });

  test('is charged although nobody said that the charge was heard of: its event is on its way', async () => {
    const { id, key } = await addServer();
    const { body } = await later(key, ask(QUESTION));
    await hear(id);
    await app.core.releases.release({ id: body.id, serverId: id });
    expect(await readCharges(app, id)).toHaveLength(1);
    expect((await request(app, key, `/answers/${body.id}`)).status).toBe(200);
  });
});

describe('what is kept of it', () => {
  test('goes when the event arrived, is given up, or loses its webhook', async () => {
    const { id, key } = await addServer();
    await later(key, ask(QUESTION));
    await hear(id);
    expect(await rowsOf(id)).toEqual([]);
    hooked.receiver.answer(500);
    await later(key, ask(QUESTION));
    for (let hour = 0; hour < 30; hour += 1) {
      app.clock.now += 3_600_000;
      await hear(id);
    }
    expect(await rowsOf(id)).toEqual([]);
    const tries = (await hooked.deliveries(id)).find(({ type }) => type === 'answer.created');
    expect(tries).toMatchObject({ state: 'failed', tries: 8 });
    await later(key, ask(QUESTION));
    await hear(id);
    expect(await rowsOf(id)).toHaveLength(1);
    await removeWebhook(app.core, id);
    await hear(id);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('goes with an erasure, and the event says nothing then', async () => {
    const { id, key } = await addServer();
    hooked.receiver.answer(500);
    const { body } = await later(key, ask(QUESTION));
    await hear(id);
    expect((await request(app, key, `/answers/${body.id}`, 'DELETE')).status).toBe(204);
    expect(await rowsOf(id)).toEqual([]);
    hooked.receiver.answer(200);
    hooked.receiver.forget();
    app.clock.now += 3_600_000;
    expect(await hear(id)).toEqual([]);
  });

  test('holds no word of an answer that may repeat a context, and the event has it', async () => {
    const { id, key } = await addServer();
    const canary = `canary-${randomUUID()}`;
    stub.reply(() => ({ ...FORM, answer: `Monthly, ${canary}.`, used: ['berths'] }));
    const letGo = stub.hold();
    await later(key, { ...ask(QUESTION), context: [{ label: 'Plan', value: canary }] });
    expect(await findInTables(app.core, canary)).toEqual([]);
    letGo();
    hooked.receiver.answer(500);
    await hear(id);
    expect(await rowsOf(id)).toHaveLength(1);
    expect(await findInTables(app.core, canary)).toEqual([]);
    expect(showLog(app)).not.toContain(canary);
    expect(hooked.receiver.received[0]?.event.data.answer).toContain(canary);
  });
});

describe('the same Idempotency-Key', () => {
  const once = { 'Idempotency-Key': 'ticket' };

  test('gives the same acknowledgement while it is answered, and the answer itself afterwards', async () => {
    const { id, key } = await addServer();
    const letGo = stub.hold();
    const first = await later(key, ask(QUESTION), once);
    for (const _ of [1, 2]) {
      const again = await later(key, ask(QUESTION), once);
      expect([again.status, again.body]).toEqual([202, first.body]);
    }
    expectRefusal(await app.chat(key, ask(QUESTION), { headers: once }), 'idempotency_in_progress');
    expectRefusal(await later(key, ask('Something else?'), once), 'idempotency_mismatch');
    letGo();
    const [event] = await hear(id);
    const { server: _, ...data } = event?.event.data ?? {};
    for (const headers of [once, { ...once, ...PREFER }]) {
      const again = await app.chat(key, ask(QUESTION), { headers });
      expect([again.status, again.body]).toEqual([200, data]);
      expect(again.headers.get('preference-applied')).toBeNull();
    }
    expect(await readCharges(app, id)).toHaveLength(1);
    expect(await hear(id)).toHaveLength(1);
  });

  test('of a question that is waited for is refused meanwhile, and then has its answer', async () => {
    const { id, key } = await addServer();
    const [asked, letGo] = [stub.requests.length, stub.hold()];
    const first = app.chat(key, ask(QUESTION), { headers: once });
    await stub.received(asked + 1);
    expectRefusal(await later(key, ask(QUESTION), once), 'idempotency_in_progress');
    letGo();
    const { body } = await first;
    expect(await later(key, ask(QUESTION), once)).toMatchObject({ status: 200, body });
    expect(await hear(id)).toEqual([]);
  });

  test('is free again after a failure', async () => {
    const { id, key } = await addServer();
    stub.fault('status:500');
    const first = await later(key, ask(QUESTION), once);
    await hear(id);
    stub.fault(null);
    await app.core.releases.finish();
    const second = await later(key, ask(QUESTION), once);
    expect([second.status, second.body.id === first.body.id]).toEqual([202, false]);
    const events = (await hear(id)).map(({ event }) => [event.type, event.data.id]);
    expect(events).toEqual([
      ['answer.failed', first.body.id],
      ['answer.created', second.body.id],
    ]);
  });

  test('is stood for by the ticket: the same message again gives the same acknowledgement', async () => {
    const { id, key } = await addServer();
    const letGo = stub.hold();
    const body = { ...ask(QUESTION), conversation_id: 'ticket-1' };
    const first = await later(key, body);
    expect((await later(key, body)).body).toEqual(first.body);
    const anew = await later(key, body, { 'Cache-Control': 'no-cache' });
    expect([anew.status, anew.body.id === first.body.id]).toEqual([202, false]);
    letGo();
    expect(await hear(id)).toHaveLength(2);
  });
});

/** The next admission hangs until `end`. */
function holdAdmission() {
  const { database } = app.core;
  const query = database.query;
  const [gate, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  database.query = (async (...given: Parameters<typeof query>) => {
    if (given[0] === 'admit') {
      database.query = query;
      begun.resolve();
      await gate.promise;
    }
    return query.apply(database, given);
  }) as typeof query;
  return { begun: begun.promise, end: gate.resolve };
}

describe('several who ask the same at once and do not wait', () => {
  test('are each acknowledged at once, cost one call and one debit, and each hear of it', async () => {
    const { id, key } = await addServer({ repeats: true });
    const [asked, letGo] = [stub.requests.length, stub.hold()];
    const accepted = await Promise.all(Array.from({ length: 15 }, () => later(key, ask(QUESTION))));
    expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([202]));
    letGo();
    const events = await hear(id);
    expect(events.map(({ event }) => event.data.id).toSorted()).toEqual(
      accepted.map(({ body }) => body.id).toSorted(),
    );
    expect(events.filter(({ event }) => !event.data.repeated)).toHaveLength(1);
    expect(stub.requests.length).toBe(asked + 1);
    const charges = await readCharges(app, id);
    expect([charges.length, charges.filter(({ units }) => units > 0).length]).toEqual([15, 1]);
    expect(await readWeek(app, id)).toMatchObject({ reserved: 0 });
    expect(app.core.makings.size).toBe(0);
  });

  test('never wait for one that waits for the units that they hold', async () => {
    const { id, key } = await addServer({ repeats: true });
    const letGo = stub.hold();
    await later(key, ask('What is a berth?'));
    const [held] = (await readBooks(app, id)).reservations;
    letGo();
    await hear(id);
    const share = app.core.config.PREMIUM_WEEKLY_UNITS / 2;
    const used = share - Math.floor(1.5 * Number(held?.week_units));
    await app.core.database.kysely.updateTable('week_quotas').set({ used, api_used: used }).execute();
    const begun = performance.now();
    const admission = holdAdmission();
    const accepted = later(key, ask(QUESTION));
    await admission.begun;
    const waited = app.chat(key, ask(QUESTION));
    // It is the first to make the answer, and gets its units after the other one.
    await expect.poll(() => app.core.makings.size).toBe(1);
    admission.end();
    expect([(await accepted).status, (await waited).status]).toEqual([202, 200]);
    expect((await hear(id)).map(({ event }) => event.type)).toEqual(['answer.created', 'answer.created']);
    expect(performance.now() - begun).toBeLessThan(app.core.config.AI_TIMEOUT_MS);
  });
});
