import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { deleteMember } from '../../../../src/core/members/privacy.ts';
import { changeSettings } from '../../../../src/core/owners/servers.ts';
import { readWeek } from '../../../support/books.ts';
import { press, saidIn, startHelping } from '../handovers/setup.ts';
import { QUESTION, share } from '../setup.ts';

const home = share(startHelping);
const ANSWER = 'Answer this';
const SUGGEST = 'Suggest a reply';

/** Uses the menu of a message and resolves with what only whoever used it sees. */
async function choose(who: typeof home.hella, message: { id: string }, menu: string) {
  const reply = await who.usesMenu(menu, message).reply();
  expect(reply.ephemeral).toBe(true);
  return reply.content;
}

/** A question in a channel in which the bot answers only to its name. */
const askNobody = (text = QUESTION) => {
  const channel = home.guild.addChannel();
  return { channel, asked: home.member.says(channel, text) };
};

describe('“Answer this”', () => {
  test('answers a message for all to see, as a reply to its author, for the price of an answer', async () => {
    const { channel, asked } = askNobody();
    const before = await readWeek(home.app, home.guild.id);
    expect(await choose(home.hella, asked, ANSWER)).toBe('✅ Done: I have replied there.');
    const [answer, ...more] = saidIn(home, channel);
    expect(more).toEqual([]);
    expect([answer?.replyTo, answer?.content]).toEqual([asked.id, expect.stringContaining('Press Join.')]);
    expect((await readWeek(home.app, home.guild.id)).used).toBeGreaterThan(before.used);
    await deleteMember(home.app.core, home.member.id);
    const { kysely } = home.app.core.database;
    const rows = await kysely.selectFrom('answers').select('question').execute();
    expect(rows.every(({ question }) => question === null)).toBe(true);
  });

  test('by two people at one moment answers once; later it says that it has', async () => {
    const { channel, asked } = askNobody();
    const told = await Promise.all([choose(home.hella, asked, ANSWER), choose(home.tom, asked, ANSWER)]);
    expect(told.toSorted()).toEqual([
      'I have answered this already, or I am about to.',
      '✅ Done: I have replied there.',
    ]);
    expect(await choose(home.hella, asked, ANSWER)).toMatch(/already/);
    expect(saidIn(home, channel)).toHaveLength(1);
  });

  test('answers what was left because somebody of the team had it', async () => {
    const thread = home.guild.addThread(home.place, { name: 'Ticket', by: home.member });
    home.member.says(thread, 'I want a refund');
    await press(home.hella, await home.discord.nextMessage(thread), 'Claim');
    const left = home.member.says(thread, QUESTION);
    const { kysely } = home.app.core.database;
    const states = kysely.selectFrom('handled_messages').select('state').where('message_id', '=', left.id);
    await expect.poll(() => states.execute(), { interval: 5 }).toEqual([{ state: 'dropped' }]);
    expect(saidIn(home, thread)).toHaveLength(1);
    expect(await choose(home.hella, left, ANSWER)).toBe('✅ Done: I have replied there.');
    expect(saidIn(home, thread).at(-1)?.replyTo).toBe(left.id);
  });

  test('where the bot may not write, shows the answer to whoever asked for it', async () => {
    const channel = home.guild.addChannel();
    channel.setOverwrite(home.guild.everyone, { deny: PermissionFlagsBits.SendMessages });
    const asked = home.member.says(channel, QUESTION);
    expect(await choose(home.hella, asked, ANSWER)).toContain('Press Join.');
    expect(saidIn(home, channel)).toEqual([]);
  });

  test('is for the team alone, for words of people, and not where the bot is switched off', async () => {
    const { channel, asked } = askNobody();
    expect(await choose(home.member, asked, ANSWER)).toMatch(/Only the team can do this/);
    expect(await choose(home.hella, asked, ANSWER)).toMatch(/I have replied there/);
    const [answer] = saidIn(home, channel);
    if (!answer) throw new Error('no answer');
    expect(await choose(home.hella, answer.raw, ANSWER)).toMatch(/cannot find a question here/);
    const closed = askNobody();
    await changeSettings(home.app.core, home.guild.id, ({ channels }) => ({
      channels: { ...channels, [closed.channel.id]: 'off' },
    }));
    expect(await choose(home.hella, closed.asked, ANSWER)).toMatch(/do not answer in public/);
    expect(saidIn(home, closed.channel)).toEqual([]);
  });
});

describe('“Suggest a reply”', () => {
  test('shows an answer with its sources to whoever chose it alone, for the price of an answer', async () => {
    const { channel, asked } = askNobody();
    const before = await readWeek(home.app, home.guild.id);
    const told = await choose(home.hella, asked, SUGGEST);
    expect(told).toContain('💡 **Suggestion:** only you see it.\n\nPress Join.');
    expect(told).toContain('https://docs.example/join');
    expect(told).toMatch(/-# Confidence [\d.]+$/);
    expect(saidIn(home, channel)).toEqual([]);
    expect((await readWeek(home.app, home.guild.id)).used).toBeGreaterThan(before.used);
    expect(await choose(home.hella, asked, ANSWER)).toBe('✅ Done: I have replied there.');
  });

  test('says why a person is needed, and calls nobody', async () => {
    const { channel, asked } = askNobody('I want a refund');
    expect(await choose(home.hella, asked, SUGGEST)).toMatch(/A person is needed: payment$/);
    expect(saidIn(home, channel)).toEqual([]);
  });

  test('keeps the words as those of their author', async () => {
    const author = home.guild.addMember({ name: 'Ina' });
    const asked = author.says(home.guild.addChannel(), 'How do I join with my old account?');
    await choose(home.hella, asked, SUGGEST);
    const { kysely } = home.app.core.database;
    const count = () =>
      kysely.selectFrom('answers').select('id').where('question', 'like', '%old account%').execute();
    expect(await count()).toHaveLength(1);
    await deleteMember(home.app.core, author.id);
    expect(await count()).toEqual([]);
  });
});

test('both count towards the limit of members where somebody has the right but no role of the team', async () => {
  await changeSettings(home.app.core, home.guild.id, () => ({ member_questions: 1 }));
  const { asked } = askNobody();
  expect(await choose(home.admin, asked, SUGGEST)).toContain('Press Join.');
  expect(await choose(home.admin, asked, SUGGEST)).toMatch(/many questions/);
  await changeSettings(home.app.core, home.guild.id, () => ({ member_questions: 0 }));
});
