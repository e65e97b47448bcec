import { type APIMessage, MessageType } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fillIn, TALK } from '../../../src/channels/discord/messages/incoming.ts';
import { readApiText } from '../../../src/channels/discord/messages/reading/markup.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type FakeDiscord, startDiscord } from '../../support/discord.ts';

// A platform that speaks Discord's protocol and leaves out what says nothing.

test('a message of a compatible server that omits default or empty fields is still read', () => {
  const sent = { id: '1', channel_id: '2', author: { id: '3', username: 'mia' }, content: 'Hi <@4>' };
  const read = fillIn(sent as unknown as APIMessage);
  expect([TALK.has(read.type), read.mentions]).toEqual([true, []]);
  expect(readApiText(read, '5', null)).toBe('Hi @…');
  expect(readApiText(fillIn({ ...read, content: undefined } as unknown as APIMessage), '5', null)).toBe('');
  expect(fillIn({ ...read, type: MessageType.UserJoin }).type).toBe(MessageType.UserJoin);
});

describe('on a platform that tells nothing of outages', () => {
  let discord: FakeDiscord;
  let app: TestApp;
  beforeEach(async () => {
    discord = await startDiscord({ omitsUnavailable: true });
  });
  afterEach(async () => {
    expect(discord.faults).toEqual([]);
    await app.stop();
    await discord.stop();
  });

  async function connect(): Promise<void> {
    app = await startApp({
      ...{ ROLES: 'api,bot', DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
    });
    await discord.ready();
  }

  const serverBecomes = (id: string, expected: object) =>
    expect
      .poll(() => getServer(app.core, id).catch(() => null), { timeout: 9_000, interval: 5 })
      .toMatchObject(expected);

  test('a server without availability information counts as available, both at the start and when joined later', async () => {
    const first = discord.addGuild({ name: 'Harbour', members: 120 });
    await connect();
    await serverBecomes(first.id, { name: 'Harbour', memberCount: 120, active: true });
    const later = discord.addGuild({ name: 'Werft', members: 7 });
    await serverBecomes(later.id, { name: 'Werft', memberCount: 7, active: true });
    const channel = later.addChannel();
    later.addMember().says(channel, `<@${discord.botId}> Who are you?`);
    expect((await discord.nextMessage(channel)).content).not.toBe('');
  });

  test('an outage still counts as one, and its end is noticed', async () => {
    const guild = discord.addGuild({ name: 'Harbour', available: false });
    await connect();
    guild.state.name = 'Harbour 2';
    guild.comesBack();
    await serverBecomes(guild.id, { name: 'Harbour 2', active: true });
    guild.goesAway();
    guild.state.name = 'Harbour 3';
    guild.comesBack();
    await serverBecomes(guild.id, { name: 'Harbour 3', active: true });
  });
});
