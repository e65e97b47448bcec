import type { TeamReason } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { fromRow, type Row, readRows } from '../rows.ts';
import { STANDING } from './statistics.ts';

/** The values that each filtered column of the log may have. */
export interface LogFilter {
  channels: readonly string[];
  reasons: readonly (TeamReason | null)[];
  votes: readonly ('up' | 'down' | null)[];
  drafts: readonly boolean[];
  /** Each stands in the question or the answer; patterns of LIKE. */
  words: readonly string[];
  /** A channel or thread of the platform; null: any. */
  placeId: string | null;
  /** Older answers are left out even before housekeeping forgets them. */
  since: Date;
  until: Date | null;
}

export type LoggedAnswer = Pick<
  Row<'answers'>,
  'id' | 'at' | 'channel' | 'reason' | 'feedback' | 'isDraft' | 'isRepeated' | 'confidence' | 'level'
> & { question: string; answer: string | null; hasComment: boolean } & {
  standing: 'confirmed' | 'silent' | 'reopened' | null;
} & MessagePlace;

/** Where on the platform it was asked; all null for what came otherwise or is forgotten. */
export interface MessagePlace {
  channelId: string | null;
  /** Of the question, or of the reply where a command asked it. */
  messageId: string | null;
  askerId: string | null;
}

const PLACE_OF_ANSWER = `
  LEFT JOIN LATERAL (
    SELECT m.channel_id AS "channelId", m.member_id AS "askerId",
      CASE WHEN m.is_command THEN m.reply_ids[1] ELSE m.message_id END AS "messageId"
    FROM handled_messages m WHERE m.server_id = a.server_id AND m.answer_id = a.id
    ORDER BY m.message_id DESC LIMIT 1) asked ON true`;

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
        AND a.is_draft = is_draft.is_draft AND a.at >= $7 AND a.at < coalesce($9, 'infinity'::timestamptz)
        AND NOT EXISTS (SELECT FROM unnest($10::text[]) AS word
          WHERE NOT (a.question ILIKE word OR coalesce(a.answer, '') ILIKE word))
        AND ($11::text IS NULL OR EXISTS (SELECT FROM handled_messages m
          WHERE m.server_id = $1 AND m.answer_id = a.id AND m.channel_id = $11))
        AND (a.at, a.id) < (coalesce((SELECT at FROM place), 'infinity'),
          coalesce((SELECT id FROM place), 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      ORDER BY a.at DESC, a.id DESC LIMIT $8) AS found
    ORDER BY found.at DESC, found.id DESC LIMIT $8)
  SELECT a.id, a.at, a.channel, a.level, left(a.question, $12) AS question, left(a.answer, $12) AS answer,
    a.reason, a.feedback, asked."channelId", asked."messageId", asked."askerId",
    a.comment IS NOT NULL AS "hasComment", a.is_draft AS "isDraft", a.is_repeated AS "isRepeated", a.confidence,
    ${STANDING} AS standing
  FROM newest JOIN answers a ON a.server_id = $1 AND a.id = newest.id ${PLACE_OF_ANSWER}
  ORDER BY a.at DESC, a.id DESC`;

/**
 * Answers whose words are kept, newest first.
 * @param page.before the last id of the page before; an unknown one counts as none.
 * @param page.characters of a question and an answer that are read.
 */
export function pageAnswers(
  database: Database,
  serverId: string,
  page: { filter: LogFilter; before: string | null; limit: number; characters: number },
): Promise<LoggedAnswer[]> {
  const { filter, before, limit, characters } = page;
  const { channels, reasons, votes, drafts, words, placeId, since, until } = filter;
  const orNone = (values: readonly (string | null)[]) => values.map((value) => value ?? '');
  const chosen = [serverId, channels, orNone(reasons), orNone(votes), drafts, before, since, limit];
  const values = [...chosen, until, words, placeId, characters];
  return database.query<LoggedAnswer>(null, PAGE, values, { repeatable: true });
}

/** Nulls where nothing of the message is kept. */
export async function findPlace(database: Database, serverId: string, answerId: string) {
  const statement = `SELECT asked.* FROM answers a ${PLACE_OF_ANSWER} WHERE a.server_id = $1 AND a.id = $2`;
  const [place] = await database.query<MessagePlace>('find-place', statement, [serverId, answerId], {
    repeatable: true,
  });
  return place ?? null;
}

/** The passages that an answer rests on; none for an unknown one. */
export async function findUsed(database: Database, serverId: string, id: string): Promise<string[]> {
  const row = await database.kysely
    .selectFrom('answers')
    .select('used_ids')
    .where('server_id', '=', serverId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.used_ids ?? [];
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
    .select(['details.passages', 'details.is_whole', 'details.took_ms', 'details.sent', 'charges.units'])
    .select(['details.knowledge_revision', 'answers.conversation_id'])
    .select(['charges.prompt_tokens', 'charges.completion_tokens', 'charges.given_back_at'])
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
