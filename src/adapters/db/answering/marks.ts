import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { lockServer } from '../knowledge/knowledge.ts';
import { updateServer } from '../owners/servers.ts';
import { countRows, deleteRows, fromRow, type Row, takeNew, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

/** The asker is named only so that their data can be deleted. */
export type StoredMark = Omit<Row<'handover_marks'>, 'serverId' | 'memberId'>;

/**
 * A later mark replaces an earlier one and keeps its id.
 * @returns null when the server has `limit` other marked answers.
 */
export async function upsertMark(
  database: Database,
  serverId: string,
  mark: StoredMark & { memberId: string | null },
  limit: number,
): Promise<string | null> {
  return database.kysely.transaction().execute(async (transaction) => {
    await lockServer(transaction, serverId);
    const others = { serverId, answerId: sql`<> ${mark.answerId}` };
    if ((await countRows(transaction, 'handover_marks', others)) >= limit) return null;
    const { id } = await transaction
      .insertInto('handover_marks')
      .values(toRow({ ...mark, serverId }))
      .onConflict((conflict) =>
        conflict
          .columns(['server_id', 'answer_id'])
          .doUpdateSet(takeNew('text', 'is_needed', 'member_id', 'created_at')),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await updateServer({ kysely: transaction }, serverId, {});
    return id;
  });
}

/** Oldest first. */
export async function listMarks(database: Database, serverId: string): Promise<StoredMark[]> {
  const rows = await database.query<StoredMark>(
    'handover-marks',
    `SELECT id, answer_id AS "answerId", text, is_needed AS "isNeeded", created_at AS "createdAt"
     FROM handover_marks WHERE server_id = $1 ORDER BY created_at, id`,
    [serverId],
    { repeatable: true },
  );
  return rows;
}

/** @returns null when there is no such mark. */
export async function deleteMark(database: Database, serverId: string, id: string) {
  return database.kysely.transaction().execute(async (transaction) => {
    await lockServer(transaction, serverId);
    const row = await transaction
      .deleteFrom('handover_marks')
      .where(({ and }) => and({ server_id: serverId, id }))
      .returning(['answer_id', 'is_needed'])
      .executeTakeFirst();
    if (row) await updateServer({ kysely: transaction }, serverId, {});
    return row ? fromRow(row) : null;
  });
}

/** Deletes the marks that hold words of a member, of any, or of an answer; the caller holds the server's lock. */
export async function forgetMarksOf(
  transaction: Kysely<Schema>,
  serverId: string,
  whose: { memberId: string } | { answerId: string } | 'everybody',
): Promise<void> {
  const theirs = whose === 'everybody' ? { memberId: sql`IS NOT NULL` } : whose;
  const deleted = await deleteRows(transaction, 'handover_marks', { serverId, ...theirs });
  if (deleted > 0) await updateServer({ kysely: transaction }, serverId, {});
}
