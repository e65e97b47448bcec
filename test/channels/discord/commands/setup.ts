import { expect } from 'vitest';
import { changeServer, getServer } from '../../../../src/core/owners/servers.ts';
import { parseSettings } from '../../../../src/core/owners/settings.ts';
import type { InteractionHandle, SentMessage } from '../../../support/discord.ts';
import { dumpKept, dumpTables } from '../../../support/tables.ts';
import { type Community, share, startCommunity } from '../setup.ts';

/** Stands in everything that somebody types here, so that no log may hold it. */
export const TYPED = 'Salzkraut';
export const NO_PINGS = { everyone: false, roles: [], users: [] };

/** A community whose start has written everything down, with an AI that always answers `Press Join.` */
export async function startSettled(): Promise<Community> {
  const home = await startCommunity();
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
  // The note that the commands are registered is the last thing that a start writes.
  await found(async () => (await dumpTables(home.app.core)).cache?.[0]);
  return home;
}

export const useSettled = () => share(startSettled, expectNoFaults);

/** Holds the bot to what Discord allows, and the log to be free of what somebody typed. */
function expectNoFaults({ app, discord }: Community): void {
  expect(discord.faults).toEqual([]);
  const told = app.logged.map(({ fields: { err: _, ...fields }, message }) => [fields, message]);
  expect(JSON.stringify(told)).not.toContain(TYPED);
}

/** A server of its own with somebody of each kind; `locale` is what their clients are set to. */
export async function openServer({ app, discord }: Community, locale: 'de' | 'en-US' = 'en-US') {
  const guild = discord.addGuild({ locale, joinedAt: new Date('2026-01-01T00:00:00Z') });
  const channel = guild.addChannel();
  const teachers = guild.addRole({ name: 'Teachers' });
  const admin = guild.addMember({ name: 'Ada', isAdmin: true });
  const member = guild.addMember({ name: 'Mia' });
  const teacher = guild.addMember({ name: 'Tea', roles: [teachers] });
  for (const person of [admin, member, teacher]) person.locale = locale;
  await admin.runs(channel, 'team teach', { role: teachers }).reply();
  await changeServer(app.core, guild.id, { plan: 'premium' });
  const settings = async () => parseSettings((await getServer(app.core, guild.id)).settings);
  return { guild, channel, teachers, admin, member, teacher, settings };
}
export type OpenServer = Awaited<ReturnType<typeof openServer>>;

/** What `find` returns once there is something; every look is a round trip to the database. */
export async function found<T>(find: () => Promise<T | null | undefined>): Promise<T> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const value = await find();
    if (value !== null && value !== undefined) return value;
    if (performance.now() > deadline) throw new Error('not found in five seconds');
  }
}

/** What only whoever used it sees; nobody is pinged by it. */
export async function whispered(use: InteractionHandle): Promise<SentMessage> {
  const reply = await use.reply();
  expect({ ephemeral: reply.ephemeral, pinged: reply.pinged }).toEqual({ ephemeral: true, pinged: NO_PINGS });
  return reply;
}

/** The text of what only whoever used it sees. */
export const textOf = async (use: InteractionHandle) => (await whispered(use)).content;

/** The values that a form opens with. */
export function valuesOf({ modal }: SentMessage): Record<string, unknown> {
  const fields = (modal?.components ?? []).flatMap(({ components = [] }) => components);
  return Object.fromEntries(fields.map(({ custom_id, value }) => [custom_id, value]));
}

/** The data of a press on a button that need not stand under any message. */
export const button = (customId: string) => ({ custom_id: customId, component_type: 2 });

/** The data of a form that was never opened. */
export function form(customId: string, values: Record<string, string>) {
  const components = Object.entries(values).map(([custom_id, value]) => ({
    type: 1,
    components: [{ type: 4, custom_id, value }],
  }));
  return { custom_id: customId, components, resolved: {} };
}

export interface Forgery {
  title: string;
  use(): InteractionHandle;
  /** What is said to whoever used it. */
  line: RegExp;
}

/** Holds interactions to a line for whoever used them, one line each in the log, and the same rows as before. */
export async function expectNothingDone(
  { app, discord }: Community,
  forgeries: readonly Forgery[],
): Promise<void> {
  const before = await dumpKept(app.core);
  for (let from = 0; from < forgeries.length; from += 3) {
    await Promise.all(
      forgeries.slice(from, from + 3).map(async ({ title, use, line }) => {
        const used = use();
        await used.ackedAfterMs;
        expect(await textOf(used), title).toMatch(line);
        await discord.settled();
        expect(
          app.logged.filter(({ fields }) => fields.interaction === used.id),
          title,
        ).toHaveLength(1);
      }),
    );
  }
  expect(await dumpKept(app.core)).toEqual(before);
}
