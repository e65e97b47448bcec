import { beforeEach, describe, expect, test } from 'vitest';
import { optOut } from '../../../src/core/members/privacy.ts';
import type { FakeChannel, FakeMember } from '../../support/discord.ts';
import { hasLearned, learnedOn, learnsNothingElse, openSchool, type School } from './school.ts';
import { QUESTION, useCommunity } from './setup.ts';
import { says } from './traces.ts';

const ANSWER = 'Open the launcher and press the green button.';

const home = useCommunity({ settings: { PREMIUM_WEEKLY_UNITS: '1000000000' } });
let school: School;
beforeEach(async () => {
  // No shape of a distilled lesson: what was written stays as it is.
  says(home, 'Press Join.');
  school = await openSchool(home);
});

const learned = (count: number) => hasLearned(home, school.guild, count);
const nothingElse = () => learnsNothingElse(home, school);
const mention = () => `<@${home.discord.botId}>`;

/** Which messages and members a suggestion names as its sources. */
async function onlySources() {
  const [suggestion] = await learned(1);
  return suggestion?.sources.map(({ part, messageId, memberId, channelId }) => [
    part,
    messageId,
    memberId,
    channelId,
  ]);
}

const lookups = () =>
  home.discord.requests.filter(({ method, path }) => method === 'GET' && /messages|members/.test(path));

