import type { Middleware } from 'koa';
import { z } from 'zod';
import { chooseAlertsChannel } from '../../../core/alerts/alerts.ts';
import type { Core } from '../../../core/core.ts';
import {
  addServer,
  changeServer,
  deleteServer,
  describeServer,
  getServer,
  listServersAfter,
  serverChangeSchema,
  serverIdSchema,
} from '../../../core/owners/servers.ts';
import { tellServerChanges } from '../../../core/owners/setting-changes.ts';
import { endSubscriptionsOf } from '../../../core/quota/billing/billing.ts';
import type { ApiState } from '../authenticate.ts';
import { checkSent, writeJson } from '../body.ts';
import type { AdminAction } from './visit.ts';
import { recorderOf } from './visit.ts';

const SERVERS_PER_PAGE = 100;

export function listAllServers(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { after = '' } = checkSent(serversQuerySchema, { after: ctx.query.after });
    const { servers, next } = await listServersAfter(core, after, SERVERS_PER_PAGE);
    writeJson(ctx, { servers: servers.map((server) => describeServer(core, server)), next });
  };
}

export function createServer(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { id, name, ...change } = checkSent(newServerSchema, ctx.request.body);
    const added = await addServer(core, id, { ...change, name });
    await recorderOf(core, id)('server.added', added.name);
    ctx.status = 201;
    writeJson(ctx, describeServer(core, added));
  };
}

export const showServer: AdminAction = async ({ core, server }) => describeServer(core, server);

/** Changes what is sent and leaves the rest. */
export const patchServer: AdminAction = async ({ core, server, sent, record }) => {
  const change = checkSent(changedServerSchema, sent);
  const changed = await changeServer(core, server.id, change);
  for (const { action, subject } of tellServerChanges(server, changed)) await record(action, subject);
  const { alerts_channel: channelId } = change;
  if (channelId === undefined) return describeServer(core, changed);
  // Alerts that did not arrive are tried in the new channel.
  await chooseAlertsChannel(core, server.id, channelId);
  return describeServer(core, await getServer(core, server.id));
};

export const removeServer: AdminAction = async ({ core, server }) => {
  await endSubscriptionsOf(core, server.id);
  await deleteServer(core, server.id);
  return null;
};

/** JSON has types, where the command line has texts. A picture is uploaded, so no name of one is taken. */
const { picture: _, ...fields } = serverChangeSchema.shape;
export const changedServerSchema = z
  .strictObject({
    ...fields,
    members: z.int().min(0).max(1_000_000_000).optional(),
    joined: z
      .union([z.iso.date(), z.iso.datetime({ offset: true })], {
        error: 'must be an ISO date such as 2026-03-01 or 2026-03-01T12:00:00Z',
      })
      .transform((text) => new Date(text))
      .optional(),
  })
  .meta({ id: 'ServerChange' });

export const newServerSchema = z
  .strictObject({ ...changedServerSchema.shape, id: serverIdSchema, name: fields.name.unwrap() })
  .meta({ id: 'NewServer' });

export const serversQuerySchema = z.object({
  after: serverIdSchema.optional().meta({ description: '`next` of the previous page.' }),
});

/** What describeServer tells. */
export const serverResponseSchema = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    plan: z.enum(['free', 'premium']).meta({ description: 'The current plan.' }),
    premium_until: z.iso.datetime().nullable(),
    members: z.int(),
    joined: z.iso.datetime(),
    active: z.boolean().meta({ description: 'Whether the bot is on the server.' }),
    revision: z.int().meta({ description: 'Rises with every change.' }),
  })
  .meta({ id: 'Server', description: 'These fields, and every setting by its name.' });

export const serversPageSchema = z
  .object({
    servers: z.array(serverResponseSchema).meta({ description: 'At most 100, ordered by id.' }),
    next: z
      .string()
      .nullable()
      .meta({ description: '`after` for the next page; null: this is the last one.' }),
  })
  .meta({ id: 'ServersPage' });
