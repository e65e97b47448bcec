import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { type ConversationKey, claimCall } from '../members/message-claims.ts';
import { changeRows } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { addSuggestion, lockTraining, type Suggestion } from './suggestions.ts';

/** Enough of a question to compare it with others. */
const READ_CHARACTERS = 2_000;
const beginning = () => sql<string>`left(question, ${sql.lit(READ_CHARACTERS)})`.as('question');

export interface OpenQuestion {
  answerId: string;
  isUnanswered: boolean;
  isVotedDown: boolean;
  at: Date;
}

/**
 * Handed over for missing knowledge, or voted down, as in the index answers_open; newest first. One text holds all:
 * 5,000 rows take the embedded engine four times as long.
 */
export async function readOpenQuestions(
  database: Database,
  serverId: string,
  { since, limit }: { since?: Date | undefined; limit: number },
) {
  const { rows } = await sql<{ list: string | null }>`
    SELECT string_agg(concat_ws(' ', id, (extract(epoch FROM at) * 1000)::bigint,
      is_unanswered::int, is_voted_down::int), ',' ORDER BY at DESC, id DESC) AS list
    FROM (
      SELECT id, at, reason IS NOT DISTINCT FROM 'not_in_knowledge' AS is_unanswered,
        coalesce(feedback LIKE 'down%', false) AS is_voted_down
      FROM answers WHERE server_id = ${serverId} AND gap_closed_at IS NULL
        AND (reason = 'not_in_knowledge' OR feedback LIKE 'down%')
        AND at >= ${since ?? '-infinity'}::timestamptz AND channel IN ('api', 'discord') AND question IS NOT NULL
      ORDER BY at DESC, id DESC LIMIT ${limit}) AS open`.execute(database.kysely);
  return (rows[0]?.list?.split(',') ?? []).map(toOpenQuestion);
}

function toOpenQuestion(line: string): OpenQuestion {
  const [answerId = '', at, isUnanswered, isVotedDown] = line.split(' ');
  return {
    answerId,
    at: new Date(Number(at)),
    isUnanswered: isUnanswered === '1',
    isVotedDown: isVotedDown === '1',
  };
}

/** In any order; answers without words are left out. */
export async function readQuestions(database: Database, serverId: string, answerIds: readonly string[]) {
  const rows = await database.kysely
    .selectFrom('answers')
    .select(['id', beginning()])
    .where(({ and }) => and({ server_id: serverId, id: sql<string>`ANY(${[...answerIds]}::uuid[])` }))
    .where('question', 'is not', null)
    .execute();
  return rows.map(({ id, question }) => ({ answerId: id, question }));
}

export async function readTexts(database: Database, serverId: string, answerIds: readonly string[]) {
  const rows = await database.kysely
    .selectFrom('answers')
    .select(['id', beginning(), 'answer'])
    .where(({ and }) => and({ server_id: serverId, id: sql<string>`ANY(${[...answerIds]}::uuid[])` }))
    .where('question', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, question, answer }) => [id, { question, answer }]));
}

/** The newest comment of each group of answers. */
export async function readComments(
  database: Database,
  serverId: string,
  groups: readonly (readonly string[])[],
): Promise<(string | null)[]> {
  const places = groups.flatMap((ids, place) => ids.map(() => place));
  const { rows } = await sql<{ place: number; comment: string }>`
    SELECT DISTINCT ON (place) place, comment
    FROM unnest(${groups.flat()}::uuid[], ${places}::integer[]) AS asked(id, place)
    JOIN answers USING (id) WHERE server_id = ${serverId} AND comment IS NOT NULL
    ORDER BY place, at DESC, id DESC`.execute(database.kysely);
  const found = new Map(rows.map(({ place, comment }) => [place, comment]));
  return groups.map((_, place) => found.get(place) ?? null);
}

/** Where a question was asked, if in a chat. */
const ASKED = `LEFT JOIN LATERAL (
    SELECT channel_id, message_id, member_id, is_command FROM handled_messages
    WHERE handled_messages.server_id = answers.server_id AND answer_id = answers.id
    ORDER BY message_id DESC LIMIT 1) AS asked ON true`;

export interface AskedQuestion {
  question: string;
  channel: string;
  channelId: string | null;
  messageId: string | null;
  memberId: string | null;
  isCommand: boolean;
}

/** Newest first; answers without words are left out. */
export function readAskedQuestions(database: Database, serverId: string, answerIds: readonly string[]) {
  const statement = `
    SELECT left(question, ${READ_CHARACTERS}) AS question, answers.channel,
      channel_id AS "channelId", message_id AS "messageId", member_id AS "memberId",
      COALESCE(is_command, false) AS "isCommand"
    FROM answers ${ASKED}
    WHERE answers.server_id = $1 AND answers.id = ANY($2::uuid[]) AND question IS NOT NULL
    ORDER BY answers.at DESC, answers.id DESC`;
  return database.query<AskedQuestion>(null, statement, [serverId, answerIds], { repeatable: true });
}

/** @returns how many were open until now. */
export async function closeQuestions(
  database: Database,
  closing: { serverId: string; answerIds: readonly string[]; at: Date },
): Promise<number> {
  return changeRows(
    database.kysely,
    'answers',
    { serverId: closing.serverId, id: closing.answerIds, gapClosedAt: null },
    { gapClosedAt: closing.at },
  );
}

