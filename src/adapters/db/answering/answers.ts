import { sql } from 'kysely';
import type { Database } from '../connect.ts';

/** The last questions of a server whose words are still kept, newest first, whichever channel they came by. */
export async function readLastQuestions(database: Database, serverId: string, limit: number) {
  const { rows } = await sql<{ question: string }>`
    SELECT question FROM answers WHERE server_id = ${serverId} AND question IS NOT NULL
    ORDER BY at DESC, id DESC LIMIT ${limit}`.execute(database.kysely);
  return rows.map(({ question }) => question);
}

export async function setFeedback(
  database: Database,
  rating: { serverId: string; answerId: string; feedback: string },
): Promise<boolean> {
  const rated = await database.kysely
    .updateTable('answers')
    .set({ feedback: rating.feedback })
    .where(({ and }) => and({ server_id: rating.serverId, id: rating.answerId }))
    .returning('id')
    .executeTakeFirst();
  return rated !== undefined;
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
