import type { DraftVerdict } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';

/** What the team did with a draft, and whether it did not hold all the same. */
export interface JudgedDraft {
  verdict: DraftVerdict;
  confidence: number;
  needsTeam: boolean;
  isReversed: boolean;
  /** The passage that carries it best; null: none. */
  passageId: string | null;
}

const JUDGED = `
  SELECT verdict, round(confidence::numeric, 4)::float8 AS confidence, needs_team AS "needsTeam",
    coalesce(feedback LIKE 'down%', false) OR coalesce(outcome IN ('reopened', 'team_answered'), false) AS "isReversed",
    used_ids[1] AS "passageId"
  FROM answers WHERE server_id = $1 AND is_draft AND verdict IS NOT NULL AND channel IN ('api', 'discord')
  ORDER BY at DESC, id LIMIT $2`;

/** The latest first. */
export function readJudged(database: Database, serverId: string, limit: number): Promise<JudgedDraft[]> {
  return database.query<JudgedDraft>('judged-drafts', JUDGED, [serverId, limit], { repeatable: true });
}

/** Drafts that nobody has judged yet: cards on Discord, and answers to a ticket system that told no verdict. */
export async function countUnjudged(database: Database, serverId: string): Promise<number> {
  const statement = `
    SELECT count(*)::integer AS waiting FROM answers a
    WHERE a.server_id = $1 AND a.is_draft AND a.verdict IS NULL AND a.answer IS NOT NULL AND (a.channel = 'api' OR EXISTS (
      SELECT FROM discord_drafts d WHERE d.server_id = $1 AND d.answer_id = a.id AND d.state = 'open'))`;
  const rows = await database.query<{ waiting: number }>('unjudged-drafts', statement, [serverId], {
    repeatable: true,
  });
  return rows[0]?.waiting ?? 0;
}