/** Handed over for missing knowledge. */
export interface RecentQuestion {
  answerId: string;
  question: string;
  at: Date;
  channelId: string | null;
  messageId: string | null;
  memberId: string | null;
}

/** An earlier draft of a surge. */
export interface SurgeDraft {
  id: string;
  question: string;
  decidedAt: Date | null;
}

interface SurgeWindow {
  serverId: string;
  since: Date;
}

/** Newest first. */
export async function readRecentQuestions(
  database: Database,
  { serverId, since, limit }: SurgeWindow & { limit: number },
): Promise<RecentQuestion[]> {
  const statement = `
    SELECT answers.id AS "answerId", left(question, ${READ_CHARACTERS}) AS question, answers.at,
      channel_id AS "channelId", message_id AS "messageId", member_id AS "memberId"
    FROM answers ${ASKED}
    WHERE answers.server_id = $1 AND answers.at > $2 AND reason = 'not_in_knowledge'
      AND channel IN ('api', 'discord') AND question IS NOT NULL
    ORDER BY answers.at DESC, answers.id DESC LIMIT $3`;
  return database.query<RecentQuestion>(null, statement, [serverId, since, limit], { repeatable: true });
}

/** Pending drafts, and those decided since. */
export async function readSurgeDrafts(kysely: Kysely<Schema>, { serverId, since }: SurgeWindow) {
  const rows = await kysely
    .selectFrom('training')
    .select(['id', 'question', 'state', 'decided_at'])
    .where(({ and }) => and({ server_id: serverId, source: 'surge' }))
    .where((where) => where.or([where('state', '=', 'pending'), where('decided_at', '>', since)]))
    .execute();
  // An approval that was taken back leaves its time on the pending draft.
  return rows.map(({ id, question, state, decided_at }) => ({
    id,
    question,
    decidedAt: state === 'pending' ? null : decided_at,
  }));
}

/**
 * Adds a draft if it is still wanted; under the server's lock the second of two sees the first.
 * @param adding.limit of pending suggestions.
 */
export function addSurgeDraft(
  database: Database,
  window: SurgeWindow,
  adding: {
    draft: Suggestion;
    isWanted: (drafts: readonly SurgeDraft[]) => boolean;
    limit: number;
  },
): Promise<'added' | 'exists' | 'full' | 'left' | 'unwanted'> {
  const { draft, isWanted, limit } = adding;
  return database.kysely.transaction().execute(async (transaction) => {
    await lockTraining(transaction, window.serverId);
    if (!isWanted(await readSurgeDrafts(transaction, window))) return 'unwanted';
    return addSuggestion(transaction, window.serverId, draft, limit, { isTold: true });
  });
}

/** Why the team is not called: it was called in this place, or for the same question. */
export type CallClaim = 'due' | 'called_here' | 'topic_called';

/** Only the last calls are compared. */
const MAX_CALLED = 50;

/**
 * Claims a call of the team for a place and a question at once, under the server's lock.
 * @param call.notAfter calls until then are over.
 * @param isKnown whether an earlier call was for the same question.
 */
export async function claimTopicCall(
  database: Database,
  call: { place: ConversationKey; answerId: string; now: Date; notAfter: Date },
  isKnown: (question: string, called: readonly string[]) => boolean,
): Promise<CallClaim> {
  const { place, answerId, now, notAfter } = call;
  const { serverId } = place;
  return database.kysely.transaction().execute(async (transaction) => {
    await lockTraining(transaction, serverId);
    const own = await transaction
      .selectFrom('answers')
      .select(beginning())
      .where(({ and }) => and({ server_id: serverId, id: answerId }))
      .where('question', 'is not', null)
      .executeTakeFirst();
    const called = own ? await readCalledQuestions(transaction, serverId, now, notAfter) : [];
    if (own && isKnown(own.question, called)) return 'topic_called';
    if (!(await claimCall(transaction, place, now, notAfter))) return 'called_here';
    if (own) await setTopicCalled(transaction, serverId, answerId, now);
    return 'due';
  });
}

async function readCalledQuestions(kysely: Kysely<Schema>, serverId: string, now: Date, notAfter: Date) {
  // The time of asking has an index, the time of the call has none.
  const askedAfter = new Date(2 * notAfter.getTime() - now.getTime());
  const { rows } = await sql<{ question: string }>`
    SELECT left(question, ${sql.lit(READ_CHARACTERS)}) AS question FROM answers
    WHERE server_id = ${serverId} AND at > ${askedAfter} AND topic_called_at > ${notAfter}
      AND question IS NOT NULL ORDER BY topic_called_at DESC LIMIT ${MAX_CALLED}`.execute(kysely);
  return rows.map(({ question }) => question);
}

/** @param at null: the team could not be called. */
export async function setTopicCalled(
  kysely: Kysely<Schema>,
  serverId: string,
  answerId: string,
  at: Date | null,
): Promise<void> {
  await changeRows(kysely, 'answers', { serverId, id: answerId }, { topicCalledAt: at });
}
