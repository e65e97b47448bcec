import { type Kysely, sql } from 'kysely';
import type { Source, WebhookEvent } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { runInBatches } from '../operations/housekeeping.ts';
import { changeRows, findRow, insertNew, type Row, readRows } from '../rows.ts';
import type { Schema } from '../schema.ts';

export type Delivery = Omit<Row<'webhook_deliveries'>, 'serverId' | 'place'>;
/** As the trigger cuts a change into events. */
const ENTRIES_PER_EVENT = 500;

/** SQL of a new event id. */
export const NEW_EVENT_ID = "'msg_' || replace(gen_random_uuid()::text, '-', '')";

/**
 * Queues an event, once for each subject, for every webhook of the server that takes such events.
 * @param kysely the transaction of the event's cause.
 */
export async function insertEvent(
  kysely: Kysely<Schema>,
  event: { serverId: string; type: WebhookEvent; subject: string; at: Date },
): Promise<void> {
  const { serverId, type, subject, at } = event;
  await sql`
    INSERT INTO webhook_deliveries (server_id, webhook_id, id, type, subject, created_at, due_at)
    SELECT server_id, w.id, ${sql.raw(NEW_EVENT_ID)}, ${type}, ${subject}, ${at}, ${at}
    FROM webhooks w WHERE server_id = ${serverId} AND takes_event(w, ${type})
    ON CONFLICT DO NOTHING`.execute(kysely);
}

/** Notes nothing where the webhook was removed meanwhile. */
export function insertEnded(database: Database, serverId: string, delivery: Delivery): Promise<void> {
  return database.kysely.transaction().execute(async (transaction) => {
    const match = { serverId, id: delivery.webhookId };
    if (!(await findRow(transaction, 'webhooks', match, ['id'], sql`FOR KEY SHARE`))) return;
    await insertNew(transaction, 'webhook_deliveries', { serverId, ...delivery });
  });
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
    [
      'webhookId',
      'id',
      'type',
      'subject',
      'createdAt',
      'state',
      'tries',
      'dueAt',
      'status',
      'fault',
      'endedAt',
    ],
    sql`ORDER BY created_at DESC, place DESC LIMIT ${limit}`,
  );
}

/** Has an event sent again under its id. @returns the id of its webhook; null when there is no such event. */
export async function repeatEvent(
  kysely: Kysely<Schema>,
  match: { serverId: string; id: string },
): Promise<number | null> {
  const again = { state: 'waiting', status: null, fault: null, endedAt: null } as const;
  await changeRows(kysely, 'webhook_deliveries', match, again);
  return (await findRow(kysely, 'webhook_deliveries', match, ['webhookId']))?.webhookId ?? null;
}

/** Makes all waiting events of a webhook due with all their tries. */
export async function hastenEvents(
  kysely: Kysely<Schema>,
  webhook: { serverId: string; webhookId: number },
  now: Date,
): Promise<void> {
  const waiting = { ...webhook, state: 'waiting' } as const;
  await changeRows(kysely, 'webhook_deliveries', waiting, { tries: 0, dueAt: now });
}

const REMOVE_OLD = `
WITH gone AS (
  DELETE FROM webhook_deliveries WHERE (server_id, id) IN (
    SELECT server_id, id FROM webhook_deliveries WHERE coalesce(ended_at, created_at) < $1 LIMIT $2)
  RETURNING 1
)
SELECT count(*)::integer AS found FROM gone`;

const REMOVE_OLD_CHANGES = `
WITH gone AS (
  DELETE FROM knowledge_changes WHERE (server_id, revision, entry_id) IN (
    SELECT server_id, revision, entry_id FROM knowledge_changes WHERE at < $1 LIMIT $2)
  RETURNING 1
)
SELECT count(*)::integer AS found FROM gone`;

/** Also removes events that waited for a webhook that is switched off. */
export async function removeOldDeliveries(
  database: Database,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  for (const remove of [REMOVE_OLD, REMOVE_OLD_CHANGES])
    await runInBatches(database, remove, [before], { signal });
}

/** A part of what one change did to the entries, by their ids. */
export async function readChanges(
  database: Database,
  { serverId, revision, part }: { serverId: string; revision: number; part: number },
) {
  return readRows(
    database.kysely,
    'knowledge_changes',
    { serverId, revision },
    ['entryId', 'change'],
    sql`ORDER BY entry_id LIMIT ${ENTRIES_PER_EVENT} OFFSET ${part * ENTRIES_PER_EVENT}`,
  );
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

/** The ticket whose answer a suggestion was made of; null where there is none. */
export async function findConversationOf(database: Database, serverId: string, suggestionId: string) {
  const row = await findRow(database.kysely, 'answers', { serverId, suggestionId }, ['conversationId']);
  return row?.conversationId ?? null;
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
