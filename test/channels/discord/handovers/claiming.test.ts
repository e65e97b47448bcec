import { describe, expect, test } from 'vitest';
import { recordOutcome } from '../../../../src/core/learning/outcomes.ts';
import { listActions } from '../../../../src/core/members/audit.ts';
import { deleteMember, exportMember, optOut } from '../../../../src/core/members/privacy.ts';
import { changeSettings } from '../../../../src/core/owners/servers.ts';
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
    expect(await press(home.hella, line, 'Claim')).toMatch(/You have it/);
    await expect.poll(() => line.content).toContain('📣');
    expect(line.content).toMatch(/over here\. · 🙋 \*\*Claimed\*\* by Hella\n-# /);
    expect(labels(line)).toEqual(['Solved']);
    const [action] = await listActions(home.app.core, home.guild.id, { limit: 1 });
    expect(action).toMatchObject({ action: 'handover.claimed', subject: answerId, memberId: home.hella.id });
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
    const won = told.filter((text) => text.includes('You have it.'));
    expect(won).toHaveLength(1);
    const winner = told[0] === won[0] ? 'Hella' : 'Tom';
    expect(told.find((text) => text !== won[0])).toBe(`${winner} has this already.`);
    expect(line.content).toContain(`by ${winner}`);
    await other.stop();
    expect(await readHandover(home, answerId)).toMatchObject({ state: 'claimed', claimed_name: winner });
  });

  test('once more by the same person changes nothing', async () => {
    const { line, answerId } = await handOver(home);
    await press(home.hella, line, 'Claim');
    const before = [line.content, await readHandover(home, answerId)];
    const again = { ...line, buttons: [{ label: 'Claim', customId: `handover:claim:${answerId}` }] };
    const reply = await home.hella.pressesId(line, again.buttons[0]?.customId ?? '').reply();
    expect(reply.content).toMatch(/You have it already/);
    expect([line.content, await readHandover(home, answerId)]).toEqual(before);
  });
});
