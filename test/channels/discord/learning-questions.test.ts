import { beforeEach, describe, expect, test } from 'vitest';
import { optOut } from '../../../src/core/members/privacy.ts';
import type { FakeChannel, FakeMember } from '../../support/discord.ts';
import { hasLearned, learnsNothingElse, openSchool, type School } from './school.ts';
import { QUESTION, useCommunity } from './setup.ts';
import { hasAsked, says } from './traces.ts';

const ANSWER = 'Open the launcher and press the green button.';

const home = useCommunity({ settings: { PREMIUM_WEEKLY_UNITS: '1000000000' } });
let school: School;
beforeEach(async () => {
  says(home, 'Press Join.');
  school = await openSchool(home);
});

const learned = (count: number) => hasLearned(home, school.guild, count);
const nothingElse = () => learnsNothingElse(home, school);

/** The one suggestion, with the ids of the messages that hold its question. */
async function onlyOne() {
  const [suggestion] = await learned(1);
  const ofQuestion = (suggestion?.sources ?? []).filter(({ part }) => part === 'question');
  const ids = new Set(ofQuestion.map(({ messageId }) => messageId));
  return { ...suggestion, ids, askers: new Set(ofQuestion.map(({ memberId }) => memberId)) };
}

/** Asks the bot, and resolves when the answer is known to it. */
async function askBot(member: FakeMember, channel: FakeChannel, text = QUESTION) {
  const asked = member.says(channel, `${home.mention} ${text}`);
  const answer = await home.discord.nextMessage(channel);
  await hasAsked(home, member, 1);
  return { asked, answer };
}

describe('a reply to the bot’s answer', () => {
  test('answers the question asked there, and names the asker’s message', async () => {
    const { channel, member, teacher } = school;
    const { asked, answer } = await askBot(member, channel);
    teacher.says(channel, ANSWER, { replyTo: answer });
    expect(await onlyOne()).toMatchObject({
      ...{ question: QUESTION, answer: ANSWER },
      ...{ ids: new Set([asked.id]), askers: new Set([member.id]) },
    });
    expect((await onlyOne()).sources?.some(({ messageId }) => messageId === answer.id)).toBe(false);
  });

  test('names every message of a question that was asked in several messages', async () => {
    const { channel, member, teacher } = school;
    const asked = [member.says(channel, `${home.mention} I am new.`), member.says(channel, QUESTION)];
    const answer = await home.discord.nextMessage(channel);
    await hasAsked(home, member, 2);
    teacher.says(channel, ANSWER, { replyTo: answer });
    expect(await onlyOne()).toMatchObject({
      question: `I am new. ${QUESTION}`,
      ids: new Set(asked.map(({ id }) => id)),
    });
  });

  test('contains neither quotes nor signatures, neither of the asker nor of the person who answers', async () => {
    const { channel, member, teacher } = school;
    const asked = member.says(
      channel,
      `> the shop is closed\n${QUESTION}\n\n-- \nCaptain of Kiel\n+49 40 123456`,
    );
    teacher.says(channel, `> ${QUESTION}\n${ANSWER}\n\nSent from my iPhone`, { replyTo: asked });
    expect(await onlyOne()).toMatchObject({ question: QUESTION, answer: ANSWER });
  });

  test('answers a question asked by command, which the bot’s answer contains', async () => {
    const { channel, member, teacher } = school;
    const answer = await member.runs(channel, 'ask', { question: QUESTION }).reply();
    await hasAsked(home, member, 1);
    teacher.says(channel, ANSWER, { replyTo: answer });
    expect(await onlyOne()).toMatchObject({ question: QUESTION, ids: new Set([answer.id]) });
  });

  test('answers the question of a hand-over by button', async () => {
    const { channel, member, teacher } = school;
    await member.presses((await askBot(member, channel)).answer, 'Ask the team').reply();
    teacher.says(channel, ANSWER, { replyTo: await home.discord.nextMessage(channel) });
    expect(await onlyOne()).toMatchObject({ question: QUESTION, askers: new Set([member.id]) });
  });

  test('takes the current version of the question; nothing is learned from a deleted one', async () => {
    const { channel, member, teacher, guild } = school;
    const { asked, answer } = await askBot(member, channel);
    member.edits(asked, `${home.mention} How do I join the other server?`);
    teacher.says(channel, ANSWER, { replyTo: answer });
    expect((await learned(1))[0]?.question).toBe('How do I join the other server?');
    const other = guild.addMember();
    const second = await askBot(other, channel);
    other.deletes(second.asked);
    teacher.says(channel, ANSWER, { replyTo: second.answer });
    expect(await nothingElse()).toHaveLength(1);
  });

  test('teaches nothing if the asker opted out or belongs to the team', async () => {
    const { channel, teacher, guild } = school;
    const shy = guild.addMember();
    const { answer } = await askBot(shy, channel);
    await optOut(home.app.core, shy.id);
    teacher.says(channel, ANSWER, { replyTo: answer });
    const roles = [...guild.state.roles.values()].filter(({ id }) => teacher.state.roles.includes(id));
    const colleague = guild.addMember({ roles });
    teacher.says(channel, ANSWER, { replyTo: (await askBot(colleague, channel)).answer });
    expect(await nothingElse()).toEqual([]);
  });
});

