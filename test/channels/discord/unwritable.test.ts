import { PermissionFlagsBits as Bits } from 'discord.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readWeek } from '../../support/books.ts';
import type { FakeChannel } from '../../support/discord.ts';
import { QUESTION, useAnsweringCommunity } from './setup.ts';

const home = useAnsweringCommunity();
let alerts: FakeChannel;
beforeAll(async () => {
  alerts = home.guild.addChannel({ name: 'alerts' });
  await home.admin.runs(home.channel, 'channels alerts', { channel: alerts }).reply();
});
beforeEach(() => {
  home.app.clock.now += 2 * 3_600_000;
});

const setup = async () => (await home.admin.runs(home.channel, 'setup').reply()).content;
const alertsOf = (channel: FakeChannel) =>
  home.discord.sent.filter(
    ({ channelId, content }) => channelId === alerts.id && content.includes(channel.id),
  );

/** Asks there, and resolves when the bot has left the question. */
async function expectLeft(channel: FakeChannel): Promise<void> {
  const [calls, before] = [home.ai.requests.length, await readWeek(home.app, home.guild.id)];
  const left = () =>
    home.app.logged.filter(({ message }) => message.startsWith('question not answered')).length;
  const [seen, from] = [left(), home.discord.requests.length];
  home.member.says(channel, `${home.mention} ${QUESTION}`);
  await expect.poll(left, { interval: 5 }).toBe(seen + 1);
  await home.discord.settled();
  expect([home.ai.requests.length, await readWeek(home.app, home.guild.id)]).toEqual([calls, before]);
  const posts = home.discord.requests
    .slice(from)
    .filter(({ method, path }) => method === 'POST' && path.includes(channel.id));
  expect(posts).toEqual([]);
}

async function expectAnswered(channel: FakeChannel): Promise<void> {
  home.member.says(channel, `${home.mention} ${QUESTION}`);
  expect((await home.discord.nextMessage(channel)).content).toContain('Press Join.');
}

describe('if the bot may not write, no question reaches the AI', () => {
  test('in a channel that denies it, until that is fixed; /setup and the alerts name channel and permission', async () => {
    const channel = home.guild.addChannel();
    channel.setOverwrite(home.guild.everyone, { deny: Bits.SendMessages });
    await expectLeft(channel);
    const text = await setup();
    expect(text).toMatch(/not allowed to write in these channels/);
    expect(text).toContain(`<#${channel.id}>: missing \`SendMessages\``);
    await expect.poll(() => alertsOf(channel).length).toBe(1);
    expect(alertsOf(channel)[0]?.content).toMatch(/`SendMessages`.*Edit Channel/);
    await expectLeft(channel);
    expect(alertsOf(channel)).toHaveLength(1);
    channel.setOverwrite(home.guild.everyone, {});
    expect(await setup()).not.toContain(channel.id);
    await expectAnswered(channel);
  });

  test('in threads: their own permission counts, not the channel’s', async () => {
    const channel = home.guild.addChannel();
    const thread = home.guild.addThread(channel, { name: 'Help', by: home.member });
    channel.setOverwrite(home.guild.everyone, { deny: Bits.SendMessages });
    await expectAnswered(thread);
    channel.setOverwrite(home.guild.everyone, { deny: Bits.SendMessagesInThreads });
    await expectLeft(thread);
    expect(await setup()).toContain('`SendMessagesInThreads`');
    await expectAnswered(channel);
  });

  test('because of its own role or the server’s roles', async () => {
    const channel = home.guild.addChannel();
    const own = home.discord.roleOfBot(home.guild);
    channel.setOverwrite(own, { deny: Bits.SendMessages });
    await expectLeft(channel);
    channel.setOverwrite(own, { allow: Bits.SendMessages });
    channel.setOverwrite(home.guild.everyone, { deny: Bits.SendMessages });
    await expectAnswered(channel);
  });

  test('while it is timed out', async () => {
    const channel = home.guild.addChannel();
    home.guild.timesOutBot(new Date(Date.now() + 3_600_000));
    await expectLeft(channel);
    expect(await setup()).toContain(`<#${channel.id}>: missing \`TimedOut\``);
    home.guild.timesOutBot(null);
    await expectAnswered(channel);
  });

  test('in a thread that is archived and locked', async () => {
    const thread = home.guild.addThread(home.guild.addChannel(), { name: 'Old', by: home.member });
    const { thread_metadata: metadata } = thread.state;
    if (!metadata) throw new Error('no thread');
    thread.update({ thread_metadata: { ...metadata, archived: true, locked: true } });
    await expectLeft(thread);
    thread.update({ thread_metadata: { ...metadata, archived: true, locked: false } });
    await expectAnswered(thread);
  });
});

