import { beforeEach, describe, expect, test } from 'vitest';
import { decideDraft } from '../../../../src/core/answering/drafts.ts';
import { listTraining } from '../../../../src/core/learning/suggestions/suggestions.ts';
import { findAnswerOfReply } from '../../../../src/core/members/message-claims.ts';
import { changeServer } from '../../../../src/core/owners/servers.ts';
import type { FakeChannel } from '../../../support/discord.ts';
import { longAnswer, share } from '../setup.ts';
import type { Waiting } from './setup.ts';
import {
  askForDraft,
  auditOf,
  DRAFTED,
  findCard,
  openOther,
  press,
  QUESTION,
  readDraft,
  saidIn,
  startDrafting,
} from './setup.ts';

const home = share(startDrafting);
beforeEach(() => {
  home.ai.reply({ answer: DRAFTED, needs_team: false, answerable: true, used: ['join'] });
});
const postsTo = ({ id }: FakeChannel) =>
  home.discord.requests.filter(
    ({ method, path }) => method === 'POST' && path === `/channels/${id}/messages`,
  );
const answersIn = ({ channel, line }: Waiting) => saidIn(home, channel).filter(({ id }) => id !== line.id);
/** As if the process died before it could change the card. */
const failCard = ({ card }: Waiting) =>
  home.discord.failNext({
    method: 'PATCH',
    path: new RegExp(`/messages/${card.id}$`),
    status: 503,
    count: 4,
  });

