import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows } from '../rows.ts';
import type { Schema } from '../schema.ts';

export interface MemberQuestion {
  serverId: string;
  memberHash: Buffer;
  /** Id of the message or command; counted once. */
  questionId: string;
}

/**
 * Locks the member's row, so two processes never both take the last place. The refused question that tells of the limit
 * is noted, so of several at one moment one tells.
 */
const COUNT = `
INSERT INTO member_windows AS w (server_id, member_hash, hits, last_at)
VALUES ($1, $2, jsonb_build_object($3::text, $4::bigint), $5)
ON CONFLICT (server_id, member_hash) DO UPDATE SET
  (hits, last_at, told_at, told_for, met_week, left_out) = (
    SELECT CASE WHEN fits THEN EXCLUDED.hits || recent ELSE recent END,
      EXCLUDED.last_at,
      CASE WHEN tells THEN EXCLUDED.last_at ELSE w.told_at END,
      CASE WHEN tells THEN $3 ELSE w.told_for END,
      CASE WHEN fits THEN w.met_week ELSE $8::date END,
      CASE WHEN fits THEN w.left_out WHEN w.met_week = $8::date THEN w.left_out + 1 ELSE 1 END
    FROM (
      SELECT recent, fits, NOT fits AND $9 AND (w.told_at IS NULL OR w.told_at <= $6) AS tells
      FROM (
        SELECT coalesce(jsonb_object_agg(key, value), '{}') AS recent,
          count(*) < $7 OR coalesce(bool_or(key = $3), false) AS fits
        FROM jsonb_each(w.hits) WHERE value::bigint > (extract(epoch FROM $6::timestamptz) * 1000)::bigint
      ) AS counted
    ) AS decided)
RETURNING w.hits ? $3 AS counted, w.told_for IS NOT DISTINCT FROM $3 AS told, w.hits`;

/**
 * Counts a question unless `limit` were asked after `since`.
 * @param input.tells a refused question may tell the member, once after `since`.
 * @param input.week first day of the week that a refusal counts in.
 * @returns whether it counts, whether it tells, and when the counted ones were asked, in milliseconds.
 */
export async function countQuestion(
  database: Database,
  input: MemberQuestion & { now: Date; since: Date; limit: number; week: string; tells: boolean },
): Promise<{ isCounted: boolean; isToBeTold: boolean; askedAt: number[] }> {
  const { serverId, memberHash, questionId, now, since, limit, week, tells } = input;
  const [row] = await database.query<{ counted: boolean; told: boolean; hits: Record<string, number> }>(
    'count-question',
    COUNT,
    [serverId, memberHash, questionId, now.getTime(), now, since, limit, week, tells],
    { repeatable: true },
  );
  const { counted = false, told = false, hits = {} } = row ?? {};
  return { isCounted: counted, isToBeTold: !counted && told && tells, askedAt: Object.values(hits) };
}

/** The question got no answer and counts no more. */
export async function giveQuestionBack(database: Database, question: MemberQuestion): Promise<void> {
  const hits = sql`hits - ${question.questionId}::text`;
  await changeRows(database.kysely, 'member_windows', keyOf(question), { hits });
}

/** Nobody read the telling, so the next refusal tells. */
export async function giveTellingBack(database: Database, question: MemberQuestion): Promise<void> {
  const told = { ...keyOf(question), toldFor: question.questionId };
  await changeRows(database.kysely, 'member_windows', told, { toldAt: null, toldFor: null });
}

/** Members who met the limit in a week, and their refused questions. */
export async function countMetLimits(database: Database, serverId: string, week: string) {
  const [row] = await database.query<{ members: number; questions: number }>(
    null,
    `SELECT count(*)::integer AS members, coalesce(sum(left_out), 0)::integer AS questions
     FROM member_windows WHERE server_id = $1 AND met_week = $2`,
    [serverId, week],
    { repeatable: true },
  );
  return row ?? { members: 0, questions: 0 };
}

/** One member on every server. */
export function readWindows(database: Database, memberHash: Buffer) {
  return database.kysely
    .selectFrom('member_windows')
    .select(['server_id', 'hits', 'told_at', 'met_week', 'left_out'])
    .where('member_hash', '=', memberHash)
    .orderBy('server_id')
    .execute();
}

export async function removeWindowsOf(
  kysely: Kysely<Schema>,
  whose: { memberHash: Buffer } | { serverId: string },
): Promise<void> {
  await deleteRows(kysely, 'member_windows', whose);
}

/** Removes windows that neither a limit nor this week's figures need. */
export async function removeOldWindows(database: Database, before: Date, week: string): Promise<void> {
  await database.kysely
    .deleteFrom('member_windows')
    .where('last_at', '<', before)
    .where((where) => where.or([where('met_week', 'is', null), where('met_week', '<', week)]))
    .execute();
}

function keyOf({ serverId, memberHash }: MemberQuestion) {
  return { serverId, memberHash };
}
