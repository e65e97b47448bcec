import type { WebhookEvent } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { changeRows } from '../rows.ts';
import type { Delivery } from './events.ts';
import type { Webhook } from './webhooks.ts';

/** Until then, one process alone sends the events of a webhook. */
export interface QueueClaim {
  serverId: string;
  webhookId: number;
  until: Date;
}

/**
 * Finds each webhook's first waiting event by one step in an index. A first try is always due: some events have the
 * time of the database, whose clock may be ahead.
 */
const CLAIM = `
  WITH RECURSIVE heads AS (
    (SELECT server_id, webhook_id, due_at, tries FROM webhook_deliveries WHERE state = 'waiting'
     ORDER BY server_id, webhook_id, created_at, place LIMIT 1)
    UNION ALL
    SELECT next.* FROM heads CROSS JOIN LATERAL (
      SELECT d.server_id, d.webhook_id, d.due_at, d.tries FROM webhook_deliveries d
      WHERE d.state = 'waiting' AND (d.server_id, d.webhook_id) > (heads.server_id, heads.webhook_id)
      ORDER BY d.server_id, d.webhook_id, d.created_at, d.place LIMIT 1) AS next
  ), due AS (
    SELECT w.server_id, w.id FROM webhooks w
      JOIN heads ON heads.server_id = w.server_id AND heads.webhook_id = w.id
    WHERE (heads.due_at <= $1 OR heads.tries = 0) AND w.disabled_at IS NULL
      AND (w.claimed_until IS NULL OR w.claimed_until <= $1)
    ORDER BY w.claimed_until NULLS FIRST LIMIT $3 FOR UPDATE OF w SKIP LOCKED
  )
  UPDATE webhooks w SET claimed_until = $2 FROM due WHERE w.server_id = due.server_id AND w.id = due.id
  RETURNING w.server_id AS "serverId", w.id AS "webhookId"`;

/** Webhooks whose first event is due and unclaimed; those served longest ago come first. */
export async function claimQueues(
  database: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<QueueClaim[]> {
  const claimed = [now, until, limit];
  const rows = await database.query<Omit<QueueClaim, 'until'>>('claim-queues', CLAIM, claimed);
  return rows.map((row) => ({ ...row, until }));
}

export interface NextEvent
  extends Pick<Webhook, 'url' | 'secret' | 'formerSecret' | 'formerUntil' | 'failingSince'> {
  id: string;
  type: WebhookEvent;
  subject: string;
  createdAt: Date;
  tries: number;
}

const TAKE = `
  WITH mine AS (
    UPDATE webhooks SET claimed_until = $3
    WHERE server_id = $1 AND id = $5 AND claimed_until = $2 AND disabled_at IS NULL
    RETURNING *
  )
  SELECT d.id, d.type, d.subject, d.created_at AS "createdAt", d.tries, mine.url, mine.secret,
    mine.former_secret AS "formerSecret", mine.former_until AS "formerUntil", mine.failing_since AS "failingSince"
  FROM mine CROSS JOIN LATERAL (
    SELECT * FROM webhook_deliveries WHERE server_id = mine.server_id AND webhook_id = mine.id AND state = 'waiting'
    ORDER BY created_at, place LIMIT 1) AS d
  WHERE d.due_at <= $4 OR d.tries = 0`;

/** Extends a claim and reads the webhook's first event. @returns null when it is not due, or the claim is lost. */
export async function takeFirst(
  database: Database,
  { serverId, webhookId, until }: QueueClaim,
  { now, extended }: { now: Date; extended: Date },
): Promise<NextEvent | null> {
  const taken = [serverId, until, extended, now, webhookId];
  const rows = await database.query<NextEvent>('take-event', TAKE, taken);
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
    if ((await changeRows(transaction, 'webhooks', heldBy(claim), webhook)) === 0) return false;
    await changeRows(transaction, 'webhook_deliveries', { serverId: claim.serverId, id }, delivery);
    return true;
  });
}

function heldBy({ serverId, webhookId: id, until: claimedUntil }: QueueClaim) {
  return { serverId, id, claimedUntil };
}

/** Releases a webhook to the end of the queue. */
export async function releaseQueue(database: Database, claim: QueueClaim, now: Date): Promise<void> {
  await changeRows(database.kysely, 'webhooks', heldBy(claim), { claimedUntil: now });
}
