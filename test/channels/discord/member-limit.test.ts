import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteMember, exportMember, optOut } from '../../../src/core/members/privacy.ts';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { UNABORTED } from '../../support/app.ts';
import type { FakeChannel, FakeMember } from '../../support/discord.ts';
import { dumpTables } from '../../support/tables.ts';
import { ENTRY, QUESTION, useCommunity } from './setup.ts';
import { watch } from './watch.ts';

const MINUTE = 60_000;
const OVER = /^You have asked many questions within the last hour.* <t:(\d+):R>\.$/;

const home = useCommunity();
let member: FakeMember;
let people = 0;
beforeAll(async () => {
  await changeServer(home.app.core, home.guild.id, { plan: 'premium', repeats: false });
  await home.app.addKnowledge(home.guild.id, [ENTRY]);
});
beforeEach(async () => {
  home.ai.fault(null);
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
  people += 1;
  member = home.guild.addMember({ name: `Member ${people}` });
  await limitTo(2);
});

const { becomes, sentTo } = watch(() => home);

async function limitTo(questions: number): Promise<void> {
  const { content } = await home.admin
    .runs(home.channel, 'limits member', { questions: String(questions) })
    .reply();
  expect(content).toMatch(questions === 0 ? /No limit/ : `At most ${questions} question`);
}

/** Asks where nobody else does, and waits for the answer. */
async function asksAndIsAnswered(who = member): Promise<void> {
  const channel = home.guild.addChannel();
  const asked = who.says(channel, `${home.mention} ${QUESTION}`);
  expect((await home.discord.nextMessage(channel)).content).toContain('Press Join.');
  await becomes(asked.id, 'answered');
}

/** Asks, and nothing comes of it. @returns what the bot said there. */
async function asksInVain(who = member, text = QUESTION): Promise<string[]> {
  const channel = home.guild.addChannel();
  const calls = home.ai.requests.length;
  const asked = who.says(channel, `${home.mention} ${text}`);
  await becomes(asked.id, 'dropped');
  await home.discord.settled();
  expect(home.ai.requests).toHaveLength(calls);
  expect(home.discord.typings.filter(({ channelId }) => channelId === channel.id)).toEqual([]);
  return sentTo(channel).map(({ content }) => content);
}

const windows = () => home.app.core.database.kysely.selectFrom('member_windows').selectAll().execute();
const shown = async () => (await home.admin.runs(home.channel, 'limits show').reply()).content;

/** The next message of the bot there is not taken. */
function refuseNext({ id }: FakeChannel): void {
  const path = new RegExp(`${id}/messages$`);
  home.discord.failNext({ method: 'POST', path, status: 403, code: 50013, count: 1 });
}

describe('a member who asks too much within an hour', () => {
  test('gets one line that says when they may ask again, then silence in every channel, and an answer once the hour is over', async () => {
    const { clock } = home.app;
    await asksAndIsAnswered();
    const first = clock.now;
    clock.now += 10 * MINUTE;
    await asksAndIsAnswered();
    const [line] = await asksInVain();
    expect(Number(OVER.exec(line ?? '')?.[1])).toBe(Math.ceil((first + 60 * MINUTE) / 1000));
    expect([await asksInVain(), await asksInVain()]).toEqual([[], []]);
    clock.now = first + 60 * MINUTE - 1;
    expect(await asksInVain()).toEqual([]);
    clock.now += 1;
    await asksAndIsAnswered();
    expect(await asksInVain()).toEqual([]);
    clock.now = first + 70 * MINUTE;
    await asksAndIsAnswered();
    expect((await asksInVain()).map((text) => OVER.test(text))).toEqual([true]);
  });

  test('keeps nobody else from asking, and reads the line in their own language', async () => {
    await limitTo(1);
    await asksAndIsAnswered();
    await asksAndIsAnswered(home.guild.addMember({ name: 'Somebody else' }));
    expect(await asksInVain(member, 'Wie komme ich bitte auf den Server?')).toEqual([
      expect.stringMatching(/^Du hast in der letzten Stunde schon viele Fragen gestellt/),
    ]);
  });

  test('is told so in private each time they use /ask, and both ways count together', async () => {
    await asksAndIsAnswered();
    const ask = () => member.runs(home.channel, 'ask', { question: QUESTION });
    expect((await ask().reply()).content).toContain('Press Join.');
    const calls = home.ai.requests.length;
    for (const refused of [await ask().nextFollowUp(), await ask().nextFollowUp()]) {
      expect(refused.ephemeral).toBe(true);
      expect(refused.content).toMatch(/^You have asked many questions .* <t:\d+:R>\.$/);
    }
    expect(home.ai.requests).toHaveLength(calls);
    expect(await asksInVain()).toEqual([expect.stringMatching(OVER)]);
  });

  test('is told at the next question where the line could not be sent', async () => {
    await limitTo(1);
    await asksAndIsAnswered();
    const channel = home.guild.addChannel();
    refuseNext(channel);
    const asked = member.says(channel, `${home.mention} ${QUESTION}`);
    await becomes(asked.id, 'dropped');
    await home.discord.settled();
    expect(sentTo(channel)).toEqual([]);
    expect(await asksInVain()).toEqual([expect.stringMatching(OVER)]);
    expect(await asksInVain()).toEqual([]);
  });
});

