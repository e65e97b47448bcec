import { beforeAll, expect, test } from 'vitest';
import { listGaps } from '../../../src/core/learning/gaps.ts';
import type { FakeChannel, FakeMember } from '../../support/discord.ts';
import { readsMessages, useAnsweringCommunity } from './setup.ts';

/** Talk among members where every message is answered. */
const home = useAnsweringCommunity();
let channel: FakeChannel;
let other: FakeMember;
beforeAll(async () => {
  channel = home.guild.addChannel();
  await home.admin.runs(home.channel, 'channels set', { channel, mode: 'every_message' }).reply();
  await readsMessages(home.discord);
  other = home.guild.addMember({ name: 'Ben' });
});

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
  const calls = home.ai.requests.length;
  const left = LEFT.map((said) => home.guild.addMember({ name: 'Zoe' }).says(channel, said).id);
  const asked = home.member.says(channel, 'How do I join the server?');
  expect((await home.discord.nextMessage(channel)).replyTo).toBe(asked.id);
  await home.discord.settled();
  expect(await listGaps(home.app.core, home.guild.id)).toEqual([]);
  expect(home.discord.sent.filter(({ replyTo }) => left.includes(replyTo ?? ''))).toEqual([]);
  expect(home.ai.requests).toHaveLength(calls + 1);
});

test('words that ask for something are answered, also where they look like chatter or a command', async () => {
  const asked = ANSWERED.map((said) => home.guild.addMember({ name: 'Kim' }).says(channel, said).id);
  const answered = () => {
    const ids = home.discord.sent.map(({ replyTo }) => replyTo);
    return asked.every((id) => ids.includes(id)) || undefined;
  };
  await home.discord.until(answered, 'An answer to each');
  for (const _ of asked) await home.discord.nextMessage(channel);
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

test('thanks and a good night among members are left to them, and thanks to the bot get a line that nobody votes on', async () => {
  const calls = home.ai.requests.length;
  const left = ['haha thanks!', 'good night everyone'].map((said) => other.says(channel, said).id);
  home.ai.reply({ answer: 'You are welcome!', needs_team: false, answerable: true, used: [] });
  home.member.says(channel, `${home.mention} thank you!`);
  const answer = await home.discord.nextMessage(channel);
  await home.discord.settled();
  expect(answer.buttons).toEqual([]);
  expect(home.discord.sent.filter(({ replyTo }) => left.includes(replyTo ?? ''))).toEqual([]);
  expect(home.ai.requests.length).toBeLessThanOrEqual(calls + 1);
});

test('chatter that mentions the bot gets one friendly line, and nobody is called', async () => {
  const calls = home.ai.requests.length;
  home.member.says(channel, `<@${home.discord.botId}> lol`);
  const answer = await home.discord.nextMessage(channel);
  expect(answer.content).toMatch(/^Hello! What can I help you with\?/);
  expect([home.ai.requests.length, answer.pinged.roles]).toEqual([calls, []]);
});
