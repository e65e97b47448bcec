import { expect, onTestFinished } from 'vitest';
import { changeServer, changeSettings } from '../../../../src/core/owners/servers.ts';
import type { FakeChannel, FakeMember, SentMessage } from '../../../support/discord.ts';
import { openSecondBot } from '../second-bot.ts';
import { type Community, ENTRY, QUESTION, startCommunity } from '../setup.ts';

export { QUESTION };
export const DRAFTED = 'Press the **green** button.';

/** A community in which every answer is a draft, with a place for the team and somebody of each kind. */
export async function startDrafting() {
  const home = await startCommunity({ settings: { PREMIUM_WEEKLY_UNITS: '1000000000' } });
  const { app, guild } = home;
  const place = guild.addChannel({ name: 'team' });
  const crew = guild.addRole({ name: 'Crew', mentionable: true });
  const teachers = guild.addRole({ name: 'Teachers' });
  await changeServer(app.core, guild.id, { plan: 'premium', repeats: false, member_questions: 0 });
  await changeSettings(app.core, guild.id, () => ({
    ...{ drafts: 'all', alerts_channel: place.id, handover_role: crew.id, teach_roles: [teachers.id] },
  }));
  await app.addKnowledge(guild.id, [ENTRY]);
  home.ai.reply({ answer: DRAFTED, needs_team: false, answerable: true, used: ['join'] });
  const helper = guild.addMember({ name: 'Hella', roles: [crew] });
  const teacher = guild.addMember({ name: 'Tea', roles: [teachers] });
  return { ...home, place, crew, teachers, helper, teacher };
}
export type Drafting = Awaited<ReturnType<typeof startDrafting>>;

/** The bot of another process, until the test ends. */
export async function openOther({ app }: Drafting) {
  const other = await openSecondBot(app);
  onTestFinished(other.stop);
  return other;
}

/** A question whose answer waits as a card. */
export interface Waiting {
  channel: FakeChannel;
  /** What the asker reads meanwhile. */
  line: SentMessage;
  card: SentMessage;
  answerId: string;
  askedId: string;
}

/** Asks by mention in a channel of its own; resolves once it is noted where the card stands. */
export async function askForDraft(
  home: Drafting,
  { who = home.member, text = QUESTION, place = home.place } = {},
): Promise<Waiting> {
  const channel = home.guild.addChannel();
  const asked = who.says(channel, `<@${home.discord.botId}> ${text}`);
  const line = await home.discord.nextMessage(channel);
  return { channel, line, askedId: asked.id, ...(await findCard(home, place)) };
}

/** The next card, once it is noted where it stands. */
export async function findCard(home: Drafting, place = home.place) {
  let card = await home.discord.nextMessage(place);
  // A long draft takes several messages, the last with the buttons.
  while (card.buttons.length === 0) card = await home.discord.nextMessage(place);
  const answerId = card.buttons[0]?.customId.split(':')[2] ?? '';
  await expect
    .poll(async () => (await readDraft(home, answerId))?.card_ids.at(-1), { interval: 5 })
    .toBe(card.id);
  return { card, answerId };
}

export function readDraft({ app }: Community, answerId: string) {
  return app.core.database.kysely
    .selectFrom('discord_drafts')
    .selectAll()
    .where('answer_id', '=', answerId)
    .executeTakeFirst();
}

/** What the bot said in a channel, as it stands. */
export const saidIn = ({ discord }: Community, { id }: FakeChannel) =>
  discord.sent.filter(({ channelId, ephemeral, isDeleted }) => channelId === id && !ephemeral && !isDeleted);

/** Presses and resolves with what only whoever pressed sees. */
export async function press(
  who: FakeMember,
  { card }: Pick<Waiting, 'card'>,
  label: string,
): Promise<string> {
  const reply = await who.presses(card, label).reply();
  expect(reply.ephemeral).toBe(true);
  return reply.content;
}

/** What was noted of it in the audit log, oldest first. */
export async function auditOf({ app }: Community, answerId: string) {
  const rows = await app.core.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'member_name', 'channel'])
    .where('subject', '=', answerId)
    .orderBy('id')
    .execute();
  return rows.map(({ action, member_name, channel }) => [action, member_name, channel]);
}
