import { beforeEach, describe, expect, test } from 'vitest';
import { optOut } from '../../../../src/core/members/privacy.ts';
import { NOON } from '../../../support/app.ts';
import { snowflakeAt } from '../../../support/discord/snowflake.ts';
import { learnedOn } from '../school.ts';
import { QUESTION, useCommunity } from '../setup.ts';
import { type History, importAll, openHistory, past, textsOf } from './setup.ts';

const DAY = 86_400_000;
const ANSWER = 'Open the launcher and press the green button.';

const home = useCommunity({ settings: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } });
let school: History;
beforeEach(async () => {
  school = await openHistory(home);
});

describe('in a channel', () => {
  test('a teacher’s reply to a member becomes one suggestion that waits, with its messages and members as sources', async () => {
    const { past: before, member, teacher, channel, guild } = school;
    const { asked, told } = before.answers(member, QUESTION, teacher, ANSWER);
    const { run, suggestions } = await importAll(home, school);
    expect(run).toMatchObject({ endedFor: 'all', messages: 2, pairs: 1, suggested: 1, grouped: 0 });
    expect(suggestions).toMatchObject([
      { question: QUESTION, answer: ANSWER, state: 'pending', source: 'reply' },
    ]);
    expect(suggestions[0]?.authorRole).toBe(guild.state.members.get(teacher.id)?.roles[0]);
    expect(
      suggestions[0]?.sources.map((one) => [one.part, one.messageId, one.memberId, one.channelId]),
    ).toEqual([
      ['answer', told.id, teacher.id, channel.id],
      ['question', asked.id, member.id, channel.id],
    ]);
  });

  test('what one person wrote in one go is one question and one answer, but not what follows much later', async () => {
    const { past: before, member, teacher } = school;
    const start = NOON - DAY;
    const at = (seconds: number) => ({ id: snowflakeAt(start + seconds * 1_000) });
    before.says(member, 'Hello everybody.', at(0));
    const asked = before.says(member, QUESTION, at(20));
    before.says(member, 'I have the launcher already.', at(40));
    before.says(teacher, 'Open the launcher.', { replyTo: asked, ...at(60) });
    before.says(teacher, 'Then press the green button.', at(70));
    before.says(teacher, 'By the way, the harbour festival is on Sunday.', at(900));
    const { suggestions } = await importAll(home, school);
    expect(textsOf(suggestions)).toEqual([
      [
        `Hello everybody. ${QUESTION} I have the launcher already.`,
        'Open the launcher.\nThen press the green button.',
      ],
    ]);
  });

  test('talk of members, replies of those who do not teach, and of bots count for nothing', async () => {
    const { past: before, member, teacher, guild } = school;
    const helper = guild.addMember({ name: 'Hal' });
    const bot = guild.addMember({ name: 'Bot', isBot: true });
    before.answers(member, QUESTION, helper, ANSWER);
    before.answers(member, 'Where is the map of the harbour?', bot, 'Press M for the map.');
    before.answers(teacher, 'Where is the boat to Oslo?', teacher, 'It lies at the pier three.');
    before.says(teacher, ANSWER);
    const { run, suggestions } = await importAll(home, school);
    expect(run).toMatchObject({ endedFor: 'all', messages: 7, pairs: 0, suggested: 0 });
    expect(suggestions).toEqual([]);
  });

  test('names, addresses and numbers of people are taken out, and small talk is left out and counted', async () => {
    const { past: before, member, teacher } = school;
    member.state.nick = 'Captain Mimi';
    before.answers(
      member,
      `I am Captain Mimi, mimi@example.org: ${QUESTION}`,
      teacher,
      `Mimi, ${ANSWER} Yours, Tea`,
    );
    before.answers(member, 'Thank you so much!', teacher, 'You are welcome, have fun!');
    before.answers(member, 'Who can help me with my account?', teacher, 'DM me please.');
    const { run, suggestions } = await importAll(home, school);
    expect(run).toMatchObject({ pairs: 3, suggested: 1, leftOut: { small_talk: 2 } });
    const [first] = suggestions;
    expect(`${first?.question} ${first?.answer}`).not.toMatch(/Mimi|Captain|example|Tea\b/);
    expect(first?.question).toContain(QUESTION);
  });

  test('a correction in reply to a line of the bot answers what the bot was asked', async () => {
    const { past: before, member, teacher, channel } = school;
    const asked = member.says(channel, `<@${home.discord.botId}> ${QUESTION}`);
    const line = await home.discord.nextMessage(channel);
    before.says(teacher, ANSWER, { replyTo: line });
    const { suggestions } = await importAll(home, school);
    expect(textsOf(suggestions)).toEqual([[QUESTION, ANSWER]]);
    expect(suggestions[0]?.sources.map(({ messageId }) => messageId)).toContain(asked.id);
  });

  test('nothing older than the days is read', async () => {
    const { past: before, member, teacher } = school;
    const say = (days: number, what: string) => {
      const asked = before.says(member, `Where is ${what}?`, { id: snowflakeAt(NOON - days * DAY) });
      const id = snowflakeAt(NOON - days * DAY + 1_000);
      before.says(teacher, `You find ${what} behind the pier.`, { id, replyTo: asked });
    };
    say(40, 'the lighthouse');
    say(20, 'the harbour bar');
    const { run, suggestions } = await importAll(home, school, undefined, { days: '30' });
    expect(run).toMatchObject({ endedFor: 'all', messages: 2, suggested: 1 });
    expect(suggestions[0]?.question).toBe('Where is the harbour bar?');
  });

  test('of members who opted out nothing is suggested, whether they asked or answered', async () => {
    const { past: before, member, teacher, guild } = school;
    const shy = guild.addMember({ name: 'Shy' });
    const role = guild.state.members.get(teacher.id)?.roles[0] ?? '';
    const other = guild.addMember({ name: 'Otto' });
    other.state.roles = [role];
    before.answers(shy, QUESTION, teacher, ANSWER);
    before.answers(member, 'Where is the map of the harbour?', other, 'Press M for the map.');
    await optOut(home.app.core, shy.id);
    await optOut(home.app.core, other.id);
    const { run, suggestions } = await importAll(home, school);
    expect(run).toMatchObject({ pairs: 2, suggested: 0, leftOut: { opted_out: 2 } });
    expect(suggestions).toEqual([]);
  });
});

