import { expect } from 'vitest';
import { type HistoryImport, readImport } from '../../../../src/core/learning/history/imports.ts';
import type { Suggestion } from '../../../../src/core/learning/suggestions/suggestions.ts';
import type { FakeChannel, FakeGuild, FakeMember, SentMessage } from '../../../support/discord.ts';
import { learnedOn, openSchool, type School } from '../school.ts';
import type { Community } from '../setup.ts';

/** People who wrote before the bot listened. */
export function past(channel: FakeChannel) {
  return {
    /** One message of somebody. */
    says: (who: FakeMember, text: string, options: Parameters<FakeMember['says']>[2] = {}) =>
      who.says(channel, text, { ...options, isHistory: true }),
    /** A question and the reply to it. */
    answers: (asker: FakeMember, question: string, teacher: FakeMember, answer: string) => {
      const asked = asker.says(channel, question, { isHistory: true });
      const told = teacher.says(channel, answer, { replyTo: asked, isHistory: true });
      return { asked, told };
    },
  };
}

/** A server with people, where learning is on. */
export async function openHistory(home: Community) {
  const school: School = await openSchool(home);
  return { ...school, past: past(school.channel) };
}
export type History = Awaited<ReturnType<typeof openHistory>>;

export const PLACES = 'pier crane buoy anchor mast sail rudder lantern ferry net barrel rope'.split(' ');

/** So many answered questions, at most 12, each about something else. */
export function fill({ member, teacher, channel }: History, count: number, place = channel) {
  return PLACES.slice(0, count).map((what) =>
    past(place).answers(
      member,
      `Where is the ${what}?`,
      teacher,
      `The ${what} stands behind the third gate.`,
    ),
  );
}

/** Asks for an import; resolves with what the admin is told at first. */
export function beginImport(
  { app }: Community,
  { admin, channel }: Pick<School, 'admin' | 'channel'>,
  where: FakeChannel = channel,
  values: Record<string, string> = {},
): Promise<SentMessage> {
  // A later run is later by the clock too.
  app.clock.now += 1_000;
  return admin.runs(channel, 'learning import', { channel: where, ...values }).reply();
}

/** Resolves with the last run of a server once it has ended. */
export async function ended(home: Community, { id }: FakeGuild, timeout = 30_000): Promise<HistoryImport> {
  const read = async () => (await readImport(home.app.core, id))?.state;
  await expect.poll(read, { timeout, interval: 50 }).toBe('ended');
  return (await readImport(home.app.core, id)) as HistoryImport;
}

/** Reads a channel's history to the end. @returns what came of it, and all that is suggested then, in order. */
export async function importAll(
  home: Community,
  school: Pick<School, 'admin' | 'channel' | 'guild'>,
  where?: FakeChannel,
  values?: Record<string, string>,
): Promise<{ run: HistoryImport; suggestions: Suggestion[] }> {
  await beginImport(home, school, where, values);
  const run = await ended(home, school.guild);
  expect(run.pairs).toBe(run.suggested + run.grouped + leftOutPairs(run));
  return { run, suggestions: await learnedOn(home, school.guild) };
}

function leftOutPairs({
  leftOut: { thread: _, private: __, transcript: ___, ...pairs },
}: HistoryImport): number {
  return Object.values(pairs).reduce((sum, count) => sum + count, 0);
}

export const textsOf = (suggestions: readonly Suggestion[]) =>
  suggestions.map(({ question, answer }) => [question, answer]);
