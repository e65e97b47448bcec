import { afterAll, beforeAll, expect, test } from 'vitest';
import { listGaps } from '../../../src/core/learning/gaps.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import type { FakeChannel, FakeMember } from '../../support/discord.ts';
import { type Community, ENTRY, readsMessages, startCommunity } from './setup.ts';

/** Talk among members where every message is answered. */

interface Apart {
  home: Community;
  channel: FakeChannel;
  stop(): Promise<void>;
}

/** A server of its own with a channel in which every message counts. */
async function openApart(): Promise<Apart> {
  const home = await startCommunity();
  const { discord, guild, app, ai } = home;
  await changeServer(app.core, guild.id, { plan: 'premium' });
  await app.addKnowledge(guild.id, [ENTRY]);
  ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
  const channel = guild.addChannel({});
  await home.admin.runs(home.channel, 'channels set', { channel, mode: 'every_message' }).reply();
  await readsMessages(discord);
  const stop = async () => {
    expect(discord.faults).toEqual([]);
    await home.stop();
  };
  return { home, channel, stop };
}

let apart: Apart;
let home: Community;
let channel: FakeChannel;
let other: FakeMember;
beforeAll(async () => {
  apart = await openApart();
  ({ home, channel } = apart);
  other = home.guild.addMember({ name: 'Ben' });
});
afterAll(() => apart.stop());

const LEFT = [
  ...['lol', 'gg', 'brb', 'haha true', 'xd', '.', '+1', '😂😂', '<:kekw:123456789012345678>'],
  ...['https://tenor.com/view/cat-123', '!rank', '/x', '?help', '.play never gonna stop', 't!daily'],
];
const ANSWERED = [
  'lags?',
  '!rank does not work',
  '/home does not work',
  '.minecraft is where?',
  'join',
  'help',
  'refund',
];

test('chatter and commands of other bots get no message, call nobody, cost nothing and leave no open question', async () => {
  const apart = await openApart();
  const { discord, guild, ai, app } = apart.home;
  for (const said of LEFT) guild.addMember({ name: 'Zoe' }).says(apart.channel, said);
  const asked = apart.home.member.says(apart.channel, 'How do I join the server?');
  expect((await discord.nextMessage(apart.channel)).replyTo).toBe(asked.id);
  await discord.settled();
  expect(await listGaps(app.core, guild.id)).toEqual([]);
  // What is begun is finished first.
  await apart.stop();
  const sent = discord.sent.filter(({ channelId }) => channelId === apart.channel.id);
  expect(sent.map(({ replyTo }) => replyTo)).toEqual([asked.id]);
  expect(ai.requests).toHaveLength(1);
});

test.each(ANSWERED)('%j is answered', async (said) => {
  home.guild.addMember({ name: 'Kim' }).says(channel, said);
  expect((await home.discord.nextMessage(channel)).content).not.toBe('');
});

test('a message that names another member, or replies to one, is left to them; one that names the bot too is answered', async () => {
  const calls = home.ai.requests.length;
  const asked = other.says(channel, `<@${home.member.id}> I think at ten`);
  home.member.says(channel, 'Where is that?', { replyTo: asked });
  await home.discord.settled();
  expect(home.ai.requests.length).toBe(calls);
  home.member.says(channel, `<@${home.discord.botId}> <@${other.id}> asks how to join`);
  expect((await home.discord.nextMessage(channel)).content).toContain('Press Join.');
});

test('chatter that mentions the bot gets one friendly line, and nobody is called', async () => {
  const calls = home.ai.requests.length;
  home.member.says(channel, `<@${home.discord.botId}> lol`);
  const answer = await home.discord.nextMessage(channel);
  expect(answer.content).toMatch(/^Hello! What can I help you with\?/);
  expect([home.ai.requests.length, answer.pinged.roles]).toEqual([calls, []]);
});
