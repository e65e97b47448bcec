import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../connect.ts';
import type { Schema } from '../schema.ts';

/** The last questions of a server whose words are still kept, newest first, whichever channel they came by. */
export async function readLastQuestions(database: Database, serverId: string, limit: number) {
  const { rows } = await sql<{ question: string }>`
    SELECT question FROM answers WHERE server_id = ${serverId} AND question IS NOT NULL AND channel <> 'test'
    ORDER BY at DESC, id DESC LIMIT ${limit}`.execute(database.kysely);
  return rows.map(({ question }) => question);
}

/** @returns false when the team was called for this answer before; the first call counts. */
export async function noteTeamCall(
  database: Database,
  call: { serverId: string; answerId: string; at: Date },
): Promise<boolean> {
  const noted = await database.kysely
    .updateTable('answers')
    .set({ team_asked_at: call.at })
    .where(({ and }) => and({ server_id: call.serverId, id: call.answerId }))
    .where('team_asked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** The id of what a member suggested in place of the answer that a message holds, whatever became of it. */
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

/** A question that nobody has dealt with yet, as long as it is kept. */
export async function findOpenQuestion(database: Database, serverId: string, answerId: string) {
  const row = await database.kysely
    .selectFrom('answers')
    .select('question')
    .where(({ and }) => and({ server_id: serverId, id: answerId }))
    .where('gap_closed_at', 'is', null)
    .executeTakeFirst();
  return row?.question ?? null;
}

/** Answers to customers and members in one stretch of time; what was tried or learned is not among them. */
export interface AnswerCounts {
  api: number;
  discord: number;
  /** Of both together, those that a person had to take over. */
  handedOver: number;
}

/**
 * Counts the answers between neighbouring moments in one pass.
 * @param bounds ascending, at least two.
 * @returns one element for each stretch, the first from `bounds[0]` to `bounds[1]`.
 */
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

/** Units of this week's quota that the API has used since a moment. */
export async function readApiUnitsSince(
  database: Database,
  serverId: string,
  { week, since }: { week: string; since: Date },
): Promise<number> {
  const rows = await database.query<{ units: number }>(
    'api-units-since',
    `SELECT coalesce(sum(week_units), 0)::bigint AS units FROM charges
     WHERE server_id = $1 AND at >= $2 AND week_start = $3 AND channel = 'api'`,
    [serverId, since, week],
    { repeatable: true },
  );
  return rows[0]?.units ?? 0;
}

/** The one place that takes words out of answers, and what is kept about those words with them. */

const WITHOUT_WORDS = 'question = NULL, answer = NULL, comment = NULL';

/** As parts of a statement, for the answers that its `batch` names by `server_id` and `id`. */
export const FORGET_BATCH = `changed AS (
  UPDATE answers a SET ${WITHOUT_WORDS} FROM batch b WHERE a.server_id = b.server_id AND a.id = b.id
), gone AS (
  DELETE FROM answer_details d USING batch b WHERE d.server_id = b.server_id AND d.answer_id = b.id
)`;

/**
 * Takes the words out of some answers; the figures about them stay.
 * @param which the rest of an UPDATE of `answers a`, from FROM or WHERE on. @returns how many there were.
 */
export async function forgetTextsOf(kysely: Kysely<Schema>, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH forgotten AS (
      UPDATE answers a SET ${sql.raw(WITHOUT_WORDS)} ${which} RETURNING a.server_id, a.id
    ), gone AS (
      DELETE FROM answer_details d USING forgotten f WHERE d.server_id = f.server_id AND d.answer_id = f.id
    )
    SELECT count(*)::integer AS count FROM forgotten`.execute(kysely);
  return rows[0]?.count ?? 0;
}
