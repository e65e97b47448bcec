import { z } from 'zod';
import type { WebhookOverview } from '../../../core/webhooks/webhooks.ts';
import {
  addWebhook,
  getWebhook,
  listWebhooks,
  nameReceiver,
  removeWebhook,
  rotateWebhook,
  typesSchema,
  webhookIdSchema,
  webhookSchema,
} from '../../../core/webhooks/webhooks.ts';
import { AppError } from '../../../domain/errors.ts';
import { WEBHOOK_EVENTS } from '../../../domain/types.ts';
import { checkSent } from '../body.ts';
import type { AdminAction, AdminVisit } from './visit.ts';

export const listServerWebhooks: AdminAction = async ({ core, server }) => ({
  webhooks: (await listWebhooks(core, server.id)).map(toResponse),
});

/** The secret is in this answer alone. */
export const createWebhook: AdminAction = async ({ core, server, sent, record }) => {
  const { url, types = null } = checkSent(newWebhookSchema, sent);
  const made = await addWebhook(core, server.id, { url, types });
  await record('webhook.set', nameReceiver(made.url));
  return { ...made, types };
};

export const deleteWebhook: AdminAction = async (visit) => {
  const { core, server, record } = visit;
  const { id, url } = await getWebhook(core, server.id, idOf(visit));
  await removeWebhook(core, server.id, id);
  await record('webhook.removed', nameReceiver(url));
  return null;
};

/** The new secret is in this answer alone. */
export const rotateSecret: AdminAction = async (visit) => {
  const { core, server, record } = visit;
  const id = idOf(visit);
  const { url, secret, formerUntil } = await rotateWebhook(core, server.id, id);
  await record('webhook.rotated', nameReceiver(url));
  return { id, url, secret, former_until: formerUntil };
};

/** @throws AppError('not_found') */
function idOf({ params }: AdminVisit): number {
  const { data } = webhookIdSchema.safeParse(params.webhook);
  if (data === undefined) throw new AppError('not_found');
  return data;
}

function toResponse(webhook: WebhookOverview): z.input<typeof serverWebhookSchema> {
  const { id, url, types, state, createdAt, formerUntil, failingSince, disabledAt } = webhook;
  return {
    ...{ id, url, types, state, created_at: createdAt.toISOString() },
    former_until: formerUntil?.toISOString() ?? null,
    failing_since: failingSince?.toISOString() ?? null,
    disabled_at: disabledAt?.toISOString() ?? null,
  };
}

export const newWebhookSchema = z
  .strictObject({
    url: webhookSchema.shape.url,
    types: typesSchema.nullable().optional().meta({ description: 'If left out or null: every event.' }),
  })
  .meta({ id: 'WebhookRequest' });

const secretSchema = z.object({
  id: z.int(),
  url: z.string(),
  secret: z.string().meta({ description: 'Shown only this once.' }),
});
const typesResponseSchema = z.array(z.enum(WEBHOOK_EVENTS)).nullable();

export const madeWebhookSchema = secretSchema
  .extend({ types: typesResponseSchema })
  .meta({ id: 'NewWebhook' });

export const rotatedWebhookSchema = secretSchema
  .extend({
    former_until: z.iso
      .datetime()
      .meta({ description: 'Until then, events are also signed with the old secret.' }),
  })
  .meta({ id: 'RotatedWebhook' });

const serverWebhookSchema = z
  .object({
    id: z.int(),
    url: z.string(),
    types: typesResponseSchema,
    state: z.enum(['works', 'failing', 'off']),
    created_at: z.iso.datetime(),
    former_until: z.iso.datetime().nullable(),
    failing_since: z.iso.datetime().nullable(),
    disabled_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Webhook' });

export const serverWebhooksSchema = z
  .object({ webhooks: z.array(serverWebhookSchema) })
  .meta({ id: 'Webhooks' });
