import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { optOut } from '../../../../src/core/members/privacy.ts';
import { changeServer } from '../../../../src/core/owners/servers.ts';
import { readPrompt } from '../../../core/prompt-setup.ts';
import { snowflakeAt } from '../../../support/discord/snowflake.ts';
import type { FakeChannel } from '../../../support/discord.ts';
import { ENTRY, useCommunity } from '../setup.ts';
import { watch } from '../watch.ts';
import { type Desk, formOf, openDesk, privateTo, QUESTION } from './setup.ts';

const home = useCommunity();
let desk: Desk;
beforeAll(async () => {
  await changeServer(home.app.core, home.guild.id, { plan: 'premium', member_questions: 0 });
  await home.app.addKnowledge(home.guild.id, [ENTRY]);
  desk = await openDesk(home);
});
beforeEach(() => {
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
});

const { sentTo, readHandled, becomes, looksForAbandoned } = watch(() => home);
const promptOfLast = () => readPrompt(home.ai.requests.at(-1) ?? { body: {} });

/** Nothing more comes there, although an answer came elsewhere afterwards. */
async function expectSilent(channel: FakeChannel, count = 0): Promise<void> {
  home.member.says(home.channel, `${home.mention} ${QUESTION}`);
  await home.discord.nextMessage(home.channel);
  await home.discord.settled();
  expect(sentTo(channel)).toHaveLength(count);
}

describe('the form of an allowed ticket bot in a new channel', () => {
  test('is answered unasked as the question of whoever filled it in, whose name and answer these are', async () => {
    const { channel, form } = desk.open(home.member);
    const answer = await home.discord.nextMessage(channel);
    expect(answer.replyTo).toBe(form.id);
    expect(answer.content).toContain('Press Join.');
    expect(answer.pinged).toEqual({ everyone: false, roles: [], users: [] });
    const { question, customer, history, handover } = promptOfLast();
    expect(question.text).toBe(`Minecraft name: Salz_7\nWhat do you need help with?: ${QUESTION}`);
    expect(question.quoted).toContain('A person will be with you shortly.');
    expect([customer, history, handover]).toEqual(['Mia', [], null]);
    await becomes(form.id, 'answered');
    expect(await readHandled(form.id)).toMatchObject({ member_id: home.member.id });
    const voted = await home.member.presses(answer, 'Helpful').reply();
    expect(voted.content).toMatch(/Thank you/);
  });

  test('that is edited before the answer counts as it stands then; edited afterwards, nothing is said again', async () => {
    const { channel, form } = desk.open(home.member, 'How do I leave?');
    desk.ticketBot.edits(form, form.content, { embeds: formOf(QUESTION) });
    await home.discord.nextMessage(channel);
    expect(promptOfLast().question.text).toContain(QUESTION);
    expect(promptOfLast().question.text).not.toContain('How do I leave?');
    desk.ticketBot.edits(form, 'Claimed', { embeds: formOf('How do I leave?') });
    channel.update({ name: 'claimed-by-hella' });
    await expectSilent(channel, 1);
  });

  test('after a welcome, and posted twice, is one question with one answer', async () => {
    const calls = home.ai.requests.length;
    const channel = desk.addTicket(home.member);
    desk.ticketBot.says(channel, `-# ||<@${home.member.id}>||`);
    desk.ticketBot.says(channel, '', { embeds: formOf(QUESTION) });
    desk.ticketBot.says(channel, '', { embeds: formOf(QUESTION) });
    await home.discord.nextMessage(channel);
    expect(promptOfLast().question.text.split(QUESTION)).toHaveLength(2);
    expect(promptOfLast().customer).toBe('Mia');
    desk.ticketBot.says(channel, '', { embeds: formOf(QUESTION) });
    await expectSilent(channel, 1);
    expect(home.ai.requests.length).toBe(calls + 2);
  });

  test('and what whoever filled it in writes at once are one question', async () => {
    const { channel } = desk.open(home.member);
    home.member.says(channel, 'On my phone, by the way.');
    await home.discord.nextMessage(channel);
    expect(promptOfLast().question.text).toMatch(new RegExp(`${QUESTION.replace('?', '\\?')}\nOn my phone`));
    await expectSilent(channel, 1);
  });

  test('of 4,000 characters is read whole, and its answer says whose it is', async () => {
    const long = `${'I pressed every button there is. '.repeat(30)}${QUESTION}`;
    const fields = [1, 2, 3, 4].map((n) => ({ name: `Details ${n}`, value: long.slice(0, 1_000) + n }));
    const channel = desk.addTicket(home.member);
    const form = desk.ticketBot.says(channel, `<@${home.member.id}>`, { embeds: [{ fields }] });
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(form.id);
    expect(promptOfLast().question.text).toContain('Details 4: I pressed every button');
  });

  test('without a mention belongs to the only member who may see the channel; to nobody where it cannot be told', async () => {
    const channel = desk.addTicket(home.member);
    desk.ticketBot.says(channel, '', { embeds: formOf(QUESTION) });
    await home.discord.nextMessage(channel);
    expect(promptOfLast().customer).toBe('Mia');
    const helper = home.guild.addMember({ name: 'Hella' });
    const overwrites = privateTo(home.guild, [desk.ticketBot, home.member, helper]);
    const shared = home.guild.addChannel({ under: desk.category, overwrites });
    const form = desk.ticketBot.says(shared, '', { embeds: formOf(QUESTION) });
    await home.discord.nextMessage(shared);
    expect(promptOfLast().customer).toBeNull();
    await becomes(form.id, 'answered');
    expect(await readHandled(form.id)).toMatchObject({ member_id: null });
  });

  test('in a post of a forum is answered in forum mode', async () => {
    const forum = home.guild.addChannel({ kind: 'forum' });
    await home.admin.runs(home.channel, 'channels set', { channel: forum, mode: 'forum' }).reply();
    const post = home.guild.addThread(forum, { name: 'Ticket 4', by: desk.ticketBot, text: 'Welcome' });
    const form = desk.ticketBot.says(post, `<@${home.member.id}>`, { embeds: formOf(QUESTION) });
    expect((await home.discord.nextMessage(post)).replyTo).toBe(form.id);
    expect(promptOfLast().customer).toBe('Mia');
  });

  test('of a member who opted out gets no answer unasked', async () => {
    const shy = home.guild.addMember({ name: 'Shy' });
    await optOut(home.app.core, shy.id);
    const { channel, form } = desk.open(shy);
    await becomes(form.id, 'dropped');
    await expectSilent(channel);
  });

  test('that was left by a process that died is answered once', async () => {
    const { core } = home.app;
    const channel = home.guild.addChannel();
    const form = desk.ticketBot.says(channel, `<@${home.member.id}>`, { embeds: formOf(QUESTION) });
    await expectSilent(channel);
    channel.update({ parent_id: desk.category.id });
    await core.database.kysely
      .insertInto('handled_messages')
      .values({
        ...{ server_id: home.guild.id, message_id: form.id, channel_id: channel.id, member_id: null },
        ...{ state: 'claimed', answer_id: null, at: new Date(home.app.clock.now) },
        lease_until: new Date(home.app.clock.now - 1_000),
      })
      .execute();
    await looksForAbandoned();
    const answer = await home.discord.nextMessage(channel);
    expect(answer.replyTo).toBe(form.id);
    await becomes(form.id, 'answered');
    await expectSilent(channel, 1);
  });
});

