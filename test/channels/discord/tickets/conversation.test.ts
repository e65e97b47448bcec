import type { APIRole } from 'discord.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBot } from '../../../../src/channels/discord/bot.ts';
import { addServer, changeServer, changeSettings } from '../../../../src/core/owners/servers.ts';
import { readPrompt } from '../../../core/prompt-setup.ts';
import type { FakeChannel, FakeMember } from '../../../support/discord.ts';
import { ENTRY, startCommunity, useCommunity } from '../setup.ts';
import { watch } from '../watch.ts';
import { addDesk, type Desk, openDesk, privateTo, QUESTION } from './setup.ts';

const FORM = `Minecraft name: Salz_7\nWhat do you need help with?: ${QUESTION}`;

const home = useCommunity();
let desk: Desk;
let crew: APIRole;
let helper: FakeMember;
beforeAll(async () => {
  await changeServer(home.app.core, home.guild.id, { plan: 'premium', member_questions: 0 });
  await home.app.addKnowledge(home.guild.id, [ENTRY]);
  crew = home.guild.addRole({ name: 'Crew', mentionable: true });
  await home.admin.runs(home.channel, 'team handover', { role: crew }).reply();
  helper = home.guild.addMember({ name: 'Hella', roles: [crew] });
  desk = await openDesk(home);
});
beforeEach(() => {
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
});

const { sentTo, becomes } = watch(() => home);
const promptOfLast = (from = home) => readPrompt(from.ai.requests.at(-1) ?? { body: {} });
const said = ({ role, text }: { role: string; text: string }) => [role, text];

/** Resolves when the bot has noted that the team speaks in the whole channel. */
async function quietIn({ id }: FakeChannel): Promise<void> {
  const { kysely } = home.app.core.database;
  const rows = () =>
    kysely
      .selectFrom('conversations')
      .select(['member_id', 'quiet_until'])
      .where('channel_id', '=', id)
      .execute();
  await expect.poll(rows, { interval: 5 }).toEqual([{ member_id: '', quiet_until: expect.any(Date) }]);
}

describe('in a ticket', () => {
  test('the model reads the form as the first turn, then everybody’s words without a reply; the team’s as its own', async () => {
    const { channel } = desk.open(home.member);
    await home.discord.nextMessage(channel);
    const logger = home.guild.addMember({ name: 'Logger', isBot: true });
    logger.says(channel, 'Ticket logged.');
    desk.ticketBot.says(channel, '', { embeds: [{ title: 'Claimed', description: 'by Hella' }] });
    helper.says(channel, 'Which version do you have?');
    await quietIn(channel);
    home.app.clock.now += 31 * 60_000;
    home.member.says(channel, 'The newest one.');
    await home.discord.nextMessage(channel);
    const { history, question } = promptOfLast();
    expect(history.map(said)).toEqual([
      ['user', FORM],
      ['assistant', 'Press Join.'],
      ['assistant', 'Which version do you have?'],
    ]);
    expect(question.text).toBe('The newest one.');
  });

  test('the form stays the first turn after more messages than the model reads', async () => {
    const { channel } = desk.open(home.member);
    await home.discord.nextMessage(channel);
    helper.says(channel, 'Hello!');
    await quietIn(channel);
    const friend = home.guild.addMember({ name: 'Tom' });
    for (let n = 1; n <= 25; n += 1) await becomes(friend.says(channel, `Detail ${n}.`).id, 'dropped');
    home.member.says(channel, `${home.mention} And now?`);
    await home.discord.nextMessage(channel);
    const { history } = promptOfLast();
    expect(history[0]?.text).toBe(FORM);
    expect(history).toHaveLength(19);
    expect(history.at(-1)?.text).toBe('Detail 25.');
  });

  test('the team’s word keeps the bot quiet for everybody for 30 minutes, without a reply', async () => {
    const { channel } = desk.open(home.member);
    await home.discord.nextMessage(channel);
    helper.says(channel, 'I am on it.');
    await quietIn(channel);
    await becomes(home.member.says(channel, 'Thank you!').id, 'dropped');
    const friend = home.guild.addMember({ name: 'Tom' });
    await becomes(friend.says(channel, 'Me too!').id, 'dropped');
    expect(sentTo(channel)).toHaveLength(1);
    home.member.says(channel, `${home.mention} are you there?`);
    await home.discord.nextMessage(channel);
    home.app.clock.now += 31 * 60_000;
    home.member.says(channel, 'Anyone?');
    await home.discord.nextMessage(channel);
  });

  test('the role is pinged once in ten minutes, whoever asks and whether by message, command or button', async () => {
    const { channel } = desk.open(home.member);
    await home.member.presses(await home.discord.nextMessage(channel), 'Ask the team').reply();
    expect((await home.discord.nextMessage(channel)).pinged.roles).toEqual([crew.id]);
    home.ai.reply({ answer: 'The team will see to it.', needs_team: true, answerable: true, used: [] });
    const friend = home.guild.addMember({ name: 'Tom' });
    friend.says(channel, 'I want a refund.');
    const second = await home.discord.nextMessage(channel);
    expect([second.content.includes('📣'), second.pinged.roles]).toEqual([true, []]);
    await friend.runs(channel, 'ask', { question: 'Where is my refund?' }).reply();
    expect((await home.discord.nextMessage(channel)).pinged.roles).toEqual([]);
    home.app.clock.now += 11 * 60_000;
    friend.says(channel, 'Refund, please.');
    expect((await home.discord.nextMessage(channel)).pinged.roles).toEqual([crew.id]);
  });

  test('a form that two processes see is answered once', async () => {
    const twin = createBot(home.app.core, { token: home.discord.token, burstMs: 20 });
    const open = () => home.discord.sessions.filter(({ isOpen }) => isOpen).length;
    const before = open();
    twin.start();
    await expect.poll(open, { timeout: 10_000 }).toBeGreaterThan(before);
    await expect.poll(() => twin.state(), { timeout: 10_000 }).toBe('ready');
    const { channel } = desk.open(home.member);
    desk.ticketBot.says(channel, '', { embeds: [{ fields: [{ name: 'Question', value: QUESTION }] }] });
    await home.discord.nextMessage(channel);
    await twin.stop(5_000);
    await home.discord.settled();
    expect(sentTo(channel)).toHaveLength(1);
  });
});

