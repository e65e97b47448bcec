import type { APIRole } from 'discord.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reject } from '../../../src/core/learning/suggestions/suggestions.ts';
import { optOut } from '../../../src/core/members/privacy.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { ask } from '../../support/app.ts';
import type { FakeChannel, FakeMember, SentMessage } from '../../support/discord.ts';
import { startTwin } from '../../support/twin.ts';
import { useAnsweringCommunity } from './setup.ts';

/** Five ways to ask the same; what tests ask about is different, so that none looks at another's questions. */
function waysToAsk(reward: string): string[] {
  return [
    `How do I claim the ${reward}?`,
    `how can i claim my ${reward}`,
    `How to claim the ${reward}??`,
    `can you tell me how to claim the ${reward}`,
    `how do you claim ${reward}s`,
  ];
}

const OTHERS = [
  'Is there a map editor?',
  'Which controllers are supported?',
  'Why is the sky purple today?',
  'When does the harbour open?',
  'Who painted the logo?',
];
const TOPIC_KNOWN = '📣 Others have just asked the same thing.';

const home = useAnsweringCommunity({ settings: { PREMIUM_WEEKLY_UNITS: '1000000000' } });
let crew: APIRole;
beforeAll(async () => {
  crew = home.guild.addRole({ name: 'Crew', mentionable: true });
  await home.admin.runs(home.channel, 'team handover', { role: crew }).reply();
});
beforeEach(() => {
  home.ai.reply({ answer: 'I do not know that.', needs_team: true, answerable: false, used: [] });
});

interface Asked {
  channel: FakeChannel;
  member: FakeMember;
  text: string;
}

/** Somebody else asks each of them, somewhere else: in a channel, in a thread. */
function askers(texts: readonly string[]): Asked[] {
  return texts.map((text, n) => {
    const member = home.guild.addMember({ name: `Asker${n}` });
    const channel = home.guild.addChannel();
    return {
      text,
      member,
      channel: n % 2 ? home.guild.addThread(channel, { name: 'Help', by: member }) : channel,
    };
  });
}

const says = ({ channel, member, text }: Asked) => member.says(channel, `${home.mention} ${text}`);
const pingsOf = (answers: readonly SentMessage[]) => answers.flatMap(({ pinged }) => pinged.roles);

async function askAtOnce(asked: readonly Asked[]): Promise<SentMessage[]> {
  for (const one of asked) says(one);
  return Promise.all(asked.map(({ channel }) => home.discord.nextMessage(channel)));
}

async function askInTurn(asked: readonly Asked[]): Promise<SentMessage[]> {
  const answers: SentMessage[] = [];
  for (const one of asked) answers.push(...(await askAtOnce([one])));
  return answers;
}

function readDrafts(reward: string) {
  return home.app.core.database.kysely
    .selectFrom('training')
    .leftJoin('training_sources', 'training_id', 'id')
    .select(['id', 'question', 'answer', 'state', 'member_id'])
    .where('source', '=', 'surge')
    .where('question', 'like', `%${reward}%`)
    .orderBy('created_at')
    .execute();
}

const becomeDrafts = (reward: string, count: number) =>
  expect.poll(() => readDrafts(reward), { interval: 5, timeout: 5_000 }).toHaveLength(count);

/** What looks for a surge begins with its answer and is as quick as a look at the table. */
async function stayDrafts(reward: string, count: number): Promise<void> {
  await home.discord.settled();
  for (let looks = 0; looks < 5; looks += 1) expect(await readDrafts(reward)).toHaveLength(count);
}

describe('five members who ask the same', () => {
  test('H68 · at once: one ping, five visible lines, one draft, and no more with the sixth', async () => {
    const reward = 'winter trophy';
    const asked = askers(waysToAsk(reward));
    const answers = await askAtOnce(asked);
    expect(pingsOf(answers)).toEqual([crew.id]);
    expect(answers.every(({ content }) => content.includes('📣'))).toBe(true);
    expect(answers.filter(({ content }) => content.includes(TOPIC_KNOWN))).toHaveLength(4);
    await becomeDrafts(reward, 1);
    const [draft] = await readDrafts(reward);
    expect(draft).toMatchObject({ answer: '', state: 'pending' });
    expect(waysToAsk(reward)).toContain(draft?.question);
    expect(draft?.member_id).toBe(asked.find(({ text }) => text === draft?.question)?.member.id);

    const [sixth] = await askInTurn(askers([`How do I claim the ${reward}`]));
    expect(sixth?.pinged.roles).toEqual([]);
    expect(sixth?.content).toContain(TOPIC_KNOWN);
    await stayDrafts(reward, 1);
  });

  test('make no draft if one of them has opted out, and nothing of that member is stored', async () => {
    const asked = askers(waysToAsk('golden anchor'));
    await optOut(home.app.core, asked[2]?.member.id ?? '');
    const answers = await askAtOnce(asked);
    expect(answers.every(({ content }) => content.includes('📣'))).toBe(true);
    await stayDrafts('golden anchor', 0);
  });
});

