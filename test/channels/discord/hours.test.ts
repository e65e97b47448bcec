import type { APIRole } from 'discord.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeServer } from '../../../src/core/owners/servers.ts';
import type { FakeChannel } from '../../support/discord.ts';
import { ENTRY, useCommunity } from './setup.ts';

/** A Wednesday, on which nobody is there before nine. */
const EARLY = Date.parse('2026-11-25T07:59:00Z');
const NINE = Date.parse('2026-11-25T08:00:00Z');
const BACK = `<t:${NINE / 1000}:R> (<t:${NINE / 1000}:F>)`;
const PAYMENT = 'I want my money back, please refund me.';

const home = useCommunity();
let crew: APIRole;
beforeAll(async () => {
  await changeServer(home.app.core, home.guild.id, { plan: 'premium', repeats: false, member_questions: 0 });
  await home.app.addKnowledge(home.guild.id, [ENTRY]);
  crew = home.guild.addRole({ name: 'Crew', mentionable: true });
  await home.admin.runs(home.channel, 'team handover', { role: crew }).reply();
  const set = { zone: 'Europe/Berlin', monday: '9-17' };
  const { content } = await home.admin.runs(home.channel, 'hours set', set).reply();
  expect(content).toContain('Wednesday: 09:00-17:00');
});
beforeEach(() => {
  home.app.clock.now = EARLY;
  home.ai.reply({ answer: 'The team will help.', needs_team: true, answerable: true, used: [] });
});

async function ask(channel: FakeChannel, text: string) {
  home.member.says(channel, `${home.mention} ${text}`);
  const { content, pinged } = await home.discord.nextMessage(channel);
  const line = content.split('\n').find((part) => part.startsWith('📣')) ?? '';
  return { line, roles: pinged.roles };
}

describe('a hand-over outside of the hours of the team', () => {
  test('pings nobody, says when the team is back, and leaves the ping of ten minutes for when it is', async () => {
    const channel = home.guild.addChannel();
    const away = await ask(channel, PAYMENT);
    expect(away).toEqual({
      line: `📣 The team is away right now. It will be back ${BACK} and will reply to you here.`,
      roles: [],
    });
    home.app.clock.now = NINE;
    const called = await ask(channel, `${PAYMENT} Still waiting.`);
    expect(called.roles).toEqual([crew.id]);
    expect(called.line).toBe(`📣 <@&${crew.id}> A person from the team will take over here.`);
    // What was read of the settings is kept for a moment.
    home.app.clock.now = NINE + 8 * 3_600_000;
    expect((await ask(home.guild.addChannel(), PAYMENT)).line).toContain('The team is away');
  });

  test('is told in the language of whoever asks', async () => {
    const { line } = await ask(home.guild.addChannel(), 'Ich möchte bitte mein Geld zurück.');
    expect(line).toBe(
      `📣 Das Team ist gerade nicht da. Es ist <t:${NINE / 1000}:R> zurück (<t:${NINE / 1000}:F>) und meldet sich dann hier.`,
    );
  });

  test('calls the team all the same where somebody may be in danger', async () => {
    const { line, roles } = await ask(home.guild.addChannel(), 'I want to kill myself.');
    expect(roles).toEqual([crew.id]);
    expect(line).toContain(`<@&${crew.id}> A person from the team will take over here. The team is away`);
  });

  test('is the same for “Ask the team” and for /ask', async () => {
    const { discord, guild, member } = home;
    home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
    const channel = guild.addChannel();
    member.says(channel, `${home.mention} How do I join the server?`);
    const answer = await discord.nextMessage(channel);
    await member.presses(answer, 'Ask the team').reply();
    const other = guild.addChannel();
    await member.runs(other, 'ask', { question: PAYMENT }).reply();
    for (const place of [channel, other]) {
      const find = () =>
        discord.sent.find(({ channelId, content }) => channelId === place.id && content.startsWith('📣'));
      const line = await discord.until(find, 'The line');
      expect([line.content, line.pinged.roles]).toEqual([expect.stringContaining(BACK), []]);
    }
  });

  test('says no time where every day is closed, and is as ever once the hours are off', async () => {
    const closed = Object.fromEntries(
      ['monday', 'saturday', 'sunday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [
        day,
        'closed',
      ]),
    );
    const set = await home.admin.runs(home.channel, 'hours set', { zone: 'UTC', ...closed }).reply();
    expect(set.content).toContain('Every day is closed');
    const away = await ask(home.guild.addChannel(), PAYMENT);
    expect(away).toEqual({
      line: '📣 The team is away right now and will reply to you here when it is back.',
      roles: [],
    });
    await home.admin.runs(home.channel, 'hours off').reply();
    expect((await ask(home.guild.addChannel(), PAYMENT)).roles).toEqual([crew.id]);
  });
});
