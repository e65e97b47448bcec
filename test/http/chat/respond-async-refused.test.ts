import { describe, expect, test } from 'vitest';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { ask } from '../../support/app.ts';
import { expectNothingCounted, readCharges } from '../../support/books.ts';
import { request } from '../answers/setup.ts';
import { expectRefusal } from '../refusal.ts';
import { ENTRY, openAsync, QUESTION } from './async-setup.ts';

const { app, hooked, addServer, later, hear, rowsOf } = await openAsync();

describe('what is asked wrongly', () => {
  test('without a webhook, or with one that is off, is refused at once and counts nowhere', async () => {
    const plain = await app.addServer();
    const error = expectRefusal(
      await expectNothingCounted(app, plain.id, () => later(plain.key, ask(QUESTION))),
      'invalid_body',
    );
    expect([error.param, error.message]).toEqual(['Prefer', expect.stringContaining('webhook')]);
    const off = await addServer();
    const disabled_at = new Date(app.clock.now);
    await app.core.database.kysely.updateTable('webhooks').set({ disabled_at }).execute();
    expectRefusal(
      await expectNothingCounted(app, off.id, () => later(off.key, ask(QUESTION))),
      'invalid_body',
    );
  });

  test.each([
    ['another preference', 'return=minimal', 200],
    ['a value', 'respond-async=true', 200],
    ['a quoted value', 'respond-async="yes"', 200],
    ['a longer name', 'respond-asynchronous', 200],
    ['the name inside a quoted text', 'note="a, respond-async"', 200],
    ['a quote that does not end', 'note="a, respond-async', 200],
    ['the name as the value of another', 'note=respond-async', 200],
    ['only commas', ',,,', 200],
    ['capitals', 'Respond-ASYNC', 202],
    ['others around it', 'handling=lenient, respond-async , wait=10', 202],
    ['a parameter', 'respond-async; wait=5', 202],
    ['an empty value, which is none', 'respond-async=""', 202],
    ['the name twice', 'respond-async, respond-async', 202],
    ['a quoted text with an escaped quote before it', 'note="a\\", b", respond-async', 202],
    ['eight thousand others before it', `${'a,'.repeat(4_000)}respond-async`, 202],
  ])('Prefer with %s is read as RFC 7240 says', async (_, Prefer, status) => {
    const { id, key } = await addServer();
    const answered = await app.chat(key, ask(QUESTION), { headers: { Prefer } });
    expect(answered.status).toBe(status);
    expect(await hear(id)).toHaveLength(status === 202 ? 1 : 0);
  });

  test('is refused in the order of a question that is waited for, and promises nothing', async () => {
    const { id, key } = await addServer();
    const refuse = async (call: () => ReturnType<typeof later>, code: Parameters<typeof expectRefusal>[1]) =>
      expectRefusal(await expectNothingCounted(app, id, call), code);
    await refuse(() => later('lts_wrong', ask(QUESTION)), 'invalid_api_key');
    await refuse(() => later(key, '{'), 'invalid_json');
    await refuse(() => later(key, {}), 'invalid_body');
    await refuse(() => later(key, { ...ask(QUESTION), conversation_id: 7 }), 'invalid_body');
    await refuse(() => later(key, ask(QUESTION), { 'Content-Type': 'text/plain' }), 'unsupported_media_type');
    await changeServer(app.core, id, { plan: 'free', members: 1 });
    await refuse(() => later(key, ask(QUESTION)), 'trial_requirements_not_met');
    await changeServer(app.core, id, { plan: 'premium' });
    const week = app.core.calendar.weekOf(app.clock.now).key;
    const used = app.core.config.PREMIUM_WEEKLY_UNITS;
    await app.core.database.kysely
      .insertInto('week_quotas')
      .values({ server_id: id, week_start: week, used, api_used: used })
      .onConflict((conflict) =>
        conflict.columns(['server_id', 'week_start']).doUpdateSet({ used, api_used: used }),
      )
      .execute();
    await refuse(() => later(key, ask(QUESTION)), 'quota_exhausted');
    expect(await hear(id)).toEqual([]);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('a flood is refused with 429 from the 21st on, and each of the twenty is answered once', async () => {
    const { id, key } = await addServer();
    const seen = await Promise.all(Array.from({ length: 60 }, () => later(key, ask(QUESTION))));
    const accepted = seen.filter(({ status }) => status === 202).map(({ body }) => body.id);
    expect([accepted.length, seen.filter(({ status }) => status === 429).length]).toEqual([20, 40]);
    expect((await hear(id)).map(({ event }) => event.data.id).toSorted()).toEqual(accepted.toSorted());
    expect(await readCharges(app, id)).toHaveLength(20);
  });

  test('a key of another server reads, rates and erases nothing of it, nor finds its ticket', async () => {
    const [own, other] = [await addServer(), await addServer()];
    const { body } = await later(own.key, { ...ask(QUESTION), conversation_id: 'ticket-1' });
    await hear(own.id);
    for (const method of ['GET', 'DELETE'])
      expectRefusal(await request(app, other.key, `/answers/${body.id}`, method), 'not_found');
    const same = await later(other.key, { ...ask(QUESTION), conversation_id: 'ticket-1' });
    expect(same.body.id).not.toBe(body.id);
    const found = await request(app, other.key, '/answers?conversation_id=ticket-1');
    await hear(other.id);
    expect(found.body.answers.map(({ id }: { id: string }) => id)).not.toContain(body.id);
  });

  test('a key of scope knowledge promises nothing', async () => {
    const { id } = await addServer();
    const { key } = await createKey(app.core, { serverId: id, scope: 'knowledge' });
    expectRefusal(await later(key, ask(QUESTION)), 'wrong_scope');
    expect(await rowsOf(id)).toEqual([]);
  });

  test('a receiver that is gone for an hour hears the answer then, under the same id', async () => {
    const { id, key } = await addServer();
    hooked.receiver.answer(503);
    const { body } = await later(key, ask(QUESTION));
    await hear(id);
    await changeServer(app.core, id, { tone: 'cheerful' });
    await app.addKnowledge(id, [{ ...ENTRY, text: 'A berth is paid yearly.' }]);
    hooked.receiver.answer(200);
    app.clock.now += 3_600_000;
    await hear(id);
    const [first, second] = hooked.receiver.received;
    expect([second?.id, second?.event]).toEqual([first?.id, first?.event]);
    expect(second?.event.data.id).toBe(body.id);
  });
});