describe('Send', () => {
  test('sends the draft once, as a reply that pings whoever asked, with notice, sources and buttons that work', async () => {
    const waiting = await askForDraft(home);
    expect(await press(home.helper, waiting, 'Send')).toMatch(/Sent/);
    const [answer, ...more] = answersIn(waiting);
    expect(more).toEqual([]);
    if (!answer) throw new Error('not sent');
    expect(answer.content).toContain(DRAFTED);
    expect(answer.content).toMatch(
      /Sources.*join[\s\S]*-# Checked by the team\.\n-# This answer was generated/,
    );
    expect([answer.replyTo, answer.pinged]).toEqual([
      waiting.askedId,
      { everyone: false, roles: [], users: [home.member.id] },
    ]);
    const { card, answerId } = waiting;
    expect(card.content).toMatch(/\n✅ \*\*Sent\*\* by Hella\.$/);
    expect(card.content).not.toMatch(/Draft:|does not see|decide/);
    expect([card.buttons, card.pinged.users]).toEqual([[], []]);
    expect(await auditOf(home, answerId)).toEqual([['drafts.sent', 'Hella', 'discord']]);
    expect(await readDraft(home, answerId)).toMatchObject({ state: 'sent', due_at: null });
    expect(await findAnswerOfReply(home.app.core, home.guild.id, answer.id)).toMatchObject({ answerId });
    expect((await home.member.presses(answer, 'Helpful').reply()).content).toMatch(/Thank you/);
    expect((await home.member.presses(answer, 'Ask the team').reply()).content).toMatch(/has been asked/);
  });

  test('shows the team placeholders for personal data, and whoever asked the data', async () => {
    home.ai.reply({ answer: `${DRAFTED} We write to [EMAIL_1].`, answerable: true, used: ['join'] });
    await changeServer(home.app.core, home.guild.id, { pii: 'mask' });
    const waiting = await askForDraft(home, { text: `${QUESTION} I am ada@example.org` });
    expect(waiting.card.content).toContain('We write to [EMAIL_1].');
    expect(await press(home.helper, waiting, 'Send')).toMatch(/Sent/);
    expect(
      answersIn(waiting)
        .map(({ content }) => content)
        .join(),
    ).toContain('We write to ada@example.org.');
  });

  test('sends an answer to /ask as a message of its own that mentions whoever asked, and nobody else', async () => {
    const channel = home.guild.addChannel();
    const shown = await home.member.runs(channel, 'ask', { question: QUESTION }).reply();
    expect([shown.ephemeral, shown.content]).toEqual([
      false,
      `> ${QUESTION}\n\n👀 The team is having a look at this. The answer will appear here.`,
    ]);
    const waiting = { ...(await findCard(home)), channel, line: shown, askedId: '' };
    expect(waiting.card.content).toContain(`/${channel.id}/${shown.id}>`);
    await press(home.admin, waiting, 'Send');
    const [answer] = answersIn(waiting);
    expect(answer?.content).toMatch(new RegExp(`^<@${home.member.id}>\n> How do I join`));
    expect([answer?.replyTo, answer?.pinged]).toEqual([
      null,
      { everyone: false, roles: [], users: [home.member.id] },
    ]);
  });

  test('pressed by two people at the same moment, with two processes, sends once; the other reads that it was decided', async () => {
    await openOther(home);
    const waiting = await askForDraft(home);
    const release = home.discord.rest.hold(/callback$/);
    const before = home.discord.requests.length;
    const uses = [home.helper, home.admin].map((who) => who.presses(waiting.card, 'Send'));
    // Every process wants to acknowledge every press; of each, one may.
    const asked = () =>
      home.discord.requests.slice(before).filter(({ path }) => path.includes('callback')).length >= 4 ||
      undefined;
    await home.discord.until(asked, 'Two presses in two processes');
    release();
    const told = await Promise.all(uses.map(async (use) => (await use.reply()).content));
    expect(told.filter((text) => /Sent/.test(text))).toHaveLength(1);
    expect(told.filter((text) => /already been decided on/.test(text))).toHaveLength(1);
    await home.discord.settled();
    expect(answersIn(waiting)).toHaveLength(1);
    expect(await auditOf(home, waiting.answerId)).toHaveLength(1);
  });

  test('by a process that died right after it had claimed it is made up for by the next, once', async () => {
    const waiting = await askForDraft(home);
    const { channel, answerId } = waiting;
    const pressId = home.helper.says(channel, 'A moment before the press').id;
    const key = { serverId: home.guild.id, answerId };
    const by = {
      channel: 'discord',
      memberId: home.helper.id,
      memberName: 'Hella',
      action: 'drafts.sent',
    } as const;
    expect(await decideDraft(home.app.core, { ...key, state: 'sent', pressId, by })).toBe('decided');
    const other = await openOther(home);
    await other.runJob('discord-drafts');
    expect(answersIn(waiting)).toEqual([]);
    home.app.clock.now += 61_000;
    const third = await openOther(home);
    await Promise.all([other.runJob('discord-drafts'), third.runJob('discord-drafts')]);
    await expect.poll(async () => (await readDraft(home, answerId))?.due_at, { interval: 5 }).toBeNull();
    expect(answersIn(waiting).map(({ content }) => content.includes(DRAFTED))).toEqual([true]);
    expect(waiting.card.content).toMatch(/✅ \*\*Sent\*\* by Hella\.$/);
    expect(waiting.card.buttons).toEqual([]);
    expect(await auditOf(home, answerId)).toEqual([['drafts.sent', 'Hella', 'discord']]);
  });

  test('by a process that died before it changed the card is on the card after a restart, and carried out once', async () => {
    const waiting = await askForDraft(home);
    failCard(waiting);
    await press(home.helper, waiting, 'Send');
    const said = answersIn(waiting).length + postsTo(waiting.channel).length;
    expect(waiting.card.buttons).not.toEqual([]);
    home.app.clock.now += 61_000;
    await (await openOther(home)).runJob('discord-drafts');
    await expect.poll(() => waiting.card.content, { interval: 5 }).toMatch(/✅ \*\*Sent\*\* by Hella\.$/);
    await expect
      .poll(async () => (await readDraft(home, waiting.answerId))?.due_at, { interval: 5 })
      .toBeNull();
    expect(answersIn(waiting).length + postsTo(waiting.channel).length).toBe(said);
  });

  test('that no card says, for it was noted as done before that, is on it after the next press', async () => {
    const waiting = await askForDraft(home);
    failCard(waiting);
    await press(home.helper, waiting, 'Send');
    await home.app.core.database.kysely
      .updateTable('discord_drafts')
      .set({ due_at: null })
      .where('answer_id', '=', waiting.answerId)
      .execute();
    expect(await press(home.teacher, waiting, 'Discard')).toMatch(/already been decided on/);
    await expect.poll(() => waiting.card.content, { interval: 5 }).toMatch(/✅ \*\*Sent\*\* by Hella\.$/);
    expect([answersIn(waiting).length, waiting.card.buttons]).toEqual([1, []]);
  });

  test('by a process that is too slow and by the one that takes over sends one message', async () => {
    const waiting = await askForDraft(home);
    const { channel, answerId } = waiting;
    const release = home.discord.rest.hold(new RegExp(`POST /channels/${channel.id}/messages`));
    const before = postsTo(channel).length;
    const slow = home.helper.presses(waiting.card, 'Send');
    await home.discord.until(() => postsTo(channel)[before], 'A message on its way');
    const other = await openOther(home);
    home.app.clock.now += 61_000;
    const job = other.runJob('discord-drafts');
    await home.discord.until(() => postsTo(channel)[before + 1], 'The same from another process');
    release();
    expect((await slow.reply()).content).toMatch(/Sent/);
    await job;
    await expect.poll(async () => (await readDraft(home, answerId))?.due_at, { interval: 5 }).toBeNull();
    expect(answersIn(waiting)).toHaveLength(1);
    expect(waiting.card.content.match(/✅/g)).toHaveLength(1);
    const { reply_ids: replyIds = [] } =
      (await home.app.core.database.kysely
        .selectFrom('handled_messages')
        .select('reply_ids')
        .where('answer_id', '=', answerId)
        .executeTakeFirst()) ?? {};
    expect(replyIds).toEqual([answersIn(waiting)[0]?.id, waiting.line.id]);
  });

  test('by a process that died after it had sent it is only written down by the next', async () => {
    const waiting = await askForDraft(home);
    const { answerId, channel } = waiting;
    await press(home.helper, waiting, 'Send');
    const [answer] = answersIn(waiting);
    const { kysely } = home.app.core.database;
    await kysely
      .updateTable('discord_drafts')
      .set({ due_at: new Date(0) })
      .where('answer_id', '=', answerId)
      .execute();
    await kysely
      .updateTable('handled_messages')
      .set({ reply_ids: [waiting.line.id] })
      .where('answer_id', '=', answerId)
      .execute();
    const before = postsTo(channel).length;
    await (await openOther(home)).runJob('discord-drafts');
    await expect
      .poll(() => findAnswerOfReply(home.app.core, home.guild.id, answer?.id ?? ''), { interval: 5 })
      .toMatchObject({ answerId });
    expect(postsTo(channel)).toHaveLength(before);
    expect(await readDraft(home, answerId)).toMatchObject({ due_at: null });
  });

  test('during an outage says that it is tried again, and the next process sends it once', async () => {
    const waiting = await askForDraft(home);
    const path = new RegExp(`^/channels/${waiting.channel.id}/messages$`);
    home.discord.failNext({ method: 'POST', path, status: 503, count: 3 });
    expect(await press(home.helper, waiting, 'Send')).toMatch(
      /Not delivered yet: Discord is not accepting it/,
    );
    expect(answersIn(waiting)).toEqual([]);
    expect(await auditOf(home, waiting.answerId)).toHaveLength(1);
    home.app.clock.now += 61_000;
    await (await openOther(home)).runJob('discord-drafts');
    await expect.poll(() => answersIn(waiting).length, { interval: 5 }).toBe(1);
  });

  test('says so where the bot may not write, and is sent by itself once it may', async () => {
    const waiting = await askForDraft(home);
    const helper = home.guild.addMember({ name: 'Otto', roles: [home.crew] });
    waiting.channel.setOverwrite(home.guild.everyone, { deny: 1n << 11n });
    expect(await press(helper, waiting, 'Send')).toMatch(/not allowed to write/);
    expect(waiting.card.content).toMatch(/\n⏳ ✅ \*\*Sent\*\* by Otto\. ⚠️ Not delivered/);
    const other = await openOther(home);
    home.app.clock.now += 61_000;
    await other.runJob('discord-drafts');
    expect(answersIn(waiting)).toEqual([]);
    waiting.channel.setOverwrite(home.guild.everyone, {});
    await home.discord.settled();
    home.app.clock.now += 61_000;
    await other.runJob('discord-drafts');
    await expect.poll(() => answersIn(waiting).length, { interval: 5 }).toBe(1);
    await expect.poll(() => waiting.card.content, { interval: 5 }).toMatch(/\n✅ \*\*Sent\*\* by Otto\.$/);
    expect(await auditOf(home, waiting.answerId)).toEqual([['drafts.sent', 'Otto', 'discord']]);
  });
});

