import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import * as events from '../../adapters/db/webhooks/events.ts';
import * as store from '../../adapters/db/webhooks/webhooks.ts';
import { AppError } from '../../domain/errors.ts';
import { FORMER_SECRET_HOURS, MAX_WEBHOOKS } from '../../domain/limits.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { invalid } from '../owners/invalid-input.ts';
import { getServer } from '../owners/servers.ts';
import { drawSecret, receiverUrlSchema, toAddress } from '../receivers/receivers.ts';
import { type Attempt, attempt, isTaken, placeOf } from './send.ts';

export type { Delivery } from '../../adapters/db/webhooks/events.ts';
export { describeTry, nameReceiver } from '../receivers/receivers.ts';

const MAX_SHOWN = 50;
const HOUR_MS = 3600 * 1000;

export const webhookSchema = z.object({ url: receiverUrlSchema });
export const typesSchema = z
  .enum(WEBHOOK_EVENTS, { error: `each must be one of ${WEBHOOK_EVENTS.join(', ')}` })
  .array()
  .min(1);
export const webhookIdSchema = z.coerce.number().int().min(1).max(MAX_WEBHOOKS);
export const deliveryIdSchema = z.string().regex(/^msg_[0-9a-f]{32}$/, 'is not the id of a delivery');

/** `off`: switched off after days of failures; nothing is noted nor sent. */
export type WebhookStatus = 'works' | 'failing' | 'off';

/** Never holds a secret. */
export interface WebhookOverview {
  /** 1 to 5, on its server. */
  id: number;
  url: string;
  /** null: every event. */
  types: WebhookEvent[] | null;
  state: WebhookStatus;
  createdAt: Date;
  /** Until then the former secret signs beside the present one. */
  formerUntil: Date | null;
  failingSince: Date | null;
  disabledAt: Date | null;
}

/** The one that is meant where none is named. */
export const FIRST_WEBHOOK = 1;

/**
 * Sets or replaces the first webhook, with a new secret that is shown once, and sends waiting events at once.
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
  const { secret, sealed } = makeSecret(core, serverId);
  const webhook = { serverId, id: FIRST_WEBHOOK, url, secret: sealed, at: new Date(core.clock()) };
  if (!(await store.upsertWebhook(core.database, webhook, replacing))) throw new AppError('already_exists');
  return { url, secret };
}

/**
 * Adds a webhook for some types of events; null: all. Its secret is shown once.
 * @throws AppError('not_found'), 'invalid_input' with `url`, then with a PageFaultError as cause, or `webhooks` (there
 * are five) as `param`
 */
export async function addWebhook(
  core: Core,
  serverId: string,
  given: { url: string; types: readonly WebhookEvent[] | null },
): Promise<{ id: number; url: string; secret: string }> {
  await getServer(core, serverId);
  const url = toAddress(given.url);
  const { secret, sealed } = makeSecret(core, serverId);
  const types = given.types && [...new Set(given.types)];
  const webhook = { serverId, url, types, secret: sealed, createdAt: new Date(core.clock()) };
  const id = await store.insertWebhook(core.database, webhook, MAX_WEBHOOKS);
  if (id === null) throw invalid('webhooks', `A server has at most ${MAX_WEBHOOKS} webhooks.`);
  return { id, url, secret };
}

/** Makes a new secret, shown once; the one before signs beside it for 24 hours. @throws AppError('not_found') */
export async function rotateWebhook(
  core: Core,
  serverId: string,
  id: number,
): Promise<{ url: string; secret: string; formerUntil: Date }> {
  const { url } = await getWebhook(core, serverId, id);
  const { secret, sealed } = makeSecret(core, serverId);
  const formerUntil = new Date(core.clock() + FORMER_SECRET_HOURS * HOUR_MS);
  const made = { secret: sealed, formerUntil };
  if (!(await store.rotateSecret(core.database, { serverId, id }, made)))
    throw await noWebhook(core, serverId, id);
  return { url, secret, formerUntil };
}

function makeSecret(core: Core, serverId: string) {
  const secret = drawSecret();
  return { secret, sealed: core.seal.close(secret, placeOf(serverId)) };
}

