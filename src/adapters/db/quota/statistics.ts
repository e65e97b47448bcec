import type { Database } from '../connect.ts';

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