describe('there is nobody to send it to', () => {
  test('when the question was deleted, Send says so, nothing is sent, and the card says it too', async () => {
    const told = /question or its channel has been deleted/;
    const waiting = await askForDraft(home);
    home.member.deletes({ id: waiting.askedId, channelId: waiting.channel.id });
    expect(await press(home.helper, waiting, 'Send')).toMatch(told);
    expect(answersIn(waiting)).toEqual([]);
    expect(waiting.card.content).toMatch(told);
    expect(waiting.card.buttons).toEqual([]);
    expect(await auditOf(home, waiting.answerId)).toEqual([]);
    expect(await readDraft(home, waiting.answerId)).toMatchObject({ state: 'discarded', due_at: null });
  });

  test.each([
    'mention',
    '/ask',
  ])('when whoever asked by %s has left the server, Send says so and nothing is sent', async (how) => {
    const who = home.guild.addMember({ name: 'Leaver' });
    const channel = home.guild.addChannel();
    if (how === 'mention') who.says(channel, `<@${home.discord.botId}> ${QUESTION}`);
    else await who.runs(channel, 'ask', { question: QUESTION }).reply();
    const { card } = await findCard(home);
    who.leaves(home.guild);
    expect(await press(home.helper, { card }, 'Send')).toMatch(/no longer on the server/);
    await home.discord.settled();
    expect(saidIn(home, channel)).toHaveLength(1);
  });
});

