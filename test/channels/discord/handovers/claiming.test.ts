import { describe, expect, test } from 'vitest';
import { recordOutcome } from '../../../../src/core/learning/outcomes.ts';
import { listActions } from '../../../../src/core/members/audit.ts';
import { claimHandover } from '../../../../src/core/members/handovers.ts';
import { deleteMember, exportMember, optOut } from '../../../../src/core/members/privacy.ts';
import { changeSettings } from '../../../../src/core/owners/servers.ts';
import { button, textOf } from '../commands/setup.ts';
import { share } from '../setup.ts';
import { askIn, handOver, openOther, press, readHandover, saidIn, startHelping } from './setup.ts';

const home = share(startHelping);
const labels = (line: { buttons: { label: string | undefined }[] }) => line.buttons.map(({ label }) => label);

describe('“Claim”', () => {
  test('stands below a hand-over with “Solved”, in the language of the server', async () => {
    const { line } = await handOver(home);
    expect(labels(line)).toEqual(['Claim', 'Solved']);
    await changeSettings(home.app.core, home.guild.id, () => ({ language: 'de' }));
    home.app.clock.now += 10_000;
    const other = await handOver(home, 'Ich will mein Geld zurück');
    await changeSettings(home.app.core, home.guild.id, () => ({ language: 'en' }));
    home.app.clock.now += 10_000;
    expect(labels(other.line)).toEqual(['Übernehmen', 'Erledigt']);
  });

  test('shows everybody who has it, pings nobody, and stands in the audit log', async () => {
    const { line, answerId } = await handOver(home);
    expect(await press(home.hella, line, 'Claim')).toMatch(/You have claimed it/);
    await expect.poll(() => line.content).toMatch(/over here\. · 🙋 \*\*Claimed\*\* by Hella\n-# /);
    expect(line.edits.at(-1)?.pinged ?? { roles: [] }).toMatchObject({ roles: [] });
    expect(labels(line)).toEqual(['Solved']);
    const [action] = await listActions(home.app.core, home.guild.id, { limit: 1 });
    expect(action).toMatchObject({ action: 'handover.claimed', subject: answerId, memberId: home.hella.id });
  });

  test('is carried out and shown to everybody where whoever pressed cannot be told', async () => {
    const { line, answerId } = await handOver(home);
    home.discord.failNext({ method: 'POST', path: /\/callback/, status: 400, code: 50035, count: 2 });
    expect(await press(home.hella, line, 'Claim')).toMatch(/went wrong/);
    await expect.poll(() => line.content).toContain('by Hella');
    expect(await readHandover(home, answerId)).toMatchObject({ state: 'claimed' });
  });

  test('is for the team alone', async () => {
    const { line, answerId } = await handOver(home);
    for (const label of ['Claim', 'Solved'])
      expect(await press(home.member, line, label)).toMatch(/Only the team can do this/);
    expect(await readHandover(home, answerId)).toMatchObject({ state: 'open', claimed_by: null });
  });

  test('of two people at one moment in two processes lets exactly one win, and tells the other who has it', async () => {
    const { line, answerId } = await handOver(home);
    const other = await openOther(home);
    const told = await Promise.all([press(home.hella, line, 'Claim'), press(home.tom, line, 'Claim')]);
    const won = told.filter((text) => text.includes('You have claimed it.'));
    expect(won).toHaveLength(1);
    const winner = told[0] === won[0] ? 'Hella' : 'Tom';
    expect(told.find((text) => text !== won[0])).toBe(`${winner} has already claimed this.`);
    await expect.poll(() => line.content).toContain(`by ${winner}`);
    expect(await readHandover(home, answerId)).toMatchObject({ state: 'claimed', claimed_name: winner });
    const next = await handOver(home);
    const key = { serverId: home.guild.id, answerId: next.answerId };
    const racers = Array.from({ length: 20 }, (_, n) => ({ id: String(n + 1), name: `Racer ${n}` }));
    const claims = await Promise.all(
      racers.map((one, n) => claimHandover(n % 2 === 0 ? home.app.core : other.core, key, one)),
    );
    const { claimed = [], taken = [] } = Object.groupBy(claims, ({ outcome }) => outcome);
    expect([claimed.length, taken.length]).toEqual([1, 19]);
    expect(new Set(claims.map(({ name }) => name)).size).toBe(1);
  });

  test('once more by the same person changes nothing', async () => {
    const { thread, line, answerId } = await handOver(home);
    const told = await Promise.all([press(home.hella, line, 'Claim'), press(home.hella, line, 'Claim')]);
    expect(told.toSorted()).toEqual([
      expect.stringMatching(/You have already claimed it/),
      expect.stringMatching(/You have claimed it\. Until/),
    ]);
    await expect.poll(() => line.content.match(/Claimed/g)).toHaveLength(1);
    expect(await readHandover(home, answerId)).toMatchObject({ state: 'claimed', claimed_name: 'Hella' });
    expect(saidIn(home, thread)).toHaveLength(1);
  });

  test('makes the bot quiet in the thread, except where it is mentioned, until it is solved', async () => {
    const { thread, line } = await handOver(home);
    await press(home.hella, line, 'Claim');
    home.app.clock.now += 3 * 60 * 60_000;
    home.member.says(thread, 'How do I join the server?');
    await home.discord.settled();
    expect(saidIn(home, thread)).toHaveLength(1);
    home.member.says(thread, `${home.mention} How do I join the server?`);
    expect((await home.discord.nextMessage(thread)).content).toContain('Press Join.');
    await press(home.hella, line, 'Solved');
    home.member.says(thread, 'How do I join the server?');
    expect((await home.discord.nextMessage(thread)).content).toContain('Press Join.');
  });

  test('in a channel makes the bot quiet towards the asker alone', async () => {
    const { line } = await askIn(home, home.place, 'I want a refund');
    await press(home.hella, line, 'Claim');
    home.member.says(home.place, 'How do I join the server?');
    await home.discord.settled();
    const other = home.guild.addMember({ name: 'Ole' });
    const asked = other.says(home.place, 'How do I join the server?');
    expect((await home.discord.nextMessage(home.place)).replyTo).toBe(asked.id);
    await press(home.hella, line, 'Solved');
  });
});

describe('a hand-over that is solved', () => {
  const QUESTION = 'How do I join the server?';

  test('calls nobody again by its old words, in the thread or in the reply to it', async () => {
    const { thread, line, answerId } = await handOver(home);
    home.member.says(thread, 'Are you there? I was charged twice.');
    await home.discord.nextMessage(thread);
    await press(home.hella, line, 'Claim');
    home.hella.says(thread, 'The money is on its way.');
    expect(await press(home.hella, line, 'Solved')).toMatch(/Solved/);
    await expect.poll(() => line.content).toMatch(/ · ✅ \*\*Solved\*\*\n-# /);
    expect(line.buttons).toEqual([]);
    home.app.clock.now += 31 * 60_000;
    home.member.says(thread, QUESTION);
    const next = await home.discord.nextMessage(thread);
    expect(next.content).toContain('Press Join.');
    expect(next.content).not.toContain('📣');
    home.member.says(thread, 'And then I want a refund for the other month');
    const again = await home.discord.nextMessage(thread);
    expect(again.pinged.roles).toEqual([home.crew.id]);
    expect(await readHandover(home, answerId)).toMatchObject({ state: 'solved' });
  });

  test('before it is solved, the old words call as ever', async () => {
    const { thread } = await handOver(home);
    home.member.says(thread, QUESTION);
    expect((await home.discord.nextMessage(thread)).content).toContain('📣');
  });

  test('is so by the asker’s thanks once the team took it up, and not by thanks for the call', async () => {
    const { thread, line, answerId } = await handOver(home);
    home.member.says(thread, 'ok thank you');
    await home.discord.settled();
    expect(await readHandover(home, answerId)).toMatchObject({ state: 'open' });
    await press(home.hella, line, 'Claim');
    home.guild.addMember({ name: 'Uwe' }).says(thread, 'Thanks, works');
    await home.discord.settled();
    expect(await readHandover(home, answerId)).toMatchObject({ state: 'claimed' });
    home.member.says(thread, 'Thanks, works');
    await expect.poll(() => line.content).toContain('✅ **Solved**');
    expect(line.buttons).toEqual([]);
  });

  test('is so by thanks where the team answered without a claim', async () => {
    const { thread, line } = await handOver(home);
    home.hella.says(thread, 'Try the other card.');
    await expect
      .poll(
        () =>
          home.app.core.database.kysely
            .selectFrom('conversations')
            .select('quiet_until')
            .where('channel_id', '=', thread.id)
            .executeTakeFirst(),
        { interval: 5 },
      )
      .toMatchObject({ quiet_until: expect.any(Date) });
    home.member.says(thread, 'Danke, klappt');
    await expect.poll(() => line.content).toContain('✅ **Solved**');
  });

  test('is so by an outcome of the API; the bot shows it', async () => {
    const { thread, line, answerId } = await handOver(home);
    const { core } = home.app;
    await recordOutcome(core, { serverId: home.guild.id, answerId, outcome: 'resolved', teamAnswer: null });
    const other = await openOther(home);
    await other.runJob('discord-handovers');
    expect(line.content).toContain('✅ **Solved**');
    home.member.says(thread, QUESTION);
    await expect.poll(() => saidIn(home, thread).at(-1)?.content).toContain('Press Join.');
  });

  test('another server’s cannot be claimed or solved', async () => {
    const { answerId } = await handOver(home);
    const foreign = home.discord.addGuild({
      name: 'Elsewhere',
      members: 10,
      joinedAt: new Date('2026-01-01'),
    });
    const boss = foreign.addMember({ name: 'Eve', isAdmin: true });
    for (const verb of ['claim', 'solve']) {
      const use = boss.forges(foreign.addChannel(), button(`handover:${verb}:${answerId}`));
      expect(await textOf(use)).toMatch(/no longer stored/);
    }
    expect(await readHandover(home, answerId)).toMatchObject({ state: 'open' });
  });
});

describe('what is kept of people', () => {
  test('goes with the data of whoever claimed, and of whoever asked in a channel', async () => {
    const { core } = home.app;
    const asker = home.guild.addMember({ name: 'Ina' });
    const { line, answerId } = await askIn(home, home.place, 'I want a refund', asker);
    const helper = home.guild.addMember({ name: 'Hal', roles: [home.crew] });
    await press(helper, line, 'Claim');
    expect(await exportMember(core, helper.id)).toMatchObject({
      handovers: [{ answer_id: answerId, is_claimed_by_them: true }],
    });
    expect(await exportMember(core, asker.id)).toMatchObject({
      handovers: [{ answer_id: answerId, is_claimed_by_them: false }],
    });
    await deleteMember(core, helper.id);
    expect(await readHandover(home, answerId)).toMatchObject({ claimed_by: null, claimed_name: null });
    await deleteMember(core, asker.id);
    expect(await readHandover(home, answerId)).toBeUndefined();
  });

  test('is nothing where somebody opted out', async () => {
    const { core } = home.app;
    const [asker, helper] = [
      home.guild.addMember({ name: 'Ida' }),
      home.guild.addMember({ name: 'Hein', roles: [home.crew] }),
    ];
    await optOut(core, asker.id);
    await optOut(core, helper.id);
    const { line, answerId } = await askIn(home, home.place, 'I want a refund', asker);
    await press(helper, line, 'Claim');
    const kept = JSON.stringify(await readHandover(home, answerId));
    for (const { id, name } of [asker, helper]) {
      expect(kept).not.toContain(id);
      expect(kept).not.toContain(name);
    }
    expect(await press(home.tom, line, 'Solved')).toMatch(/Solved/);
  });
});