test('five different questions are five pings and no draft', async () => {
  const before = await readDrafts('');
  const answers = await askAtOnce(askers(OTHERS));
  expect(pingsOf(answers)).toEqual(OTHERS.map(() => crew.id));
  await stayDrafts('', before.length);
});

test('a different question in the same thread still pings, even if a known one did not', async () => {
  const [first, second] = askers(waysToAsk('paper boat').slice(0, 2));
  if (!first || !second) throw new Error('two are needed');
  await askInTurn([first, second]);
  const [different] = await askInTurn([{ ...second, text: 'Can I paint my boat blue?' }]);
  expect(different?.pinged.roles).toEqual([crew.id]);
});

test('after ten minutes the same question pings again, and makes a new draft only after a decision on the first', async () => {
  expect(pingsOf(await askInTurn(askers(waysToAsk('copper bell'))))).toEqual([crew.id]);
  await becomeDrafts('copper bell', 1);
  home.app.clock.now += 11 * 60_000;
  expect(pingsOf(await askInTurn(askers(waysToAsk('copper bell'))))).toEqual([crew.id]);
  await stayDrafts('copper bell', 1);
  const [draft] = await readDrafts('copper bell');
  await reject(home.app.core, home.guild.id, draft?.id ?? '');
  home.app.clock.now += 60_000;
  await askInTurn(askers(waysToAsk('copper bell').slice(0, 4)));
  await stayDrafts('copper bell', 1);
  await askInTurn(askers(waysToAsk('copper bell').slice(4)));
  await becomeDrafts('copper bell', 2);
});

test('an undelivered ping is released: the next member who asks the same pings', async () => {
  const [first, second] = askers(waysToAsk('glass whale').slice(0, 2));
  if (!first || !second) throw new Error('two are needed');
  const path = new RegExp(`${first.channel.id}/messages$`);
  home.discord.failNext({ method: 'POST', path, status: 403, code: 50_013 });
  const { id } = says(first);
  const isDropped = () =>
    home.app.core.database.kysely
      .selectFrom('handled_messages')
      .select('state')
      .where('message_id', '=', id)
      .executeTakeFirst();
  await expect.poll(isDropped, { interval: 5 }).toEqual({ state: 'dropped' });
  expect(pingsOf(await askInTurn([second]))).toEqual([crew.id]);
});

test('the same rule applies to the command, and the button still calls the team', async () => {
  const [first, second, third] = askers(waysToAsk('wooden mast').slice(0, 3));
  if (!first || !second || !third) throw new Error('three are needed');
  expect(pingsOf(await askInTurn([first]))).toEqual([crew.id]);
  await second.member.runs(second.channel, 'ask', { question: second.text }).reply();
  const line = await home.discord.nextMessage(second.channel);
  expect(line.content).toContain(TOPIC_KNOWN);
  expect(line.pinged.roles).toEqual([]);

  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
  const [answer] = await askInTurn([third]);
  if (!answer) throw new Error('an answer is needed');
  await third.member.presses(answer, 'Ask the team').reply();
  expect((await home.discord.nextMessage(third.channel)).pinged.roles).toEqual([crew.id]);
});

test('both channels and two processes together make one draft', async () => {
  const { key } = await createKey(home.app.core, { serverId: home.guild.id });
  const twin = await startTwin(home.app);
  try {
    await Promise.all([
      askAtOnce(askers(waysToAsk('iron helmet').slice(0, 3))),
      home.app.chat(key, ask(waysToAsk('iron helmet')[3] ?? '')),
      twin.chat(key, ask(waysToAsk('iron helmet')[4] ?? '')),
    ]);
    await becomeDrafts('iron helmet', 1);
    await stayDrafts('iron helmet', 1);
  } finally {
    await twin.stop();
  }
});
