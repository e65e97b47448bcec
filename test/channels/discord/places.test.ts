import type { APIRole } from 'discord.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeServer, changeSettings, getServer } from '../../../src/core/owners/servers.ts';
import type { Settings } from '../../../src/core/owners/settings.ts';
import type { FakeChannel, FakeMember } from '../../support/discord.ts';
import { QUESTION, useAnsweringCommunity } from './setup.ts';

/** A Wednesday, on which the team of a place is there from nine and everybody else at any time. */
const EARLY = Date.parse('2026-11-25T07:59:00Z');
const NINE = Date.parse('2026-11-25T08:00:00Z');
const BACK = `<t:${NINE / 1000}:R>`;
const PAYMENT = 'I want my money back, please refund me.';

const home = useAnsweringCommunity();
let crew: APIRole;
let category: FakeChannel;
let channel: FakeChannel;
beforeAll(async () => {
  await changeServer(home.app.core, home.guild.id, { repeats: false, member_questions: 0 });
  crew = home.guild.addRole({ name: 'Crew', mentionable: true });
  await home.admin.runs(home.channel, 'team handover', { role: crew }).reply();
});
beforeEach(() => {
  home.app.clock.now = EARLY;
  category = home.guild.addChannel({ kind: 'category' });
  channel = home.guild.addChannel({ under: category });
});

/** Of what was read of the settings something is kept for five seconds. */
async function set(change: Partial<Settings>): Promise<void> {
  await changeSettings(home.app.core, home.guild.id, () => change);
  home.app.clock.now += 5_000;
}

async function asks(at: FakeChannel, text = QUESTION, who: FakeMember = home.member) {
  who.says(at, `${home.mention} ${text}`);
  return home.discord.nextMessage(at);
}

describe('a category with a share of the week', () => {
  /** Leaves it less than any answer costs. */
  async function spendShare(): Promise<void> {
    const { core } = home.app;
    const quota = core.config.PREMIUM_WEEKLY_UNITS;
    await home.admin.runs(home.channel, 'limits place', { channel: category, percent: '1' }).reply();
    const units = Math.floor(quota / 100) - 20;
    const charge = { id: crypto.randomUUID(), serverId: home.guild.id };
    const limits = { quota, share: quota, perMinute: 1, perDay: 1 };
    const asked = { ...charge, keyId: null, channel: 'discord' as const, wanted: units, least: units };
    await core.ledger.admit({ ...asked, ...limits, place: category.id });
    await core.ledger.settle({ ...charge, units, level: 'V1', promptTokens: 1, completionTokens: 1 });
  }

  test('answers there until it is used up, then says so and where to ask, and answers elsewhere', async () => {
    await spendShare();
    const ends = home.app.core.calendar.weekOf(home.app.clock.now).endsAt / 1000;
    expect((await asks(channel)).content).toContain(
      `This channel has used up its share of the quota for this week. I will answer here again from <t:${ends}:F>; until then, please ask me in another channel.`,
    );
    const german = await asks(
      home.guild.addThread(channel, { name: 'Hilfe', by: home.member }),
      'Wie komme ich auf den Server?',
    );
    expect(german.content).toMatch(
      /Dieser Kanal hat seinen Anteil.*frag mich bitte in einem anderen Kanal\.$/,
    );
    const lines = home.app.logged.filter(({ message }) => message === 'question not answered');
    for (const { level, fields } of lines)
      expect([level, fields.code, fields.err]).toEqual(['info', 'quota_exhausted', undefined]);
    expect(lines).toHaveLength(2);
    expect((await asks(home.guild.addChannel())).content).toContain('Press Join.');
    const { content } = await home.admin.runs(home.channel, 'limits show').reply();
    expect(content).toContain(`<#${category.id}>: 1% of the weekly quota, 99% of that share used`);
    home.app.clock.now += 7 * 24 * 3_600_000;
    expect((await asks(channel)).content).toContain('Press Join.');
  });

  test('holds for /ask too, and a channel’s own share counts instead of its category’s', async () => {
    await spendShare();
    const use = home.member.runs(channel, 'ask', { question: QUESTION });
    const told = () => use.messages.find(({ content }) => content.includes('used up its share'));
    await expect.poll(told).toBeDefined();
    await home.admin.runs(home.channel, 'limits place', { channel, percent: '50' }).reply();
    expect((await asks(channel)).content).toContain('Press Join.');
  });
});

