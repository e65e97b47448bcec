import { GatewayIntentBits as Intents, Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { echo, startScene } from './discord/scene.ts';
import type { FakeDiscord } from './discord.ts';

test.concurrent('a client logs in and knows its servers', async ({ onTestFinished }) => {
  const { discord, guild, channel, connect } = await startScene(onTestFinished);
  const client = await connect();
  expect(client.guilds.cache.get(guild.id)).toMatchObject({
    name: 'Harbour',
    memberCount: 42,
    preferredLocale: 'de',
  });
  expect(client.channels.cache.get(channel.id)).toMatchObject({ name: 'help' });
  expect(client.guilds.cache.get(guild.id)?.members.me?.roles.botRole?.id).toBe(discord.roleOfBot(guild).id);
  expect(discord.sessions).toMatchObject([{ intents: 513, shard: [0, 1], connections: 1, resumes: 0 }]);
  expect(discord.faults).toEqual([]);
});

test.concurrent('each shard gets its own servers', async ({ onTestFinished }) => {
  const { discord, connect } = await startScene(onTestFinished, { shards: 2 });
  const more = Array.from({ length: 3 }, () => discord.addGuild());
  const client = await connect();
  expect(client.guilds.cache.size).toBe(4);
  expect(new Set(more.map(({ id }) => client.guilds.cache.get(id)?.shardId))).toEqual(new Set([0, 1]));
});

test.concurrent('a wrong token is refused by REST and gateway', async ({ onTestFinished }) => {
  const { discord, makeClient } = await startScene(onTestFinished);
  await expect(makeClient().login('wrong')).rejects.toMatchObject({ code: 'TokenInvalid' });
  expect(await closeCode(discord, { op: 2, d: { token: 'wrong', intents: 1, properties: {} } })).toBe(4004);
});

test.concurrent('an intent that the portal does not allow closes with 4014', async ({ onTestFinished }) => {
  const { discord, makeClient, connect } = await startScene(onTestFinished);
  const client = makeClient({}, [Intents.MessageContent]);
  const refused = new Promise((resolve) => client.once('shardDisconnect', ({ code }) => resolve(code)));
  client.on('shardError', () => {});
  void client.login(discord.token).catch(() => {});
  expect(await refused).toBe(4014);
  discord.enableMessageContent(true);
  await connect({}, [Intents.MessageContent]);
  expect(discord.gateway.identifies.map(({ refusedWith }) => refusedWith)).toEqual([4014, null]);
});

test.concurrent('payloads out of order close with the codes of the protocol', async ({ onTestFinished }) => {
  const { discord } = await startScene(onTestFinished);
  const identify = { op: 2, d: { token: discord.token, intents: 1, properties: {} } };
  expect(await closeCode(discord, { op: 99 })).toBe(4001);
  expect(await closeCode(discord, 'garbage')).toBe(4002);
  expect(await closeCode(discord, { op: 1, d: 'x'.repeat(5_000) })).toBe(4002);
  expect(await closeCode(discord, { op: 3, d: {} })).toBe(4003);
  expect(await closeCode(discord, identify, identify)).toBe(4005);
  expect(await closeCode(discord, ...Array.from({ length: 121 }, () => ({ op: 1, d: null })))).toBe(4008);
  expect(await closeCode(discord, { ...identify, d: { ...identify.d, intents: 1 << 30 } })).toBe(4013);
});

test.concurrent('a mention reaches the bot and its reply comes back', async ({ onTestFinished }) => {
  const { discord, channel, member, connect } = await startScene(onTestFinished);
  await connect(echo);
  const question = member.says(channel, `Hello <@${discord.botId}>`);
  const answer = await discord.nextMessage(channel);
  expect(answer).toMatchObject({ content: `You said: ${question.content}`, replyTo: question.id, edits: [] });
  expect(answer.pinged).toEqual({ everyone: false, roles: [], users: [] });
  expect(discord.faults).toEqual([]);
});

test.concurrent('without MessageContent only mentions and replies to the bot have content', async ({
  onTestFinished,
}) => {
  const { discord, channel, member, connect } = await startScene(onTestFinished);
  const client = await connect(echo);
  member.says(channel, 'Between us');
  const answer = await discord.nextMessage();
  expect(answer.content).toBe('You said: ');
  member.says(channel, 'A reply', { replyTo: answer });
  expect((await discord.nextMessage()).content).toBe('You said: A reply');
  member.says(channel, 'A quiet reply', { replyTo: answer, ping: false });
  expect((await discord.nextMessage()).content).toBe('You said: ');
  const read = (await client.rest.get(Routes.channelMessages(channel.id))) as { content: string }[];
  expect(read.map(({ content }) => content).filter(Boolean)).toHaveLength(4);
});

test.concurrent('RESUME delivers the missed event and, on request, old ones again', async ({
  onTestFinished,
}) => {
  const { discord, channel, member, connect } = await startScene(onTestFinished);
  const seen: string[] = [];
  const client = await connect({ messageCreate: ({ id }) => seen.push(id) });
  const before = member.says(channel, 'Before');
  await discord.gateway.delivered();
  client.channels.cache.each((one) => one.isTextBased() && one.messages.cache.clear());
  discord.gateway.closeAll(4000);
  const missed = member.says(channel, 'Missed');
  discord.gateway.replayFrom(1);
  await discord.ready();
  expect(seen).toEqual([before.id, before.id, missed.id]);
  expect(discord.sessions).toMatchObject([{ connections: 2, resumes: 1 }]);
});

test.concurrent('op 7, op 9 and a dead connection all end in a working one', async ({ onTestFinished }) => {
  const { discord, channel, member, connect } = await startScene(onTestFinished, { heartbeatMs: 300 });
  const client = await connect(echo);
  const probe = async () => {
    await discord.ready();
    member.says(channel, `Still there, <@${discord.botId}>?`);
    return discord.nextMessage();
  };
  const reconnected = () => new Promise((resolve) => client.once('shardReconnecting', resolve));
  discord.gateway.reconnect();
  await reconnected();
  await probe();
  discord.gateway.stopAcks();
  await reconnected();
  await probe();
  discord.gateway.invalidate(true);
  await probe();
  expect(discord.sessions).toMatchObject([{ connections: 4, resumes: 3 }]);
  discord.gateway.invalidate(false);
  await probe();
  expect(discord.sessions).toHaveLength(2);
});

test.concurrent('outage, return, kick, threads and forums are reported', async ({ onTestFinished }) => {
  const { discord, guild, channel, member, connect } = await startScene(onTestFinished);
  const client = await connect(echo);
  const told: string[] = [];
  for (const event of ['guildUnavailable', 'guildAvailable', 'guildDelete', 'guildCreate'] as const) {
    client.on(event, () => told.push(event));
  }
  const forum = guild.addChannel({ kind: 'forum' });
  const post = guild.addThread(forum, { name: 'Help', by: member, text: `<@${discord.botId}>` });
  const thread = guild.addThread(channel, { name: 'More', by: member, text: `<@${discord.botId}>` });
  expect(await discord.nextMessage(post)).toMatchObject({ replyTo: post.id });
  expect(await discord.nextMessage(thread)).toMatchObject({ channelId: thread.id });
  guild.goesAway();
  guild.comesBack();
  guild.remove();
  discord.addGuild();
  await discord.settled();
  expect(told).toEqual(['guildUnavailable', 'guildAvailable', 'guildDelete', 'guildCreate']);
  await expect(client.rest.get(Routes.guild(guild.id))).rejects.toMatchObject({ code: 10004 });
  expect(discord.faults).toEqual([]);
});

test.concurrent('a flood over many servers arrives in full', async ({ onTestFinished }) => {
  const { discord, guild, channel, connect } = await startScene(onTestFinished);
  for (let n = 0; n < 100; n += 1) discord.addGuild({ channels: 30, roles: 20 });
  let count = 0;
  const client = await connect({ messageCreate: () => (count += 1) });
  await discord.flood(guild, channel, 3_000, { authors: 100 });
  expect(client.guilds.cache.size).toBe(101);
  expect(count).toBe(3_000);
});

/** Sends the payloads on a raw connection; resolves with the code that it is closed with. */
function closeCode(discord: FakeDiscord, ...payloads: unknown[]): Promise<number> {
  const socket = new WebSocket(`${discord.gateway.url}?v=10&encoding=json`);
  socket.once('message', () => {
    for (const payload of payloads)
      socket.send(typeof payload === 'string' ? payload : JSON.stringify(payload));
  });
  return new Promise((resolve) => socket.once('close', resolve));
}
