import { describe, expect, test } from 'vitest';
import { readPrompt } from '../../core/prompt-setup.ts';
import { readWeek } from '../../support/books.ts';
import { QUESTION, useAnsweringCommunity } from './setup.ts';
import { watch } from './watch.ts';

/** A message and its edits come at once, so that this is long enough also on a busy machine. */
const home = useAnsweringCommunity({ burstMs: 120 });

const { sentTo, becomes, readHandled } = watch(() => home);
const questionOfLast = () => readPrompt(home.ai.requests.at(-1) ?? { body: {} }).question.text;
const deletions = () => home.app.logged.filter(({ message }) => message.startsWith('question deleted'));

describe('a message that is edited before its answer', () => {
  test('is answered as edited, with names in place of ids', async () => {
    const channel = home.guild.addChannel();
    const tom = home.guild.addMember({ name: 'Tom' });
    const asked = home.member.says(channel, `${home.mention} how do i jion`);
    home.member.edits(asked, `${home.mention} how do I join like <@${tom.id}>?`);
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(asked.id);
    expect(questionOfLast()).toBe('how do I join like @Tom?');
  });

  test('is read in its last version, and in a burst this applies to each message', async () => {
    const channel = home.guild.addChannel();
    const first = home.member.says(channel, `${home.mention} I have a qestion`);
    const second = home.member.says(channel, 'how do I joni');
    home.member.edits(second, 'how do I joim', { at: Date.now() + 10 });
    home.member.edits(first, `${home.mention} I have a question`, { at: Date.now() + 20 });
    home.member.edits(second, 'how do I join', { at: Date.now() + 30 });
    await home.discord.nextMessage(channel);
    expect(questionOfLast()).toContain('I have a question');
  });

  test('to contain only the mention gets a request for words', async () => {
    const channel = home.guild.addChannel();
    const calls = home.ai.requests.length;
    const asked = home.member.says(channel, `${home.mention} never mind`);
    home.member.edits(asked, home.mention);
    expect((await home.discord.nextMessage(channel)).content).toMatch(/question into words/);
    expect(home.ai.requests.length).toBe(calls);
  });

  test('does not count as edited when Discord adds a preview', async () => {
    const channel = home.guild.addChannel();
    const asked = home.member.says(channel, `${home.mention} what is https://harbour.example about?`);
    channel.showsPreview(asked, 'https://harbour.example');
    await home.discord.nextMessage(channel);
    expect(questionOfLast()).toBe('what is https://harbour.example about?');
  });
});

describe('a deleted message', () => {
  test('costs no call if it is deleted before the answer; one short line says so', async () => {
    const channel = home.guild.addChannel();
    const [calls, before] = [home.ai.requests.length, await readWeek(home.app, home.guild.id)];
    const told = deletions().length;
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    home.member.deletes(asked);
    await becomes(asked.id, 'dropped');
    expect([sentTo(channel), home.ai.requests.length]).toEqual([[], calls]);
    expect(await readWeek(home.app, home.guild.id)).toEqual(before);
    expect(deletions().slice(told)).toMatchObject([{ level: 'info', fields: { messages: [asked.id] } }]);
  });

  test('is left out of its burst, and the rest is answered below the last message that remains', async () => {
    const channel = home.guild.addChannel();
    const first = home.member.says(channel, `${home.mention} ${QUESTION}`);
    const second = home.member.says(channel, `${home.mention} oops, wrong window`);
    home.member.deletes(second);
    const answer = await home.discord.nextMessage(channel);
    expect([answer.replyTo, questionOfLast()]).toEqual([first.id, QUESTION]);
    await becomes(second.id, 'dropped');
    await becomes(first.id, 'answered');
  });

  test('is not answered either if a moderator deletes it with its neighbours', async () => {
    const channel = home.guild.addChannel();
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    home.admin.purges([asked, home.admin.says(channel, 'spam')]);
    await becomes(asked.id, 'dropped');
    expect(sentTo(channel)).toEqual([]);
  });

  test('ends the call to the AI if it is deleted during the answer, and nothing is charged', async () => {
    const channel = home.guild.addChannel();
    const before = await readWeek(home.app, home.guild.id);
    const [calls, closed] = [home.ai.requests.length, home.ai.closedByClient];
    const release = home.ai.hold();
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    home.member.deletes(asked);
    await home.ai.closed(closed + 1);
    await becomes(asked.id, 'dropped');
    release();
    expect(sentTo(channel)).toEqual([]);
    await expect.poll(() => readWeek(home.app, home.guild.id)).toEqual(before);
  });
});

describe('an edit that only then mentions the bot', () => {
  const answersIn = (channel: { id: string }) => sentTo(channel).map(({ replyTo }) => replyTo);
  /** What comes after it in the same channel is answered; by then it would be, too. */
  const settle = async (channel: Parameters<typeof home.member.says>[0]) => {
    const later = home.admin.says(channel, `${home.mention} ${QUESTION}`);
    await becomes(later.id, 'answered');
    return later.id;
  };

  test('is answered once, below the message, however often it is edited later', async () => {
    const channel = home.guild.addChannel();
    const asked = home.member.says(channel, QUESTION);
    home.member.edits(asked, `${home.mention} ${QUESTION}`);
    home.member.edits(asked, `${home.mention} ${QUESTION} Please!`);
    await becomes(asked.id, 'answered');
    home.member.edits(asked, `${home.mention} ${QUESTION} Thanks!`);
    expect(answersIn(channel)).toEqual([asked.id]);
    const later = await settle(channel);
    expect(answersIn(channel)).toEqual([asked.id, later]);
  });

  test('is answered minutes later, but not much later, nor if it mentions somebody else', async () => {
    const channel = home.guild.addChannel();
    const [early, late] = [home.member.says(channel, QUESTION), home.admin.says(channel, QUESTION)];
    const other = home.member.says(channel, QUESTION);
    home.member.edits(other, `<@${home.admin.id}> ${QUESTION}`);
    home.admin.edits(late, `${home.mention} ${QUESTION}`, { at: Date.now() + 6 * 60_000 });
    home.member.edits(early, `${home.mention} ${QUESTION}`, { at: Date.now() + 4 * 60_000 });
    await becomes(early.id, 'answered');
    const later = await settle(channel);
    expect(answersIn(channel)).toEqual([early.id, later]);
    for (const { id } of [late, other]) expect(await readHandled(id)).toBeUndefined();
  });
});