describe('a role with a limit of its own', () => {
  test('gives its members the most generous of their limits, on a message and with /ask', async () => {
    const [patrons, newcomers, staff] = ['Patrons', 'New', 'Staff'].map((name) =>
      home.guild.addRole({ name }),
    );
    if (!patrons || !newcomers || !staff) throw new Error('no roles');
    await set({ member_questions: 1, role_questions: { [patrons.id]: 2, [newcomers.id]: 1, [staff.id]: 0 } });
    const answered = async (who: FakeMember) => {
      const said: boolean[] = [];
      for (let times = 0; times < 4; times += 1)
        said.push((await asks(home.guild.addChannel(), QUESTION, who)).content.includes('Press Join.'));
      return said;
    };
    const staffer = home.guild.addMember({ name: 'Sam', roles: [patrons, staff] });
    expect(await answered(staffer)).toEqual([true, true, true, true]);
    const patron = home.guild.addMember({ name: 'Pat', roles: [newcomers, patrons] });
    expect((await asks(home.guild.addChannel(), QUESTION, patron)).content).toContain('Press Join.');
    const first = await patron.runs(home.guild.addChannel(), 'ask', { question: QUESTION }).reply();
    expect(first.content).toContain('Press Join.');
    const over = await asks(home.guild.addChannel(), QUESTION, patron);
    expect(over.content).toContain('You have asked many questions');
    const use = patron.runs(home.guild.addChannel(), 'ask', { question: QUESTION });
    await expect
      .poll(() => use.messages.some(({ content }) => content.includes('many questions')))
      .toBe(true);
    await set({ member_questions: 0, role_questions: {} });
  });
});

describe('a place with hours of its own', () => {
  const lineOf = async (at: FakeChannel) => {
    home.ai.reply({ answer: 'The team will help.', needs_team: true, answerable: true, used: [] });
    const { content, pinged } = await asks(at, PAYMENT);
    return { line: content.split('\n').find((part) => part.startsWith('📣')), roles: pinged.roles };
  };

  test('calls nobody outside of them and says when its team is back; elsewhere the team is called', async () => {
    const use = { zone: 'Europe/Berlin', monday: '9-17', channel: category };
    await home.admin.runs(home.channel, 'hours set', use).reply();
    home.app.clock.now += 5_000;
    const away = await lineOf(home.guild.addThread(channel, { name: 'Help', by: home.member }));
    expect(away).toEqual({ line: expect.stringContaining(BACK), roles: [] });
    expect((await lineOf(home.guild.addChannel())).roles).toEqual([crew.id]);
    home.app.clock.now = NINE;
    expect((await lineOf(channel)).roles).toEqual([crew.id]);
    home.app.clock.now = EARLY + 24 * 3_600_000;
    await home.admin.runs(home.channel, 'hours off', { channel: category }).reply();
    home.app.clock.now += 5_000;
    expect((await lineOf(home.guild.addChannel({ under: category }))).roles).toEqual([crew.id]);
  });

  test('is called by “Ask the team” and told of a draft by its own hours', async () => {
    const { member, discord } = home;
    const use = { zone: 'Europe/Berlin', monday: '9-17', channel };
    await home.admin.runs(home.channel, 'hours set', use).reply();
    await home.admin
      .runs(home.channel, 'hours set', { zone: 'UTC', monday: '0-24', saturday: '0-24', sunday: '0-24' })
      .reply();
    home.app.clock.now += 5_000;
    await member.presses(await asks(channel), 'Ask the team').reply();
    const find = () =>
      discord.sent.find(({ channelId, content }) => channelId === channel.id && content.startsWith('📣'));
    expect((await discord.until(find, 'The line')).content).toContain(BACK);
    const team = home.guild.addChannel({ name: 'team' });
    await home.admin.runs(home.channel, 'channels alerts', { channel: team }).reply();
    await set({ drafts: 'all' });
    expect((await asks(home.guild.addChannel())).content).not.toContain('<t:');
    expect((await asks(channel)).content).toContain(BACK);
    const { settings } = await getServer(home.app.core, home.guild.id);
    expect(settings).toMatchObject({ place_hours: { [channel.id]: { zone: 'Europe/Berlin' } } });
    await set({ drafts: 'off', hours: null });
  });
});
