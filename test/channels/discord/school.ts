import { expect } from 'vitest';
import { listTraining, type Suggestion } from '../../../src/core/learning/suggestions/suggestions.ts';
import { AppError } from '../../../src/domain/errors.ts';
import type { TestApp } from '../../support/app.ts';
import type { FakeGuild } from '../../support/discord.ts';
import { type Community, readsMessages } from './setup.ts';
import { openServer } from './traces.ts';

/** A server that learns: a channel, an admin, a member, and a teacher whose replies count. */
export async function openSchool(home: Community) {
  const server = await openServer(home, { learning: true });
  const reads = home.discord.sessions.some(({ isOpen, intents }) => isOpen && intents & (1 << 15));
  // The first one makes the bot read messages that do not address it.
  if (!reads) await server.admin.runs(server.channel, 'learning state', { state: 'on' }).reply();
  await readsMessages(home.discord);
  return { ...server, member: server.guild.addMember({ name: 'Mia' }) };
}
export type School = Awaited<ReturnType<typeof openSchool>>;

/** What was learned on a server, in the order in which it was said. */
export async function learnedOn({ app }: Community, { id }: { id: string }): Promise<Suggestion[]> {
  return (await listTraining(app.core, id)).toSorted((one, other) => Number(saidAt(one) - saidAt(other)));
}

const saidAt = ({ sources }: Suggestion) =>
  BigInt(sources.find(({ part }) => part === 'answer')?.messageId ?? 0);

/** Resolves with what was learned as soon as it is this much. */
export async function hasLearned(
  home: Community,
  guild: FakeGuild,
  count: number,
  timeout = 10_000,
): Promise<Suggestion[]> {
  await expect.poll(async () => (await learnedOn(home, guild)).length, { timeout, interval: 10 }).toBe(count);
  return learnedOn(home, guild);
}

/**
 * Resolves when something else was learned, said after all that is to be shown to be without effect.
 * @returns all that was learned besides.
 */
export async function learnsNothingElse(home: Community, school: School): Promise<Suggestion[]> {
  const { guild, teacher, member } = school;
  await home.discord.settled();
  const channel = guild.addChannel();
  const asked = member.says(channel, 'Where is the control room?');
  const told = teacher.says(channel, 'The control room is upstairs.', { replyTo: asked });
  const isControl = ({ sources }: Suggestion) => sources.some(({ messageId }) => messageId === told.id);
  await expect
    .poll(async () => (await learnedOn(home, guild)).some(isControl), { timeout: 10_000, interval: 10 })
    .toBe(true);
  await home.discord.settled();
  return (await learnedOn(home, guild)).filter((suggestion) => !isControl(suggestion));
}

/** Counts from now on how often it is looked up what was learned from messages or channels that went. */
export function countLookups({ core }: TestApp): () => number {
  const executor: { executeQuery(query: { sql: string }, ...more: unknown[]): unknown } =
    core.database.kysely.getExecutor();
  const run = executor.executeQuery.bind(executor);
  let count = 0;
  executor.executeQuery = (query, ...more) => {
    if (/AS wanted/.test(query.sql)) count += 1;
    return run(query, ...more);
  };
  return () => count;
}

/**
 * The database is away for the next `times` looks whether a lesson is wanted; `act` is called at each of them.
 * @returns when they were, and when the first one was that it had an answer to, in milliseconds.
 */
export function refuseLessons({ core }: TestApp, times: number, act: () => void = () => undefined): number[] {
  const { database } = core;
  const { query } = database;
  const lookedAt: number[] = [];
  database.query = async (name, ...rest) => {
    if (name !== 'wishes') return query(name, ...rest);
    lookedAt.push(performance.now());
    if (lookedAt.length > times) {
      database.query = query;
      return query(name, ...rest);
    }
    act();
    throw new AppError('service_unavailable');
  };
  return lookedAt;
}
