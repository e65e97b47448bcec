import { type Kysely, sql } from 'kysely';
import type { Source, WebhookEvent } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { runInBatches } from '../operations/housekeeping.ts';
import { changeRows, findRow, type Row, readRows, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

export type Delivery = Omit<Row<'webhook_deliveries'>, 'serverId' | 'place'>;

/** SQL of a new event id. */
export const NEW_EVENT_ID = "'msg_' || replace(gen_random_uuid()::text, '-', '')";

/**
 * Queues an event, once for each subject, where the server has a webhook that is switched on.
 * @param kysely the transaction of the event's cause.
 */
export async function insertEvent(
  kysely: Kysely<Schema>,
  event: { serverId: string; type: WebhookEvent; subject: string; at: Date },
): Promise<void> {
  const { serverId, type, subject, at } = event;
  await sql`
    INSERT INTO webhook_deliveries (server_id, id, type, subject, created_at, due_at)
    SELECT server_id, ${sql.raw(NEW_EVENT_ID)}, ${type}, ${subject}, ${at}, ${at}
    FROM webhooks WHERE server_id = ${serverId} AND disabled_at IS NULL
    ON CONFLICT DO NOTHING`.execute(kysely);
}

export async function insertEnded(database: Database, serverId: string, delivery: Delivery): Promise<void> {
  await database.kysely
    .insertInto('webhook_deliveries')
    .values(toRow({ serverId, ...delivery }))
    .execute();
}

/** Newest first. */
export async function listDeliveries(
  database: Database,
  serverId: string,
  limit: number,
): Promise<Delivery[]> {
  return readRows(
    database.kysely,
    'webhook_deliveries',
    { serverId },
    ['id', 'type', 'subject', 'createdAt', 'state', 'tries', 'dueAt', 'status', 'fault', 'endedAt'],
    sql`ORDER BY created_at DESC, place DESC LIMIT ${limit}`,
  );
}

/** Has an event sent again under its id. @returns false when there is none. */
export async function repeatEvent(
  kysely: Kysely<Schema>,
  { serverId, id }: { serverId: string; id: string },
): Promise<boolean> {
  return (
    (await changeRows(
      kysely,
      'webhook_deliveries',
      { serverId, id },
      { state: 'waiting', status: null, fault: null, endedAt: null },
    )) > 0
  );
}

/** Makes all waiting events due with all their tries. */
export async function hastenEvents(kysely: Kysely<Schema>, serverId: string, now: Date): Promise<void> {
  await changeRows(kysely, 'webhook_deliveries', { serverId, state: 'waiting' }, { tries: 0, dueAt: now });
}

const REMOVE_OLD = `
WITH gone AS (
  DELETE FROM webhook_deliveries WHERE (server_id, id) IN (
    SELECT server_id, id FROM webhook_deliveries WHERE coalesce(ended_at, created_at) < $1 LIMIT $2)
  RETURNING 1
)
SELECT count(*)::integer AS found FROM gone`;

/** Also removes events that waited for a webhook that is switched off. */
export function removeOldDeliveries(database: Database, before: Date, signal: AbortSignal): Promise<void> {
  return runInBatches(database, REMOVE_OLD, [before], { signal });
}

/** Words are null once they are deleted. @returns null when the answer is gone. */
export async function findToldAnswer(database: Database, serverId: string, id: string) {
  return findRow(database.kysely, 'answers', { serverId, id }, [
    'question',
    'answer',
    'reason',
    'usedIds',
    'language',
    'channel',
    'conversationId',
    'metadata',
  ]);
}

/** In the order of the ids; missing ones are left out. */
export async function readSources(
  database: Database,
  serverId: string,
  ids: readonly string[],
): Promise<Source[]> {
  const rows = await database.kysely
    .selectFrom('knowledge')
    .select(['title', 'link as url'])
    .where(({ and }) => and({ server_id: serverId, id: sql<string>`ANY(${[...ids]}::text[])` }))
    .orderBy(sql`array_position(${[...ids]}::text[], id)`)
    .execute();
  return rows;
}

export async function readWeek(database: Database, serverId: string, week: string) {
  const row = await findRow(database.kysely, 'week_quotas', { serverId, weekStart: week }, [
    'used',
    'apiUsed',
  ]);
  return { used: row?.used ?? 0, apiUsed: row?.apiUsed ?? 0 };
}
