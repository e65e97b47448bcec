import { describe, expect, test } from 'vitest';
import { optOut } from '../../../src/core/members/privacy.ts';
import { readPrompt } from '../../core/prompt-setup.ts';
import type { FakeChannel } from '../../support/discord.ts';
import { readsMessages, useAnsweringCommunity } from './setup.ts';
import { watch } from './watch.ts';

const home = useAnsweringCommunity({ burstMs: 60 });

const { sentTo, readHandled, becomes } = watch(() => home);
const promptOfLast = () => readPrompt(home.ai.requests.at(-1) ?? { body: {} });

/** A channel in which every message is answered, once messages can be read. */
async function addOpenChannel(): Promise<FakeChannel> {
  const channel = home.guild.addChannel();
  await home.admin.runs(home.channel, 'channels set', { channel, mode: 'every_message' }).reply();
  await readsMessages(home.discord);
  return channel;
}

describe('a bare mention that replies to somebody’s message', () => {
  test('asks about that message, in its author’s name, with what led to it', async () => {
    const channel = home.guild.addChannel();
    const tom = home.guild.addMember({ name: 'Tom' });
    const before = home.admin.says(channel, 'The launcher is new.');
    const problem = tom.says(channel, 'How do I join with it, <@1234567>?', { replyTo: before });
    const asked = home.member.says(channel, home.mention, { replyTo: problem, ping: false });
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(asked.id);
    const { history, question, customer } = promptOfLast();
    expect(question).toMatchObject({ name: 'Tom', text: 'How do I join with it, @…?' });
    expect(customer).toBe('Tom');
    expect(history.map(({ text }) => text)).toEqual(['The launcher is new.']);
    await becomes(asked.id, 'answered');
    expect((await readHandled(asked.id))?.member_id).toBe(tom.id);
  });

  test('stores nothing if its author opted out', async () => {
    const channel = home.guild.addChannel();
    const shy = home.guild.addMember({ name: 'Shy' });
    await optOut(home.app.core, shy.id);
    const problem = shy.says(channel, 'How do I join?');
    const asked = home.member.says(channel, home.mention, { replyTo: problem });
    await home.discord.nextMessage(channel);
    await becomes(asked.id, 'answered');
    const row = await readHandled(asked.id);
    expect(row?.member_id).toBeNull();
    const { kysely } = home.app.core.database;
    const kept = await kysely
      .selectFrom('answers')
      .select('question')
      .where('id', '=', row?.answer_id ?? '')
      .execute();
    expect(kept.filter(({ question }) => question !== null)).toEqual([]);
  });

  test('may ask about one’s own message or a ticket bot’s embed', async () => {
    const channel = home.guild.addChannel();
    const own = home.member.says(channel, 'How do I join?');
    home.member.says(channel, home.mention, { replyTo: own });
    await home.discord.nextMessage(channel);
    expect(promptOfLast().question.text).toBe('How do I join?');
    const robot = home.guild.addMember({ name: 'Tickets', isBot: true });
    const ticket = robot.says(channel, '', {
      embeds: [
        { title: 'Ticket 7', description: 'I cannot get in.', fields: [{ name: 'Device', value: 'Phone' }] },
      ],
    });
    const asked = home.member.says(channel, home.mention, { replyTo: ticket });
    await home.discord.nextMessage(channel);
    expect(promptOfLast().question.text).toBe('Ticket 7\nI cannot get in.\nDevice: Phone');
    expect((await readHandled(asked.id))?.member_id).toBe(home.member.id);
  });

  test('says what to do if that message cannot be read or is gone', async () => {
    const channel = home.guild.addChannel();
    const calls = home.ai.requests.length;
    const empty = home.guild.addMember().says(channel, '');
    home.member.says(channel, home.mention, { replyTo: empty });
    expect((await home.discord.nextMessage(channel)).content).toMatch(
      /cannot read the message that you replied to/,
    );
    home.member.says(channel, home.mention);
    expect((await home.discord.nextMessage(channel)).content).toMatch(/question into words/);
    expect(home.ai.requests.length).toBe(calls);
  });

  test('with its own words is a separate question', async () => {
    const channel = home.guild.addChannel();
    const problem = home.guild.addMember({ name: 'Tom' }).says(channel, 'Error 7 again.');
    home.member.says(channel, `${home.mention} what does that mean?`, { replyTo: problem });
    await home.discord.nextMessage(channel);
    const { history, question } = promptOfLast();
    expect(question.text).toBe('what does that mean?');
    expect(history.map(({ text }) => text)).toEqual(['Error 7 again.']);
  });
});

describe('a forwarded message', () => {
  test('is the question if nothing else is said, with embeds but without previews', async () => {
    const channel = await addOpenChannel();
    home.member.forwards(channel, {
      content: 'How do I join on <t:1767225600:D>?',
      embeds: [
        { title: 'Status', description: 'The launcher is down.' },
        { type: 'link' as never, title: 'A preview', description: 'of an address' },
      ],
    });
    await home.discord.nextMessage(channel);
    expect(promptOfLast().question.text).toBe('How do I join on 2026-01-01?\nStatus\nThe launcher is down.');
  });

  test('is quoted above what its sender says about it, sent right after it', async () => {
    const channel = await addOpenChannel();
    home.member.forwards(channel, { content: 'Join via the launcher.\nThen wait.' });
    home.member.says(channel, 'Is that still right?');
    await home.discord.nextMessage(channel);
    expect(promptOfLast().question).toMatchObject({
      text: 'Is that still right?',
      quoted: expect.stringContaining('> Join via the launcher.\n> Then wait.'),
    });
  });

  test('is read with the mention that follows it if the bot answers only mentions', async () => {
    await addOpenChannel();
    const channel = home.guild.addChannel();
    home.member.forwards(channel, { content: 'Join via the launcher.' });
    home.guild.addMember().says(channel, 'Nice.');
    home.member.says(channel, `${home.mention} is that right?`);
    await home.discord.nextMessage(channel);
    expect(promptOfLast().question).toMatchObject({
      text: 'is that right?',
      quoted: expect.stringContaining('> Join via the launcher.'),
    });
    home.guild.addMember().says(channel, `${home.mention} and mine?`);
    await home.discord.nextMessage(channel);
    expect(promptOfLast().question.text).toBe('and mine?');
  });

  test('that is unreadable or empty is not answered on its own', async () => {
    const channel = await addOpenChannel();
    home.member.forwards(channel, { content: '' });
    home.member.says(home.channel, `${home.mention} hello there`);
    await home.discord.nextMessage(home.channel);
    expect(sentTo(channel)).toEqual([]);
  });
});

test('earlier messages are read with names, not ids', async () => {
  const forum = home.guild.addChannel({ name: 'rules' });
  const thread = home.guild.addThread(home.guild.addChannel(), { name: 'Help', by: home.member });
  const crew = home.guild.addRole({ name: 'Crew' });
  const tom = home.guild.addMember({ name: 'Tom' });
  home.member.says(
    thread,
    `Ask <@${tom.id}> or <@&${crew.id}> in <#${forum.id}> <:wave:123456> at <t:1767225600:f>, or use </ask:99>.`,
  );
  home.member.says(thread, `${home.mention} how do I join?`);
  await home.discord.nextMessage(thread);
  expect(promptOfLast().history.map(({ text }) => text)).toEqual([
    'Ask @Tom or @Crew in #rules :wave: at 2026-01-01 00:00 UTC, or use /ask.',
  ]);
});
