import * as store from '../../adapters/db/answering/said-answers.ts';
import { AppError } from '../../domain/errors.ts';
import type { Source } from '../../domain/types.ts';
import { keptSince, toVote } from '../answering/log/answer-log.ts';
import type { Core } from '../core.ts';
import { entryIdOf } from '../search/passages.ts';

/** For systems that asked: what was said, reported and learned, as long as the words are kept. */
export type ReportedAnswer = Omit<store.SaidAnswer, 'usedIds' | 'feedback'> & {
  sources: Source[];
  vote: 'up' | 'down' | null;
};

/** A test key sees what test keys asked, any other what was asked in earnest; what members asked is not the API's. */
interface Reader {
  serverId: string;
  isTest: boolean;
}

/** In the order in which they were given. @returns `next`: what the next page is `after`; null: this was the last. */
export async function listSaid(
  core: Core,
  { serverId, isTest }: Reader,
  { limit, ...which }: { conversationId?: string | undefined; after?: string | undefined; limit: number },
): Promise<{ answers: ReportedAnswer[]; next: string | null }> {
  // One more than is shown tells whether there are further ones.
  const filter = { ...which, channel: channelOf(isTest), since: keptSince(core), limit: limit + 1 };
  const found = await store.readSaid(core.database, serverId, filter);
  const answers = await withSources(core, serverId, found.slice(0, limit));
  return { answers, next: found.length > limit ? (answers.at(-1)?.id ?? null) : null };
}

/** @throws AppError('not_found'), also for one whose words are not kept any more. */
export async function getSaid(
  core: Core,
  { serverId, isTest }: Reader,
  answerId: string,
): Promise<ReportedAnswer> {
  const filter = { answerId, channel: channelOf(isTest), since: keptSince(core), limit: 1 };
  const [answer] = await withSources(core, serverId, await store.readSaid(core.database, serverId, filter));
  if (!answer) throw new AppError('not_found');
  return answer;
}

/**
 * Forgets the words of an answer and all that was made of them, but for what an admin approved. @throws
 * AppError('not_found'), also the second time.
 */
export async function eraseAnswer(core: Core, { serverId, isTest }: Reader, answerId: string): Promise<void> {
  const answer = { serverId, answerId, channel: channelOf(isTest) };
  const isErased = await store.eraseSaid(core.database, answer, (stored) => ({
    deletedIds: stored.flatMap(({ id, state }) => (state === 'pending' || state === 'rejected' ? [id] : [])),
  }));
  if (!isErased) throw new AppError('not_found');
}

function channelOf(isTest: boolean): 'api' | 'test' {
  return isTest ? 'test' : 'api';
}

async function withSources(
  core: Core,
  serverId: string,
  found: readonly store.SaidAnswer[],
): Promise<ReportedAnswer[]> {
  // Several passages of one entry are one source.
  const used = found.map(({ usedIds }) => [...new Set(usedIds.map(entryIdOf))]);
  const sources = await store.readSourcesOf(core.database, serverId, [...new Set(used.flat())]);
  return found.map(({ usedIds: _, feedback, ...answer }, index) => ({
    ...answer,
    sources: (used[index] ?? []).flatMap((id) => sources.get(id) ?? []),
    vote: toVote(feedback),
  }));
}
