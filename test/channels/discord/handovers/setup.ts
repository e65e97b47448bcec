import { expect, onTestFinished } from 'vitest';
import { changeServer, changeSettings } from '../../../../src/core/owners/servers.ts';
import type { FakeChannel, FakeMember, SentMessage } from '../../../support/discord.ts';
import { openSecondBot } from '../second-bot.ts';
import { ENTRY, readsMessages, startCommunity } from '../setup.ts';

/** A community whose bot answers everything, with a role that is called and somebody who has it. */
export async function startHelping() {
  const home = await startCommunity();
  const { app, guild } = home;
  const crew = guild.addRole({ name: 'Crew', mentionable: true });
  const place = guild.addChannel({ name: 'support' });
  await changeServer(app.core, guild.id, { plan: 'premium', member_questions: 0 });
  await changeSettings(app.core, guild.id, () => ({
    handover_role: crew.id,
  }));
  await home.admin.runs(home.channel, 'channels set', { channel: place, mode: 'every_message' }).reply();
  await app.addKnowledge(guild.id, [ENTRY]);
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
  await readsMessages(home.discord);
  const hella = guild.addMember({ name: 'Hella', roles: [crew] });
  const tom = guild.addMember({ name: 'Tom', roles: [crew] });
  return { ...home, crew, place, hella, tom };
}
export type Helping = Awaited<ReturnType<typeof startHelping>>;

/** The bot of another process, until the test ends. */
export async function openOther({ app }: Helping) {
  const other = await openSecondBot(app);
  onTestFinished(other.stop);
  return other;
}

/** A thread in which somebody was handed over, once it is noted where the buttons are. */
export async function handOver(home: Helping, text = 'I want a refund', who = home.member) {
  const thread = home.guild.addThread(home.place, { name: 'Ticket', by: who });
  return { thread, ...(await askIn(home, thread, text, who)) };
}

export async function askIn(
  home: Helping,
  channel: FakeChannel,
  text: string,
  who: FakeMember = home.member,
) {
  const asked = who.says(channel, `${home.mention} ${text}`);
  const line = await home.discord.nextMessage(channel);
  const answerId = line.buttons[0]?.customId.split(':')[2] ?? '';
  await expect
    .poll(() => readHandover(home, answerId), { interval: 5 })
    .toMatchObject({ message_id: line.id });
  return { asked, line, answerId };
}

export function readHandover({ app }: Pick<Helping, 'app'>, answerId: string) {
  return app.core.database.kysely
    .selectFrom('discord_handovers')
    .selectAll()
    .where('answer_id', '=', answerId)
    .executeTakeFirst();
}

/** Presses and resolves with what only whoever pressed sees. */
export async function press(who: FakeMember, line: SentMessage, label: string): Promise<string> {
  const reply = await who.presses(line, label).reply();
  expect(reply.ephemeral).toBe(true);
  return reply.content;
}

export const saidIn = ({ discord }: Helping, { id }: FakeChannel) =>
  discord.sent.filter(({ channelId, ephemeral }) => channelId === id && !ephemeral);
