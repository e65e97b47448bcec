import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDiscord, type Discord } from '../../src/adapters/discord.ts';
import { type FakeDiscord, type FakeGuild, startDiscord } from '../support/discord.ts';

let platform: FakeDiscord;
let guild: FakeGuild;
let discord: Discord;
beforeEach(async () => {
  platform = await startDiscord();
  guild = platform.addGuild();
  const made = createDiscord({ DISCORD_TOKEN: platform.token, DISCORD_API_URL: platform.apiUrl });
  if (!made) throw new Error('no Discord');
  discord = made;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await platform.stop();
});

test('reading any number of servers leaves no more timers running than reading one', async () => {
  await discord.readGuild(guild.id);
  await discord.readApplication();
  const begun = vi.spyOn(globalThis, 'setInterval');
  for (let n = 0; n < 5; n++) {
    await discord.readGuild(guild.id);
    await discord.readApplication();
  }
  expect(begun).not.toHaveBeenCalled();
});

test('a refused token is reported as refused every time, and works once Discord accepts it again', async () => {
  const channel = guild.addChannel();
  const note = { serverId: guild.id, channelId: channel.id, text: 'Low tide', nonce: 'a' };
  platform.failNext({ path: /applications\/@me|guilds|channels/, status: 401, count: 6 });
  await expect(discord.readApplication()).rejects.toMatchObject({ status: 401 });
  await expect(discord.readApplication()).rejects.toMatchObject({ status: 401 });
  await expect(discord.readGuild(guild.id)).rejects.toMatchObject({ code: 'discord_unavailable' });
  await expect(discord.announce(note)).rejects.toMatchObject({ code: 'discord_unavailable' });
  await expect(discord.announce(note)).rejects.toMatchObject({ code: 'discord_unavailable' });
  expect((await discord.readGuild(guild.id)).channels).toMatchObject([{ id: channel.id }]);
  await discord.readApplication();
  await discord.announce(note);
  expect(platform.sent).toHaveLength(1);
});

test('more questions than a second may hold wait for the next one, and none is told that Discord is away', async () => {
  const guilds = [guild, ...Array.from({ length: 39 }, () => platform.addGuild())];
  const read = await Promise.all(guilds.map(({ id }) => discord.readGuild(id)));
  expect(read).toHaveLength(40);
});
