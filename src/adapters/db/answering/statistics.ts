import type { TeamReason } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';

export interface UseCounts {
  answers: number;
  helpful: number;
  unhelpful: number;
  /** Answered without the team, and whoever asked said that it helped. */
  confirmed: number;
  /** Answered without the team, and nothing heard since. Never added to `confirmed`. */
  silent: number;
  /** Answered without the team, and voted down, reopened or answered by the team after all. */
  reopened: number;
  resolved: number;
  teamAnswered: number;
  /** Units of answers that did not hold. */
  givenBack: number;
  handedOver: number;
  drafts: number;
  repeated: number;
}

/** What became of an answer `a`: null for hand-overs and drafts, which went to the team first. */
export const STANDING = `CASE WHEN a.needs_team OR a.is_draft THEN NULL
  WHEN a.feedback LIKE 'down%' OR a.outcome IN ('reopened', 'team_answered') THEN 'reopened'
  WHEN a.feedback LIKE 'up%' OR a.outcome = 'resolved' THEN 'confirmed' ELSE 'silent' END`;

/** Answers of one stretch of time, counted from 1, by channel and reason. */
export interface StretchCounts extends UseCounts {
  stretch: number;
  channel: 'api' | 'discord';
  reason: TeamReason | null;
}

/** @param bounds ascending, at least two. @returns only combinations that occur. */
export function countUse(database: Database, serverId: string, bounds: readonly Date[]) {
  return database.query<StretchCounts & Record<string, unknown>>(
    'count-use',
    `SELECT width_bucket(a.at, $2::timestamptz[]) AS stretch, a.channel, reason, count(*) AS answers,
       count(*) FILTER (WHERE feedback LIKE 'up%') AS helpful,
       count(*) FILTER (WHERE feedback LIKE 'down%') AS unhelpful,
       count(*) FILTER (WHERE standing = 'confirmed') AS confirmed,
       count(*) FILTER (WHERE standing = 'silent') AS silent,
       count(*) FILTER (WHERE standing = 'reopened') AS reopened,
       count(*) FILTER (WHERE outcome = 'resolved') AS resolved,
       count(*) FILTER (WHERE outcome = 'team_answered') AS "teamAnswered",
       coalesce(sum(c.units), 0)::bigint AS "givenBack",
       count(*) FILTER (WHERE needs_team) AS "handedOver",
       count(*) FILTER (WHERE is_draft) AS drafts,
       count(*) FILTER (WHERE is_repeated) AS repeated
     FROM answers a CROSS JOIN LATERAL (SELECT ${STANDING} AS standing) told
     LEFT JOIN charges c ON c.server_id = a.server_id AND c.id = a.id AND c.given_back_at IS NOT NULL
     WHERE a.server_id = $1 AND a.at >= $3 AND a.at < $4 AND a.channel IN ('api', 'discord')
     GROUP BY 1, 2, 3`,
    [serverId, bounds, bounds[0], bounds.at(-1)],
    { repeatable: true },
  );
}

export interface TaughtCounts {
  /** Suggestions that were approved and still are. */
  approved: number;
  /** Entries added and corrected one at a time, and imports of files or texts. */
  added: number;
  changed: number;
  imported: number;
}

const NONE: TaughtCounts = { approved: 0, added: 0, changed: 0, imported: 0 };

/**
 * Counts by the times of the decisions and by the audit log, which is kept for a year.
 * @param bounds ascending, at least two.
 * @returns one element for each stretch between neighbours.
 */
export async function countTaught(database: Database, serverId: string, bounds: readonly Date[]) {
  const rows = await database.query<TaughtCounts & { stretch: number }>(
    'count-taught',
    `SELECT width_bucket(at, $2::timestamptz[]) AS stretch,
       count(*) FILTER (WHERE action = 'approved') AS approved,
       count(*) FILTER (WHERE action = 'knowledge.added') AS added,
       count(*) FILTER (WHERE action = 'knowledge.changed') AS changed,
       count(*) FILTER (WHERE action = 'knowledge.imported') AS imported
     FROM (
       SELECT decided_at AS at, 'approved' AS action FROM training
       WHERE server_id = $1 AND state = 'approved' AND decided_at >= $3 AND decided_at < $4
       UNION ALL
       SELECT at, action FROM audit_log WHERE server_id = $1 AND at >= $3 AND at < $4
         AND action IN ('knowledge.added', 'knowledge.changed', 'knowledge.imported')) AS taught
     GROUP BY 1`,
    [serverId, bounds, bounds[0], bounds.at(-1)],
    { repeatable: true },
  );
  const found = new Map(rows.map(({ stretch, ...counts }) => [stretch, counts]));
  return bounds.slice(1).map((_, index) => found.get(index + 1) ?? NONE);
}

/** Answers since a moment that used an entry written since then, and before them. */
export async function countTaughtUse(database: Database, serverId: string, since: Date): Promise<number> {
  const rows = await database.query<{ answers: number }>(
    'count-taught-use',
    `WITH taught AS MATERIALIZED (
       SELECT id, updated_at FROM knowledge
       WHERE server_id = $1 AND source <> 'link' AND updated_at >= $2)
     SELECT count(DISTINCT a.id) AS answers
     FROM answers a CROSS JOIN LATERAL unnest(a.used_ids) AS used (passage)
     -- A passage of a long entry has its number after the id.
     JOIN taught ON taught.id = split_part(passage, '#', 1) AND taught.updated_at <= a.at
     -- Nothing is read before the first of them was written.
     WHERE a.server_id = $1 AND a.at >= (SELECT min(updated_at) FROM taught) AND a.channel IN ('api', 'discord')`,
    [serverId, since],
    { repeatable: true },
  );
  return rows[0]?.answers ?? 0;
}
