import { beforeEach, describe, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { approve, type Suggestion } from '../../../src/core/learning/suggestions/suggestions.ts';
import type { FakeChannel } from '../../support/discord.ts';
import { countLookups, hasLearned, learnedOn, learnsNothingElse, openSchool, type School } from './school.ts';
import { QUESTION, useCommunity } from './setup.ts';
import { says } from './traces.ts';

const ANSWER = 'Open the launcher and press the green button.';
const DAY_MS = 86_400_000;

const home = useCommunity({ settings: { PREMIUM_WEEKLY_UNITS: '1000000000' } });
let school: School;
beforeEach(async () => {
  says(home, 'Press Join.');
  school = await openSchool(home);
});

/** A pending suggestion, with the two messages that it comes from. */
async function learn(channel: FakeChannel = school.channel) {
  const { member, teacher, guild } = school;
  const count = (await learnedOn(home, guild)).length;
  const asked = member.says(channel, QUESTION);
  const told = teacher.says(channel, ANSWER, { replyTo: asked });
  const suggestion = (await hasLearned(home, guild, count + 1)).at(-1) as Suggestion;
  return { asked, told, suggestion };
}

async function learnAndApprove(channel?: FakeChannel) {
  const lesson = await learn(channel);
  await approve(home.app.core, school.guild.id, lesson.suggestion.id);
  expect(await entries()).toContain(`training:${lesson.suggestion.id}`);
  return lesson;
}

const entries = async () => (await listKnowledge(home.app.core, school.guild.id)).map(({ id }) => id);

/** Resolves when the one suggestion is suspended for this, and no knowledge any more. */
async function isSuspended(reason: string): Promise<void> {
  await expect
    .poll(() => learnedOn(home, school.guild), { timeout: 10_000, interval: 10 })
    .toMatchObject([{ state: 'suspended', suspendedFor: reason, entryId: null }]);
  expect(await entries()).toEqual([]);
}

const isGone = () => hasLearned(home, school.guild, 0);
type Lesson = Awaited<ReturnType<typeof learn>>;

const LOSSES: [string, string, (lesson: Lesson) => unknown][] = [
  ['the question is deleted', 'source_deleted', ({ asked }) => school.member.deletes(asked)],
  ['the answer is deleted', 'source_deleted', ({ told }) => school.admin.deletes(told)],
  [
    'the question goes with many others',
    'source_deleted',
    ({ asked }) => school.admin.purges([asked, ...talk(school.channel, 50)]),
  ],
  ['the question is edited', 'source_edited', ({ asked }) => school.member.edits(asked, 'Never mind.')],
  ['the answer is edited', 'source_edited', ({ told }) => school.teacher.edits(told, 'That was wrong.')],
  ['the channel is deleted', 'source_deleted', () => school.channel.remove()],
];

const talk = (channel: FakeChannel, count: number) =>
  Array.from({ length: count }, (_, n) => school.member.says(channel, `Talk ${n}`));

describe('when', () => {
  test.each([
    ...LOSSES.slice(0, 1),
    ...LOSSES.slice(5),
  ])('%s a pending suggestion is deleted', async (_, __, lose) => {
    lose(await learn());
    await isGone();
  });

  test.each(
    LOSSES.slice(1, 5),
  )('%s an approved one leaves the knowledge and is listed', async (_, reason, lose) => {
    lose(await learnAndApprove());
    await isSuspended(reason);
  });

  test.each([
    'post',
    'channel above',
  ] as const)('a %s is deleted, what was learned there is withdrawn', async (kind) => {
    const { guild, member, teacher } = school;
    const parent = guild.addChannel({ kind: kind === 'post' ? 'forum' : 'text' });
    const thread = guild.addThread(parent, { name: 'Stuck', by: member, text: QUESTION });
    teacher.says(thread, ANSWER);
    await hasLearned(home, guild, 1);
    (kind === 'channel above' ? parent : thread).remove();
    await isGone();
  });

  test('a preview is added, an old edit is reported again or other messages are deleted, nothing changes', async () => {
    const { channel, member, guild } = school;
    const asked = member.says(channel, QUESTION);
    member.edits(asked, `${QUESTION} https://docs.example`, { at: home.app.clock.now - 30_000 });
    const told = school.teacher.says(channel, ANSWER, { replyTo: asked });
    await hasLearned(home, guild, 1);
    channel.showsPreview(told, 'https://docs.example');
    channel.showsPreview(asked, 'https://docs.example');
    const [first, ...others] = talk(channel, 30);
    if (first) member.deletes(first);
    member.purges(others);
    guild.addChannel().remove();
    const other = await learn(guild.addChannel());
    member.deletes(other.asked);
    await hasLearned(home, guild, 1);
    expect(await learnsNothingElse(home, school)).toHaveLength(1);
  });
});

test('thousands of messages that nobody learned from cost a few statements', async () => {
  const { channel, member, admin } = school;
  const lesson = await learn();
  const lookups = countLookups(home.app);
  for (let n = 0; n < 5; n += 1) admin.purges(talk(channel, 100));
  await home.discord.settled();
  member.deletes(lesson.asked);
  await isGone();
  expect(lookups()).toBeGreaterThan(0);
  expect(lookups()).toBeLessThan(30);
});

describe('a change while the bot was offline', () => {
  /** Something happens that the bot is not told of; then it comes back, so much later. */
  async function meanwhile(happens: () => void, laterMs = DAY_MS + 60_000): Promise<void> {
    const { gateway } = home.discord;
    const { dispatch } = gateway;
    gateway.dispatch = () => undefined;
    happens();
    gateway.dispatch = dispatch;
    home.app.clock.now += laterMs;
    const before = gateway.identifies.length;
    gateway.closeAll(4010);
    await home.discord.until(() => gateway.identifies.length > before || undefined, 'A new session');
    await home.discord.ready();
  }

  test.each([...LOSSES.slice(0, 1), ...LOSSES.slice(4)])('%s: it is detected', async (_, reason, lose) => {
    const lesson = await learnAndApprove();
    await meanwhile(() => void lose(lesson));
    await isSuspended(reason);
  });

  test('is detected in threads started from a message, and only if it happened there', async () => {
    const { channel, member, teacher, guild } = school;
    const asked = member.says(channel, QUESTION);
    const thread = guild.addThread(channel, { name: 'Joining', by: teacher, from: asked });
    teacher.says(thread, ANSWER);
    await hasLearned(home, guild, 1);
    await meanwhile(() => undefined);
    const above = `/channels/${channel.id}/messages/${asked.id}`;
    const reads = () => home.discord.requests.filter(({ path }) => path === above).length;
    await expect.poll(reads, { timeout: 10_000, interval: 10 }).toBe(1);
    await home.discord.settled();
    await hasLearned(home, guild, 1);
    await meanwhile(() => member.deletes(asked));
    await isGone();
  });

  test('a suggestion that an admin approves again although one message is gone stays until the other is gone too', async () => {
    const { asked, told, suggestion } = await learnAndApprove();
    school.member.deletes(asked);
    await isSuspended('source_deleted');
    await approve(home.app.core, school.guild.id, suggestion.id);
    await meanwhile(() => undefined);
    const reads = (id: string) =>
      home.discord.requests.filter(({ path }) => path.endsWith(`/messages/${id}`));
    await expect.poll(() => reads(told.id).length, { timeout: 10_000, interval: 10 }).toBe(1);
    await home.discord.settled();
    expect(reads(asked.id)).toEqual([]);
    expect(await entries()).toEqual([`training:${suggestion.id}`]);
    school.teacher.deletes(told);
    await isSuspended('source_deleted');
  });

  test('messages that the bot may no longer see, or cannot fetch, change nothing', async () => {
    const { channel, guild } = school;
    await learn();
    await meanwhile(() => channel.setOverwrite(guild.everyone, { deny: 1n << 10n }));
    const reads = () => home.discord.requests.filter(({ path }) => path.includes(`${channel.id}/messages/`));
    await expect.poll(() => reads().length, { timeout: 10_000, interval: 10 }).toBe(2);
    await home.discord.settled();
    expect(reads().every(({ status }) => status === 403)).toBe(true);
    await hasLearned(home, guild, 1);
    const before = reads().length;
    await meanwhile(() => undefined, 60_000);
    await home.discord.settled();
    expect(reads().length).toBe(before);
  });
});
