import type { WebhookEvent } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { changeRows } from '../rows.ts';
import type { Delivery } from './events.ts';
import type { Webhook } from './webhooks.ts';

/** Until then, one process alone sends the server's events. */
export interface QueueClaim {
  serverId: string;
  until: Date;
}

/** Finds each server's first waiting event by one step in an index. */
const CLAIM = `
  WITH RECURSIVE heads AS (
    (SELECT server_id, due_at FROM webhook_deliveries WHERE state = 'waiting'
     ORDER BY server_id, created_at, place LIMIT 1)
    UNION ALL
    SELECT next.server_id, next.due_at FROM heads CROSS JOIN LATERAL (
      SELECT d.server_id, d.due_at FROM webhook_deliveries d
      WHERE d.state = 'waiting' AND d.server_id > heads.server_id
      ORDER BY d.server_id, d.created_at, d.place LIMIT 1) AS next
  ), due AS (
    SELECT w.server_id FROM webhooks w JOIN heads ON heads.server_id = w.server_id
    WHERE heads.due_at <= $1 AND w.disabled_at IS NULL AND (w.claimed_until IS NULL OR w.claimed_until <= $1)
    ORDER BY w.claimed_until NULLS FIRST LIMIT $3 FOR UPDATE OF w SKIP LOCKED
  )
  UPDATE webhooks w SET claimed_until = $2 FROM due WHERE w.server_id = due.server_id
  RETURNING w.server_id AS "serverId"`;

/** Servers whose first event is due and unclaimed; those served longest ago come first. */
export async function claimQueues(
  database: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<QueueClaim[]> {
  const rows = await database.query<{ serverId: string }>('claim-queues', CLAIM, [now, until, limit]);
  return rows.map(({ serverId }) => ({ serverId, until }));
}

export interface NextEvent extends Pick<Webhook, 'url' | 'secret' | 'failingSince'> {
  id: string;
  type: WebhookEvent;
  subject: string;
  createdAt: Date;
  tries: number;
}

const TAKE = `
  WITH mine AS (
    UPDATE webhooks SET claimed_until = $3
    WHERE server_id = $1 AND claimed_until = $2 AND disabled_at IS NULL
    RETURNING server_id, url, secret, failing_since
  )
  SELECT d.id, d.type, d.subject, d.created_at AS "createdAt", d.tries,
    mine.url, mine.secret, mine.failing_since AS "failingSince"
  FROM mine CROSS JOIN LATERAL (
    SELECT * FROM webhook_deliveries WHERE server_id = mine.server_id AND state = 'waiting'
    ORDER BY created_at, place LIMIT 1) AS d
  WHERE d.due_at <= $4`;

/** Extends a claim and reads the server's first event. @returns null when it is not due, or the claim is lost. */
export async function takeFirst(
  database: Database,
  { serverId, until }: QueueClaim,
  { now, extended }: { now: Date; extended: Date },
): Promise<NextEvent | null> {
  const rows = await database.query<NextEvent>('take-event', TAKE, [serverId, until, extended, now]);
  return rows[0] ?? null;
}

export interface TryNote {
  delivery: Pick<Delivery, 'state' | 'tries' | 'dueAt' | 'status' | 'fault' | 'endedAt'>;
  webhook: Pick<Webhook, 'failingSince' | 'disabledAt'>;
}

/** @returns false when the claim is lost; its new holder sends again. */
export function noteTry(
  database: Database,
  claim: QueueClaim,
  id: string,
  { delivery, webhook }: TryNote,
): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    const claimed = { serverId: claim.serverId, claimedUntil: claim.until };
    if ((await changeRows(transaction, 'webhooks', claimed, webhook)) === 0) return false;
    await changeRows(transaction, 'webhook_deliveries', { serverId: claim.serverId, id }, delivery);
    return true;
  });
}

/** Releases a server to the end of the queue. */
export async function releaseQueue(database: Database, claim: QueueClaim, now: Date): Promise<void> {
  await changeRows(
    database.kysely,
    'webhooks',
    { serverId: claim.serverId, claimedUntil: claim.until },
    { claimedUntil: now },
  );
}
