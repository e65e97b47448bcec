import { type RawBuilder, sql } from 'kysely';
import { PAGE_ENTRY_PREFIX } from '../../src/core/knowledge/entry.ts';
import { createAdminKey } from '../../src/core/owners/admin-keys.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { changeServer } from '../../src/core/owners/servers.ts';
import { addWebhook } from '../../src/core/webhooks/webhooks.ts';
import { ADMIN_REQUESTS_PER_MINUTE } from '../../src/domain/limits.ts';
import type { AiStub } from '../support/ai-stub.ts';
import { ask, type TestApp } from '../support/app.ts';
import { setUsed } from '../support/books.ts';
import { pngOfBytes } from '../support/files/pictures.ts';
import { sendBytes } from './refusal.ts';

/** What it takes to be answered in every way. */
export interface Stage {
  app: TestApp;
  stub: AiStub;
  /** Where requests go: the service, or what stands before it. */
  url: string;
}

interface Server {
  id: string;
  key: string;
  keyId: string;
}

/** One operation, with a request that is taken. */
export interface Call {
  method: string;
  scope: 'chat' | 'knowledge' | 'admin';
  path(stage: Stage, server: Server): string | Promise<string>;
  body?: object;
  /** Requests that are answered with another status, neither 200 nor an error with a code. */
  also?: Change[];
}

interface Change {
  body?: string;
  key?: string;
  path?: string;
  headers?: Record<string, string>;
}

const NOBODY = '00000000-0000-4000-8000-000000000000';
const ENTRY = { id: 'faq-1', title: 'When do you open?', text: 'At nine.' };
const HOOK = 'https://hooks.example.org/lotse';
const SHARE = 2_000_000;
const MAX_BODY_BYTES = 262_144;
const MAX_PUT_BYTES = 8_388_608;
const MAX_IMAGE_BYTES = 5_242_880;

/** Settings under which every limit is soon reached. */
export const NARROW = { LIMIT_PER_MINUTE: '2', LIMIT_PER_DAY_PREMIUM: '3' };

const about = (route?: string) => async (stage: Stage, server: Server) => {
  const { body } = await stage.app.chat(server.key, ask('When do you open?'));
  return `/api/v1/answers/${body.id}${route ? `/${route}` : ''}`;
};

/** Every operation by its id in the document. */
export const CALLS: Record<string, Call> = {
  createAnswer: {
    ...{ method: 'POST', scope: 'chat', body: ask('When do you open?') },
    path: async ({ app }, { id }) => {
      await addWebhook(app.core, id, { url: HOOK, types: null });
      return '/api/v1/chat';
    },
    also: [{ headers: { Prefer: 'respond-async' } }],
  },
  callMcp: {
    ...{ method: 'POST', scope: 'chat', path: () => '/mcp' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    also: [
      { body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }) },
      { body: JSON.stringify({ id: 1 }) },
    ],
  },
  sendFeedback: { method: 'POST', scope: 'chat', path: about('feedback'), body: { helpful: true } },
  reportOutcome: { method: 'POST', scope: 'chat', path: about('outcome'), body: { outcome: 'resolved' } },
  listAnswers: { method: 'GET', scope: 'chat', path: () => '/api/v1/answers' },
  getAnswer: { method: 'GET', scope: 'chat', path: about() },
  deleteAnswer: { method: 'DELETE', scope: 'chat', path: about() },
  getStatistics: { method: 'GET', scope: 'chat', path: () => '/api/v1/statistics' },
  getStatus: { method: 'GET', scope: 'chat', path: () => '/api/v1/status' },
  listKnowledge: { method: 'GET', scope: 'knowledge', path: () => '/api/v1/knowledge' },
  putEntry: { method: 'PUT', scope: 'knowledge', path: () => `/api/v1/knowledge/${ENTRY.id}`, body: ENTRY },
  putEntries: {
    method: 'PUT',
    scope: 'knowledge',
    path: () => '/api/v1/knowledge',
    body: { entries: [ENTRY] },
  },
  deleteEntry: {
    ...{ method: 'DELETE', scope: 'knowledge' },
    path: async ({ app }, { id }) => {
      await app.addKnowledge(id, [ENTRY]);
      return `/api/v1/knowledge/${ENTRY.id}`;
    },
  },
  ...admin(),
};

