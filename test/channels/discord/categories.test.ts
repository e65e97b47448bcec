import { describe, expect, test } from 'vitest';
import { getServer } from '../../../src/core/owners/servers.ts';
import { parseSettings } from '../../../src/core/owners/settings.ts';
import { readPrompt } from '../../core/prompt-setup.ts';
import type { FakeChannel } from '../../support/discord.ts';
import { QUESTION, readsMessages, useAnsweringCommunity } from './setup.ts';

const home = useAnsweringCommunity();

const set = async (channel: FakeChannel, mode: string) =>
  (await home.admin.runs(home.channel, 'channels set', { channel, mode }).reply()).content;

async function addCategory(mode: string): Promise<FakeChannel> {
  const category = home.guild.addChannel({ kind: 'category', name: 'Support' });
  expect(await set(category, mode)).toMatch(/all channels and forums of the category/);
  if (mode === 'off') return category;
  await readsMessages(home.discord);
  return category;
}

async function expectAnswered(channel: FakeChannel, text: string): Promise<void> {
  home.member.says(channel, text);
  expect((await home.discord.nextMessage(channel)).content).toContain('Press Join.');
}

/** Nothing comes there, although an answer came elsewhere afterwards. */
async function expectSilent(channel: FakeChannel, text: string): Promise<void> {
  home.member.says(channel, text);
  await expectAnswered(home.channel, `${home.mention} ${QUESTION}`);
  await home.discord.settled();
  expect(home.discord.sent.filter(({ channelId }) => channelId === channel.id)).toEqual([]);
}

describe('a category whose mode is set', () => {
  test('to every message gets answers in its channels, also later ones, and their threads', async () => {
    const category = await addCategory('every_message');
    const channel = home.guild.addChannel({ under: category });
    await expectAnswered(channel, QUESTION);
    await expectAnswered(home.guild.addThread(channel, { name: 'Help', by: home.member }), QUESTION);
    const elsewhere = home.guild.addChannel({ under: home.guild.addChannel({ kind: 'category' }) });
    await expectSilent(elsewhere, QUESTION);
  });

  test('to forum gets answers in the posts of its forums, not in its channels', async () => {
    const category = await addCategory('forum');
    const forum = home.guild.addChannel({ kind: 'forum', under: category });
    const post = home.guild.addThread(forum, { name: 'Joining', by: home.member, text: QUESTION });
    expect((await home.discord.nextMessage(post)).content).toContain('Press Join.');
    await expectSilent(home.guild.addChannel({ under: category }), QUESTION);
  });

  test('to off gets no answers in its channels, also not with /ask; a channel’s own setting takes precedence', async () => {
    const category = await addCategory('off');
    const channel = home.guild.addChannel({ under: category });
    await expectSilent(channel, `${home.mention} ${QUESTION}`);
    const use = home.member.runs(channel, 'ask', { question: QUESTION });
    const told = () => use.messages.find(({ content }) => content.includes('switched off in this channel'));
    await expect.poll(told).toMatchObject({ ephemeral: true });
    const open = home.guild.addChannel({ under: category });
    expect(await set(open, 'mention')).toContain('✅');
    await expectAnswered(open, `${home.mention} ${QUESTION}`);
    await expectAnswered(
      home.guild.addThread(open, { name: 'Help', by: home.member }),
      `${home.mention} ${QUESTION}`,
    );
  });
});

test('instructions of a category hold in its channels, also later ones, their threads, and with /ask; a channel’s own replace them', async () => {
  const category = home.guild.addChannel({ kind: 'category', name: 'Billing' });
  const instruct = (channel: FakeChannel, instructions: string) =>
    home.admin.runs(home.channel, 'channels set', { channel, mode: 'mention', instructions }).reply();
  expect((await instruct(category, 'Speak of billing.')).content).toContain('> Speak of billing.');
  const systemOfLast = () => readPrompt(home.ai.requests.at(-1) ?? { body: {} }).system;
  const channel = home.guild.addChannel({ under: category });
  await expectAnswered(channel, `${home.mention} ${QUESTION}`);
  expect(systemOfLast()).toContain('"instructions_for_this_channel":"Speak of billing."');
  const thread = home.guild.addThread(channel, { name: 'Help', by: home.member });
  await expectAnswered(thread, `${home.mention} ${QUESTION}`);
  expect(systemOfLast()).toContain('Speak of billing.');
  await home.member.runs(channel, 'ask', { question: QUESTION }).reply();
  expect(systemOfLast()).toContain('Speak of billing.');
  await instruct(channel, 'Speak of refunds.');
  await expectAnswered(channel, `${home.mention} ${QUESTION}`);
  expect(systemOfLast()).toContain('"instructions_for_this_channel":"Speak of refunds."');
  await expectAnswered(home.channel, `${home.mention} ${QUESTION}`);
  expect(systemOfLast()).not.toContain('instructions_for_this_channel');
});

test('a category of 500 channels is one setting, and neither setting nor listing it asks Discord about them', async () => {
  const category = home.guild.addChannel({ kind: 'category', name: 'Crowded' });
  const all = Array.from({ length: 500 }, () => home.guild.addChannel({ under: category }));
  await home.discord.settled();
  const before = home.discord.requests.length;
  const stored = async () => parseSettings((await getServer(home.app.core, home.guild.id)).settings).channels;
  const known = Object.keys(await stored()).length;
  expect(await set(category, 'every_message')).toContain('including new ones');
  expect(Object.keys(await stored())).toHaveLength(known + 1);
  const listed = await home.admin.runs(home.channel, 'channels list').reply();
  expect(listed.content).toContain(`<#${category.id}>`);
  const channels = home.discord.requests.slice(before).filter(({ path }) => path.startsWith('/channels'));
  expect(channels).toEqual([]);
  const [last] = all.slice(-1);
  if (last) await expectAnswered(last, QUESTION);
});
