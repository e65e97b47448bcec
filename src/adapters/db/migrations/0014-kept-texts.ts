import { type Kysely, sql } from 'kysely';

/**
 * Answers whose texts are still kept: rows stay for ever, so whoever removes texts would read through all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX answers_with_text ON answers (server_id, at) WHERE question IS NOT NULL`.execute(db);
}
