import { type Kysely, sql } from 'kysely';
import type { WebhookEvent } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { lockServer } from '../knowledge/knowledge.ts';
import { changeRows, deleteRows, insertNew, type Row, readRows } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { hastenEvents, repeatEvent } from './events.ts';

/** `secret` and `formerSecret` are sealed. */
export type Webhook = Omit<Row<'webhooks'>, 'serverId' | 'claimedUntil'>;

export interface WebhookPlace {
  serverId: string;
  id: number;
}

/** In the order of their ids. @param match.id left out: all of the server. */
export function listWebhooks(
  database: Database,
  match: { serverId: string; id?: number },
): Promise<Webhook[]> {
  return readRows(
    database.kysely,
    'webhooks',
    match,
    [
      'id',
      'url',
      'types',
      'secret',
      'formerSecret',
      'formerUntil',
      'createdAt',
      'failingSince',
      'disabledAt',
    ],
    sql`ORDER BY id`,
  );
}

/**
 * Sets a webhook and makes its waiting events due; a sender under way loses its claim. Its types stay.
 * @param replacing the webhook made then, none at all, or any.
 * @returns false where another one is there.
 */
export function upsertWebhook(
  database: Database,
  webhook: WebhookPlace & { url: string; secret: Buffer; at: Date },
  replacing: Date | 'none' | 'any',
): Promise<boolean> {
  const { serverId, id, url, secret, at } = webhook;
  const expected = replacing instanceof Date ? replacing : null;
  return database.kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      INSERT INTO webhooks AS w (server_id, id, url, secret, created_at)
      SELECT ${serverId}, ${id}::integer, ${url}, ${secret}, ${at}
      WHERE ${expected}::timestamptz IS NULL
        OR EXISTS (SELECT FROM webhooks WHERE server_id = ${serverId} AND id = ${id})
      ON CONFLICT (server_id, id) DO UPDATE SET url = excluded.url, secret = excluded.secret,
        created_at = excluded.created_at, failing_since = NULL, disabled_at = NULL, claimed_until = NULL,
        former_secret = NULL, former_until = NULL
        WHERE ${replacing === 'any'} OR w.created_at = ${expected}
      RETURNING server_id`.execute(transaction);
    if (rows.length === 0) return false;
    await hastenEvents(transaction, { serverId, webhookId: id }, at);
    return true;
  });
}

/** Takes the lowest free id. @returns it; null where all up to `limit` are taken. */
export function insertWebhook(
  database: Database,
  webhook: { serverId: string; url: string; types: WebhookEvent[] | null; secret: Buffer; createdAt: Date },
  limit: number,
): Promise<number | null> {
  const { serverId } = webhook;
  return database.kysely.transaction().execute(async (transaction) => {
    await lockServer(transaction, serverId);
    const taken = await readRows(transaction, 'webhooks', { serverId }, ['id']);
    const ids = Array.from({ length: limit }, (_, index) => index + 1);
    const id = ids.find((one) => taken.every((row) => row.id !== one));
    if (id === undefined) return null;
    return (await insertNew(transaction, 'webhooks', { ...webhook, id })) ? id : null;
  });
}

/** The present secret becomes the former one. @returns false when there is no such webhook. */
export async function rotateSecret(
  database: Database,
  place: WebhookPlace,
  { secret, formerUntil }: { secret: Buffer; formerUntil: Date },
): Promise<boolean> {
  const change = { formerSecret: sql`secret`, formerUntil, secret };
  return (await changeRows(database.kysely, 'webhooks', place, change)) > 0;
}

export async function forgetFormerSecrets(database: Database, now: Date): Promise<void> {
  const nothing = { formerSecret: null, formerUntil: null };
  await changeRows(database.kysely, 'webhooks', { formerUntil: sql`<= ${now}` }, nothing);
}

/** Also removes its events. @returns false when there was none. */
export async function deleteWebhook(database: Database, place: WebhookPlace): Promise<boolean> {
  return (await deleteRows(database.kysely, 'webhooks', place)) > 0;
}

/** Makes waiting events due at once. */
export function enableWebhook(database: Database, place: WebhookPlace, now: Date): Promise<void> {
  return database.kysely.transaction().execute((transaction) => enableWithin(transaction, place, now));
}

/** Has an event sent again under its id and switches its webhook on. @returns false when there is none. */
export function repeatDelivery(
  database: Database,
  { serverId, id, now }: { serverId: string; id: string; now: Date },
): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    const webhookId = await repeatEvent(transaction, { serverId, id });
    if (webhookId === null) return false;
    await enableWithin(transaction, { serverId, id: webhookId }, now);
    return true;
  });
}

async function enableWithin(kysely: Kysely<Schema>, place: WebhookPlace, now: Date): Promise<void> {
  const off = { ...place, disabledAt: sql`IS NOT NULL` };
  await changeRows(kysely, 'webhooks', off, { failingSince: null, disabledAt: null });
  await hastenEvents(kysely, { serverId: place.serverId, webhookId: place.id }, now);
}
