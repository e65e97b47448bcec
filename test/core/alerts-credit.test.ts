import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkQuotas } from '../../src/core/alerts/alerts.ts';
import { addEntry } from '../../src/core/knowledge/knowledge.ts';
import { addServer } from '../../src/core/owners/servers.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { startDiscord } from '../support/discord.ts';

const SHARE = 2_000_000;

let platform: Awaited<ReturnType<typeof startDiscord>>;
let stub: AiStub;
let app: TestApp;
beforeAll(async () => {
  platform = await startDiscord();
  // The service itself runs no bot: it only has words for the channels.
  stub = await startAiStub();
  app = await startApp({
    ...{ DISCORD_TOKEN: platform.token, DISCORD_API_URL: platform.apiUrl },
    ...{ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' },
  });
});
afterAll(async () => {
  await app.stop();
  await stub.close();
  await platform.stop();
});

const NO_CREDIT = 'There is no credit';
const GOES_ON = 'The API now uses the credit.';

test('an alert mentions credit only if it can pay for an answer, given the length of the knowledge', async () => {
  const rows = [
    { balance: 100, reserved: 0, words: NO_CREDIT },
    { balance: 60_000, reserved: 59_900, words: NO_CREDIT },
    { balance: 60_000, reserved: 0, words: GOES_ON },
    { balance: 60_000, reserved: 0, words: GOES_ON, known: 'Forty boats lie here.' },
    { balance: 60_000, reserved: 0, words: NO_CREDIT, known: 'Forty boats lie here. '.repeat(900) },
  ];
  const { core, clock } = app;
  const expected: Record<string, string> = {};
  for (const { balance, reserved, words, known } of rows) {
    const guild = platform.addGuild();
    const channel = guild.addChannel();
    await addServer(core, guild.id, {
      ...{ name: 'Harbour', plan: 'premium', level: 'V2', alerts_channel: channel.id },
    });
    if (known) await addEntry(core, { serverId: guild.id, title: 'Berths', text: known });
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