describe('Edit', () => {
  test('sends what was typed, without its mentions, and offers a teacher to have it learned, unused until approved', async () => {
    const waiting = await askForDraft(home);
    const form = await home.teacher.presses(waiting.card, 'Edit').reply();
    expect(form.modal?.title).toBe('Edit the draft and send it');
    const typed = 'Open the harbour gate and press Join. @everyone <@1>';
    const told = await home.teacher.submits(form, { answer: typed }).reply();
    expect([told.ephemeral, told.content]).toEqual([
      true,
      expect.stringMatching(/Should the bot learn this/),
    ]);
    const [answer, ...more] = answersIn(waiting);
    expect(more).toEqual([]);
    expect(answer?.content).toMatch(/^Open the harbour gate and press Join\./);
    expect(answer?.content).toContain('-# Checked by the team.');
    expect(answer?.content).not.toContain(DRAFTED);
    expect(answer?.pinged).toEqual({ everyone: false, roles: [], users: [home.member.id] });
    expect(waiting.card.content).toMatch(/✏️ \*\*Edited and sent\*\* by Tea\.$/);
    expect(await auditOf(home, waiting.answerId)).toEqual([['drafts.edited', 'Tea', 'discord']]);
    const suggestions = async () => {
      const all = await listTraining(home.app.core, home.guild.id, 'pending');
      return all.filter(({ answer: text }) => text.includes('harbour gate'));
    };
    expect(await suggestions()).toEqual([]);
    const learned = await home.teacher.presses(told, 'Learn this').reply();
    expect([learned.id, learned.content]).toEqual([told.id, expect.stringMatching(/Saved as suggestion/)]);
    expect(await suggestions()).toMatchObject([
      { question: QUESTION, source: 'correction', state: 'pending' },
    ]);
  });

  test('by somebody who does not teach sends it and offers nothing', async () => {
    const waiting = await askForDraft(home);
    const form = await home.helper.presses(waiting.card, 'Edit').reply();
    const told = await home.helper.submits(form, { answer: 'Use the gate.' }).reply();
    expect([told.content, told.buttons]).toEqual(['✅ Sent.', []]);
    const learn = { custom_id: `draft:learn:${waiting.answerId}`, component_type: 2 };
    expect((await home.helper.forges(home.place, learn).reply()).content).toMatch(/teaching role/);
  });

  test('without a change is a Send', async () => {
    const waiting = await askForDraft(home);
    const form = await home.teacher.presses(waiting.card, 'Edit').reply();
    expect((await home.teacher.submits(form, {}).reply()).content).toBe('✅ Sent.');
    expect(await auditOf(home, waiting.answerId)).toEqual([['drafts.sent', 'Tea', 'discord']]);
  });

  test('of a draft that does not fit into a form says so, and Send still works', async () => {
    const long = `${longAnswer(80)} End.`;
    home.ai.reply({ answer: long, needs_team: false, answerable: true, used: ['join'] });
    const waiting = await askForDraft(home);
    expect(await press(home.helper, waiting, 'Edit')).toMatch(/more than 4000 characters/);
    expect(await press(home.helper, waiting, 'Send')).toMatch(/Sent/);
    expect(
      answersIn(waiting)
        .map(({ content }) => content)
        .join('\n'),
    ).toContain('End.');
  });

  test('that comes too late keeps what was typed for whoever typed it', async () => {
    const waiting = await askForDraft(home);
    const form = await home.teacher.presses(waiting.card, 'Edit').reply();
    await press(home.helper, waiting, 'Send');
    const told = await home.teacher.submits(form, { answer: 'Too late.' }).reply();
    expect(told.content).toMatch(/already been decided on/);
    expect(told.attachments.map(({ name }) => name)).toEqual(['answer.txt']);
    expect(answersIn(waiting)).toHaveLength(1);
  });
});

