import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { serverLinkSchema } from '../../../core/owners/keys.ts';
import { BODY, describeRefusals, json, RATE_LIMIT_HEADERS, takes } from '../openapi-parts.ts';
import { madeKeySchema, newServerKeySchema, serverKeysSchema } from './keys.ts';
import {
  changedServerSchema,
  newServerSchema,
  serverResponseSchema,
  serversPageSchema,
  serversQuerySchema,
} from './servers.ts';
import { signInLinkSchema } from './sign-in-links.ts';
import {
  madeWebhookSchema,
  newWebhookSchema,
  rotatedWebhookSchema,
  serverWebhooksSchema,
} from './webhooks.ts';

type Codes = Parameters<typeof describeRefusals>[0];

interface Described {
  operationId: string;
  summary: string;
  description: string;
  path?: readonly ('id' | 'key' | 'webhook')[];
  query?: z.ZodObject;
  takes?: ReturnType<typeof takes>;
  /** What is answered with 200, or with 201 where something is made; 204 where nothing is. */
  gives?: z.ZodType;
  isMade?: boolean;
  refusals?: Codes;
}

/** An operation with a key of scope `admin`. */
function admin({ path = [], query, gives, isMade, refusals = [], ...described }: Described) {
  const { takes: body, ...told } = described;
  const status = gives === undefined ? '204' : isMade ? '201' : '200';
  const params = Object.fromEntries(path.map((name) => [name, z.string()]));
  const missing: Codes = path.length > 0 ? ['not_found'] : [];
  const operation: ZodOpenApiOperationObject = {
    ...told,
    tags: ['Administration'],
    requestParams: { ...(path.length > 0 && { path: z.object(params) }), ...(query && { query }) },
    ...body,
    responses: {
      [status]:
        gives === undefined
          ? { description: 'Done.', headers: RATE_LIMIT_HEADERS }
          : { description: 'The result.', headers: RATE_LIMIT_HEADERS, ...json(gives) },
      ...describeRefusals(
        [...(body ? BODY : []), ...refusals, 'wrong_scope', ...missing, 'rate_limited_minute'],
        // A key of another scope has no limit here.
        { hasLimits: true, without: ['401', '403'] },
      ),
    },
  };
  return operation;
}

const ONE = ['id'] as const;

const SERVERS = {
  get: admin({
    operationId: 'listServers',
    summary: 'List servers',
    description: 'All servers with their settings, 100 per page.',
    query: serversQuerySchema,
    gives: serversPageSchema,
    refusals: ['invalid_body'],
  }),
  post: admin({
    operationId: 'createServer',
    summary: 'Create a server',
    description: 'A community or company. Fields that are left out get the defaults of `server add`.',
    takes: takes(newServerSchema, { id: 'my-shop', name: 'My shop', plan: 'premium', language: 'en' }),
    gives: serverResponseSchema,
    isMade: true,
    refusals: ['already_exists'],
  }),
};

const SERVER = {
  get: admin({
    operationId: 'getServer',
    summary: 'Read a server',
    description: 'Its facts, and every setting by its name.',
    path: ONE,
    gives: serverResponseSchema,
  }),
  patch: admin({
    operationId: 'changeServer',
    summary: 'Change a server',
    description: 'Changes the fields that are sent and leaves the rest; effective from the next answer on.',
    path: ONE,
    takes: takes(changedServerSchema, { level: 'V2', learning: true }),
    gives: serverResponseSchema,
  }),
  delete: admin({
    operationId: 'deleteServer',
    summary: 'Delete a server',
    description: 'With its keys, knowledge, credit and records; a running subscription is ended.',
    path: ONE,
  }),
};

const KEYS = {
  get: admin({
    operationId: 'listKeys',
    summary: 'List keys',
    description: 'The keys of a server, without the keys themselves.',
    path: ONE,
    gives: serverKeysSchema,
  }),
  post: admin({
    operationId: 'createKey',
    summary: 'Create a key',
    description: 'Only this response contains the key itself.',
    path: ONE,
    takes: takes(newServerKeySchema, { name: 'ticket system', scope: 'chat' }),
    gives: madeKeySchema,
    isMade: true,
    refusals: ['key_limit_reached'],
  }),
};

const WEBHOOKS = {
  get: admin({
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description: 'The webhooks of a server, without their secrets.',
    path: ONE,
    gives: serverWebhooksSchema,
  }),
  post: admin({
    operationId: 'createWebhook',
    summary: 'Add a webhook',
    description: 'Only this response contains its secret.',
    path: ONE,
    takes: takes(newWebhookSchema, { url: 'https://tickets.example.org/lotse', types: ['answer.created'] }),
    gives: madeWebhookSchema,
    isMade: true,
    refusals: ['invalid_input'],
  }),
};

const SIGN_IN_LINKS = {
  post: admin({
    operationId: 'createSignInLink',
    summary: 'Make a sign-in link',
    description:
      'Signs someone in to the dashboard of this one server: the link works once within 24 hours, the session lasts a week at most.',
    path: ONE,
    takes: takes(serverLinkSchema, { right: 'admin', name: 'Night shift' }),
    gives: signInLinkSchema,
    isMade: true,
  }),
  delete: admin({
    operationId: 'endSignIns',
    summary: 'End sign-ins by links',
    description: 'All links to the server and all their sessions.',
    path: ONE,
  }),
};

const ONE_KEY = {
  delete: admin({
    operationId: 'revokeKey',
    summary: 'Revoke a key',
    description: 'Requests with this key are refused from now on.',
    path: ['id', 'key'],
  }),
};
const ONE_WEBHOOK = {
  delete: admin({
    operationId: 'deleteWebhook',
    summary: 'Remove a webhook',
    description: 'Events waiting for it are dropped.',
    path: ['id', 'webhook'],
  }),
};
const ROTATE = {
  post: admin({
    operationId: 'rotateWebhook',
    summary: 'Make a new secret',
    description: 'For 24 hours, events are signed with both the old and the new secret.',
    path: ['id', 'webhook'],
    gives: rotatedWebhookSchema,
    isMade: true,
  }),
};

export const ADMIN_PATHS = {
  '/api/v1/admin/servers': SERVERS,
  '/api/v1/admin/servers/{id}': SERVER,
  '/api/v1/admin/servers/{id}/keys': KEYS,
  '/api/v1/admin/servers/{id}/keys/{key}': ONE_KEY,
  '/api/v1/admin/servers/{id}/sign-in-links': SIGN_IN_LINKS,
  '/api/v1/admin/servers/{id}/webhooks': WEBHOOKS,
  '/api/v1/admin/servers/{id}/webhooks/{webhook}': ONE_WEBHOOK,
  '/api/v1/admin/servers/{id}/webhooks/{webhook}/rotate': ROTATE,
};
