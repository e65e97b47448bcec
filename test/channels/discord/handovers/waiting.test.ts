import { describe, expect, test } from 'vitest';
import { claimHandover } from '../../../../src/core/members/handovers.ts';
import { changeSettings } from '../../../../src/core/owners/servers.ts';
import { share } from '../setup.ts';
import { askIn, handOver, openOther, press, readHandover, saidIn, startHelping } from './setup.ts';

const home = share(startHelping);
const DAY_MS = 24 * 60 * 60_000;

/** Two processes look at what is due, at one moment. */
async function lookInBoth(other: Awaited<ReturnType<typeof openOther>>, third = other) {
  await Promise.all([other.runJob('discord-handovers'), third.runJob('discord-handovers')]);
}

describe('an asker who waits for a day', () => {
  test('is reminded once over all processes, in the language of the question, by one ping', async () => {
    const { thread, asked } = await handOver(home, 'Ich will mein Geld zurück');
    const [one, two] = [await openOther(home), await openOther(home)];
    home.app.clock.now += DAY_MS - 60_000;
    await lookInBoth(one, two);
    expect(saidIn(home, thread)).toHaveLength(1);
    home.app.clock.now += 2 * 60_000;
    await lookInBoth(one, two);
    home.app.clock.now += 3 * DAY_MS;
    await lookInBoth(one, two);
    const [, ...reminders] = saidIn(home, thread);
    expect(reminders.map(({ content, replyTo, pinged }) => [content, replyTo, pinged.users])).toEqual([
      [
        expect.stringContaining(`⏰ <@${home.member.id}> Deine Frage liegt seit einem Tag beim Team.`),
        asked.id,
        [home.member.id],
      ],
    ]);
    home.member.says(thread, 'Danke, klappt');
    await expect.poll(() => saidIn(home, thread)[0]?.content).toContain('✅ **Solved**');
  });

  test('is reminded though somebody claimed it, and not once it is solved', async () => {
    const [claimed, solved] = [await handOver(home), await handOver(home)];
    await press(home.hella, claimed.line, 'Claim');
    await press(home.hella, solved.line, 'Solved');
    await expect.poll(() => readHandover(home, solved.answerId)).toMatchObject({ is_shown: true });
    const other = await openOther(home);
    home.app.clock.now += DAY_MS + 60_000;
    await lookInBoth(other);
    expect([saidIn(home, claimed.thread), saidIn(home, solved.thread)].map(({ length }) => length)).toEqual([
      2, 1,
    ]);
  });

  test('is not reminded where anybody wrote since: in a channel, the asker or somebody to them', async () => {
    const asker = home.guild.addMember({ name: 'Ina' });
    const quiet = home.guild.addMember({ name: 'Lars' });
    const thread = await handOver(home);
    home.hella.says(thread.thread, 'I am on it.');
    const inChannel = await askIn(home, home.channel, 'I want a refund', asker);
    const left = await askIn(home, home.channel, 'I want a refund', quiet);
    home.hella.says(home.channel, 'Have a look at your mails.', { replyTo: inChannel.asked });
    home.member.says(home.channel, 'Lovely weather.');
    await home.discord.settled();
    const other = await openOther(home);
    home.app.clock.now += DAY_MS + 60_000;
    await lookInBoth(other);
    expect(saidIn(home, thread.thread)).toHaveLength(1);
    const reminded = saidIn(home, home.channel).filter(({ content }) => content.startsWith('⏰'));
    expect(reminded.map(({ replyTo }) => replyTo)).toEqual([left.asked.id]);
  });

  test('is not reminded where the owner switched it off', async () => {
    const { thread } = await handOver(home);
    await changeSettings(home.app.core, home.guild.id, () => ({ remind_asker: false }));
    const other = await openOther(home);
    home.app.clock.now += DAY_MS + 60_000;
    await lookInBoth(other);
    await changeSettings(home.app.core, home.guild.id, () => ({ remind_asker: true }));
    home.app.clock.now += DAY_MS;
    await lookInBoth(other);
    expect(saidIn(home, thread)).toHaveLength(1);
  });

  test('is reminded later where Discord was away', async () => {
    const { thread } = await handOver(home);
    const other = await openOther(home);
    home.app.clock.now += DAY_MS + 60_000;
    home.discord.failNext({
      method: 'POST',
      path: new RegExp(`${thread.id}/messages$`),
      status: 503,
      count: 3,
    });
    await lookInBoth(other);
    expect(saidIn(home, thread)).toHaveLength(1);
    home.app.clock.now += 61_000;
    await lookInBoth(other);
    expect(saidIn(home, thread)).toHaveLength(2);
  });
});

test('a claim whose process died before it could show it is shown by another one', async () => {
  const { line, answerId } = await handOver(home);
  await claimHandover(home.app.core, { serverId: home.guild.id, answerId }, home.hella);
  const other = await openOther(home);
  await lookInBoth(other);
  expect(line.content).not.toContain('Claimed');
  home.app.clock.now += 61_000;
  await lookInBoth(other);
  expect(line.content).toContain('🙋 **Claimed** by Hella');
  expect(line.edits).toHaveLength(1);
});

test('a message with its buttons that is gone ends nothing: the claim holds', async () => {
  const { thread, line, answerId } = await handOver(home);
  await claimHandover(home.app.core, { serverId: home.guild.id, answerId }, home.hella);
  home.admin.deletes(line);
  const other = await openOther(home);
  home.app.clock.now += 61_000;
  await lookInBoth(other);
  expect(await readHandover(home, answerId)).toMatchObject({ state: 'claimed', is_shown: true });
  home.member.says(thread, 'How do I join the server?');
  await home.discord.settled();
  expect(saidIn(home, thread)).toHaveLength(1);
});

test('an asker on a server that the bot was removed from is not reminded', async () => {
  const guild = home.discord.addGuild({ name: 'Left', members: 10, joinedAt: new Date('2026-01-01') });
  const channel = guild.addChannel();
  const member = guild.addMember({ name: 'Lea' });
  const { answerId } = await askIn(home, channel, 'I want a refund', member);
  guild.remove();
  const other = await openOther(home);
  home.app.clock.now += DAY_MS + 60_000;
  await lookInBoth(other);
  expect(saidIn(home, channel)).toHaveLength(1);
  await expect.poll(() => readHandover(home, answerId)).toBeUndefined();
});