describe('in a thread', () => {
  test('a message answers what was written last before it', async () => {
    const { channel, member, teacher, guild } = school;
    const thread = guild.addThread(channel, { name: 'Stuck', by: member, text: 'I am new here.' });
    const asked = member.says(thread, QUESTION);
    teacher.says(thread, ANSWER);
    expect(await onlyOne()).toMatchObject({ question: `I am new here. ${QUESTION}`, answer: ANSWER });
    expect((await onlyOne()).ids).toContain(asked.id);
    expect((await onlyOne()).ids.size).toBe(2);
  });

  test('that is a forum post, the title is part of the question', async () => {
    const { member, teacher, guild } = school;
    const forum = guild.addChannel({ kind: 'forum' });
    const post = guild.addThread(forum, { name: 'Launcher', by: member, text: 'How do I start it?' });
    teacher.says(post, 'Press the green button.');
    expect(await onlyOne()).toMatchObject({
      question: 'Launcher How do I start it?',
      ids: new Set([post.id]),
    });
  });

  test('started from a message, that message is the question', async () => {
    const { channel, member, teacher, guild } = school;
    const asked = member.says(channel, QUESTION);
    const thread = guild.addThread(channel, { name: 'Joining', by: teacher, from: asked });
    teacher.says(thread, ANSWER);
    expect(await onlyOne()).toMatchObject({ question: QUESTION, ids: new Set([asked.id]) });
  });

  test('what continues the team’s words is no lesson until a member writes again', async () => {
    const { channel, member, teacher, guild } = school;
    const thread = guild.addThread(channel, { name: 'Stuck', by: member, text: QUESTION });
    teacher.says(thread, ANSWER);
    await learned(1);
    teacher.says(thread, 'And have a look at the map.');
    const colleague = guild.addMember({
      roles: [...guild.state.roles.values()].filter(({ id }) => teacher.state.roles.includes(id)),
    });
    colleague.says(thread, 'The map is on M.');
    expect(await nothingElse()).toHaveLength(1);
    member.says(thread, 'Where is the compass?');
    colleague.says(thread, 'Press C for the compass.');
    expect((await learned(3)).at(-1)).toMatchObject({
      question: 'Where is the compass?',
      answer: 'Press C for the compass.',
    });
  });

  test('the words of the person who opened it come before those of others, and the bot’s words count for nobody', async () => {
    const { channel, member, teacher, guild } = school;
    const thread = guild.addThread(channel, { name: 'Stuck', by: member });
    const asked = member.says(thread, `${home.mention} ${QUESTION}`);
    await home.discord.nextMessage(thread);
    guild.addMember().says(thread, 'The same with me!');
    teacher.says(thread, ANSWER);
    expect(await onlyOne()).toMatchObject({ question: QUESTION, ids: new Set([asked.id]) });
  });

  test('with messages only from the team and bots, there is nothing to learn', async () => {
    const { channel, teacher, guild } = school;
    const thread = guild.addThread(channel, { name: 'News', by: teacher, text: 'Maintenance tonight.' });
    guild.addMember({ isBot: true }).says(thread, QUESTION);
    teacher.says(thread, 'It begins at nine.');
    expect(await nothingElse()).toEqual([]);
  });
});
