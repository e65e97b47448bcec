import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { insertEvent } from '../../../src/adapters/db/webhooks/events.ts';
import { changeServer, listServers } from '../../../src/core/owners/servers.ts';
import { deliverDue } from '../../../src/core/webhooks/deliver.ts';
import { enableWebhook, findWebhook, redeliver, setWebhook } from '../../../src/core/webhooks/webhooks.ts';
import { type Community, startCommunity } from '../../channels/discord/setup.ts';
import { showLog, UNABORTED } from '../../support/app.ts';
import { DAY, HOUR, startHooked } from './setup.ts';

const hooked = await startHooked();
beforeEach(() => hooked.reset());
afterAll(() => hooked.stop());

/** Hours in which events come and nothing arrives. */
async function failFor(id: string, hours: number): Promise<void> {
  hooked.receiver.answer(500);
  for (let hour = 0; hour < hours; hour += 1) {
    if (hour % 12 === 0) await hooked.addEvents(id, 1);
    await hooked.deliver();
    hooked.app.clock.now += HOUR;
  }
}
const stateOf = async (id: string) => (await findWebhook(hooked.app.core, id))?.state;

describe('K89 · a webhook that nothing has reached for three days', () => {
  test('is switched off, not earlier: no new events are made, and none is sent', async () => {
    const { id } = await hooked.addHooked();
    await failFor(id, 3 * 24 - 1);
    expect(await stateOf(id)).toBe('failing');
    await failFor(id, 24);
    expect(await stateOf(id)).toBe('off');
    expect(showLog(hooked.app)).toContain('webhook switched off');
    hooked.receiver.forget();
    const before = (await hooked.deliveries(id)).length;
    await hooked.addEvents(id, 1);
    hooked.app.clock.now += DAY;
    await hooked.deliver();
    expect(hooked.receiver.received).toEqual([]);
    expect(await hooked.deliveries(id)).toHaveLength(before);
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['is set again', (id) => setWebhook(hooked.app.core, id, 'http://hooks.example/in')],
    ['is enabled', (id) => enableWebhook(hooked.app.core, id)],
    [
      'has an event sent again',
      async (id) => redeliver(hooked.app.core, id, (await hooked.deliveries(id)).at(-1)?.id ?? ''),
    ],
  ])('works again, beginning with what waits, when it %s', async (_, revive) => {
    const { id } = await hooked.addHooked();
    await failFor(id, 4 * 24);
    expect(await stateOf(id)).toBe('off');
    const waiting = (await hooked.deliveries(id))
      .filter(({ state }) => state === 'waiting')
      .map((one) => one.id);
    expect(waiting.length).toBeGreaterThan(0);
    hooked.receiver.forget();
    hooked.receiver.answer(200);
    await revive(id);
    await hooked.deliver();
    expect(hooked.receiver.ids()).toEqual(expect.arrayContaining(waiting));
    expect(await stateOf(id)).toBe('works');
  });

  test('stays on when but one of its events arrived meanwhile', async () => {
    const { id } = await hooked.addHooked();
    await failFor(id, 2 * 24);
    hooked.receiver.answer(200);
    hooked.app.clock.now += DAY;
    await hooked.deliver();
    await failFor(id, 2 * 24);
    expect(await stateOf(id)).toBe('failing');
  });
});

test('K89 · 410 switches a webhook off at once', async () => {
  const { id } = await hooked.addHooked();
  await hooked.addEvents(id, 2);
  hooked.receiver.answer(410);
  await hooked.deliver();
  expect(hooked.receiver.received).toHaveLength(1);
  expect(await stateOf(id)).toBe('off');
  expect((await hooked.deliveries(id)).map(({ state, status }) => [state, status])).toEqual([
    ['waiting', null],
    ['failed', 410],
  ]);
});

test('a secret that was sealed with another one of the installation is a fault of its own', async () => {
  const { id } = await hooked.addHooked();
  const other = await hooked.addHooked();
  const { kysely } = hooked.app.core.database;
  const { secret } = await kysely
    .selectFrom('webhooks')
    .select('secret')
    .where('server_id', '=', other.id)
    .executeTakeFirstOrThrow();
  await kysely.updateTable('webhooks').set({ secret }).where('server_id', '=', id).execute();
  await hooked.addEvents(id, 1);
  await hooked.deliver();
  expect(hooked.receiver.received).toEqual([]);
  expect(await hooked.deliveries(id)).toMatchObject([{ state: 'waiting', fault: 'secret_lost' }]);
});

test('the channel for alerts is told once that the webhook is switched off', async () => {
  const home: Community = await startCommunity({ settings: { PUBLIC_URL: 'https://lotse.example' } });
  const { app } = home;
  const guild = home.discord.addGuild();
  const channel = guild.addChannel();
  await expect.poll(() => listServers(app.core)).toContainEqual(expect.objectContaining({ id: guild.id }));
  await changeServer(app.core, guild.id, { language: 'en', alerts_channel: channel.id });
  await setWebhook(app.core, guild.id, 'http://hooks.example/in');
  const at = new Date(app.clock.now);
  await insertEvent(app.core.database.kysely, { serverId: guild.id, type: 'webhook.test', subject: 'a', at });
  hooked.receiver.answer(410);
  const core = { ...app.core, outbound: hooked.app.core.outbound };
  await deliverDue(core, UNABORTED);
  await deliverDue(core, UNABORTED);
  const sent = home.discord.sent.filter(({ channelId }) => channelId === channel.id);
  expect(sent.map(({ content }) => content)).toEqual([
    `⚠️ **The webhook is switched off: its receiver accepts no events.** New events are no longer sent.\nTo look at it and switch it on again: <https://lotse.example/servers/${guild.id}/api#webhook>`,
  ]);
  expect(home.discord.faults).toEqual([]);
  await home.stop();
});
