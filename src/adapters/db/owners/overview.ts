import type { Database } from '../connect.ts';

/** What there is of a server, read in one statement without counting what is long. */
export interface OverviewFacts {
  hasKey: boolean;
  hasKnowledge: boolean;
  hasLink: boolean;
  /** Of the playground, as long as its days are kept. */
  hasTried: boolean;
  hasAnswered: boolean;
  isOnDiscord: boolean;
  /** Answers that were none or were voted down, and that nobody has dealt with; at most the limit. */
  openQuestions: number;
  failedLinks: number;
}

/** @param limit so many open questions are counted. */
export async function readOverviewFacts(
  database: Database,
  serverId: string,
  { limit }: { limit: number },
): Promise<OverviewFacts | null> {
  const rows = await database.query<OverviewFacts & Record<string, unknown>>(
    'overview',
    `SELECT
       EXISTS (SELECT FROM api_keys WHERE server_id = s.id AND revoked_at IS NULL) AS "hasKey",
       EXISTS (SELECT FROM knowledge WHERE server_id = s.id) AS "hasKnowledge",
       EXISTS (SELECT FROM links WHERE server_id = s.id) AS "hasLink",
       EXISTS (SELECT FROM day_counts WHERE server_id = s.id AND kind = 'playground') AS "hasTried",
       -- In order, for the index by time: a plain EXISTS reads all 100,000 where statistics are missing.
       (SELECT true FROM answers WHERE server_id = s.id AND channel IN ('api', 'discord')
         ORDER BY at DESC LIMIT 1) IS NOT NULL AS "hasAnswered",
       s.active AND s.on_discord AS "isOnDiscord",
       -- As readOpenQuestions has it; the index answers_open holds them.
       (SELECT count(*) FROM (SELECT FROM answers WHERE server_id = s.id AND gap_closed_at IS NULL
          AND (reason = 'not_in_knowledge' OR feedback LIKE 'down%') AND channel IN ('api', 'discord')
          AND question IS NOT NULL LIMIT $2) AS open)::int AS "openQuestions",
       (SELECT count(*) FROM links WHERE server_id = s.id AND state = 'failed')::int AS "failedLinks"
     FROM servers s WHERE s.id = $1`,
    [serverId, limit],
    { repeatable: true },
  );
  return rows[0] ?? null;
}