describe('the limit of a member', () => {
  test('does not hold for roles of the team, and nowhere when it is 0', async () => {
    await limitTo(1);
    const crew = home.guild.addRole({ name: 'Crew' });
    await home.admin.runs(home.channel, 'team teach', { role: crew }).reply();
    const teacher = home.guild.addMember({ name: 'Tea', roles: [crew] });
    for (let n = 0; n < 3; n++) await asksAndIsAnswered(teacher);
    for (let n = 0; n < 2; n++)
      expect((await teacher.runs(home.channel, 'ask', { question: QUESTION }).reply()).content).toContain(
        'Press Join.',
      );
    await limitTo(0);
    for (let n = 0; n < 3; n++) await asksAndIsAnswered();
    expect(await windows()).not.toContainEqual(expect.objectContaining({ hits: {} }));
  });

  test('counts what a member writes while an answer is made as one question', async () => {
    const channel = home.guild.addChannel();
    const calls = home.ai.requests.length;
    const letGo = home.ai.hold();
    const first = member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    const more = ['And how', 'do I leave', 'it again?'].map((text) =>
      member.says(channel, `${home.mention} ${text}`),
    );
    letGo();
    for (const { id } of [first, ...more]) await becomes(id, 'answered');
    expect(sentTo(channel)).toHaveLength(2);
    expect(await asksInVain()).toEqual([expect.stringMatching(OVER)]);
  });

  test.each([
    [
      'the AI failed',
      async (channel: FakeChannel) => {
        home.ai.fault('status:500');
        member.says(channel, `${home.mention} ${QUESTION}`);
        expect((await home.discord.nextMessage(channel)).content).toContain('Nothing was charged');
      },
    ],
    [
      'the question was deleted before it was answered',
      async (channel: FakeChannel) => {
        const calls = home.ai.requests.length;
        const letGo = home.ai.hold();
        const asked = member.says(channel, `${home.mention} ${QUESTION}`);
        await home.ai.received(calls + 1);
        member.deletes(asked);
        await becomes(asked.id, 'dropped');
        letGo();
      },
    ],
    [
      'the AI failed a question that was asked by command',
      async (channel: FakeChannel) => {
        home.ai.fault('status:500');
        const { content } = await member.runs(channel, 'ask', { question: QUESTION }).nextFollowUp();
        expect(content).toContain('Nothing was charged');
      },
    ],
  ])('gives a question back when %s', async (_, fail) => {
    await limitTo(1);
    await fail(home.guild.addChannel());
    home.ai.fault(null);
    await asksAndIsAnswered();
    expect(await asksInVain()).toEqual([expect.stringMatching(OVER)]);
  });

  test('gives a question back that the team answers meanwhile', async () => {
    await limitTo(1);
    const crew = home.guild.addRole({ name: 'Helpers' });
    await home.admin.runs(home.channel, 'team handover', { role: crew }).reply();
    const helper = home.guild.addMember({ name: 'Hella', roles: [crew] });
    const channel = home.guild.addChannel();
    const calls = home.ai.requests.length;
    const letGo = home.ai.hold();
    const asked = member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    helper.says(channel, 'Like this.', { replyTo: asked });
    await becomes(asked.id, 'dropped');
    letGo();
    await asksAndIsAnswered();
    expect(await asksInVain()).toEqual([expect.stringMatching(OVER)]);
  });

  test('shows its owner how many met it and how often this week, without a name', async () => {
    // A week of its own.
    home.app.clock.now += 7 * 24 * 60 * MINUTE;
    expect(await shown()).toContain('Nobody has reached their limit this week.');
    await limitTo(1);
    const other = home.guild.addMember({ name: 'Otto' });
    for (const who of [member, other]) await asksAndIsAnswered(who);
    for (const who of [member, member, other]) await asksInVain(who);
    const text = await shown();
    expect(text).toContain('Limit reached this week by 2 members; 3 questions were not answered.');
    for (const { id } of [member, other]) expect(text).not.toContain(id);
    // The figure stays for the week, and goes with it.
    home.app.clock.now += 61 * MINUTE;
    await keepHouse(home.app.core, UNABORTED);
    expect(await shown()).toContain('Limit reached this week by 2 members');
    home.app.clock.now += 7 * 24 * 60 * MINUTE;
    await keepHouse(home.app.core, UNABORTED);
    expect([await shown(), await windows()]).toEqual([expect.stringContaining('Nobody'), []]);
  });

  test('holds for who opted out, keeps no id of anybody, and what it keeps goes an hour later and with a deletion', async () => {
    const { core, clock } = home.app;
    await limitTo(1);
    const shy = home.guild.addMember({ name: 'Shy' });
    await optOut(core, shy.id);
    const before = (await windows()).length;
    await asksAndIsAnswered(shy);
    expect(await asksInVain(shy)).toEqual([expect.stringMatching(OVER)]);
    await asksAndIsAnswered();
    expect(await windows()).toHaveLength(before + 2);
    const tables = await dumpTables(core);
    expect(Object.values(tables).join('\n')).not.toContain(shy.id);
    expect(tables.member_windows).not.toContain(member.id);
    expect(await exportMember(core, member.id)).toMatchObject({ limits: [{ server_id: home.guild.id }] });
    await deleteMember(core, member.id);
    expect(await exportMember(core, member.id)).toMatchObject({ limits: [] });
    expect(await windows()).toHaveLength(before + 1);
    await deleteMember(core, shy.id);
    await asksAndIsAnswered();
    clock.now += 61 * MINUTE;
    await keepHouse(core, UNABORTED);
    expect(await windows()).toEqual([]);
  });
});
