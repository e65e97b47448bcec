import type { APIRole } from 'discord.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAnswerOfReply } from '../../../src/core/members/message-claims.ts';
import { readWeek } from '../../support/books.ts';
import type { FakeChannel, FakeMember } from '../../support/discord.ts';
import { QUESTION, readsMessages, useAnsweringCommunity } from './setup.ts';

const home = useAnsweringCommunity();
let crew: APIRole;
let helper: FakeMember;
beforeAll(async () => {
  crew = home.guild.addRole({ name: 'Crew', mentionable: true });
  const teachers = home.guild.addRole({ name: 'Teachers' });
  await home.admin.runs(home.channel, 'team handover', { role: crew }).reply();
  await home.admin.runs(home.channel, 'team teach', { role: teachers }).reply();
  helper = home.guild.addMember({ name: 'Hella', roles: [teachers] });
});

async function addChannel(mode?: 'every_message'): Promise<FakeChannel> {
  const channel = home.guild.addChannel();
  if (mode) {
    await home.admin.runs(home.channel, 'channels set', { channel, mode }).reply();
    // Until then messages that do not address the bot come without their text.
    await readsMessages(home.discord);
  }
  return channel;
}

/** Resolves when the bot has noted that the team speaks here. */
async function quietIn(channel: FakeChannel): Promise<void> {
  const { kysely } = home.app.core.database;
  const read = () =>
    kysely.selectFrom('conversations').select('quiet_until').where('channel_id', '=', channel.id).execute();
  await expect.poll(read, { interval: 5 }).toEqual([{ quiet_until: expect.any(Date) }]);
}