test('several such channels are one alert an hour, and each one a day', async () => {
  const channels = [home.guild.addChannel(), home.guild.addChannel()] as const;
  for (const channel of channels) {
    channel.setOverwrite(home.guild.everyone, { deny: Bits.SendMessages });
    await expectLeft(channel);
    await expect.poll(() => alertsOf(channels[0]).length).toBe(1);
  }
  expect(alertsOf(channels[1])).toEqual([]);
  home.app.clock.now += 3_600_000;
  for (const channel of channels) await expectLeft(channel);
  await expect.poll(() => alertsOf(channels[1]).length).toBe(1);
  expect(alertsOf(channels[0])).toHaveLength(1);
});

test('/setup ignores a channel that nobody asked in, unless every message in it is to be answered', async () => {
  const channel = home.guild.addChannel();
  channel.setOverwrite(home.guild.everyone, { deny: Bits.SendMessages });
  expect(await setup()).not.toContain(channel.id);
  await home.admin.runs(home.channel, 'channels set', { channel, mode: 'every_message' }).reply();
  expect(await setup()).toContain(`<#${channel.id}>: missing`);
  await home.admin.runs(home.channel, 'channels set', { channel, mode: 'off' }).reply();
  expect(await setup()).not.toContain(channel.id);
});

describe('/channels set names at once, in the language of whoever set it,', () => {
  const set = async (channel: FakeChannel, mode = 'every_message') =>
    (await home.admin.runs(home.channel, 'channels set', { channel, mode }).reply()).content;

  test.each([
    ['SendMessages', Bits.SendMessages, 'antworten'],
    ['ReadMessageHistory', Bits.ReadMessageHistory, 'den Verlauf verstehen'],
  ])('that the bot lacks %s there, and nothing more', async (name, deny, purpose) => {
    const channel = home.guild.addChannel();
    expect(await set(channel)).not.toContain('rights');
    channel.setOverwrite(home.guild.everyone, { deny });
    const said = await set(channel, 'mention');
    expect(said.match(/`[A-Z]\w+`/g)).toEqual([`\`${name}\``]);
    home.admin.locale = 'de';
    expect(await set(channel)).toContain(`\`${name}\`: ${purpose}`);
    home.admin.locale = 'en-US';
    expect(await set(channel, 'off')).not.toContain(name);
  });

  test('which channel of a category lacks what; a forum needs no right to open posts', async () => {
    const category = home.guild.addChannel({ kind: 'category' });
    const forum = home.guild.addChannel({ kind: 'forum', under: category });
    const closed = home.guild.addChannel({ under: category });
    forum.setOverwrite(home.guild.everyone, { deny: Bits.SendMessages });
    closed.setOverwrite(home.guild.everyone, { deny: Bits.ReadMessageHistory });
    expect(await set(category)).toMatch(new RegExp(`<#${closed.id}>:\\n {2}- \`ReadMessageHistory\``));
    expect(await set(category)).not.toContain(forum.id);
    expect(await set(forum, 'forum')).not.toContain('rights');
  });
});
