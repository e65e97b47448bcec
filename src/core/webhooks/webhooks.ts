import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import * as events from '../../adapters/db/webhooks/events.ts';
import * as store from '../../adapters/db/webhooks/webhooks.ts';
import { AppError } from '../../domain/errors.ts';
import type { Core } from '../core.ts';
import { getServer } from '../owners/servers.ts';
import { drawSecret, receiverUrlSchema, toAddress } from '../receivers/receivers.ts';
import { type Attempt, attempt, isTaken, placeOf } from './send.ts';

export type { Delivery } from '../../adapters/db/webhooks/events.ts';
export { describeTry, nameReceiver } from '../receivers/receivers.ts';

const MAX_SHOWN = 50;

export const webhookSchema = z.object({ url: receiverUrlSchema });
export const deliveryIdSchema = z.string().regex(/^msg_[0-9a-f]{32}$/, 'is no id of a delivery');

/** `off`: switched off after days of failures; nothing is noted nor sent. */
export type WebhookStatus = 'works' | 'failing' | 'off';

/** Never holds the secret. */
export interface WebhookOverview {
  url: string;
  state: WebhookStatus;
  createdAt: Date;
  failingSince: Date | null;
  disabledAt: Date | null;
}

/**
 * Sets or replaces a webhook, with a new secret that is shown once, and sends waiting events at once.
 * @param replacing the webhook made then, none at all, or any.
 * @throws AppError('not_found'), 'invalid_input' with a PageFaultError as cause, 'already_exists' where another one is
 * there than was to be replaced
 */
export async function setWebhook(
  core: Core,
  serverId: string,
  given: string,
  replacing: Date | 'none' | 'any' = 'any',
): Promise<{ url: string; secret: string }> {
  await getServer(core, serverId);
  const url = toAddress(given);
  const secret = drawSecret();
  const sealed = core.seal.close(secret, placeOf(serverId));
  const webhook = { serverId, url, secret: sealed, at: new Date(core.clock()) };
  if (!(await store.upsertWebhook(core.database, webhook, replacing))) throw new AppError('already_exists');
  return { url, secret };
}

/** @throws AppError('not_found') for an unknown server */
export async function findWebhook(core: Core, serverId: string): Promise<WebhookOverview | null> {
  await getServer(core, serverId);
  const webhook = await store.findWebhook(core.database, serverId);
  if (!webhook) return null;
  const { secret: _, ...known } = webhook;
  const state = known.disabledAt ? 'off' : known.failingSince ? 'failing' : 'works';
  return { ...known, state };
}

/** @throws AppError('not_found') */
export async function getWebhook(core: Core, serverId: string): Promise<WebhookOverview> {
  const webhook = await findWebhook(core, serverId);
  if (!webhook) throw noWebhook();
  return webhook;
}

function noWebhook(): AppError {
  return new AppError('not_found', { message: 'This server has no webhook.' });
}

/** Also removes its events. @throws AppError('not_found') */
export async function removeWebhook(core: Core, serverId: string): Promise<void> {
  await getServer(core, serverId);
  if (!(await store.deleteWebhook(core.database, serverId))) throw noWebhook();
}

/** Sends waiting events at once. @throws AppError('not_found') */
export async function enableWebhook(core: Core, serverId: string): Promise<void> {
  await getWebhook(core, serverId);
  await store.enableWebhook(core.database, serverId, new Date(core.clock()));
}

/** Sends a test event at once, also where the webhook is off; it changes no state. @throws AppError('not_found') */
export async function testWebhook(core: Core, serverId: string): Promise<Attempt & { isTaken: boolean }> {
  await getServer(core, serverId);
  const webhook = await store.findWebhook(core.database, serverId);
  if (!webhook) throw noWebhook();
  const mark = randomUUID().replaceAll('-', '');
  const createdAt = new Date(core.clock());
  const event = { id: `msg_${mark}`, type: 'webhook.test' as const, subject: mark, createdAt };
  const tried = await attempt(core, { serverId, ...event }, webhook);
  const endedAt = new Date(core.clock());
  const { status, fault } = tried;
  await events.insertEnded(core.database, serverId, {
    ...{ ...event, tries: 1, dueAt: createdAt, status, fault, endedAt },
    state: isTaken(tried) ? 'delivered' : 'failed',
  });
  core.meters.webhookTried(isTaken(tried) ? 'delivered' : 'failed');
  return { ...tried, isTaken: isTaken(tried) };
}

/** The last 50, newest first. @throws AppError('not_found') */
export async function listDeliveries(core: Core, serverId: string): Promise<events.Delivery[]> {
  await getServer(core, serverId);
  return events.listDeliveries(core.database, serverId, MAX_SHOWN);
}

/** Sends an event again under its id and switches the webhook on. @throws AppError('not_found') */
export async function redeliver(core: Core, serverId: string, id: string): Promise<void> {
  await getWebhook(core, serverId);
  const now = new Date(core.clock());
  const isKnown = await store.repeatDelivery(core.database, { serverId, id, now });
  if (!isKnown) throw new AppError('not_found', { message: 'There is no such delivery.' });
}
