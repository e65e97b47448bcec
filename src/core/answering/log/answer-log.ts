import { z } from 'zod';
import * as store from '../../../adapters/db/answering/answer-log.ts';
import { AppError } from '../../../domain/errors.ts';
import { boundsOf } from '../../../domain/time.ts';
import { TEAM_REASONS } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { chatIdSchema } from '../../owners/settings.ts';
import type { Reading } from '../../runtime/readings.ts';
import { cutIntoPieces, entryIdOf } from '../../search/passages.ts';
import { type SourcedSentence, toClaims } from '../receipts/claims.ts';

export type { LoggedAnswer, MessagePlace } from '../../../adapters/db/answering/answer-log.ts';

const DAY_MS = 24 * 3_600_000;

export const LOG_CHANNELS = ['api', 'discord', 'test'] as const;
/** Nobody had to take over, somebody had to for whatever reason, or for this one. */
export const LOG_REASONS = ['answered', 'handed_over', ...TEAM_REASONS] as const;
export const LOG_VOTES = ['up', 'down', 'none'] as const;
export const LOG_DRAFTS = ['yes', 'no'] as const;

const MAX_SEARCH_CHARACTERS = 200;
/** Of each text that a list shows. */
const LISTED_CHARACTERS = 1_000;
const MAX_CHARACTERS = 100_000;
const EXPORTED_AT_ONCE = 200;

const querySchema = z.object({
  channel: z.enum(LOG_CHANNELS).optional().catch(undefined),
  reason: z.enum(LOG_REASONS).optional().catch(undefined),
  vote: z.enum(LOG_VOTES).optional().catch(undefined),
  draft: z.enum(LOG_DRAFTS).optional().catch(undefined),
  before: z.uuid().optional().catch(undefined),
  q: z
    .string()
    .transform(
      (text) => text.slice(0, MAX_SEARCH_CHARACTERS).toWellFormed().replaceAll('\0', ' ').trim() || undefined,
    )
    .optional(),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  place: chatIdSchema.optional().catch(undefined),
});
export type LogQuery = z.infer<typeof querySchema>;

/** Reads what an address asks for; what it asks wrongly is left out. */
export function toLogQuery(given: Readonly<Record<string, string | undefined>>): LogQuery {
  return querySchema.parse(given);
}

interface LogSlice {
  query: LogQuery;
  /** Of the clock by which `from` and `to` are days. */
  zone: string;
  limit: number;
  reading?: Reading;
  /** Texts at any length. */
  isWhole?: boolean;
}

/**
 * Answers of a server whose words are kept, newest first. What is older than RETENTION_DAYS is none of them, nor what
 * whoever asked wants nothing kept of.
 * @returns `next`: what the next page is `before`; null where this is the last.
 */
export async function pageLog(
  core: Core,
  serverId: string,
  { query, zone, limit, reading = core.readings.primary, isWhole = false }: LogSlice,
): Promise<{ answers: store.LoggedAnswer[]; next: string | null }> {
  const page = {
    ...{ filter: toFilter(core, query, zone), before: query.before ?? null },
    // One more than is shown tells whether there are older ones.
    ...{ limit: limit + 1, characters: isWhole ? MAX_CHARACTERS : LISTED_CHARACTERS },
  };
  const found = await reading.read((database) => store.pageAnswers(database, serverId, page));
  const answers = found.slice(0, limit);
  return { answers, next: found.length > limit ? (answers.at(-1)?.id ?? null) : null };
}

/** The whole list, as fast as its reader takes it. */
export async function* readWholeLog(core: Core, serverId: string, given: Pick<LogSlice, 'query' | 'zone'>) {
  const { before: _, ...query } = given.query;
  for (let before: string | null | undefined; before !== null; ) {
    const wanted = { ...query, ...(before && { before }) };
    const page = await pageLog(core, serverId, {
      ...given,
      query: wanted,
      limit: EXPORTED_AT_ONCE,
      isWhole: true,
    });
    yield* page.answers;
    before = page.next;
  }
}

function toFilter(core: Core, query: LogQuery, zone: string): store.LogFilter {
  const { channel, reason, vote, draft, q = '', from, to, place } = query;
  const kept = keptSince(core).getTime();
  const one = <Value>(value: Value | undefined, all: readonly Value[]) =>
    value === undefined ? all : [value];
  return {
    channels: one(channel, LOG_CHANNELS),
    reasons: reasonsOf(reason),
    votes: one(vote, LOG_VOTES).map((value) => (value === 'none' ? null : value)),
    drafts: one(draft, LOG_DRAFTS).map((value) => value === 'yes'),
    words: q
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`),
    placeId: place ?? null,
    since: new Date(Math.max(kept, from ? boundsOf(from, zone).startsAt : kept)),
    until: to ? new Date(boundsOf(to, zone).endsAt) : null,
  };
}

function reasonsOf(reason: LogQuery['reason']): store.LogFilter['reasons'] {
  if (reason === undefined) return [null, ...TEAM_REASONS];
  if (reason === 'answered') return [null];
  return reason === 'handed_over' ? TEAM_REASONS : [reason];
}

/** Words are removed once a day: until then they count as removed. */
export function keptSince({ clock, config }: Core): Date {
  return new Date(clock() - config.RETENTION_DAYS * DAY_MS);
}

type Logged = NonNullable<Awaited<ReturnType<typeof store.findLogged>>>;

export type AnswerPage = Omit<Logged, 'question' | 'answer' | 'passages' | 'usedIds' | 'feedback'> & {
  question: string;
  /** null: it was made with a `context` or a picture, which its words may repeat. */
  answer: string | null;
  vote: 'up' | 'down' | null;
  /** Best first, and behind them those that it rests on besides; null where nothing is kept about them. */
  passages: ShownPassage[];
  place: store.MessagePlace | null;
  /** Where the passages, as they are now, say it. */
  claims: SourcedSentence[];
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
  isChanged: boolean;
}

/** @returns null when its words are not kept, or not any more. @throws AppError('not_found') */
export async function getLogged(core: Core, serverId: string, answerId: string): Promise<AnswerPage | null> {
  const found = await store.findLogged(core.database, serverId, answerId);
  if (!found) throw new AppError('not_found', { message: 'There is no such answer.' });
  const { question, answer, passages, usedIds, feedback, ...rest } = found;
  if (question === null || found.at < keptSince(core)) return null;
  const shown = await findPassages(core, serverId, { at: found.at, passages: passages ?? [], usedIds });
  return {
    ...{ ...rest, question, answer, vote: toVote(feedback) },
    place: await store.findPlace(core.database, serverId, answerId),
    passages: shown,
    claims: toClaims(
      answer ?? '',
      found.language ?? 'en',
      shown.flatMap(({ id, text, isUsed }) => (isUsed && text !== null ? [{ id, text }] : [])),
    ),
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
