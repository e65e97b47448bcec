import type { TeamReason } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';

/** What became of answers. */
export interface UseCounts {
  answers: number;
  /** Voted up, and voted down. */
  helpful: number;
  unhelpful: number;
  resolved: number;
  reopened: number;
  teamAnswered: number;
  handedOver: number;
  drafts: number;
  repeated: number;
}

/** Answers of one stretch of time, from 1 on, that came by one channel and were handed over for one reason, or none. */
export interface StretchCounts extends UseCounts {
  stretch: number;
  channel: 'api' | 'discord';
  reason: TeamReason | null;
}

/**
 * Counts the answers to customers and members between neighbouring moments, in one pass.
 * @param bounds ascending, at least two. @returns only what there is.
 */
export function countUse(database: Database, serverId: string, bounds: readonly Date[]) {
  return database.query<StretchCounts & Record<string, unknown>>(
    'count-use',
    `SELECT width_bucket(at, $2::timestamptz[]) AS stretch, channel, reason, count(*) AS answers,
       count(*) FILTER (WHERE feedback LIKE 'up%') AS helpful,
       count(*) FILTER (WHERE feedback LIKE 'down%') AS unhelpful,
       count(*) FILTER (WHERE outcome = 'resolved') AS resolved,
       count(*) FILTER (WHERE outcome = 'reopened') AS reopened,
       count(*) FILTER (WHERE outcome = 'team_answered') AS "teamAnswered",
       count(*) FILTER (WHERE needs_team) AS "handedOver",
       count(*) FILTER (WHERE is_draft) AS drafts,
       count(*) FILTER (WHERE is_repeated) AS repeated
     FROM answers
     WHERE server_id = $1 AND at >= $3 AND at < $4 AND channel IN ('api', 'discord')
     GROUP BY 1, 2, 3`,
    [serverId, bounds, bounds[0], bounds.at(-1)],
    { repeatable: true },
  );
}