/** In the order of their ids. @throws AppError('not_found') for an unknown server */
export async function listWebhooks(core: Core, serverId: string): Promise<WebhookOverview[]> {
  await getServer(core, serverId);
  return (await store.listWebhooks(core.database, { serverId })).map((webhook) => toOverview(core, webhook));
}

function toOverview(core: Core, webhook: store.Webhook): WebhookOverview {
  const { secret: _, formerSecret: __, formerUntil, ...known } = webhook;
  const state = known.disabledAt ? 'off' : known.failingSince ? 'failing' : 'works';
  const isRotating = formerUntil !== null && formerUntil.getTime() > core.clock();
  return { ...known, state, formerUntil: isRotating ? formerUntil : null };
}

/** @throws AppError('not_found') for an unknown server */
export async function findWebhook(
  core: Core,
  serverId: string,
  id: number = FIRST_WEBHOOK,
): Promise<WebhookOverview | null> {
  return (await listWebhooks(core, serverId)).find((webhook) => webhook.id === id) ?? null;
}

/** @throws AppError('not_found') */
export async function getWebhook(core: Core, serverId: string, id?: number): Promise<WebhookOverview> {
  const webhook = await findWebhook(core, serverId, id);
  if (!webhook) throw await noWebhook(core, serverId, id);
  return webhook;
}

async function noWebhook(core: Core, serverId: string, id: number = FIRST_WEBHOOK): Promise<AppError> {
  const others = await store.listWebhooks(core.database, { serverId });
  const which = id === FIRST_WEBHOOK && others.length === 0 ? '' : ` ${id}`;
  return new AppError('not_found', { message: `This server has no webhook${which}.` });
}

/** Also removes its events. @throws AppError('not_found') */
export async function removeWebhook(core: Core, serverId: string, id: number = FIRST_WEBHOOK): Promise<void> {
  await getServer(core, serverId);
  if (!(await store.deleteWebhook(core.database, { serverId, id })))
    throw await noWebhook(core, serverId, id);
}

/** Sends waiting events at once. @throws AppError('not_found') */
export async function enableWebhook(core: Core, serverId: string, id: number = FIRST_WEBHOOK): Promise<void> {
  await getWebhook(core, serverId, id);
  await store.enableWebhook(core.database, { serverId, id }, new Date(core.clock()));
}

/** Sends a test event at once, also where the webhook is off; it changes no state. @throws AppError('not_found') */
export async function testWebhook(
  core: Core,
  serverId: string,
  id: number = FIRST_WEBHOOK,
): Promise<Attempt & { isTaken: boolean }> {
  await getServer(core, serverId);
  const [webhook] = await store.listWebhooks(core.database, { serverId, id });
  if (!webhook) throw await noWebhook(core, serverId, id);
  const mark = randomUUID().replaceAll('-', '');
  const createdAt = new Date(core.clock());
  const event = { id: `msg_${mark}`, type: 'webhook.test' as const, subject: mark, createdAt };
  const tried = await attempt(core, { serverId, ...event }, webhook);
  const endedAt = new Date(core.clock());
  const { status, fault } = tried;
  await events.insertEnded(core.database, serverId, {
    ...{ ...event, webhookId: id, tries: 1, dueAt: createdAt, status, fault, endedAt },
    state: isTaken(tried) ? 'delivered' : 'failed',
  });
  core.meters.webhookTried(isTaken(tried) ? 'delivered' : 'failed');
  return { ...tried, isTaken: isTaken(tried) };
}

/** The last 50 of all webhooks, newest first. @throws AppError('not_found') */
export async function listDeliveries(core: Core, serverId: string): Promise<events.Delivery[]> {
  await getServer(core, serverId);
  return events.listDeliveries(core.database, serverId, MAX_SHOWN);
}

/** Sends an event again under its id and switches its webhook on. @throws AppError('not_found') */
export async function redeliver(core: Core, serverId: string, id: string): Promise<void> {
  await getServer(core, serverId);
  const now = new Date(core.clock());
  const isKnown = await store.repeatDelivery(core.database, { serverId, id, now });
  if (!isKnown) throw new AppError('not_found', { message: 'There is no such delivery.' });
}