describe('a reply of a teacher to a member', () => {
  test('makes one suggestion with both texts, the messages, the members and the role', async () => {
    const { channel, member, teacher, guild } = school;
    const asked = member.says(channel, QUESTION);
    const told = teacher.says(channel, ANSWER, { replyTo: asked });
    const [suggestion] = await learned(1);
    expect(suggestion).toMatchObject({
      ...{ question: QUESTION, answer: ANSWER, state: 'pending', source: 'reply' },
      ...{ isQuestionDerived: false, isAnswerDerived: false },
      authorRole: guild.state.members.get(teacher.id)?.roles[0],
    });
    expect(await onlySources()).toEqual([
      ['answer', told.id, teacher.id, channel.id],
      ['question', asked.id, member.id, channel.id],
    ]);
    expect(await nothingElse()).toHaveLength(1);
  });

  test('contains no names, neither of the two nor of the people they mention, however these are written', async () => {
    const { channel, member, teacher, guild } = school;
    const other = guild.addMember({ name: 'Balthasar' });
    member.state.nick = 'Captain Mimi';
    const asked = member.says(channel, `I am Mia, <@${other.id}> sent me: ${QUESTION}`);
    teacher.says(
      channel,
      `Captain Mimi, open the launcher that <@${other.id}> made; balthasar sends it. Yours, Tea`,
      {
        replyTo: asked,
      },
    );
    const [suggestion] = await learned(1);
    expect(`${suggestion?.question} ${suggestion?.answer}`).not.toMatch(
      /Mia|Mimi|Captain|balthasar|Tea|\d{9}/i,
    );
    expect(suggestion?.question).toContain(QUESTION);
  });

  test('keeps the platform’s marks of channels, commands, times and emoji alive, in what it teaches alone', async () => {
    const { channel, member, teacher } = school;
    const marks = `Go to <#${channel.id}> <t:1790000000:t>, type </open:234567890123456789> <:ok:345678901234567890>.`;
    const asked = member.says(channel, `${QUESTION} In <#${channel.id}>?`);
    teacher.says(channel, `<@${member.id}> ${marks}`, { replyTo: asked });
    const [suggestion] = await learned(1);
    expect(suggestion?.answer).toContain(marks);
    expect(suggestion?.question).not.toContain('<#');
  });

  test('is learned from even without a ping or to a member who has left', async () => {
    const { channel, member, teacher, guild } = school;
    member.state.nick = 'Mimi';
    const asked = member.says(channel, QUESTION);
    teacher.says(channel, `Dear Mimi: ${ANSWER}`, { replyTo: asked, ping: false });
    const [first] = await learned(1);
    expect(first?.answer).toBe(`Dear …: ${ANSWER}`);
    const gone = guild.addMember({ name: 'Gone' });
    const left = gone.says(channel, 'Where is the map?');
    gone.leaves(guild);
    teacher.says(channel, 'Press M for the map.', { replyTo: left });
    expect((await learned(2)).at(-1)?.question).toBe('Where is the map?');
  });

  test.each([
    ['learning is off', () => school.admin.runs(school.channel, 'learning state', { state: 'off' }).reply()],
    ['the bot is switched off', () => switchOff()],
  ])('teaches nothing where %s, and Discord is not asked either', async (_, prepare) => {
    await prepare();
    const { channel, member, teacher, guild } = school;
    const before = lookups().length;
    const thread = guild.addThread(channel, { name: 'Stuck', by: member, text: QUESTION });
    teacher.says(thread, ANSWER);
    teacher.says(channel, ANSWER, { replyTo: member.says(channel, QUESTION), ping: false });
    await home.discord.settled();
    const other = await openSchool(home);
    await learnsNothingElse(home, other);
    expect(await learnedOn(home, guild)).toEqual([]);
    expect(lookups().length).toBe(before);
  });

  test('teaches nothing if it is to the team itself, with a ping or without, or of somebody who only has the hand-over role', async () => {
    const { channel, member, teacher, guild } = school;
    const roles = rolesOf(teacher);
    for (const ping of [true, false]) {
      const colleague = guild.addMember({ roles });
      teacher.says(channel, ANSWER, { replyTo: colleague.says(channel, QUESTION), ping });
    }
    const own = teacher.says(channel, QUESTION);
    teacher.says(channel, ANSWER, { replyTo: own });
    const crew = [...guild.state.roles.values()].filter(({ mentionable }) => mentionable);
    const helper = guild.addMember({ roles: crew });
    helper.says(channel, ANSWER, { replyTo: member.says(channel, QUESTION) });
    expect(await nothingElse()).toEqual([]);
  });

  test('teaches nothing if it is to a bot, a webhook, a file, an empty or a deleted message', async () => {
    const { channel, member, teacher, guild } = school;
    const bot = guild.addMember({ isBot: true });
    const file = { attachments: [{ name: 'screen.png' }] };
    for (const asked of [
      bot.says(channel, QUESTION),
      member.says(channel, QUESTION, { webhook: true }),
      member.says(channel, '', file),
    ]) {
      teacher.says(channel, ANSWER, { replyTo: asked });
    }
    teacher.says(channel, '', { replyTo: member.says(channel, QUESTION), ...file });
    const asked = member.says(channel, QUESTION);
    const told = teacher.says(guild.addChannel(), 'Not a reply at all.');
    member.deletes(asked);
    home.discord.gateway.redeliver({ ...told, id: `${BigInt(told.id) + 1n}`, ...reference(channel, asked) });
    expect(await nothingElse()).toEqual([]);
  });

  test('teaches nothing if it speaks to the bot', async () => {
    const { channel, member, teacher } = school;
    teacher.says(channel, `${mention()} ${ANSWER}`, { replyTo: member.says(channel, QUESTION) });
    await home.discord.nextMessage(channel);
    expect(await nothingElse()).toEqual([]);
  });

  test('teaches nothing if either person opted out', async () => {
    const { channel, member, teacher, guild } = school;
    const shy = guild.addMember();
    await optOut(home.app.core, shy.id);
    teacher.says(channel, ANSWER, { replyTo: shy.says(channel, QUESTION) });
    expect(await nothingElse()).toEqual([]);
    const second = guild.addMember({ roles: rolesOf(teacher) });
    await optOut(home.app.core, second.id);
    second.says(channel, ANSWER, { replyTo: member.says(channel, QUESTION) });
    expect((await nothingElse()).length).toBe(1);
    expect((await learnedOn(home, guild)).some(({ answer }) => answer === ANSWER)).toBe(false);
  });

  test('teaches nothing if Discord does not say who asked, and the next one is learned', async () => {
    const { channel, member, teacher } = school;
    home.discord.failNext({ path: /\/members\//, status: 500, count: 3 });
    teacher.says(channel, ANSWER, { replyTo: member.says(channel, QUESTION), ping: false });
    expect(await nothingElse()).toEqual([]);
  });
});

describe('messages that one teacher writes in a row', () => {
  test('are one lesson; a reply to something else is another', async () => {
    const { channel, member, teacher } = school;
    const [one, other] = [member.says(channel, QUESTION), member.says(channel, 'Where is the map?')];
    const told = [
      teacher.says(channel, 'Open the launcher.', { replyTo: one }),
      teacher.says(channel, 'Press the green button.'),
      teacher.says(channel, 'Press M for the map.', { replyTo: other }),
    ];
    const [first, second] = await learned(2);
    expect([first?.answer, second?.answer]).toEqual([
      'Open the launcher.\nPress the green button.',
      'Press M for the map.',
    ]);
    expect(idsOf(first?.sources, 'answer')).toEqual([told[0]?.id, told[1]?.id]);
  });
});

const idsOf = (sources: { part: string; messageId: string | null }[] = [], part: string) =>
  sources.filter((source) => source.part === part).map(({ messageId }) => messageId);

function rolesOf({ state }: FakeMember) {
  return [...school.guild.state.roles.values()].filter(({ id }) => state.roles.includes(id));
}

async function switchOff(): Promise<void> {
  const { admin, channel } = school;
  await admin.runs(channel, 'channels set', { channel, mode: 'off' }).reply();
}

const reference = ({ id }: FakeChannel, asked: { id: string }) => ({
  type: 19 as const,
  message_reference: { type: 0, channel_id: id, message_id: asked.id },
});
