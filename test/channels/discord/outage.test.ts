import type { APIRole } from 'discord.js';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { optOut } from '../../../src/core/members/privacy.ts';
import { changeServer, getServer } from '../../../src/core/owners/servers.ts';
import { readWeek } from '../../support/books.ts';
import type { FakeChannel, FakeMember } from '../../support/discord.ts';
import { ENTRY, QUESTION, useCommunity } from './setup.ts';
import { watch } from './watch.ts';

const LEFT = 'question left until the database is back';
const KEPT = 'message kept until the database is back';
const GENEROUS = { PREMIUM_WEEKLY_UNITS: '1000000000' };

const home = useCommunity({ settings: GENEROUS });
let crew: APIRole;
let helper: FakeMember;
beforeAll(async () => {
  // One member asks everything here.
  await changeServer(home.app.core, home.guild.id, { plan: 'premium', member_questions: 0 });
  await home.app.addKnowledge(home.guild.id, [ENTRY]);
  crew = home.guild.addRole({ name: 'Crew' });
  await home.admin.runs(home.channel, 'team handover', { role: crew }).reply();
  helper = home.guild.addMember({ name: 'Hella', roles: [crew] });
});
beforeEach(async () => {
  // What the test before left under way has given back what it held.
  await expect
    .poll(async () => (await readWeek(home.app, home.guild.id)).reserved, { timeout: 5_000 })
    .toBe(0);
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
});

const { sentTo, readHandled, becomes, looksForAbandoned } = watch(() => home);

/** A row as a process leaves it that died over a message. */
async function abandon(
  message: { id: string; channel_id: string },
  more: { answerId?: string; ageMs?: number } = {},
): Promise<void> {
  const { now } = home.app.clock;
  const at = new Date(now - (more.ageMs ?? 20_000));
  const row = { server_id: home.guild.id, message_id: message.id, channel_id: message.channel_id };
  const values = {
    ...row,
    member_id: null,
    state: 'claimed' as const,
    lease_until: new Date(now - 1_000),
    answer_id: more.answerId ?? null,
    at,
  };
  await home.app.core.database.kysely
    .insertInto('handled_messages')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['server_id', 'message_id']).doUpdateSet({ ...values, reply_ids: [] }),
    )
    .execute();
}

/** Somebody who writes where the bot does not look, as while it was down. */
function saysUnheard(member: FakeMember, channel: FakeChannel, text: string, options = {}) {
  const { dispatch } = home.discord.gateway;
  home.discord.gateway.dispatch = () => undefined;
  const message = member.says(channel, text, options);
  home.discord.gateway.dispatch = dispatch;
  return message;
}

