import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkQuotas } from '../../src/core/alerts.ts';
import { addServer } from '../../src/core/servers.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { startDiscord } from '../support/discord.ts';

const SHARE = 2_000_000;

let platform: Awaited<ReturnType<typeof startDiscord>>;
let app: TestApp;
beforeAll(async () => {
  platform = await startDiscord();
  // The service itself runs no bot: it only has words for the channels.
  app = await startApp({ DISCORD_TOKEN: platform.token, DISCORD_API_URL: platform.apiUrl });
});
afterAll(async () => {
  await app.stop();
  await platform.stop();
});

test('an alert speaks of credit only where it pays for an answer', async () => {
  const rows = [
    { balance: 100, reserved: 0, words: 'There is no credit' },
    { balance: 20_000, reserved: 19_900, words: 'There is no credit' },
    { balance: 20_000, reserved: 0, words: 'The API goes on with the credit.' },
  ];
  const { core, clock } = app;
  const expected: Record<string, string> = {};
  for (const { balance, reserved, words } of rows) {
    const guild = platform.addGuild();
    const channel = guild.addChannel();
    await addServer(core, guild.id, { name: 'Harbour', plan: 'premium', alerts_channel: channel.id });
    const spent = { used: SHARE, api_used: SHARE };
    const week = { server_id: guild.id, week_start: core.calendar.weekOf(clock.now).key };
    await core.database.kysely
      .insertInto('week_quotas')
      .values({ ...week, ...spent })
      .execute();
    await core.database.kysely
      .updateTable('credit')
      .set({ balance, reserved })
      .where('server_id', '=', guild.id)
      .execute();
    expected[channel.id] = words;
  }
  await checkQuotas(core, new AbortController().signal);
  expect(platform.sent).toHaveLength(rows.length);
  for (const { channelId, content } of platform.sent) expect(content).toContain(expected[channelId]);
});
