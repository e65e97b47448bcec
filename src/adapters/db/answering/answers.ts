import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeRows, findRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

export async function readLastQuestions(database: Database, serverId: string, limit: number) {
  const { rows } = await sql<{ question: string }>`
    SELECT question FROM answers WHERE server_id = ${serverId} AND question IS NOT NULL AND channel <> 'test'
    ORDER BY at DESC, id DESC LIMIT ${limit}`.execute(database.kysely);
  return rows.map(({ question }) => question);
}

/** @returns false when the team was called for this answer before. */
export async function noteTeamCall(
  database: Database,
  call: { serverId: string; answerId: string; at: Date },
): Promise<boolean> {
  const uncalled = { serverId: call.serverId, id: call.answerId, teamAskedAt: null };
  return (await changeRows(database.kysely, 'answers', uncalled, { teamAskedAt: call.at })) > 0;
}

/** The id of the suggestion that a member made in place of an answer. */
export async function findCorrection(
  database: Database,
  { serverId, memberId, messageId }: { serverId: string; memberId: string; messageId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT training.id FROM training_sources AS source
    JOIN training ON training.server_id = source.server_id AND training.id = source.training_id
    WHERE source.server_id = ${serverId} AND source.message_id = ${messageId}
      AND source.member_id = ${memberId} AND source.part = 'answer' AND training.source = 'vote'
    ORDER BY training.created_at LIMIT 1`.execute(database.kysely);
  return rows[0]?.id ?? null;
}

export async function findOpenQuestion(database: Database, serverId: string, answerId: string) {
  const row = await findRow(database.kysely, 'answers', { serverId, id: answerId, gapClosedAt: null }, [
    'question',
  ]);
  return row?.question ?? null;
}

/** Answers to customers and members; trials and learning are left out. */
export interface AnswerCounts {
  api: number;
  discord: number;
  /** Those of both channels that a person had to take over. */
  handedOver: number;
}

/** @param bounds ascending, at least two. @returns one element for each stretch between neighbours. */
export async function countAnswers(database: Database, serverId: string, bounds: readonly Date[]) {
  const rows = await database.query<AnswerCounts & { stretch: number }>(
    'count-answers',
    `SELECT width_bucket(at, $2::timestamptz[]) AS stretch,
       count(*) FILTER (WHERE channel = 'api') AS api,
       count(*) FILTER (WHERE channel = 'discord') AS discord,
       count(*) FILTER (WHERE needs_team) AS "handedOver"
     FROM answers
     WHERE server_id = $1 AND at >= $3 AND at < $4 AND channel IN ('api', 'discord')
     GROUP BY 1`,
    [serverId, bounds, bounds[0], bounds.at(-1)],
    { repeatable: true },
  );
  const found = new Map(rows.map(({ stretch, ...counts }) => [stretch, counts]));
  const none = { api: 0, discord: 0, handedOver: 0 };
  return bounds.slice(1).map((_, index) => found.get(index + 1) ?? none);
}

export async function readApiUnitsSince(
  database: Database,
  serverId: string,
  { week, since }: { week: string; since: Date },
): Promise<number> {
  const rows = await database.query<{ units: number }>(
    'api-units-since',
    `SELECT coalesce(sum(week_units), 0)::bigint AS units FROM charges
     WHERE server_id = $1 AND at >= $2 AND week_start = $3 AND channel = 'api' AND given_back_at IS NULL`,
    [serverId, since, week],
    { repeatable: true },
  );
  return rows[0]?.units ?? 0;
}

const WITHOUT_WORDS =
  'question = NULL, answer = NULL, comment = NULL, conversation_id = NULL, metadata = NULL';

/** Parts of a statement, for the answers that its `batch` names by `server_id` and `id`. */
export const FORGET_BATCH = `changed AS (
  UPDATE answers a SET ${WITHOUT_WORDS} FROM batch b WHERE a.server_id = b.server_id AND a.id = b.id
), gone AS (
  DELETE FROM answer_details d USING batch b WHERE d.server_id = b.server_id AND d.answer_id = b.id
), unclaimed AS (
  DELETE FROM outdated_claims c USING batch b WHERE c.server_id = b.server_id AND c.answer_id = b.id
)`;

/**
 * Takes the words out of some answers; the figures stay.
 * @param which the rest of an UPDATE of `answers a`, from FROM or WHERE on.
 * @returns how many there were.
 */
export async function forgetTextsOf(kysely: Kysely<Schema>, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH forgotten AS (
      UPDATE answers a SET ${sql.raw(WITHOUT_WORDS)} ${which} RETURNING a.server_id, a.id
    ), gone AS (
      DELETE FROM answer_details d USING forgotten f WHERE d.server_id = f.server_id AND d.answer_id = f.id
    ), unclaimed AS (
      DELETE FROM outdated_claims c USING forgotten f WHERE c.server_id = f.server_id AND c.answer_id = f.id
    )
    SELECT count(*)::integer AS count FROM forgotten`.execute(kysely);
  return rows[0]?.count ?? 0;
}