/** The database refuses everything about a table until the returned function is called, as before its migrations. */
async function takeAway(table: string): Promise<() => Promise<void>> {
  const rename = (from: string, to: string) =>
    sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.ref(to)}`.execute(home.app.core.database.kysely);
  await rename(table, `${table}_away`);
  return async () => void (await rename(`${table}_away`, table));
}

const logged = (message: string, level = 'warn') =>
  home.app.logged.filter((line) => line.message === message && line.level === level).length;

/** Takes the database away from an answer that is being made. @returns brings it back. */
async function interrupt(release: () => void): Promise<() => Promise<void>> {
  const comeBack = await Promise.all(['handled_messages', 'reservations', 'charges'].map(takeAway));
  release();
  return async () => {
    for (const back of comeBack) await back();
  };
}

async function countCharges(): Promise<number> {
  const charges = home.app.core.database.kysely.selectFrom('charges').select('id');
  return (await charges.where('server_id', '=', home.guild.id).execute()).length;
}

describe('B19 · while the database is down', () => {
  test('what is asked meanwhile is answered when it is back, once', async () => {
    const channels = [home.guild.addChannel(), home.guild.addChannel()] as const;
    const [before, kept] = [await countCharges(), logged(KEPT, 'info')];
    const comeBack = await takeAway('handled_messages');
    const asked = channels.map((channel) => home.member.says(channel, `${home.mention} ${QUESTION}`));
    home.discord.gateway.redeliver(asked[0] as (typeof asked)[number]);
    await expect.poll(() => logged(KEPT, 'info'), { interval: 5 }).toBe(kept + 3);
    await comeBack();
    for (const { id } of asked) await becomes(id, 'answered');
    await home.discord.settled();
    const replies = channels.map((channel) =>
      sentTo(channel).map(({ replyTo, content }) => [replyTo, content]),
    );
    expect(replies).toEqual(asked.map(({ id }) => [[id, expect.stringMatching(/Press Join/)]]));
    expect(await countCharges()).toBe(before + asked.length);
  });

  test('what is asked meanwhile on a server that was not looked at yet is answered when it is back', async () => {
    const guild = home.discord.addGuild({ name: 'Pier', members: 120, joinedAt: new Date(0) });
    const isStored = () => getServer(home.app.core, guild.id).catch(() => null);
    await expect.poll(isStored, { timeout: 9_000, interval: 5 }).not.toBeNull();
    const comeBack = await takeAway('servers');
    const [channel, kept] = [guild.addChannel(), logged(KEPT, 'info')];
    const asked = guild.addMember().says(channel, `${home.mention} ${QUESTION}`);
    await expect.poll(() => logged(KEPT, 'info'), { interval: 5 }).toBe(kept + 1);
    await comeBack();
    const answer = await home.discord.nextMessage(channel);
    expect([answer.replyTo, answer.content]).toEqual([asked.id, expect.not.stringMatching(/my data/)]);
  });

  test('for over a minute, a person who addresses the bot is told once, nobody else is, and the next question is answered', async () => {
    const channel = home.guild.addChannel();
    const before = await readWeek(home.app, home.guild.id);
    const calls = home.ai.requests.length;
    const [warnings, kept] = [logged('message not taken up'), logged(KEPT, 'info')];
    const comeBack = await takeAway('handled_messages');
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    home.discord.gateway.redeliver(asked);
    helper.says(channel, 'Just talking.');
    await expect.poll(() => logged(KEPT, 'info'), { interval: 5 }).toBe(kept + 2);
    expect(sentTo(channel)).toEqual([]);
    home.app.clock.now += 61_000;
    const line = await home.discord.nextMessage(channel);
    expect([line.replyTo, line.content]).toEqual([asked.id, expect.stringMatching(/cannot reach my data/)]);
    await expect.poll(() => logged('message not taken up')).toBe(warnings + 2);
    await home.discord.settled();
    await comeBack();
    expect([sentTo(channel).length, home.ai.requests.length]).toEqual([1, calls]);
    expect(await readWeek(home.app, home.guild.id)).toEqual(before);
    const again = home.member.says(channel, `${home.mention} ${QUESTION}`);
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(again.id);
  });

  test('known settings of a server still apply: a channel that is off stays silent, and talk logs nothing', async () => {
    const channel = home.guild.addChannel();
    await home.admin.runs(home.channel, 'channels set', { channel, mode: 'off' }).reply();
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    // An answer elsewhere shows that the server was read since the command.
    await becomes(home.member.says(home.channel, `${home.mention} ${QUESTION}`).id, 'answered');
    const warnings = home.app.logged.filter(({ level }) => level === 'warn').length;
    const comeBack = await takeAway('servers');
    home.app.clock.now += 6_000;
    for (let n = 0; n < 20; n++) home.guild.addMember().says(channel, `talk ${n}`);
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.discord.settled();
    await comeBack();
    expect(sentTo(channel)).toEqual([]);
    expect(home.app.logged.filter(({ level }) => level === 'warn')).toHaveLength(warnings);
  });

  test('the team still takes over open questions, even if its message cannot be stored', async () => {
    const thread = home.guild.addThread(home.guild.addChannel(), { name: 'Stuck', by: home.member });
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    const asked = home.member.says(thread, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    const comeBack = await takeAway('conversations');
    helper.says(thread, 'I am on it.');
    await becomes(asked.id, 'dropped');
    await comeBack();
    release();
    await home.discord.settled();
    expect(sentTo(thread)).toEqual([]);
  });

  test('an answer in progress is made again when it is back, and charged once', async () => {
    const channel = home.guild.addChannel();
    const before = await countCharges();
    const [calls, left] = [home.ai.requests.length, logged(LEFT, 'info')];
    const release = home.ai.hold();
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    const comeBack = await interrupt(release);
    await expect.poll(() => logged(LEFT, 'info'), { timeout: 5_000, interval: 5 }).toBe(left + 1);
    expect(sentTo(channel)).toEqual([]);
    await comeBack();
    await looksForAbandoned();
    await becomes(asked.id, 'answered');
    expect(sentTo(channel).map(({ content }) => content)).toEqual([expect.stringMatching(/Press Join/)]);
    await expect.poll(countCharges, { timeout: 5_000 }).toBe(before + 1);
  });

  test('an answer that is interrupted a second time ends in one line; no claim stays behind and nothing is charged', async () => {
    const channel = home.guild.addChannel();
    const before = await readWeek(home.app, home.guild.id);
    const [calls, left] = [home.ai.requests.length, logged(LEFT, 'info')];
    const first = home.ai.hold();
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    const comeBack = await interrupt(first);
    await expect.poll(() => logged(LEFT, 'info'), { timeout: 5_000, interval: 5 }).toBe(left + 1);
    await comeBack();
    const second = home.ai.hold();
    await looksForAbandoned();
    await home.ai.received(calls + 2);
    const warnings = logged('message not recorded');
    const comeBackAgain = await interrupt(second);
    const line = await home.discord.nextMessage(channel);
    expect(line.content).toMatch(/Nothing was charged/);
    await home.discord.settled();
    // What became of it is written after the line; were the tables back before, nothing would be left to find.
    await expect.poll(() => logged('message not recorded'), { interval: 5 }).toBe(warnings + 1);
    await comeBackAgain();
    await looksForAbandoned();
    await becomes(asked.id, 'answered');
    expect((await readHandled(asked.id))?.reply_ids).toEqual([line.id]);
    expect(sentTo(channel)).toHaveLength(1);
    await expect.poll(() => readWeek(home.app, home.guild.id), { timeout: 5_000 }).toEqual(before);
  });

  test('changes of servers are stored when the database is back, with one log line', async () => {
    const left = home.discord.addGuild({ name: 'Werft' });
    const become = (id: string, expected: object) =>
      expect
        .poll(() => getServer(home.app.core, id).catch(() => null), { timeout: 9_000, interval: 5 })
        .toMatchObject(expected);
    await become(left.id, { active: true });
    const warnings = logged('servers not stored, trying again');
    const comeBack = await takeAway('servers');
    left.remove();
    const joined = home.discord.addGuild({ name: 'Kai' });
    await expect.poll(() => logged('servers not stored, trying again'), { interval: 5 }).toBe(warnings + 1);
    await comeBack();
    await become(left.id, { active: false });
    await become(joined.id, { name: 'Kai', active: true });
    expect(logged('servers not stored, trying again')).toBe(warnings + 1);
  });
});

describe('a question that a process left when it died', () => {
  test('is not answered again if it had three messages and its reply exists', async () => {
    const channel = home.guild.addChannel();
    const asked = ['Hello', 'a question', QUESTION].map((text) =>
      home.member.says(channel, `${home.mention} ${text}`),
    );
    const answer = await home.discord.nextMessage(channel);
    for (const { id } of asked) await becomes(id, 'answered');
    const answerId = (await readHandled(asked[0]?.id ?? ''))?.answer_id ?? '';
    for (const message of asked) await abandon(message, { answerId });
    await looksForAbandoned();
    for (const { id } of asked) {
      await becomes(id, 'answered');
      expect(await readHandled(id)).toMatchObject({ answer_id: answerId, reply_ids: [answer.id] });
    }
    expect(sentTo(channel)).toHaveLength(1);
  });

  test('is not answered again if its reply is more than a hundred messages back', async () => {
    const channel = home.guild.addChannel();
    const release = home.ai.hold();
    const calls = home.ai.requests.length;
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    for (let n = 0; n < 150; n++) saysUnheard(helper, channel, `talk ${n}`);
    release();
    await home.discord.nextMessage(channel);
    await becomes(asked.id, 'answered');
    await abandon(asked);
    await looksForAbandoned();
    await becomes(asked.id, 'answered');
    expect([sentTo(channel).length, home.ai.requests.length]).toEqual([1, calls + 1]);
  });

  test('is answered like many others, even if one of them cannot be read', async () => {
    const channels = Array.from({ length: 6 }, () => home.guild.addChannel());
    const asked = channels.map((channel) => saysUnheard(home.member, channel, `${home.mention} ${QUESTION}`));
    for (const message of asked) await abandon(message);
    home.discord.failNext({
      method: 'GET',
      path: new RegExp(`${channels[0]?.id}/messages`),
      status: 500,
      count: 3,
    });
    const states = async () =>
      (await Promise.all(asked.map(({ id }) => readHandled(id)))).map((row) => row?.state);
    while ((await states()).includes('claimed')) await looksForAbandoned();
    expect(new Set(await states())).toEqual(new Set(['answered']));
    for (const channel of channels) expect(sentTo(channel)).toHaveLength(1);
  });

  test('is left alone if the team spoke in the meantime, whether the bot saw it or not', async () => {
    const channels = [home.guild.addChannel(), home.guild.addChannel()] as const;
    const asked = channels.map((channel) => saysUnheard(home.member, channel, `${home.mention} ${QUESTION}`));
    helper.says(channels[0], 'Like this.', { replyTo: asked[0] });
    saysUnheard(helper, channels[1], 'Like that.', { replyTo: asked[1] });
    // Last, for the bot may still be looking after the test before and would answer what the team is yet to say.
    for (const message of asked) await abandon(message);
    await looksForAbandoned();
    for (const { id } of asked) await becomes(id, 'dropped');
    expect([...sentTo(channels[0]), ...sentTo(channels[1])]).toEqual([]);
  });

  test('is not answered if its author opted out and did not address the bot', async () => {
    const member = home.guild.addMember({ name: 'Shy' });
    await optOut(home.app.core, member.id);
    const channel = home.guild.addChannel();
    const asked = saysUnheard(member, channel, QUESTION);
    await abandon(asked);
    await looksForAbandoned();
    await becomes(asked.id, 'dropped');
    expect(sentTo(channel)).toEqual([]);
  });

  test('is no longer answered after an hour, and its cost is refunded', async () => {
    const channel = home.guild.addChannel();
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    const before = await readWeek(home.app, home.guild.id);
    const answer = await home.discord.nextMessage(channel);
    await becomes(asked.id, 'answered');
    const answerId = (await readHandled(asked.id))?.answer_id ?? '';
    home.member.deletes(answer);
    await abandon(asked, { answerId, ageMs: 3_600_000 });
    await looksForAbandoned();
    await becomes(asked.id, 'dropped');
    expect(await readWeek(home.app, home.guild.id)).toEqual(before);
  });
});
