import { beforeEach, describe, expect, test } from 'vitest';
import { optOut } from '../../../../src/core/members/privacy.ts';
import { changeSettings } from '../../../../src/core/owners/servers.ts';
import type { FakeChannel } from '../../../support/discord.ts';
import { share } from '../setup.ts';
import { auditOf, DRAFTED, findCard, press, QUESTION, readDraft, saidIn, startDrafting } from './setup.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const home = share(startDrafting);
beforeEach(async () => {
  home.app.clock.now += 11 * 60_000;
  home.ai.reply({ answer: DRAFTED, needs_team: false, answerable: true, used: ['join'] });
  await changeSettings(home.app.core, home.guild.id, () => ({ observe: true, drafts: 'off', channels: {} }));
});

/** All that the bot did in a channel: messages, and that it types. */
const tracesIn = (channel: FakeChannel) => [
  ...saidIn(home, channel).map(({ content }) => content),
  ...home.discord.typings.filter(({ channelId }) => channelId === channel.id),
];

async function askObserved(text = QUESTION, channel = home.guild.addChannel(), who = home.member) {
  const asked = who.says(channel, `<@${home.discord.botId}> ${text}`);
  return { channel, asked, ...(await findCard(home)) };
}

describe('a server that is observed', () => {
  test('shows answers to the team alone: a card that calls nobody, and where it was asked nothing at all', async () => {
    const { channel, card, answerId } = await askObserved();
    expect(card.content).toContain(DRAFTED);
    expect(card.content).toMatch(/Confidence [\d.]+; I only observe here/);
    expect(card.pinged).toEqual({ everyone: false, roles: [], users: [] });
    expect(tracesIn(channel)).toEqual([]);
    // Nobody waits for it, so nobody is reminded of it.
    home.app.clock.now += 2 * DAY_MS;
    expect(await readDraft(home, answerId)).toMatchObject({ state: 'open', due_at: null });
  });

  test('sends a card’s answer when somebody presses Send, and keeps quiet on Discard', async () => {
    const sent = await askObserved();
    expect(await press(home.helper, sent, 'Send')).toMatch(/Sent/);
    const [answer, ...more] = saidIn(home, sent.channel);
    expect([answer?.content, more]).toEqual([expect.stringContaining(DRAFTED), []]);
    expect(answer?.replyTo).toBe(sent.asked.id);
    const discarded = await askObserved();
    expect(await press(home.helper, discarded, 'Discard')).toMatch(/has seen nothing of it/);
    expect(tracesIn(discarded.channel)).toEqual([]);
    expect(await readDraft(home, discarded.answerId)).toMatchObject({ state: 'discarded', due_at: null });
    expect(await auditOf(home, discarded.answerId)).toEqual([['drafts.discarded', 'Hella', 'discord']]);
  });

  test('says nothing where the backend fails, somebody asks too much, chats, or wants nothing kept', async () => {
    const channel = home.guild.addChannel();
    const says = (text: string, who = home.guild.addMember({ name: 'Ines' })) =>
      who.says(channel, `<@${home.discord.botId}> ${text}`);
    home.ai.fault('status:503');
    says(QUESTION);
    await home.discord.settled();
    home.ai.fault(null);
    home.ai.reply({ answer: DRAFTED, needs_team: false, answerable: true, used: ['join'] });
    await changeSettings(home.app.core, home.guild.id, () => ({ member_questions: 1 }));
    const asker = home.guild.addMember({ name: 'Ole' });
    says(QUESTION, asker);
    await findCard(home);
    says('And where is the harbour?', asker);
    says('Hello!');
    const hidden = home.guild.addMember({ name: 'Uwe' });
    await optOut(home.app.core, hidden.id);
    says(QUESTION, hidden);
    await home.discord.settled();
    await changeSettings(home.app.core, home.guild.id, () => ({ member_questions: 0 }));
    expect(tracesIn(channel)).toEqual([]);
  });

  test('answers a command with the line of a draft, for whoever types one waits for a reply', async () => {
    const reply = await home.member.runs(home.channel, 'ask', { question: QUESTION }).reply();
    expect(reply.content).toContain('The team is having a look');
    await findCard(home);
  });
});

test('a place is observed on its own, with every message in it, and the others are not', async () => {
  const place = home.guild.addChannel();
  await changeSettings(home.app.core, home.guild.id, () => ({ observe: false }));
  await home.admin.runs(home.channel, 'channels set', { channel: place, mode: 'observe' }).reply();
  home.member.says(place, QUESTION);
  await findCard(home);
  expect(tracesIn(place)).toEqual([]);
  const elsewhere = home.guild.addChannel();
  home.member.says(elsewhere, `<@${home.discord.botId}> ${QUESTION}`);
  expect((await home.discord.nextMessage(elsewhere)).content).toContain(DRAFTED);
});

test('/drafts set observes and leaves again, and what was chosen before counts afterwards; /drafts show has the figures', async () => {
  const run = async (path: string, options = {}) =>
    (await home.admin.runs(home.channel, path, options).reply()).content;
  const set = (state: string) => run('drafts set', { state });
  expect(await set('unsure')).toContain('Unsure answers are drafts');
  expect(await set('observe')).toContain('I only observe');
  const { card } = await askObserved();
  await press(home.helper, { card }, 'Send');
  const shown = await run('drafts show');
  expect(shown).toContain('I only observe');
  expect(shown).toMatch(/Drafts so far:\*\* \d+ sent unchanged, \d+ edited, \d+ discarded; \d+ waiting/);
  expect(shown).toContain('cannot recommend a confidence threshold yet');
  expect(await set('off')).toContain('Drafts are off');
});