/** Those of the operator's own system. */
function admin(): Record<string, Call> {
  const scope = 'admin';
  const all = '/api/v1/admin/servers';
  const at =
    (rest: string) =>
    (_: Stage, { id }: Server) =>
      `${all}/${id}${rest}`;
  const ofKey = (_: Stage, { id, keyId }: Server) => `${all}/${id}/keys/${keyId}`;
  const ofWebhook =
    (rest = '') =>
    async ({ app }: Stage, { id }: Server) => {
      await addWebhook(app.core, id, { url: HOOK, types: null });
      return `${all}/${id}/webhooks/1${rest}`;
    };
  const fresh = { id: 'new-shop', name: 'New shop' };
  return {
    listServers: { method: 'GET', scope, path: () => all },
    createServer: { method: 'POST', scope, path: () => all, body: fresh },
    getServer: { method: 'GET', scope, path: at('') },
    changeServer: { method: 'PATCH', scope, path: at(''), body: { level: 'V2' } },
    deleteServer: { method: 'DELETE', scope, path: at('') },
    listKeys: { method: 'GET', scope, path: at('/keys') },
    createKey: { method: 'POST', scope, path: at('/keys'), body: {} },
    revokeKey: { method: 'DELETE', scope, path: ofKey },
    createSignInLink: { method: 'POST', scope, path: at('/sign-in-links'), body: {} },
    endSignIns: { method: 'DELETE', scope, path: at('/sign-in-links') },
    listWebhooks: { method: 'GET', scope, path: at('/webhooks') },
    createWebhook: { method: 'POST', scope, path: at('/webhooks'), body: { url: HOOK } },
    deleteWebhook: { method: 'DELETE', scope, path: ofWebhook() },
    rotateWebhook: { method: 'POST', scope, path: ofWebhook('/rotate') },
  };
}

/** A call by a server of its own, whose parts a provocation changes. */
export interface Attempt {
  stage: Stage;
  call: Call;
  server: Server;
  path: string;
  /** Of the call's scope. */
  key: string;
  send(change?: Change): Promise<number>;
}

/** @returns the attempt before anything of it was sent. */
export async function prepare(stage: Stage, call: Call): Promise<Attempt> {
  const server = await stage.app.addServer();
  const path = await call.path(stage, server);
  const { key } =
    call.scope === 'chat'
      ? server
      : call.scope === 'admin'
        ? await createAdminKey(stage.app.core, '')
        : await createKey(stage.app.core, { serverId: server.id, scope: call.scope });
  const sound = call.body ? JSON.stringify(call.body) : undefined;
  return {
    ...{ stage, call, server, path, key },
    send: async (change = {}) => {
      const body = change.body ?? sound ?? null;
      const headers = {
        Authorization: `Bearer ${change.key ?? key}`,
        ...(body !== null && { 'Content-Type': 'application/json' }),
        ...change.headers,
      };
      const response = await fetch(stage.url + (change.path ?? path), { method: call.method, headers, body });
      await response.arrayBuffer();
      return response.status;
    },
  };
}

type Provoke = (attempt: Attempt) => Promise<unknown>;

