import type { AskedAsync, AsyncOutcome } from '../../../domain/async.ts';
import type { Database } from '../connect.ts';
import { findRow } from '../rows.ts';

/**
 * Promises an event: from then on the end of the reservation queues one, whoever ends it.
 * @returns false where the reservation is gone, so that nothing can be promised.
 */
export async function insertAsyncQuestion(
  database: Database,
  { serverId, id, asked }: { serverId: string; id: string; asked: AskedAsync },
): Promise<boolean> {
  const statement = `INSERT INTO async_questions (server_id, id, asked)
    SELECT r.server_id, r.id, $3 FROM reservations r WHERE r.server_id = $1 AND r.id = $2 FOR KEY SHARE
    RETURNING id`;
  const values = [serverId, id, JSON.stringify(asked)];
  return (await database.query('insert-async-question', statement, values)).length > 0;
}

export async function findAsyncQuestion(
  database: Database,
  serverId: string,
  id: string,
): Promise<{ asked: AskedAsync; outcome: AsyncOutcome | null } | null> {
  return findRow(database.kysely, 'async_questions', { serverId, id }, ['asked', 'outcome']);
}

/** Whether an address of this server hears of answers. */
export async function hasReceiver(database: Database, serverId: string): Promise<boolean> {
  const statement = `SELECT FROM webhooks w WHERE server_id = $1 AND takes_event(w, 'answer.created')`;
  return (await database.query('has-receiver', statement, [serverId], { repeatable: true })).length > 0;
}

/** Removes those whose event arrived, was given up, or went with its webhook. */
export async function removeHeardAnswers(database: Database): Promise<void> {
  const statement = `DELETE FROM async_questions q WHERE q.outcome IS NOT NULL AND NOT EXISTS (
    SELECT FROM webhook_deliveries d WHERE d.server_id = q.server_id AND d.subject = q.id::text
      AND d.type IN ('answer.created', 'answer.failed') AND d.state = 'waiting')`;
  await database.query(null, statement, [], { repeatable: true });
}
