import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { optOut } from '../../../../src/core/members/privacy.ts';
import { keepHouse } from '../../../../src/core/operations/housekeeping.ts';
import { changeSettings } from '../../../../src/core/owners/servers.ts';
import { UNABORTED } from '../../../support/app.ts';
import { dumpTables, findInTables } from '../../../support/tables.ts';
import { share } from '../setup.ts';
import {
  askForDraft,
  DRAFTED,
  findCard,
  openOther,
  press,
  QUESTION,
  readDraft,
  saidIn,
  startDrafting,
} from './setup.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const POSTED = 1n << 11n;

const home = share(startDrafting);
beforeEach(async () => {
  // Past the pause between two calls of the team.
  home.app.clock.now += 11 * 60_000;
  home.ai.reply({ answer: DRAFTED, needs_team: false, answerable: true, used: ['join'] });
});
async function setPlace(id: string | null) {
  await changeSettings(home.app.core, home.guild.id, () => ({ alerts_channel: id }));
  onTestFinished(async () => {
    await changeSettings(home.app.core, home.guild.id, () => ({ alerts_channel: home.place.id }));
  });
}

describe('a draft', () => {
  test('is a line for whoever asked, and a card with everything for the team', async () => {
    const told = '👀 The team is having a look at this. The answer will appear here.';
    const { line, card, askedId, channel } = await askForDraft(home);
    expect([line.content, line.replyTo, line.buttons]).toEqual([told, askedId, []]);
    expect(line.pinged).toEqual({ everyone: false, roles: [], users: [] });
    expect(card.content).toContain(DRAFTED);
    expect(card.content).toContain(
      `> ${QUESTION} [Go to the question](<https://discord.com/channels/${home.guild.id}/${channel.id}/${askedId}>)`,
    );
    expect(card.content).toMatch(/-# Confidence [\d.]+; every answer is a draft/);
    expect(card.buttons.map(({ label }) => label)).toEqual(['Send', 'Edit', 'Discard']);
    expect(card.pinged).toEqual({ everyone: false, roles: [home.crew.id], users: [] });
    expect(JSON.stringify(saidIn(home, channel).map(({ content }) => content))).not.toContain('green');
  });

  test('is told to be readable by all as long as the team’s place is, and to go nowhere once that is deleted', async () => {
    const show = async () => (await home.admin.runs(home.channel, 'drafts show').reply()).content;
    expect(await show()).toMatch(/Every member can read/);
    const place = home.guild.addChannel();
    place.setOverwrite(home.guild.everyone, { deny: 1n << 10n });
    place.setOverwrite(home.discord.roleOfBot(home.guild), { allow: 1n << 10n });
    await home.discord.settled();
    await setPlace(place.id);
    expect(await show()).not.toMatch(/⚠️/);
    const { card } = await askForDraft(home, { place });
    expect(card.content).toContain(DRAFTED);
    place.remove();
    await home.discord.settled();
    expect(await show()).toMatch(/channel for drafts no longer exists/);
  });

  test('calls the team once in ten minutes, and in words of the server’s language', async () => {
    await changeSettings(home.app.core, home.guild.id, () => ({ language: 'de' }));
    const first = await askForDraft(home);
    const second = await askForDraft(home, { who: home.guild.addMember() });
    await changeSettings(home.app.core, home.guild.id, () => ({ language: 'en' }));
    expect([first, second].map(({ card }) => card.pinged.roles)).toEqual([[home.crew.id], []]);
    expect(first.card.content).toMatch(
      /Entwurf: Wer gefragt hat.*[\s\S]*Sicherheit 0,\d+; jede Antwort ist ein Entwurf/,
    );
    expect(first.card.buttons.map(({ label }) => label)).toEqual(['Senden', 'Bearbeiten', 'Verwerfen']);
  });

  test('is only what is unsure where the owner wants that', async () => {
    await changeSettings(home.app.core, home.guild.id, () => ({ drafts: 'unsure' }));
    const channel = home.guild.addChannel();
    home.member.says(channel, `<@${home.discord.botId}> ${QUESTION}`);
    expect((await home.discord.nextMessage(channel)).content).toContain(DRAFTED);
    const { line, card } = await askForDraft(home, { text: 'Which films are on at the cinema tonight?' });
    await changeSettings(home.app.core, home.guild.id, () => ({ drafts: 'all' }));
    expect(line.content).toMatch(/^👀/);
    expect(card.content).toMatch(/Confidence [\d.]+, below 0\.5/);
  });

  test('keeps the words for somebody in danger from nobody', async () => {
    const { line, card } = await askForDraft(home, { text: 'I want to kill myself' });
    expect(line.content).toMatch(/emergency number[\s\S]*\n👀 The team has been told/);
    expect(card.content).toMatch(/A person is needed: safety/);
  });

  test('that nobody has seen is no part of what is said to the next question', async () => {
    const { channel, line } = await askForDraft(home);
    const calls = home.ai.requests.length;
    home.member.says(channel, 'And on mobile?', { replyTo: line });
    expect((await home.discord.nextMessage(channel)).content).toMatch(/^👀/);
    await findCard(home);
    const asked = JSON.stringify(home.ai.requests.slice(calls));
    expect(asked).toContain('And on mobile?');
    expect(asked).not.toContain('green');
    expect(asked).not.toContain('having a look');
  });
});

describe('without a place for the team', () => {
  test.each([
    [
      'the bot may not write there',
      async () => {
        const closed = home.guild.addChannel();
        closed.setOverwrite(home.guild.everyone, { deny: POSTED });
        await home.discord.settled();
        await setPlace(closed.id);
      },
    ],
    ['it belongs to another server', async () => setPlace(home.discord.addGuild().addChannel().id)],
  ])('(%s) a question is handed over with a ping, and its draft is shown to nobody', async (_, prepare) => {
    await prepare();
    const channel = home.guild.addChannel();
    const asked = home.member.says(channel, `<@${home.discord.botId}> ${QUESTION}`);
    const line = await home.discord.nextMessage(channel);
    expect(line.content).toBe(`📣 <@&${home.crew.id}> A person from the team will take over here.`);
    expect([line.replyTo, line.pinged.roles]).toEqual([asked.id, [home.crew.id]]);
    const noted = () =>
      home.app.core.database.kysely
        .selectFrom('answers')
        .innerJoin('handled_messages', 'handled_messages.answer_id', 'answers.id')
        .select(['answers.is_draft', 'answers.team_asked_at'])
        .where('message_id', '=', asked.id)
        .executeTakeFirst();
    await expect
      .poll(noted, { interval: 5 })
      .toEqual({ is_draft: true, team_asked_at: new Date(home.app.clock.now) });
    await home.discord.settled();
    expect(home.discord.sent.filter(({ replyTo }) => replyTo === asked.id)).toHaveLength(1);
  });

  test('because it is the channel of whoever asks, or a thread of it, the question is handed over', async () => {
    const thread = home.guild.addThread(home.place, { name: 'Here', by: home.member });
    for (const channel of [home.place, thread]) {
      home.app.clock.now += 11 * 60_000;
      home.member.says(channel, `<@${home.discord.botId}> ${QUESTION}`);
      expect((await home.discord.nextMessage(channel)).content).toMatch(/^📣 <@&\d+> A person/);
    }
  });

  test('/ask is handed over with one visible line', async () => {
    await setPlace(null);
    const channel = home.guild.addChannel();
    const shown = await home.member.runs(channel, 'ask', { question: QUESTION }).reply();
    expect(shown.content).toBe(
      `> ${QUESTION}\n\nA person from the team will look at this and get back to you here.`,
    );
    const call = await home.discord.nextMessage(channel);
    expect([call.content, call.pinged.roles]).toEqual([expect.stringMatching(/^📣/), [home.crew.id]]);
  });

  test('for whoever opted out the question is handed over, for nothing of theirs may be kept', async () => {
    const member = home.guild.addMember();
    await optOut(home.app.core, member.id);
    const channel = home.guild.addChannel();
    member.says(channel, `<@${home.discord.botId}> Where is the Opal pier?`);
    expect((await home.discord.nextMessage(channel)).content).toMatch(/^📣/);
    await home.discord.settled();
    expect(await findInTables(home.app.core, 'Opal')).toEqual([]);
    expect(await findInTables(home.app.core, member.id)).toEqual([]);
  });
});

describe('a card', () => {
  test('that Discord did not take is posted by the next process, once', async () => {
    const path = new RegExp(`^/channels/${home.place.id}/messages$`);
    home.discord.failNext({ method: 'POST', path, status: 503, count: 3 });
    const channel = home.guild.addChannel();
    home.member.says(channel, `<@${home.discord.botId}> ${QUESTION}`);
    await home.discord.nextMessage(channel);
    const failed = () =>
      home.discord.requests.filter((one) => path.test(one.path) && one.status === 503).length;
    await expect.poll(failed, { interval: 5 }).toBeGreaterThanOrEqual(3);
    await home.discord.settled();
    const others = [await openOther(home), await openOther(home)];
    home.app.clock.now += 61_000;
    const before = saidIn(home, home.place).length;
    await Promise.all(others.map((other) => other.runJob('discord-drafts')));
    const { card } = await findCard(home);
    expect(card.pinged.roles).toEqual([home.crew.id]);
    expect(saidIn(home, home.place)).toHaveLength(before + 1);
  });

  test('that cannot be posted any more calls the team where whoever asked waits', async () => {
    const path = new RegExp(`^/channels/${home.place.id}/messages$`);
    home.discord.failNext({ method: 'POST', path, status: 403, code: 50013 });
    const channel = home.guild.addChannel();
    home.member.says(channel, `<@${home.discord.botId}> ${QUESTION}`);
    expect((await home.discord.nextMessage(channel)).content).toMatch(/^👀/);
    const call = await home.discord.nextMessage(channel);
    expect([call.content, call.pinged.roles]).toEqual([expect.stringMatching(/^📣/), [home.crew.id]]);
  });

  test('that nobody has touched for a day is told once, with a ping, whichever processes look', async () => {
    // Others that wait too would share the ping.
    const place = home.guild.addChannel();
    await setPlace(place.id);
    const { card, answerId } = await askForDraft(home, { place });
    const others = [await openOther(home), await openOther(home)];
    home.app.clock.now += DAY_MS - HOUR_MS;
    for (const other of others) await other.runJob('discord-drafts');
    expect(saidIn(home, place).filter(({ replyTo }) => replyTo === card.id)).toEqual([]);
    home.app.clock.now += 2 * HOUR_MS;
    await Promise.all(others.map((other) => other.runJob('discord-drafts')));
    await expect.poll(async () => (await readDraft(home, answerId))?.told_at, { interval: 5 }).not.toBeNull();
    home.app.clock.now += 2 * DAY_MS;
    for (const other of others) await other.runJob('discord-drafts');
    await home.discord.settled();
    const told = saidIn(home, place).filter(({ replyTo }) => replyTo === card.id);
    expect(told.map(({ content }) => content)).toEqual([
      `⏰ <@&${home.crew.id}> This draft has been waiting for a day, and so has the asker.`,
    ]);
    expect(told[0]?.pinged.roles).toEqual([home.crew.id]);
    expect(await press(home.helper, { card }, 'Send')).toMatch(/Sent/);
  });

  test('of a place that is gone after a day calls the team where whoever asked waits', async () => {
    const place = home.guild.addChannel();
    await setPlace(place.id);
    const { channel, answerId } = await askForDraft(home, { place });
    place.remove();
    home.app.clock.now += DAY_MS + HOUR_MS;
    await (await openOther(home)).runJob('discord-drafts');
    expect((await home.discord.nextMessage(channel)).content).toMatch(/^📣/);
    expect(await readDraft(home, answerId)).toBeUndefined();
  });
});

describe('deletion', () => {
  test('by a member removes the card of a draft, and a press before says that nothing is sent', async () => {
    const who = home.guild.addMember({ name: 'Opaline' });
    const waiting = await askForDraft(home, { who, text: 'Where is the Beryl pier?' });
    const said = saidIn(home, waiting.channel).length;
    const asked = await who.runs(home.channel, 'my-data delete').reply();
    await who.presses(asked, 'data:delete').reply();
    const send = { custom_id: `draft:send:${waiting.answerId}`, component_type: 2 };
    expect((await home.helper.forges(home.place, send).reply()).content).toMatch(/text was deleted/);
    await (await openOther(home)).runJob('discord-drafts');
    await expect.poll(() => waiting.card.isDeleted, { interval: 5 }).toBe(true);
    await expect.poll(() => readDraft(home, waiting.answerId), { interval: 5 }).toBeUndefined();
    expect(await findInTables(home.app.core, who.id)).toEqual([]);
    expect(await findInTables(home.app.core, 'Beryl')).toEqual([]);
    expect(saidIn(home, waiting.channel)).toHaveLength(said);
  });

  test('after RETENTION_DAYS removes card and row, and no row holds a text or an id of a member', async () => {
    const who = home.guild.addMember({ name: 'Jade' });
    const { card, answerId } = await askForDraft(home, { who, text: 'Where is the Agate pier?' });
    const rows = JSON.stringify((await dumpTables(home.app.core)).discord_drafts);
    expect(rows).toContain(answerId);
    expect(rows).not.toMatch(new RegExp(`Agate|green|${who.id}`));
    home.app.clock.now += 31 * DAY_MS;
    expect(await keepHouse(home.app.core, UNABORTED)).toBe(true);
    await (await openOther(home)).runJob('discord-drafts');
    await expect.poll(() => card.isDeleted, { interval: 5 }).toBe(true);
    await expect.poll(() => readDraft(home, answerId), { interval: 5 }).toBeUndefined();
  });
});
