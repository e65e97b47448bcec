import type { APIRole } from 'discord.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeSettings } from '../../../../src/core/owners/servers.ts';
import { share } from '../setup.ts';
import { press, readHandover, startHelping } from './setup.ts';

const home = share(startHelping);
let roles: Record<'money' | 'pass' | 'port', APIRole>;
beforeAll(() => {
  const addRole = (name: string) => home.guild.addRole({ name, mentionable: true });
  roles = { money: addRole('Money'), pass: addRole('Pass'), port: addRole('Port') };
});

/** Who is pinged for a question by somebody new in a thread of a channel. */
async function pinged(text: string, channel = home.place) {
  const thread = home.guild.addThread(channel, { name: 'Ticket' });
  home.guild.addMember().says(thread, `${home.mention} ${text}`);
  return (await home.discord.nextMessage(thread)).pinged.roles;
}

describe('the role that is called', () => {
  test('is that of the place, then of the topic, then of the reason, then the usual one', async () => {
    const { admin, guild, app } = home;
    const { money, pass, port } = roles;
    const harbour = guild.addChannel({ name: 'harbour' });
    await changeSettings(app.core, guild.id, () => ({ topics: ['season pass'] }));
    for (const [where, reason, role] of [
      [home.place, 'payment', money],
      [home.place, 'season pass', pass],
      [harbour, 'here', port],
    ] as const)
      await admin.runs(where, 'team roles', { reason, role }).reply();
    expect(await pinged('I want a refund')).toEqual([money.id]);
    expect(await pinged('Where is my season pass?')).toEqual([pass.id]);
    expect(await pinged('Can I talk to a human?')).toEqual([home.crew.id]);
    expect(await pinged('I want a refund', harbour)).toEqual([port.id]);
    await admin.runs(harbour, 'team roles', { reason: 'here' }).reply();
    expect(await pinged('I want a refund', harbour)).toEqual([money.id]);
  });

  test('makes its members part of the team: they may press, and the bot is quiet where they write', async () => {
    const cashier = home.guild.addMember({ name: 'Cash', roles: [roles.money] });
    const thread = home.guild.addThread(home.place, { name: 'Ticket', by: home.member });
    home.member.says(thread, 'I want a refund');
    const line = await home.discord.nextMessage(thread);
    expect(await press(cashier, line, 'Claim')).toMatch(/You have claimed it/);
    const answerId = line.buttons[0]?.customId.split(':')[2] ?? '';
    expect(await readHandover(home, answerId)).toMatchObject({ claimed_name: 'Cash' });
  });
});

test('whoever claims a longer ticket is told what it is about; a fault of the model takes nothing away', async () => {
  const thread = home.guild.addThread(home.place, { name: 'Ticket', by: home.member });
  home.member.says(thread, 'How do I join the server?');
  await home.discord.nextMessage(thread);
  home.member.says(thread, 'I want a refund');
  const line = await home.discord.nextMessage(thread);
  home.ai.reply({ summary: 'They could join, and want their money back.' });
  expect(await press(home.hella, line, 'Claim')).toContain('> They could join, and want their money back.');
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
  await press(home.hella, line, 'Solved');
  home.member.says(thread, 'I want a refund for June too');
  const next = await home.discord.nextMessage(thread);
  home.ai.fault('status:503');
  expect(await press(home.hella, next, 'Claim')).toMatch(/You have claimed it/);
  home.ai.fault(null);
});
