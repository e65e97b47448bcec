import type { Database } from '../connect.ts';

/** The last questions of a server whose words are still kept, newest first, whichever channel they came by. */
export async function readLastQuestions(
  database: Database,
  serverId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('answers')
    .select('question')
    .where('server_id', '=', serverId)
    .where('question', 'is not', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ question }) => (question === null ? [] : [question]));
}
