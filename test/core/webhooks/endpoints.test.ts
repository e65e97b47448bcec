import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import {
  addWebhook,
  findWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
  setWebhook,
  testWebhook,
} from '../../../src/core/webhooks/webhooks.ts';
import { UNABORTED } from '../../support/app.ts';
import { type Received, verify } from '../../support/receiver.ts';
import { findInTables } from '../../support/tables.ts';
import { DAY, HOUR, MINUTE, startHooked } from './setup.ts';

const hooked = await startHooked();
beforeEach(async () => {
  await hooked.reset();
  hooked.app.clock.now = Date.now();
});
afterAll(() => hooked.stop());

const add = (id: string, path: string, types: Parameters<typeof addWebhook>[2]['types'] = null) =>
  addWebhook(hooked.app.core, id, { url: `http://hooks.example${path}`, types });
const receivedAt = (path: string) => hooked.receiver.received.filter((one) => one.path === path);
const typesAt = (path: string) => receivedAt(path).map(({ event }) => event.type);
const lastAt = (path: string) => receivedAt(path).at(-1) as Received;

describe('several webhooks of a server', () => {
  test('get what their types name, each signed with its own secret', async () => {
    const { id, key, secret } = await hooked.addHooked('/all');
    const open = await add(id, '/open', ['question.unanswered']);
    await add(id, '/weeks', ['report.weekly']);
    await hooked.askUnknown(key);
    await hooked.deliver();
    expect(typesAt('/all').toSorted()).toEqual(['answer.handed_over', 'question.unanswered']);
    expect(typesAt('/open')).toEqual(['question.unanswered']);
    expect(typesAt('/weeks')).toEqual([]);
    expect(verify(open.secret, lastAt('/open'))).toMatchObject({ type: 'question.unanswered' });
    expect(() => verify(secret, lastAt('/open'))).toThrow();
    expect(verify(secret, lastAt('/all'))).toBeDefined();
  });

  test('wait for each other no more than those of two servers: a dead one keeps its own order and fails alone', async () => {
    const { id } = await hooked.addHooked('/dead');
    const other = await add(id, '/well');
    hooked.receiver.answer((response, { path }) => response.writeHead(path === '/dead' ? 500 : 200).end());
    await hooked.addEvents(id, 6);
    const expected = (await hooked.deliveries(id)).filter(({ webhookId }) => webhookId === other.id);
    for (let hour = 0; hour < 4 * 24; hour += 1) {
      await hooked.deliver();
      hooked.app.clock.now += HOUR;
      if (hour === 0) expect(receivedAt('/well')).toHaveLength(6);
    }
    expect((await listWebhooks(hooked.app.core, id)).map(({ id, state }) => [id, state])).toEqual([
      [1, 'off'],
      [other.id, 'works'],
    ]);
    expect(receivedAt('/well').map((one) => one.id)).toEqual(expected.map((one) => one.id).toReversed());
    expect(new Set(receivedAt('/dead').map((one) => one.id)).size).toBeLessThan(6);
    hooked.receiver.forget();
    hooked.receiver.answer(200);
    await hooked.addEvents(id, 1);
    await hooked.deliver();
    expect([typesAt('/dead'), typesAt('/well')]).toEqual([[], ['webhook.test']]);
  });

  test('are five at most; a removed one goes with its events and leaves the others', async () => {
    const { id } = await hooked.addHooked('/1');
    for (const path of ['/2', '/3', '/4', '/5']) await add(id, path);
    await expect(add(id, '/6')).rejects.toMatchObject({
      code: 'invalid_input',
      context: { param: 'webhooks' },
      message: 'A server has at most 5 webhooks.',
    });
    await hooked.addEvents(id, 1);
    await removeWebhook(hooked.app.core, id, 3);
    await hooked.deliver();
    expect(hooked.receiver.received.map(({ path }) => path).toSorted()).toEqual(['/1', '/2', '/4', '/5']);
    expect((await add(id, '/new')).id).toBe(3);
    expect(typesAt('/new')).toEqual([]);
    await expect(removeWebhook(hooked.app.core, (await hooked.app.addServer()).id, 3)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('take two added at once under two ids', async () => {
    const { id } = await hooked.app.addServer();
    const made = await Promise.all(['/a', '/b', '/c'].map((path) => add(id, path)));
    expect(made.map((one) => one.id).toSorted()).toEqual([1, 2, 3]);
  });

  test('keep the others as they are when the first is set again, which keeps its own types', async () => {
    const { id } = await hooked.app.addServer();
    const first = await add(id, '/first', ['report.weekly']);
    const second = await add(id, '/second');
    const set = await setWebhook(hooked.app.core, id, 'http://hooks.example/anew');
    expect(set.secret).not.toBe(first.secret);
    expect(await findWebhook(hooked.app.core, id)).toMatchObject({ types: ['report.weekly'] });
    await testWebhook(hooked.app.core, id, second.id);
    expect(verify(second.secret, lastAt('/second'))).toMatchObject({ type: 'webhook.test' });
  });
});

describe('a secret that is rotated', () => {
  test('signs beside the new one for 24 hours, then the new one alone', async () => {
    const { id, secret } = await hooked.addHooked();
    const made = await rotateWebhook(hooked.app.core, id, 1);
    expect(made.secret).not.toBe(secret);
    await testWebhook(hooked.app.core, id);
    expect(lastAt('/in').headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    for (const one of [secret, made.secret]) expect(verify(one, lastAt('/in'))).toBeDefined();
    // The verifying side has the real clock, so the day passes in the row.
    await hooked.app.core.database.kysely
      .updateTable('webhooks')
      .set({ former_until: new Date(hooked.app.clock.now) })
      .execute();
    await testWebhook(hooked.app.core, id);
    expect(verify(made.secret, lastAt('/in'))).toBeDefined();
    expect(() => verify(secret, lastAt('/in'))).toThrow();
  });

  test('is told until when it counts, and is deleted after that', async () => {
    const { id } = await hooked.addHooked();
    await rotateWebhook(hooked.app.core, id, 1);
    hooked.app.clock.now += DAY - MINUTE;
    expect((await findWebhook(hooked.app.core, id))?.formerUntil?.getTime()).toBe(
      hooked.app.clock.now + MINUTE,
    );
    hooked.app.clock.now += MINUTE;
    expect(await findWebhook(hooked.app.core, id)).toMatchObject({ formerUntil: null });
    await keepHouse(hooked.app.core, UNABORTED);
    const rows = await hooked.app.core.database.kysely
      .selectFrom('webhooks')
      .select('former_secret')
      .execute();
    expect(rows).toEqual([{ former_secret: null }]);
  });

  test('twice in a day leaves two that sign; set anew leaves one; none stands in a table', async () => {
    const { id, secret } = await hooked.addHooked();
    const second = await rotateWebhook(hooked.app.core, id, 1);
    const third = await rotateWebhook(hooked.app.core, id, 1);
    await testWebhook(hooked.app.core, id);
    expect(() => verify(secret, lastAt('/in'))).toThrow();
    for (const one of [second, third]) expect(verify(one.secret, lastAt('/in'))).toBeDefined();
    for (const one of [secret, second.secret, third.secret])
      expect(await findInTables(hooked.app.core, one.slice('whsec_'.length))).toEqual([]);
    const set = await setWebhook(hooked.app.core, id, 'http://hooks.example/in');
    await testWebhook(hooked.app.core, id);
    expect(verify(set.secret, lastAt('/in'))).toBeDefined();
    expect(() => verify(third.secret, lastAt('/in'))).toThrow();
  });

  test('of no webhook is 404', async () => {
    const { id } = await hooked.addHooked();
    await expect(rotateWebhook(hooked.app.core, id, 2)).rejects.toMatchObject({ code: 'not_found' });
  });
});
