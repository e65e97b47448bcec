import { type Kysely, sql } from 'kysely';

/** What a teacher wrote, where the answer says it in other words; it goes with the message and with its author. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE training ADD COLUMN taught text`.execute(db);
}
