import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows, findRow, type Row } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { hastenEvents, repeatEvent } from './events.ts';

/** `secret` is sealed. */
export type Webhook = Omit<Row<'webhooks'>, 'serverId' | 'claimedUntil'>;

export async function findWebhook(database: Database, serverId: string): Promise<Webhook | null> {
  return findRow(database.kysely, 'webhooks', { serverId }, [
    'url',
    'secret',
    'createdAt',
    'failingSince',
    'disabledAt',
  ]);
}

/**
 * Sets the webhook and makes waiting events due; a sender under way loses its claim.
 * @param replacing the webhook made then, none at all, or any.
 * @returns false where another one is there.
 */
export function upsertWebhook(
  database: Database,
  webhook: { serverId: string; url: string; secret: Buffer; at: Date },
  replacing: Date | 'none' | 'any',
): Promise<boolean> {
  const { serverId, url, secret, at } = webhook;
  const expected = replacing instanceof Date ? replacing : null;
  return database.kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      INSERT INTO webhooks AS w (server_id, url, secret, created_at)
      SELECT ${serverId}, ${url}, ${secret}, ${at}
      WHERE ${expected}::timestamptz IS NULL OR EXISTS (SELECT FROM webhooks WHERE server_id = ${serverId})
      ON CONFLICT (server_id) DO UPDATE SET url = excluded.url, secret = excluded.secret,
        created_at = excluded.created_at, failing_since = NULL, disabled_at = NULL, claimed_until = NULL
        WHERE ${replacing === 'any'} OR w.created_at = ${expected}
      RETURNING server_id`.execute(transaction);
    if (rows.length === 0) return false;
    await hastenEvents(transaction, serverId, at);
    return true;
  });
}

/** Also removes its events. @returns false when there was none. */
export function deleteWebhook(database: Database, serverId: string): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    const gone = await deleteRows(transaction, 'webhooks', { serverId });
    await deleteRows(transaction, 'webhook_deliveries', { serverId });
    return gone > 0;
  });
}

/** Makes waiting events due at once. */
export function enableWebhook(database: Database, serverId: string, now: Date): Promise<void> {
  return database.kysely.transaction().execute((transaction) => enableWithin(transaction, serverId, now));
}

/** Has an event sent again under its id and switches the webhook on. @returns false when there is none. */
export function repeatDelivery(
  database: Database,
  { serverId, id, now }: { serverId: string; id: string; now: Date },
): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    if (!(await repeatEvent(transaction, { serverId, id }))) return false;
    await enableWithin(transaction, serverId, now);
    return true;
  });
}

async function enableWithin(kysely: Kysely<Schema>, serverId: string, now: Date): Promise<void> {
  await changeRows(
    kysely,
    'webhooks',
    { serverId, disabledAt: sql`IS NOT NULL` },
    { failingSince: null, disabledAt: null },
  );
  await hastenEvents(kysely, serverId, now);
}