describe('a form that comes by an edit of the welcome', () => {
  const welcome = () => {
    const channel = desk.addTicket(home.member);
    const [first] = formOf(QUESTION);
    const embeds = first ? [first] : [];
    return { channel, form: desk.ticketBot.says(channel, `<@${home.member.id}> Welcome!`, { embeds }) };
  };
  const fillIn = (form: Parameters<typeof desk.ticketBot.edits>[0], question = QUESTION, at?: number) =>
    desk.ticketBot.edits(form, form.content, { embeds: formOf(question), ...(at && { at }) });

  test('is answered once as the asker’s question, however often it is edited afterwards', async () => {
    const { channel, form } = welcome();
    await home.discord.settled();
    desk.ticketBot.edits(form, form.content, { embeds: [{ fields: [{ name: 'Problem', value: '…' }] }] });
    await home.discord.settled();
    fillIn(form);
    const answer = await home.discord.nextMessage(channel);
    expect([answer.replyTo, promptOfLast().customer]).toEqual([form.id, 'Mia']);
    expect(promptOfLast().question.text).toContain(QUESTION);
    await becomes(form.id, 'answered');
    fillIn(form);
    fillIn(form, 'How do I leave?');
    await expectSilent(channel, 1);
  });

  test('counts also where it is text alone, in components, or in the second of two messages', async () => {
    const channel = desk.addTicket(home.member);
    desk.ticketBot.says(channel, `<@${home.member.id}>`);
    const second = desk.ticketBot.says(channel, '', { embeds: [{ description: 'One moment …' }] });
    await home.discord.settled();
    const description = `**What do you need help with?**\n> ${QUESTION}`;
    desk.ticketBot.edits(second, '', { embeds: [{ description }] });
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(second.id);
    expect(promptOfLast().question.text).toContain(QUESTION);
  });

  test('is nothing to answer hours later, by another bot, in an old channel or in one that is off', async () => {
    const late = welcome();
    fillIn(late.form, QUESTION, Date.now() + 3 * 3_600_000);
    const other = home.guild.addMember({ name: 'Other', isBot: true });
    const channel = desk.addTicket(home.member);
    const foreign = other.says(channel, 'Welcome');
    other.edits(foreign, 'Welcome', { embeds: formOf(QUESTION) });
    const old = desk.addTicket(home.member);
    const id = snowflakeAt(Date.now() + 120_000);
    const posted = desk.ticketBot.says(old, 'Welcome', { id });
    fillIn(posted, QUESTION, Date.now() + 121_000);
    await expectSilent(late.channel);
    await expectSilent(channel);
    await expectSilent(old);
  });

  test('is answered after a restart, also where it was filled in while nobody listened', async () => {
    const { channel, form } = welcome();
    await looksForAbandoned();
    fillIn(form);
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(form.id);
    const missed = welcome();
    await home.discord.settled();
    missed.form.embeds = formOf(QUESTION);
    await looksForAbandoned();
    expect((await home.discord.nextMessage(missed.channel)).replyTo).toBe(missed.form.id);
    await becomes(missed.form.id, 'answered');
    fillIn(missed.form);
    await looksForAbandoned();
    await expectSilent(missed.channel, 1);
    expect(sentTo(channel)).toHaveLength(1);
  });
});

