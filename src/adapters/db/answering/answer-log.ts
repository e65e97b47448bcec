import type { TeamReason } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { fromRow, type Row, readRows } from '../rows.ts';

/** The values that each filtered column of the log may have. */
export interface LogFilter {
  channels: readonly string[];
  reasons: readonly (TeamReason | null)[];
  votes: readonly ('up' | 'down' | null)[];
  drafts: readonly boolean[];
}

export type LoggedAnswer = Pick<
  Row<'answers'>,
  'id' | 'at' | 'channel' | 'reason' | 'feedback' | 'isDraft' | 'isRepeated' | 'confidence' | 'level'
> & { question: string; hasComment: boolean };

const READ_CHARACTERS = 1_000;

/**
 * One stretch of the index answers_log holds each combination of values in order of time. A page takes the newest of
 * each, so the rarest combination is as near as the most frequent one.
 */
const PAGE = `
  WITH place AS (SELECT at, id FROM answers WHERE server_id = $1 AND id = $6),
  newest AS (
    SELECT found.at, found.id
    FROM unnest($2::text[]) AS channel, unnest($3::text[]) AS reason, unnest($4::text[]) AS vote,
      unnest($5::boolean[]) AS is_draft
    CROSS JOIN LATERAL (
      SELECT a.at, a.id FROM answers a
      WHERE a.server_id = $1 AND a.question IS NOT NULL AND a.channel = channel.channel
        AND coalesce(a.reason, '') = reason.reason AND coalesce(split_part(a.feedback, ':', 1), '') = vote.vote
        AND a.is_draft = is_draft.is_draft AND a.at >= $7
        AND (a.at, a.id) < (coalesce((SELECT at FROM place), 'infinity'),
          coalesce((SELECT id FROM place), 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      ORDER BY a.at DESC, a.id DESC LIMIT $8) AS found
    ORDER BY found.at DESC, found.id DESC LIMIT $8)
  SELECT a.id, a.at, a.channel, a.level, left(a.question, ${READ_CHARACTERS}) AS question, a.reason, a.feedback,
    a.comment IS NOT NULL AS "hasComment", a.is_draft AS "isDraft", a.is_repeated AS "isRepeated", a.confidence
  FROM newest JOIN answers a ON a.server_id = $1 AND a.id = newest.id
  ORDER BY a.at DESC, a.id DESC`;

/**
 * Answers whose words are kept, newest first.
 * @param page.before the last id of the page before; an unknown one counts as none.
 * @param page.since older answers are left out even before housekeeping forgets them.
 */
export function pageAnswers(
  database: Database,
  serverId: string,
  { filter, before, since, limit }: { filter: LogFilter; before: string | null; since: Date; limit: number },
): Promise<LoggedAnswer[]> {
  const { channels, reasons, votes, drafts } = filter;
  const orNone = (values: readonly (string | null)[]) => values.map((value) => value ?? '');
  const values = [serverId, channels, orNone(reasons), orNone(votes), drafts, before, since, limit];
  return database.query<LoggedAnswer>(null, PAGE, values, { repeatable: true });
}

/** Words are null once they are deleted. */
export async function findLogged(database: Database, serverId: string, id: string) {
  const row = await database.kysely
    .selectFrom('answers')
    .leftJoin('answer_details as details', (join) =>
      join.onRef('details.server_id', '=', 'answers.server_id').onRef('details.answer_id', '=', 'answers.id'),
    )
    .leftJoin('charges', (join) =>
      join.onRef('charges.server_id', '=', 'answers.server_id').onRef('charges.id', '=', 'answers.id'),
    )
    .select(['answers.id', 'answers.at', 'answers.channel', 'answers.level', 'answers.engine'])
    .select(['answers.language', 'answers.question', 'answers.answer', 'answers.reason', 'answers.used_ids'])
    .select(['answers.confidence', 'answers.feedback', 'answers.comment', 'answers.outcome'])
    .select(['answers.is_draft', 'answers.is_repeated', 'details.turns', 'details.history'])
    .select(['details.passages', 'details.is_whole', 'details.took_ms', 'charges.units'])
    .select(['charges.prompt_tokens', 'charges.completion_tokens'])
    .where('answers.server_id', '=', serverId)
    .where('answers.id', '=', id)
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Entries as they are now, usable or not, in any order. */
export async function readEntries(database: Database, serverId: string, ids: readonly string[]) {
  return readRows(database.kysely, 'knowledge', { serverId, id: ids }, [
    'id',
    'title',
    'text',
    'link',
    'language',
    'questions',
    'status',
    'validUntil',
    'updatedAt',
  ]);
}