/** How each code is reached, whatever the operation. */
export const REFUSALS: Record<string, Provoke> = {
  invalid_json: ({ send }) => send({ body: '{' }),
  invalid_body: ({ send, call, path }) => {
    if (call.body) return send({ body: '[]' });
    return send({
      path: path.includes('/knowledge/') ? '/api/v1/knowledge/%20' : `${path}?after=%20&from=%20`,
    });
  },
  // Entries of documentation links belong to the link.
  invalid_input: async ({ send, stage, server, path }) => {
    if (path.endsWith('/webhooks')) return send({ body: JSON.stringify({ url: 'https://10.0.0.1/' }) });
    if (path.endsWith('/statistics')) return send({ path: `${path}?from=2026-02-02&to=2026-02-01` });
    await stage.app.addKnowledge(server.id, [{ id: 'page', title: 'A page', text: 'Boats.' }]);
    const id = `${PAGE_ENTRY_PREFIX}1`;
    await stage.app.core.database.kysely
      .updateTable('knowledge')
      .set({ id, source: 'link' })
      .where('server_id', '=', server.id)
      .where('id', '=', 'page')
      .execute();
    return send({ path: `/api/v1/knowledge/${id}` });
  },
  key_limit_reached: async ({ send }) => {
    for (let n = 0; n < 5; n += 1) await send();
  },
  already_exists: async ({ send, stage, server, call }) => {
    if (call.scope === 'admin') await send();
    await stage.app.addKnowledge(server.id, [{ ...ENTRY, id: 'faq-2' }]);
    return send();
  },
  too_many_messages: ({ send }) =>
    send({ body: JSON.stringify({ messages: Array(21).fill({ role: 'user', content: 'Hi' }) }) }),
  last_message_not_user: ({ send }) =>
    send({ body: JSON.stringify({ messages: [{ role: 'assistant', content: 'Hi' }] }) }),
  invalid_api_key: ({ send }) => send({ key: 'lts_wrong' }),
  quota_exhausted: async ({ send, stage, server }) => {
    await setUsed(stage.app, server.id, SHARE);
    return send();
  },
  trial_requirements_not_met: async ({ send, stage, server }) => {
    await changeServer(stage.app.core, server.id, { plan: 'free', members: 1 });
    return send();
  },
  server_inactive: async ({ send, stage, server }) => {
    await changeServer(stage.app.core, server.id, { active: false });
    return send();
  },
  wrong_scope: async ({ send, stage, server, call }) => {
    if (call.scope === 'admin') return send({ key: server.key });
    const scope = call.scope === 'chat' ? 'knowledge' : 'chat';
    const { key } = await createKey(stage.app.core, { serverId: server.id, scope });
    return send({ key });
  },
  forbidden: ({ send }) => send({ headers: { Origin: 'https://page.example' } }),
  not_found: ({ send, path }) =>
    send({ path: path.replace(/(answers|knowledge|servers)\/[^/]+/, `$1/${NOBODY}`) }),
  request_timeout: drip,
  body_too_large: ({ send, path }) =>
    send({ body: ' '.repeat((path === '/api/v1/knowledge' ? MAX_PUT_BYTES : MAX_BODY_BYTES) + 1) }),
  unsupported_media_type: ({ send }) => send({ headers: { 'Content-Type': 'text/plain' } }),
  rate_limited_minute: async ({ send, call }) => {
    const most = call.scope === 'admin' ? ADMIN_REQUESTS_PER_MINUTE : Number(NARROW.LIMIT_PER_MINUTE);
    for (let n = 0; n <= most; n += 1) await send();
  },
  rate_limited_day: async ({ send, stage }) => {
    for (let n = 0; n < 4; n += 1) {
      await send();
      stage.app.clock.now += 61_000;
    }
  },
  too_many_uploads: async ({ send, stage }) => {
    const image = { media_type: 'image/png', data: pngOfBytes(MAX_IMAGE_BYTES - 200).toString('base64') };
    const body = JSON.stringify({
      messages: [{ role: 'user', content: 'Why?', images: Array(4).fill(image) }],
    });
    const arrived = stage.stub.requests.length;
    const letGo = stage.stub.hold();
    const held = [send({ body }), send({ body })];
    await stage.stub.received(arrived + held.length);
    await send({ body });
    letGo();
    return Promise.all(held);
  },
  idempotency_in_progress: async ({ send, stage }) => {
    const once = { headers: { 'Idempotency-Key': 'ticket-1' } };
    const arrived = stage.stub.requests.length;
    const letGo = stage.stub.hold();
    const first = send(once);
    await stage.stub.received(arrived + 1);
    await send(once);
    letGo();
    return first;
  },
  idempotency_mismatch: async ({ send }) => {
    const headers = { 'Idempotency-Key': 'ticket-1' };
    await send({ headers });
    return send({ headers, body: JSON.stringify(ask('Something else?')) });
  },
  // What no code of ours expects is a fault of ours.
  internal_error: (attempt) => without(attempt, sql`sha256`),
  ai_unavailable: async ({ send, stage }) => {
    stage.stub.fault('status:500');
    await send();
    stage.stub.fault(null);
  },
  // So a database looks before its migrations.
  service_unavailable: (attempt) => without(attempt, null),
};

/** Sends while the table of the keys, or a column of it, has another name. */
async function without({ stage, call, send }: Attempt, column: RawBuilder<unknown> | null) {
  const { kysely } = stage.app.core.database;
  const keys = sql.table(call.scope === 'admin' ? 'admin_keys' : 'api_keys');
  const [away, back] = column
    ? [sql`ALTER TABLE ${keys} RENAME ${column} TO away`, sql`ALTER TABLE ${keys} RENAME away TO sha256`]
    : [sql`ALTER TABLE ${keys} RENAME TO away`, sql`ALTER TABLE away RENAME TO ${keys}`];
  await away.execute(kysely);
  try {
    await send();
  } finally {
    await back.execute(kysely);
  }
}

/** A body that never ends. */
async function drip({ stage: { url }, call: { method }, path, key }: Attempt): Promise<void> {
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`;
  const type = 'Content-Type: application/json\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{';
  await sendBytes(url, head + type);
}
