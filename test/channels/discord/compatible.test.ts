import { type APIMessage, MessageType } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../commands/commands.ts';
import { registerCommands } from '../../../src/channels/discord/gateway/register.ts';
import { createRest } from '../../../src/channels/discord/gateway/session.ts';
import { fillIn, TALK } from '../../../src/channels/discord/messages/incoming.ts';
import { readApiText } from '../../../src/channels/discord/messages/reading/markup.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type FakeDiscord, startDiscord } from '../../support/discord.ts';
import { ended } from './history/setup.ts';
import { openLinked } from './links/setup.ts';
import { hasLearned, openSchool } from './school.ts';
import { useCommunity } from './setup.ts';

const DAY_MS = 24 * 3_600_000;

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
    discord = await startDiscord({ isCompatible: true });
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

describe('on a platform that knows less than Discord', () => {
  const home = useCommunity({ isCompatible: true });

  test('all commands are there, without what it refuses, and are sent once', async () => {
    // The platform has them a moment before the bot has noted what it took.
    const isNoted = () => home.app.logged.some(({ message }) => message === 'discord: commands registered');
    await expect.poll(isNoted).toBe(true);
    const names = home.discord.commands.map(({ name }) => name);
    expect(names).toEqual(COMMANDS.map(({ data }) => data.name));
    const told = home.app.logged.filter(({ message }) => message.includes('without translations'));
    expect(told).toHaveLength(1);
    const sent = () => home.discord.requests.filter(({ method }) => method === 'PUT').length;
    const before = sent();
    const { core } = home.app;
    const rest = createRest(core, home.discord.token);
    const { applicationId } = home.discord;
    expect(await registerCommands({ core, rest, applicationId, commands: COMMANDS })).toBe(true);
    expect(sent()).toBe(before);
  });

  test('whoever may manage the server by their roles, or owns it, is an admin; others are not', async () => {
    const { admin, guild, channel, member } = home;
    const owner = guild.addMember();
    guild.setOwner(owner);
    guild.update({});
    const role = guild.addRole({ permissions: 32n });
    const manager = guild.addMember({ roles: [role] });
    for (const who of [admin, manager, owner])
      expect((await who.runs(channel, 'team list').reply()).content).not.toContain('Manage Server');
    expect((await member.runs(channel, 'team list').reply()).content).toContain('Manage Server');
  });

  test('the history of a channel is read with the open threads that the gateway told of', async () => {
    const school = await openSchool(home);
    const { guild, channel, member, teacher, admin } = school;
    const thread = guild.addThread(channel, { name: 'Crane', by: member });
    for (const [place, what] of [
      [channel, 'pier'],
      [thread, 'crane'],
    ] as const) {
      const asked = member.says(place, `Where is the ${what}?`, { isHistory: true });
      const options = { isHistory: true, replyTo: asked };
      teacher.says(place, `The ${what} stands behind the third gate.`, options);
    }
    await admin.runs(channel, 'learning import', { channel }).reply();
    expect(await ended(home, guild)).toMatchObject({ endedFor: 'all', suggested: 2 });
    await hasLearned(home, guild, 2);
  });

  test('a thread that it hides by its own status is passed over and counted, and the history is read to its end', async () => {
    const school = await openSchool(home);
    const { guild, channel, member, teacher, admin } = school;
    const hidden = guild.addThread(channel, { name: 'Hidden', by: member });
    const asked = member.says(channel, 'Where is the pier?', { isHistory: true });
    teacher.says(channel, 'The pier stands behind the third gate.', { isHistory: true, replyTo: asked });
    home.discord.failNext({
      ...{ method: 'GET', path: new RegExp(`^/channels/${hidden.id}$`) },
      ...{ status: 400, code: 50013 },
    });
    await admin.runs(channel, 'learning import', { channel }).reply();
    expect(await ended(home, guild)).toMatchObject({
      ...{ endedFor: 'all', suggested: 1, leftOut: { thread: 1 } },
    });
  });

  test('a lesson whose message was deleted while the bot was away is taken back', async () => {
    const { guild, channel, member, teacher } = await openSchool(home);
    const asked = member.says(channel, 'Where is the lantern?');
    teacher.says(channel, 'The lantern hangs on the third mast.', { replyTo: asked });
    await hasLearned(home, guild, 1);
    const { gateway } = home.discord;
    const { dispatch } = gateway;
    gateway.dispatch = () => undefined;
    member.deletes(asked);
    gateway.dispatch = dispatch;
    home.app.clock.now += DAY_MS + 60_000;
    gateway.closeAll(4010);
    await hasLearned(home, guild, 0, 20_000);
  });

  test('a linked channel that it hides by its own status says which right is missing', async () => {
    const { channel, ...linked } = await openLinked(home);
    await linked.link(channel);
    home.discord.failNext({
      ...{ method: 'GET', path: new RegExp(`^/channels/${channel.id}/messages`) },
      ...{ status: 400, code: 50013 },
    });
    expect(await linked.read(channel)).toMatchObject({ state: 'failed', fault: 'right_missing' });
  });

  test('a deleted post and a deleted channel are gone, but not what an outage hides', async () => {
    const { channel, teacher, guild, ...linked } = await openLinked(home);
    await linked.link(channel);
    const post = teacher.says(channel, 'The pier opens at eight.');
    teacher.says(channel, 'The inn is up the hill.');
    await linked.knows('The pier opens at eight.', 'The inn is up the hill.');
    home.discord.failNext({ path: new RegExp(`messages/${post.id}$`), status: 404, code: 404 });
    teacher.edits(post, 'The pier opens at nine.');
    await linked.knows('The pier opens at nine.', 'The inn is up the hill.');
    teacher.deletes(post);
    await linked.knows('The inn is up the hill.');
    channel.remove();
    await expect.poll(async () => (await linked.read(channel)).fault, { timeout: 10_000 }).toBe('no_channel');
    await linked.knows();
  });
});