describe('Discard', () => {
  test('tells whoever asked in one line that the team answers, and the question stays in the log', async () => {
    const waiting = await askForDraft(home);
    expect(await press(home.teacher, waiting, 'Discard')).toMatch(/Discarded/);
    expect(answersIn(waiting).map(({ content, replyTo }) => [content, replyTo])).toEqual([
      ['📣 Someone from the team will answer you here.', waiting.askedId],
    ]);
    expect(waiting.card.content).toMatch(/🗑️ \*\*Discarded\*\* by Tea\.$/);
    expect(await auditOf(home, waiting.answerId)).toEqual([['drafts.discarded', 'Tea', 'discord']]);
    const kept = await home.app.core.database.kysely
      .selectFrom('answers')
      .select(['question', 'is_draft'])
      .where('id', '=', waiting.answerId)
      .executeTakeFirst();
    expect(kept).toEqual({ question: QUESTION, is_draft: true });
  });

  test('of a hand-over says nothing more: the asker has read that the team answers', async () => {
    home.ai.reply({ answer: 'A person has to look.', needs_team: true, answerable: true, used: [] });
    const waiting = await askForDraft(home);
    expect(waiting.line.content).toBe('👀 The team has been told and will get back to you here.');
    expect(waiting.card.content).toMatch(/A person is needed: the AI was unsure/);
    await press(home.helper, waiting, 'Discard');
    expect(answersIn(waiting)).toEqual([]);
    expect(await readDraft(home, waiting.answerId)).toMatchObject({ state: 'discarded', due_at: null });
  });
});

test('only the team and admins decide: others are refused by press and by forged form, and nothing changes', async () => {
  const waiting = await askForDraft(home);
  const german = home.guild.addMember();
  german.locale = 'de';
  for (const label of ['Send', 'Edit', 'Discard']) {
    expect(await press(home.member, waiting, label)).toMatch(/Only the team can do this/);
    expect(await press(german, waiting, label)).toMatch(/Das darf nur das Team/);
  }
  const components = [{ type: 1, components: [{ type: 4, custom_id: 'answer', value: 'Forged.' }] }];
  const form = { custom_id: `draft:edited:${waiting.answerId}`, components, resolved: {} };
  expect((await home.member.forges(home.place, form).reply()).content).toMatch(/Only the team can do this/);
  expect(await readDraft(home, waiting.answerId)).toMatchObject({ state: 'open' });
  expect(answersIn(waiting)).toEqual([]);
});
