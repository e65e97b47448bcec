import { z } from 'zod';
import * as store from '../../../adapters/db/answering/answer-log.ts';
import { AppError } from '../../../domain/errors.ts';
import { TEAM_REASONS } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import type { Reading } from '../../runtime/readings.ts';
import { cutIntoPieces, entryIdOf } from '../../search/passages.ts';

export type { LoggedAnswer } from '../../../adapters/db/answering/answer-log.ts';

const DAY_MS = 24 * 3_600_000;

/** Where answers are kept from; `test` is a test key of the API. */
export const LOG_CHANNELS = ['api', 'discord', 'test'] as const;
/** Nobody had to take over, somebody had to for whatever reason, or for this one. */
export const LOG_REASONS = ['answered', 'handed_over', ...TEAM_REASONS] as const;
export const LOG_VOTES = ['up', 'down', 'none'] as const;
export const LOG_DRAFTS = ['yes', 'no'] as const;

/** The filter; an unknown value counts as none. */
const querySchema = z.object({
  channel: z.enum(LOG_CHANNELS).optional().catch(undefined),
  reason: z.enum(LOG_REASONS).optional().catch(undefined),
  vote: z.enum(LOG_VOTES).optional().catch(undefined),
  draft: z.enum(LOG_DRAFTS).optional().catch(undefined),
  /** The answer that the page before ended with. */
  before: z.uuid().optional().catch(undefined),
});
export type LogQuery = z.infer<typeof querySchema>;

/** Reads what an address asks for; what it asks wrongly is left out. */
export function toLogQuery(given: Readonly<Record<string, string | undefined>>): LogQuery {
  return querySchema.parse(given);
}

/**
 * Answers of a server whose words are kept, newest first. What is older than RETENTION_DAYS is none of them, nor what
 * whoever asked wants nothing kept of.
 * @returns `next`: what the next page is `before`; null where this is the last.
 */
export async function pageLog(
  core: Core,
  serverId: string,
  { query, limit, reading = core.readings.primary }: { query: LogQuery; limit: number; reading?: Reading },
): Promise<{ answers: store.LoggedAnswer[]; next: string | null }> {
  const page = {
    ...{ filter: toFilter(query), before: query.before ?? null },
    // One more than is shown tells whether there are older ones.
    ...{ since: keptSince(core), limit: limit + 1 },
  };
  const found = await reading.read((database) => store.pageAnswers(database, serverId, page));
  const answers = found.slice(0, limit);
  return { answers, next: found.length > limit ? (answers.at(-1)?.id ?? null) : null };
}

function toFilter({ channel, reason, vote, draft }: LogQuery): store.LogFilter {
  const one = <Value>(value: Value | undefined, all: readonly Value[]) =>
    value === undefined ? all : [value];
  return {
    channels: one(channel, LOG_CHANNELS),
    reasons: reasonsOf(reason),
    votes: one(vote, LOG_VOTES).map((value) => (value === 'none' ? null : value)),
    drafts: one(draft, LOG_DRAFTS).map((value) => value === 'yes'),
  };
}

function reasonsOf(reason: LogQuery['reason']): store.LogFilter['reasons'] {
  if (reason === undefined) return [null, ...TEAM_REASONS];
  if (reason === 'answered') return [null];
  return reason === 'handed_over' ? TEAM_REASONS : [reason];
}

/** Words are removed once a day: until then they count as removed. */
function keptSince({ clock, config }: Core): Date {
  return new Date(clock() - config.RETENTION_DAYS * DAY_MS);
}

type Logged = NonNullable<Awaited<ReturnType<typeof store.findLogged>>>;

export type AnswerPage = Omit<Logged, 'question' | 'answer' | 'passages' | 'usedIds' | 'feedback'> & {
  question: string;
  /** null: it was made with a `context`, which its words may repeat. */
  answer: string | null;
  vote: 'up' | 'down' | null;
  /** Best first, and behind them those that it rests on besides; null where nothing is kept about them. */
  passages: ShownPassage[];
};

/** A passage as it was found, and what stands in its place in the knowledge today. */
export interface ShownPassage {
  id: string;
  entryId: string;
  /** Both null: there is no such passage any more. */
  title: string | null;
  text: string | null;
  /** null: it was sent with all others and not among the best. */
  score: number | null;
  isUsed: boolean;
  /** The entry was written since. */
  isChanged: boolean;
}

/** @returns null when its words are not kept, or not any more. @throws AppError('not_found') */
export async function getLogged(core: Core, serverId: string, answerId: string): Promise<AnswerPage | null> {
  const found = await store.findLogged(core.database, serverId, answerId);
  if (!found) throw new AppError('not_found', { message: 'There is no such answer.' });
  const { question, answer, passages, usedIds, feedback, ...rest } = found;
  if (question === null || found.at < keptSince(core)) return null;
  return {
    ...{ ...rest, question, answer, vote: toVote(feedback) },
    passages: await findPassages(core, serverId, { at: found.at, passages: passages ?? [], usedIds }),
  };
}

export function toVote(feedback: string | null): 'up' | 'down' | null {
  if (feedback === null) return null;
  return feedback.startsWith('up') ? 'up' : 'down';
}

async function findPassages(
  core: Core,
  serverId: string,
  { at, passages, usedIds }: Pick<Logged, 'at' | 'usedIds'> & { passages: NonNullable<Logged['passages']> },
): Promise<ShownPassage[]> {
  const others = usedIds.filter((used) => !passages.some(({ id }) => id === used));
  const wanted = [...passages, ...others.map((id) => ({ id, score: null }))];
  const entryIds = [...new Set(wanted.map(({ id }) => entryIdOf(id)))];
  const entries = await store.readEntries(core.database, serverId, entryIds);
  const pieces = new Map(cutIntoPieces(entries).map((piece) => [piece.id, piece]));
  const writtenAt = new Map(entries.map(({ id, updatedAt }) => [id, updatedAt]));
  return wanted.map(({ id, score }) => {
    const piece = pieces.get(id);
    const entryId = entryIdOf(id);
    return {
      ...{ id, entryId, score, title: piece?.title ?? null },
      ...{ isUsed: usedIds.includes(id), text: piece?.text ?? null },
      isChanged: (writtenAt.get(entryId) ?? at) > at,
    };
  });
}