describe('a channel below the same category', () => {
  test('that members alone may see is a ticket without a form, too', async () => {
    const channel = home.guild.addChannel({
      under: desk.category,
      overwrites: privateTo(home.guild, [home.member]),
    });
    home.member.says(channel, 'I need help.');
    await home.discord.nextMessage(channel);
    home.member.says(channel, QUESTION);
    await home.discord.nextMessage(channel);
    expect(promptOfLast().history.map(said)).toEqual([
      ['user', 'I need help.'],
      ['assistant', 'Press Join.'],
    ]);
    helper.says(channel, 'Let me see.');
    await quietIn(channel);
  });

  test('that everybody sees keeps each question apart, and the team’s word counts for whom it answers', async () => {
    const channel = home.guild.addChannel({ under: desk.category });
    home.member.says(channel, 'I need help.');
    await home.discord.nextMessage(channel);
    home.member.says(channel, QUESTION);
    await home.discord.nextMessage(channel);
    expect(promptOfLast().history).toEqual([]);
    helper.says(channel, 'Good morning.');
    home.member.says(channel, 'And on mobile?');
    await home.discord.nextMessage(channel);
    expect(promptOfLast().history).toEqual([]);
  });
});

test('after a restart a ticket is read anew: its form first, who is of the team by their roles', async () => {
  const next = await startCommunity({ connects: false });
  const { core } = next.app;
  const crewOfNext = next.guild.addRole({ name: 'Crew' });
  const helperOfNext = next.guild.addMember({ name: 'Hella', roles: [crewOfNext] });
  const friend = next.guild.addMember({ name: 'Tom' });
  const { category, ticketBot, open } = addDesk(next.guild);
  await addServer(core, next.guild.id, {
    ...{ name: 'Harbour', plan: 'premium', members: 120, joined: new Date('2026-01-01T00:00:00Z') },
  });
  await changeSettings(core, next.guild.id, () => ({
    ...{ channels: { [category.id]: 'every_message' }, form_bots: [ticketBot.id] },
    handover_role: crewOfNext.id,
  }));
  const { channel } = open(next.member);
  helperOfNext.says(channel, 'Which version?');
  friend.says(channel, 'I have the same.');
  next.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: [] });
  next.discord.rest.refuse(false);
  await next.discord.ready();
  next.member.says(channel, 'The newest one.');
  await next.discord.nextMessage(channel);
  expect(promptOfLast(next).history.map(({ role, name, text }) => [role, name, text])).toEqual([
    ['user', undefined, FORM],
    ['assistant', 'Hella', 'Which version?'],
    ['user', 'Tom', 'I have the same.'],
  ]);
  expect(next.discord.faults).toEqual([]);
  await next.stop();
}, 30_000);