describe('what asks the same', () => {
  const asks = [
    'How do I join the server?',
    'how do i join the server',
    'How can I join the server please?',
    'Can you tell me how I join the server?',
  ];

  test('twelve times is one suggestion with the newest answer and the other wordings, whose members are its sources', async () => {
    const { past: before, teacher, guild } = school;
    const members = Array.from({ length: 12 }, (_, n) => guild.addMember({ name: `Pat${n}` }));
    for (const [n, one] of members.entries())
      before.answers(one, asks[n % asks.length] ?? '', teacher, n === 11 ? `${ANSWER} Newest.` : ANSWER);
    const { run, suggestions } = await importAll(home, school);
    expect(run).toMatchObject({ pairs: 12, suggested: 1, grouped: 11, leftOut: {} });
    expect(suggestions).toHaveLength(1);
    expect(suggestions[0]?.answer).toBe(`${ANSWER} Newest.`);
    expect(suggestions[0]?.wordings.length).toBe(2);
    const askers = suggestions[0]?.sources.filter(({ part }) => part !== 'answer');
    expect(new Set(askers?.map(({ memberId }) => memberId)).size).toBe(12);
    await optOut(home.app.core, members[3]?.id ?? '');
    // Of which of them a wording is nobody knows, so all go; those of the others come back with the next run.
    const [left] = await learnedOn(home, guild);
    expect(left?.wordings).toEqual([]);
    const again = await importAll(home, school);
    expect(again.run).toMatchObject({ suggested: 0, grouped: 10, leftOut: { known: 1, opted_out: 1 } });
    const sources = again.suggestions.flatMap((one) => one.sources);
    expect(sources.map(({ memberId }) => memberId)).not.toContain(members[3]?.id);
  });

  test('with another fact in the answer is a suggestion beside it, so that somebody sees both', async () => {
    const { past: before, member, teacher } = school;
    const ask = 'How long does delivery to Oslo take?';
    before.answers(member, ask, teacher, 'Delivery takes 7 days by ship.');
    before.answers(member, ask, teacher, 'Delivery takes 9 days by ship.');
    const { run, suggestions } = await importAll(home, school);
    expect(run).toMatchObject({ suggested: 2, grouped: 0 });
    expect(suggestions.map(({ answer }) => answer)).toEqual([
      'Delivery takes 7 days by ship.',
      'Delivery takes 9 days by ship.',
    ]);
  });

  test('is known the second time, also what the bot learned by itself meanwhile, and what was rejected', async () => {
    const { past: before, member, teacher, channel } = school;
    before.answers(member, QUESTION, teacher, ANSWER);
    before.answers(member, 'How do I join that server?', teacher, ANSWER);
    const asked = member.says(channel, 'Where is the map of the harbour?');
    teacher.says(channel, 'Press M for the map.', { replyTo: asked });
    const { run } = await importAll(home, school);
    expect(run.suggested + run.grouped).toBeLessThanOrEqual(3);
    const again = await importAll(home, school);
    expect(again.run).toMatchObject({ suggested: 0, grouped: 0, leftOut: { known: 3 } });
    expect(again.suggestions).toHaveLength(2);
  });
});

