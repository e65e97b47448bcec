import { expect } from 'vitest';
import { changeSettings } from '../../../src/core/owners/servers.ts';
import type { FakeChannel, FakeMember } from '../../support/discord.ts';
import { findInTables } from '../../support/tables.ts';
import type { Community } from './setup.ts';

/** What the AI answers from now on. */
export function says({ ai }: Community, answer: string, needsTeam = false): void {
  ai.reply({ answer, needs_team: needsTeam, answerable: true, used: [] });
}

/** A server whose team can be called and taught, with a channel and an admin. */
export async function openServer({ app, discord }: Community, more: { learning?: boolean } = {}) {
  const guild = discord.addGuild();
  const channel = guild.addChannel();
  const crew = guild.addRole({ mentionable: true });
  const teachers = guild.addRole();
  const admin = guild.addMember({ isAdmin: true });
  const teacher = guild.addMember({ name: 'Tea', roles: [teachers] });
  // The command has the server stored at once, and nothing of it is known by heart afterwards.
  await admin.runs(channel, 'team handover', { role: crew }).reply();
  await changeSettings(app.core, guild.id, () => ({ teach_roles: [teachers.id], ...more }));
  return { guild, channel, admin, teacher };
}
type OpenServer = Awaited<ReturnType<typeof openServer>>;

/**
 * Leaves behind everything that a member can: three questions, a hand-over, a conversation, taught words.
 * @param word begins all that the member writes and is answered: `<word>Mention`, `<word>Answer` …
 */
export async function leaveTraces(
  home: Community,
  { channel, teacher }: OpenServer,
  member: FakeMember,
  word: string,
) {
  const mention = `<@${home.discord.botId}>`;
  says(home, `About ${word}Answer.`);
  const asked = member.says(channel, `${mention} Where is ${word}Mention?`);
  await home.discord.nextMessage(channel);
  await member.runs(channel, 'ask', { question: `Where is ${word}Command?` }).reply();
  says(home, 'A person will look.', true);
  member.says(channel, `${mention} Who has ${word}Refund?`);
  await home.discord.nextMessage(channel);
  teacher.says(channel, 'I am on it.', { replyTo: asked });
  const taught = await teach(
    teacher,
    member.says(channel, `The ${word}Taught opens at nine.`),
    `When ${word}?`,
  );
  await hasAsked(home, member, 3);
  return { taught };
}

/** Resolves when so many answered questions are stored with the member's id. */
export function hasAsked({ app }: Community, { id }: FakeMember, count: number) {
  const { kysely } = app.core.database;
  const asked = kysely.selectFrom('handled_messages').select('message_id').where('member_id', '=', id);
  return expect
    .poll(() => asked.where('state', '=', 'answered').execute(), { interval: 10 })
    .toHaveLength(count);
}

/** Makes a suggestion of a message; its id. */
export async function teach(teacher: FakeMember, said: { id: string }, question: string): Promise<string> {
  const form = await teacher.usesMenu('Learn from this', said).reply();
  const saved = await teacher.submits(form, { question }).reply();
  return /`(\w{10})`/.exec(saved.content)?.[1] ?? '';
}

/** The tables that a text or an id stands in. */
export async function tablesWith({ app }: Community, wanted: string): Promise<string[]> {
  const places = await findInTables(app.core, wanted);
  return [...new Set(places.map((place) => place.split(':')[0] ?? ''))].toSorted();
}

/** Resolves when it stands in these tables and no others. */
export function stands(home: Community, wanted: string, tables: string[]) {
  return expect.poll(() => tablesWith(home, wanted), { interval: 10 }).toEqual(tables);
}

/** Messages of a channel that are done with. */
export async function answeredIn({ app }: Community, { id }: FakeChannel): Promise<number> {
  const rows = await app.core.database.kysely
    .selectFrom('handled_messages')
    .select('state')
    .where('channel_id', '=', id)
    .where('state', '<>', 'claimed')
    .execute();
  return rows.length;
}