describe('a hand-over', () => {
  test('H68 · is one visible line and one ping of the role; the next within ten minutes has only the line', async () => {
    const thread = home.guild.addThread(await addChannel(), { name: 'Refund', by: home.member });
    home.member.says(thread, `${home.mention} I want a refund`);
    const first = await home.discord.nextMessage(thread);
    expect(first.content).toContain(`📣 <@&${crew.id}> A person from the team will take over here.`);
    expect(first.pinged).toEqual({ everyone: false, roles: [crew.id], users: [] });
    expect(first.content).toMatch(/-# This answer was generated automatically by an AI\.$/);

    home.app.clock.now += 9 * 60_000;
    home.member.says(thread, `${home.mention} I really want a refund`);
    const second = await home.discord.nextMessage(thread);
    expect(second.content).toContain('📣 The team has been told');
    expect(second.pinged.roles).toEqual([]);

    home.app.clock.now += 2 * 60_000;
    home.member.says(thread, `${home.mention} refund please`);
    expect((await home.discord.nextMessage(thread)).pinged.roles).toEqual([crew.id]);
  });

  test('calls the team as usual if the backend fails and the words give a reason', async () => {
    home.ai.fault('status:503');
    const thread = home.guild.addThread(await addChannel(), { name: 'Payment', by: home.member });
    home.member.says(thread, `${home.mention} I want my money back`);
    const first = await home.discord.nextMessage(thread);
    home.ai.fault(null);
    expect(first.content).toMatch(/^📣 <@&\d+> A person from the team will take over here\.\n-# [^\n]+$/);
    expect(first.pinged).toEqual({ everyone: false, roles: [crew.id], users: [] });
  });

  test('H68 · for two members who ask at the same moment in one thread pings once', async () => {
    const thread = home.guild.addThread(await addChannel(), { name: 'Refund', by: home.member });
    const other = home.guild.addMember({ name: 'Tom' });
    home.member.says(thread, `${home.mention} I want a refund`);
    other.says(thread, `${home.mention} I want a refund too`);
    const both = [await home.discord.nextMessage(thread), await home.discord.nextMessage(thread)];
    expect(both.flatMap(({ pinged }) => pinged.roles)).toEqual([crew.id]);
    expect(both.every(({ content }) => content.includes('📣'))).toBe(true);
  });

  test('requested with the button is one line and one ping, and a second press says that it was done', async () => {
    const channel = await addChannel();
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    const answer = await home.discord.nextMessage(channel);
    const pressed = await home.member.presses(answer, 'Ask the team').reply();
    expect(pressed.ephemeral).toBe(true);
    const line = await home.discord.nextMessage(channel);
    expect(line.content).toContain(`<@&${crew.id}>`);
    expect(line.pinged.roles).toEqual([crew.id]);
    const again = await home.member.presses(answer, 'Ask the team').reply();
    expect(again.content).toMatch(/already/i);
    await home.discord.settled();
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    expect((await home.discord.nextMessage(channel)).content).not.toContain('📣');
  });

  test('G62 · never pings what an answer mentions, however it is written', async () => {
    const channel = await addChannel();
    home.ai.reply({
      answer: `@everyone @here <@&${crew.id}> <@${helper.id}> press Join`,
      needs_team: false,
      answerable: true,
      used: ['join'],
    });
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    const answer = await home.discord.nextMessage(channel);
    expect(answer.pinged).toEqual({ everyone: false, roles: [], users: [] });
    expect(answer.allowedMentions?.parse).toEqual([]);
  });
});

describe('while the team speaks', () => {
  test('in a thread the bot is silent for 30 minutes unless it is mentioned', async () => {
    const channel = await addChannel('every_message');
    const thread = home.guild.addThread(channel, { name: 'Stuck', by: home.member });
    helper.says(thread, 'I am on it.');
    await quietIn(thread);
    home.app.clock.now += 29 * 60_000;
    home.member.says(thread, 'Thank you!');
    await home.discord.settled();
    home.member.says(thread, `${home.mention} are you there?`);
    const mentioned = await home.discord.nextMessage(thread);
    expect(mentioned.content).toContain('Press Join.');
    home.app.clock.now += 2 * 60_000;
    home.member.says(thread, 'Anyone?');
    await home.discord.nextMessage(thread);
    expect(home.discord.sent.filter(({ channelId }) => channelId === thread.id)).toHaveLength(2);
  });

  test('in a channel the bot is silent to the member whom the team answered, but not to others', async () => {
    const channel = await addChannel('every_message');
    const release = home.ai.hold();
    const asked = home.member.says(channel, QUESTION);
    helper.says(channel, 'Press the green one.', { replyTo: asked });
    await quietIn(channel);
    release();
    home.member.says(channel, 'Which one?');
    await home.discord.settled();
    const other = home.guild.addMember({ name: 'Tom' });
    const question = other.says(channel, QUESTION);
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(question.id);
    expect(home.discord.sent.filter(({ channelId }) => channelId === channel.id)).toHaveLength(1);
  });

  test('an answer in progress is not sent and not charged', async () => {
    const thread = home.guild.addThread(await addChannel(), { name: 'Stuck', by: home.member });
    const before = await readWeek(home.app, home.guild.id);
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    home.member.says(thread, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    const closed = home.ai.closedByClient;
    helper.says(thread, 'I am on it.');
    await home.ai.closed(closed + 1);
    release();
    await home.discord.settled();
    home.member.says(thread, `${home.mention} ${QUESTION}`);
    await home.discord.nextMessage(thread);
    expect(home.discord.sent.filter(({ channelId }) => channelId === thread.id)).toHaveLength(1);
    const charges = await home.app.core.database.kysely
      .selectFrom('charges')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('server_id', '=', home.guild.id)
      .executeTakeFirstOrThrow();
    const after = await readWeek(home.app, home.guild.id);
    expect(after.reserved).toBe(0);
    expect(after.used).toBeGreaterThan(before.used);
    expect(charges.n).toBeGreaterThan(0);
  });

  test("the team's own messages are not answered, but its questions to the bot are", async () => {
    const channel = await addChannel('every_message');
    helper.says(channel, 'Maintenance tonight at nine.');
    await home.discord.settled();
    helper.says(channel, `${home.mention} ${QUESTION}`);
    await home.discord.nextMessage(channel);
    expect(home.discord.sent.filter(({ channelId }) => channelId === channel.id)).toHaveLength(1);
  });

  test("its reply to the bot's answer is for the member whom the bot answered, unless it names the bot", async () => {
    const channel = await addChannel('every_message');
    const asked = home.member.says(channel, QUESTION);
    const answer = await home.discord.nextMessage(channel);
    const findAnswer = () => findAnswerOfReply(home.app.core, home.guild.id, answer.id);
    await expect.poll(findAnswer, { interval: 5 }).not.toBeNull();
    helper.says(channel, 'That was the old launcher.', { replyTo: answer });
    await quietIn(channel);
    home.member.says(channel, 'Ah, thank you');
    await home.discord.settled();
    const named = helper.says(channel, `${home.mention} what did you tell them?`, { replyTo: answer });
    const told = await home.discord.nextMessage(channel);
    await expect
      .poll(() => findAnswerOfReply(home.app.core, home.guild.id, told.id), { interval: 5 })
      .not.toBeNull();
    expect([answer.replyTo, told.replyTo]).toEqual([asked.id, named.id]);
    helper.says(channel, 'And for mobile?', { replyTo: told });
    await home.discord.nextMessage(channel);
    expect(home.discord.sent.filter(({ channelId }) => channelId === channel.id)).toHaveLength(3);
  });
});