describe('in threads', () => {
  test('open and archived ones of a channel are read; what was asked since the team wrote last is the question', async () => {
    const { channel, guild, member, teacher } = school;
    const talk = (name: string, topic: string) => {
      const thread = guild.addThread(channel, { name, by: member });
      const { says: say } = past(thread);
      say(member, `Hello, I look for ${topic}.`);
      say(member, `Where is ${topic}?`);
      say(teacher, `You find ${topic} behind the pier.`);
      say(member, `Thanks! And who built ${topic}?`);
      say(teacher, `A captain built ${topic} long ago.`);
      return thread;
    };
    talk('one', 'the lighthouse');
    talk('two', 'the old crane').archives();
    const { run, suggestions } = await importAll(home, school);
    expect(run).toMatchObject({ endedFor: 'all', messages: 10, pairs: 4, suggested: 4 });
    expect(textsOf(suggestions)).toEqual([
      [
        'Hello, I look for the lighthouse. Where is the lighthouse?',
        'You find the lighthouse behind the pier.',
      ],
      ['Thanks! And who built the lighthouse?', 'A captain built the lighthouse long ago.'],
      ['Hello, I look for the old crane. Where is the old crane?', 'You find the old crane behind the pier.'],
      ['Thanks! And who built the old crane?', 'A captain built the old crane long ago.'],
    ]);
  });

  test('a post of a forum asks with its title, and what is marked as the answer is preferred', async () => {
    const { guild, member, teacher } = school;
    const forum = guild.addChannel({ kind: 'forum' });
    const post = guild.addThread(forum, {
      ...{ name: 'Cannot start the ferry', by: member, isHistory: true },
      text: 'The engine is silent, what can I do?',
    });
    const { says: say } = past(post);
    say(teacher, 'Try to turn the blue key to the left.');
    say(member, 'That does nothing.');
    const solution = say(teacher, 'Then fill the tank with diesel first.');
    say(teacher, 'It holds forty litres.');
    say(member, 'It runs now.');
    say(teacher, 'Great, the ferry leaves every hour.');
    member.reacts(solution, '✅');
    const { run, suggestions } = await importAll(home, school, forum);
    expect(run).toMatchObject({ messages: 7, pairs: 2 });
    expect(textsOf(suggestions)[0]).toEqual([
      'Cannot start the ferry The engine is silent, what can I do?',
      'Then fill the tank with diesel first.\nIt holds forty litres.',
    ]);
    expect(suggestions.some(({ answer }) => answer.includes('blue key'))).toBe(false);
  });

  test('in a post with the tag of solved ones the last answer that tells something counts for the post', async () => {
    const { guild, member, teacher } = school;
    const forum = guild.addChannel({ kind: 'forum' });
    forum.update({
      available_tags: [
        { id: '7', name: '✅ Gelöst', moderated: false, emoji_id: null, emoji_name: null },
        { id: '8', name: 'Ships', moderated: false, emoji_id: null, emoji_name: null },
      ],
    });
    const post = guild.addThread(forum, {
      ...{ name: 'Ferry', by: member, isHistory: true },
      text: 'How do I start the ferry engine?',
    });
    const { says: say } = past(post);
    say(teacher, 'Which ferry do you have, the red one or the blue one?');
    say(member, 'The red one.');
    say(teacher, 'Fill the tank with diesel, then turn the key.');
    say(member, 'Thank you!');
    say(teacher, 'You are welcome, have fun!');
    post.update({ applied_tags: ['7'] });
    await home.discord.settled();
    const { suggestions } = await importAll(home, school, forum);
    expect(textsOf(suggestions)).toEqual([
      ['Ferry How do I start the ferry engine?', 'Fill the tank with diesel, then turn the key.'],
    ]);
  });

  test('a thread alone can be read, with the message that it grew out of as the question', async () => {
    const { channel, guild, member, teacher, past: before } = school;
    const asked = before.says(member, QUESTION);
    const thread = guild.addThread(channel, { name: 'join', by: teacher, from: asked });
    past(thread).says(teacher, ANSWER);
    const { run, suggestions } = await importAll(home, school, thread);
    expect(run).toMatchObject({ endedFor: 'all', messages: 2, suggested: 1 });
    expect(textsOf(suggestions)).toEqual([[QUESTION, ANSWER]]);
    expect(suggestions[0]?.sources.map(({ messageId }) => messageId)).toContain(asked.id);
  });

  test('a thread that the bot may not read is passed over and counted', async () => {
    const { channel, guild, member, teacher } = school;
    const closed = guild.addThread(channel, { name: 'closed', by: member });
    past(closed).answers(member, QUESTION, teacher, ANSWER);
    const open = guild.addThread(channel, { name: 'open', by: member });
    past(open).answers(member, 'Where is the map of the harbour?', teacher, 'Press M for the map.');
    home.discord.failNext({
      ...{ method: 'GET', path: new RegExp(`^/channels/${closed.id}/messages`) },
      ...{ status: 403, code: 50001 },
    });
    const { run, suggestions } = await importAll(home, school);
    expect(run).toMatchObject({ endedFor: 'all', suggested: 1, leftOut: { thread: 1 } });
    expect(suggestions).toHaveLength(1);
  });
});