describe('nothing is said unasked', () => {
  test('to a welcome without anything filled in; the member’s own message is answered then', async () => {
    const channel = desk.addTicket(home.member);
    const [welcome] = formOf(QUESTION);
    desk.ticketBot.says(channel, `<@${home.member.id}> Welcome!`, { embeds: welcome ? [welcome] : [] });
    await expectSilent(channel);
    const asked = home.member.says(channel, QUESTION);
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(asked.id);
    expect(promptOfLast().history).toEqual([]);
  });

  test('to a form where only mentions are answered, or nothing', async () => {
    const open = home.guild.addChannel();
    desk.ticketBot.says(open, `${home.mention} <@${home.member.id}>`, { embeds: formOf(QUESTION) });
    const off = home.guild.addChannel({ under: desk.category });
    await home.admin.runs(home.channel, 'channels set', { channel: off, mode: 'off' }).reply();
    desk.ticketBot.says(off, '', { embeds: formOf(QUESTION) });
    await expectSilent(open);
    await expectSilent(off);
  });

  test('to other bots, to webhooks, and to the ticket bot once somebody has written or the channel is old', async () => {
    const other = home.guild.addMember({ name: 'Other', isBot: true });
    const channel = desk.addTicket(home.member);
    other.says(channel, `<@${home.member.id}>`, { embeds: formOf(QUESTION) });
    desk.ticketBot.says(channel, '', { embeds: formOf(QUESTION), webhook: true });
    await expectSilent(channel);
    home.member.says(channel, QUESTION);
    await home.discord.nextMessage(channel);
    const late = desk.ticketBot.says(channel, '', { embeds: formOf('How do I leave?') });
    await becomes(late.id, 'dropped');
    const old = desk.addTicket(home.member);
    const id = snowflakeAt(Date.now() + 120_000);
    desk.ticketBot.says(old, `<@${home.member.id}>`, { id, embeds: formOf(QUESTION) });
    await expectSilent(channel, 1);
    await expectSilent(old);
  });

  test('once the bot is not allowed any more, also when it has left the server', async () => {
    const own = await openDesk(home);
    own.ticketBot.leaves(home.guild);
    const listed = await home.admin.runs(home.channel, 'channels list').reply();
    expect(listed.content).toContain(`<@${own.ticketBot.id}>`);
    const { content } = await home.admin
      .runs(home.channel, 'channels forms', { bot: own.ticketBot, state: 'off' })
      .reply();
    expect(content).toContain('do not answer what');
    const { channel } = own.open(home.member);
    await expectSilent(channel);
  });
});

describe('/channels forms', () => {
  const run = async (bot: { id: string }, state = 'on') =>
    (await home.admin.runs(home.channel, 'channels forms', { bot, state }).reply()).content;

  test('takes a bot of this server, and neither a member, nor itself, nor a bot from elsewhere', async () => {
    const self = { id: home.discord.botId };
    const stranger = home.discord.addGuild().addMember({ name: 'Elsewhere', isBot: true });
    expect(await run(home.member)).toContain('this is not a bot');
    expect(await run(self)).toContain('this is me');
    expect(await run(stranger)).toContain('not on your server');
    expect(await run(desk.ticketBot)).toContain('✅');
  });
});
