import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import type { Schema } from '../schema.ts';

const ENDED = 'repeat-ended:';

/**
 * An answer is not repeated any more, nor is the one that it repeats: that has the same words, and is a day older at
 * most. Other answers in the same words share its fate, which costs one answer each.
 */
export async function endRepeats(
  kysely: Kysely<Schema>,
  { serverId, answerId, at }: { serverId: string; answerId: string; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO job_claims (server_id, job, due_at)
    SELECT said.server_id, ${ENDED}::text || said.id, ${at}::timestamptz
    FROM answers told
    JOIN answers said ON said.server_id = told.server_id AND (said.id = told.id
      OR told.is_repeated AND NOT said.is_repeated AND said.answer = told.answer
        AND said.at >= told.at - interval '2 days')
    WHERE told.server_id = ${serverId} AND told.id = ${answerId} AND told.channel IN ('api', 'test')
    ON CONFLICT DO NOTHING`.execute(kysely);
}

/** Whether somebody found an answer, or a repeat of it, to be wrong. */
export async function isRepeatEnded(
  database: Database,
  serverId: string,
  answerId: string,
): Promise<boolean> {
  const statement = 'SELECT FROM job_claims WHERE server_id = $1 AND job = $2 LIMIT 1';
  const values = [serverId, `${ENDED}${answerId}`];
  return (await database.query('repeat-ended', statement, values, { repeatable: true })).length > 0;
}
