import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { useStubbedApp } from '../../core/prompt-setup.ts';
import { ask, showLog } from '../../support/app.ts';
import { expectNothingCounted, readCharges } from '../../support/books.ts';
import { findInTables } from '../../support/tables.ts';
import { readNewest } from '../answers/setup.ts';
import { expectRefusal } from '../refusal.ts';

const { app, stub } = useStubbedApp();

let server: { id: string; key: string };
beforeEach(async () => {
  server = await app.addServer({ language: 'en' });
  await app.addKnowledge(server.id, [{ id: 'berths', title: 'Berths', text: 'A berth is paid monthly.' }]);
});

const QUESTION = 'How is my berth paid?';
const METADATA = { queue: 'billing', 'agent.name': 'Noor', empty: '' };
const asking = (conversation_id?: unknown, metadata?: unknown, question = QUESTION) => ({
  ...{ ...ask(question), conversation_id, metadata },
});
const send = (...told: Parameters<typeof asking>) => app.chat(server.key, asking(...told));

describe('the id and the data of the ticket in the caller’s system', () => {
  test('come back in the answer as they were sent, and are null where none were', async () => {
    const { status, body } = await send('ticket 4711 / größer', METADATA);
    expect([status, body.conversation_id, body.metadata]).toEqual([200, 'ticket 4711 / größer', METADATA]);
    for (const nothing of [undefined, null]) {
      const { body: plain } = await send(nothing, nothing);
      expect([plain.conversation_id, plain.metadata]).toEqual([null, null]);
    }
    const { conversation_id, metadata } = await readNewest(app, server.id);
    expect([conversation_id, metadata]).toEqual([null, null]);
  });

  test('stand beside the answer alone: in no prompt and no log', async () => {
    const canary = `canary-${randomUUID()}`;
    const before = stub.requests.length;
    await send(canary, { [canary]: canary });
    expect(stub.requests.length).toBe(before + 1);
    expect(JSON.stringify(stub.requests)).not.toContain(canary);
    expect(showLog(app)).not.toContain(canary);
    const found = (await findInTables(app.core, canary)).map((place) => place.split(':')[0]);
    expect(found).toEqual(['answers']);
  });

  test('are the caller’s own where an answer is repeated', async () => {
    await changeServer(app.core, server.id, { repeats: true });
    const first = await send('ticket-1', { queue: 'a' });
    const { body } = await send('ticket-2', { queue: 'b' });
    expect(body).toMatchObject({ repeated: true, conversation_id: 'ticket-2', metadata: { queue: 'b' } });
    expect(body.answer).toBe(first.body.answer);
    expect(body.id).not.toBe(first.body.id);
  });

  test('of any characters are taken, and those that no database takes are replaced', async () => {
    const { body } = await send('a\u0000b\ud800', { 'c\u0000': 'd\udfff', __proto__: { x: 'y' } });
    expect([body.conversation_id, body.metadata]).toEqual(['a\ufffdb\ufffd', { 'c\ufffd': 'd\ufffd' }]);
  });

  test('may have 200 characters, ten pairs, names of 60 and texts of 500', async () => {
    const pairs = Array.from({ length: 10 }, (_, n) => [`${n}`.padStart(60, 'n'), 'v'.repeat(500)]);
    const { status, body } = await send('i'.repeat(200), Object.fromEntries(pairs));
    expect([status, body.metadata]).toEqual([200, Object.fromEntries(pairs)]);
  });

  const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`name ${n}`, '']));
  test.each([
    ['conversation_id', 'an empty text', ['']],
    ['conversation_id', 'a number', [4711]],
    ['conversation_id', '201 characters', ['i'.repeat(201)]],
    ['metadata', 'eleven pairs', ['ticket', many]],
    ['metadata', 'a list', ['ticket', ['billing']]],
    ['metadata.queue', 'a number', ['ticket', { queue: 1 }]],
    ['metadata.queue', 'a text of 501 characters', ['ticket', { queue: 'v'.repeat(501) }]],
    ['metadata.', 'a nameless pair', ['ticket', { '': 'v' }]],
    [`metadata.${'n'.repeat(61)}`, 'a name of 61 characters', ['ticket', { ['n'.repeat(61)]: 'v' }]],
  ] as const)('are refused, and nothing counts: %s with %s', async (param, _title, [id, metadata]) => {
    const error = expectRefusal(
      await expectNothingCounted(app, server.id, () => send(id, metadata)),
      'invalid_body',
    );
    expect(error.param).toBe(param);
    expect(error.message).not.toContain('not allowed');
  });
});

describe('the same message of a ticket, sent again without an Idempotency-Key', () => {
  const countCharges = async () => (await readCharges(app, server.id)).length;

  test('gets the same answer for ten minutes, charged and counted once', async () => {
    const first = await send('ticket-1', METADATA);
    app.clock.now += 9 * 60_000;
    const again = await send('ticket-1', METADATA);
    expect(again.body).toEqual(first.body);
    expect(await countCharges()).toBe(1);
    app.clock.now += 2 * 60_000;
    const later = await send('ticket-1', METADATA);
    expect(later.body.id).not.toBe(first.body.id);
    expect(await countCharges()).toBe(2);
  });

  test('is another one in another ticket, with another key, with other data, or when the owner changed something', async () => {
    const { key } = await createKey(app.core, { serverId: server.id });
    const ids = [(await send('ticket-1')).body.id, (await send('ticket-2')).body.id];
    ids.push((await app.chat(key, asking('ticket-1'))).body.id);
    ids.push((await send('ticket-1', { queue: 'a' })).body.id);
    ids.push((await send('ticket-1', undefined, `${QUESTION} Please.`)).body.id);
    await app.addKnowledge(server.id, [{ id: 'boats', title: 'Boats', text: 'A boat is paid yearly.' }]);
    ids.push((await send('ticket-1')).body.id);
    expect(new Set(ids).size).toBe(6);
    expect(await countCharges()).toBe(6);
  });

  test('is refused while the first is being answered, and answered by it afterwards', async () => {
    const arrived = stub.requests.length;
    const letGo = stub.hold();
    const first = send('ticket-1');
    await stub.received(arrived + 1);
    const second = await send('ticket-1');
    letGo();
    expectRefusal(second, 'idempotency_in_progress');
    const { body } = await first;
    expect((await send('ticket-1')).body).toEqual(body);
    expect(await countCharges()).toBe(1);
  });

  test('is answered anew without an id of the ticket', async () => {
    const ids = [(await send()).body.id, (await send()).body.id];
    expect(new Set(ids).size).toBe(2);
  });

  test('under an Idempotency-Key of the caller counts for a day, and with another ticket is a mismatch', async () => {
    const headers = { 'Idempotency-Key': 'message-1' };
    const first = await app.chat(server.key, asking('ticket-1'), { headers });
    app.clock.now += 23 * 3_600_000;
    expect((await app.chat(server.key, asking('ticket-1'), { headers })).body.id).toBe(first.body.id);
    expectRefusal(await app.chat(server.key, asking('ticket-2'), { headers }), 'idempotency_mismatch');
  });
});
