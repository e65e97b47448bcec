import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** The one place that takes words out of answers, and what is kept about those words with them. */

const WITHOUT_WORDS = 'question = NULL, answer = NULL, comment = NULL';

/** As parts of a statement, for the answers that its `batch` names by `server_id` and `id`. */
export const FORGET_BATCH = `changed AS (
  UPDATE answers a SET ${WITHOUT_WORDS} FROM batch b WHERE a.server_id = b.server_id AND a.id = b.id
), gone AS (
  DELETE FROM answer_details d USING batch b WHERE d.server_id = b.server_id AND d.answer_id = b.id
)`;

/**
 * Takes the words out of some answers; the figures about them stay.
 * @param which the rest of an UPDATE of `answers a`, from FROM or WHERE on. @returns how many there were.
 */
export async function forgetTextsOf(kysely: Kysely<Schema>, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH forgotten AS (
      UPDATE answers a SET ${sql.raw(WITHOUT_WORDS)} ${which} RETURNING a.server_id, a.id
    ), gone AS (
      DELETE FROM answer_details d USING forgotten f WHERE d.server_id = f.server_id AND d.answer_id = f.id
    )
    SELECT count(*)::integer AS count FROM forgotten`.execute(kysely);
  return rows[0]?.count ?? 0;
}
