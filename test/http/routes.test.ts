import { afterAll, describe, expect, test } from 'vitest';
import { createHttpApp } from '../../src/channels/http/app.ts';
import { chatRequestSchema, chatResponseSchema } from '../../src/channels/http/contract.ts';
import { PUBLIC_ERRORS } from '../../src/channels/http/errors.ts';
import { createAdminKey } from '../../src/core/owners/admin-keys.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { type ApiAnswer, ask, startApp } from '../support/app.ts';
import { expectRefusal, expectSafeHeaders, sendForOne } from './refusal.ts';

const app = await startApp();
const server = await app.addServer();
const key = server.key;
const knowledgeKey = (await createKey(app.core, { serverId: server.id, scope: 'knowledge' })).key;
afterAll(() => app.stop());

const adminKey = (await createAdminKey(app.core, '')).key;
const ADMIN = `/api/v1/admin/servers/${server.id}`;

/** Every path that answers, with its methods. */
const ROUTES: [string, string][] = [
  ['/api/v1/chat', 'POST'],
  ['/api/v1/answers', 'HEAD, GET'],
  ['/api/v1/answers/1', 'HEAD, GET, DELETE'],
  ['/api/v1/answers/1/feedback', 'POST'],
  ['/api/v1/answers/1/outcome', 'POST'],
  ['/api/v1/statistics', 'HEAD, GET'],
  ['/api/v1/status', 'HEAD, GET'],
  ['/api/v1/knowledge', 'HEAD, GET, PUT'],
  ['/api/v1/knowledge/faq-1', 'PUT, DELETE'],
  ['/api/v1/admin/servers', 'HEAD, GET, POST'],
  [ADMIN, 'HEAD, GET, PATCH, DELETE'],
  [`${ADMIN}/keys`, 'HEAD, GET, POST'],
  [`${ADMIN}/keys/1`, 'DELETE'],
  [`${ADMIN}/sign-in-links`, 'POST, DELETE'],
  [`${ADMIN}/webhooks`, 'HEAD, GET, POST'],
  [`${ADMIN}/webhooks/1`, 'DELETE'],
  [`${ADMIN}/webhooks/1/rotate`, 'POST'],
  ['/api/v1/openapi.json', 'HEAD, GET'],
  ['/mcp', 'POST'],
  ['/healthz', 'HEAD, GET'],
  ['/readyz', 'HEAD, GET'],
  ['/docs', 'HEAD, GET'],
  ['/docs/docs.css', 'HEAD, GET'],
  ['/docs/docs.js', 'HEAD, GET'],
  ['/docs/swagger-ui.css', 'HEAD, GET'],
  ['/docs/swagger-ui-bundle.js', 'HEAD, GET'],
  ['/avatar.svg', 'HEAD, GET'],
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

async function request(path: string, init: RequestInit = {}): Promise<ApiAnswer> {
  const response = await fetch(app.url + path, {
    ...init,
    headers: { origin: 'https://page.example', ...init.headers },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const methodsOf = (allow: string | null) => (allow ?? '').split(', ').toSorted();

describe('a path that exists', () => {
  test.each(ROUTES)('refuses every method of %s but %s with 405, and names those', async (path, allow) => {
    for (const method of METHODS.filter((one) => !methodsOf(allow).includes(one))) {
      const answer = await request(path, { method });
      expect([method, answer.status]).toEqual([method, 405]);
      expect(methodsOf(answer.headers.get('allow'))).toEqual(methodsOf(allow));
      expectSafeHeaders(answer.headers);
      if (method !== 'HEAD') expectRefusal(answer, 'method_not_allowed');
    }
  });

  test.each(['PURGE', 'TRACE'])('refuses %s with 405 too', async (method) => {
    const bytes = `${method} /api/v1/chat HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const answer = await sendForOne(app.url, bytes);
    expectRefusal(answer, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('POST');
  });

  test('answers HEAD like GET, without a body', async () => {
    const { body } = await app.chat(key, ask('When do you open?'));
    for (const [named, allow] of ROUTES.filter(([, methods]) => methods.includes('HEAD'))) {
      const path = named.replace('answers/1', `answers/${body.id}`);
      const keys = { knowledge: knowledgeKey, admin: adminKey };
      const [, , , part] = path.split('/');
      const authorization = `Bearer ${keys[part as keyof typeof keys] ?? key}`;
      const init = path.startsWith('/api/v1/') ? { headers: { authorization } } : {};
      const [head, get] = [await request(path, { method: 'HEAD', ...init }), await request(path, init)];
      expect([path, allow, head.status, head.body]).toEqual([path, allow, 200, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expectSafeHeaders(head.headers);
    }
  });
});

describe('a path that does not exist', () => {
  test.each([
    '/',
    '/api/v2/chat',
    '/api/v1/chat%00',
    '/api/v1/%',
    '/%c0%ae%c0%ae/etc/passwd',
    '/docs/..%2f..%2fpackage.json',
    '/.env',
    '/metrics',
    '//evil.example/api/v1/chat',
    '/__proto__',
  ])('gets 404: %s', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await sendForOne(
        app.url,
        `${method} ${path} HTTP/1.1\r\nHost: x\r\nOrigin: https://page.example\r\nConnection: close\r\n\r\n`,
      );
      expectRefusal(answer, 'not_found');
    }
  });
});

describe('GET /api/v1/openapi.json', () => {
  type Described = { description: string; headers?: Record<string, { required?: boolean }> };
  type Operation = { responses: Record<string, Described>; requestBody?: unknown };
  const read = async () =>
    (await request('/api/v1/openapi.json')).body as {
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
    };

  test('names exactly the routes of the API', async () => {
    const { paths, openapi } = await read();
    expect(openapi).toBe('3.1.0');
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(listApiRoutes().toSorted());
  });

  test('says of every id of an answer that it is a UUID', async () => {
    const { paths } = await read();
    const document = JSON.stringify((await request('/api/v1/openapi.json')).body);
    const { format } = chatResponseSchema.shape.id.toJSONSchema();
    expect(format).toBe('uuid');
    // In both forms of an answer, in five paths, in the list's place, in five events and in an acknowledgement.
    expect(document.match(/"format":"uuid"/g)).toHaveLength(13);
    for (const verb of ['feedback', 'outcome'])
      expect(JSON.stringify(paths[`/api/v1/answers/{id}/${verb}`])).toContain('"format":"uuid"');
  });

  test('describes every event of a webhook, and leaves answers open for fields that come later', async () => {
    const document = (await request('/api/v1/openapi.json')).body as {
      webhooks: Record<string, unknown>;
      components: { schemas: Record<string, { additionalProperties?: unknown }> };
    };
    expect(Object.keys(document.webhooks)).toEqual([
      ...[
        'answer.created',
        'answer.failed',
        'answer.handed_over',
        'answer.outdated',
        'knowledge.changed',
        'question.unanswered',
        'quota.reached',
        'report.weekly',
        'suggestion.created',
      ],
      'webhook.test',
    ]);
    expect(document.components.schemas.ChatResponse).toHaveProperty('properties.answer');
    // What the operator sends is closed: a setting that does not exist would be lost in silence.
    const { ServerChange, NewServer, WebhookRequest, NewSignInLink, ...open } = document.components.schemas;
    for (const closed of [ServerChange, NewServer, WebhookRequest, NewSignInLink])
      expect(closed?.additionalProperties).toBe(false);
    const rest = { ...document, components: { schemas: open } };
    expect(JSON.stringify(rest)).not.toContain('"additionalProperties":false');
  });

  test('names every status of the contract for its operation, with its codes', async () => {
    const { paths } = await read();
    const chat = paths['/api/v1/chat']?.post?.responses ?? {};
    const statuses = [
      '200',
      '202',
      '400',
      '401',
      '402',
      '403',
      '408',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ];
    expect(Object.keys(chat)).toEqual(statuses);
    expect(Object.keys(paths['/api/v1/status']?.get?.responses ?? {})).toEqual(['200', '401', '500', '503']);
    const knowledge = (path: string, method: string) =>
      Object.keys(paths[`/api/v1/knowledge${path}`]?.[method]?.responses ?? {}).join(' ');
    expect(knowledge('', 'get')).toBe('200 400 401 403 500 503');
    expect(knowledge('/{id}', 'put')).toBe('200 201 400 401 403 408 409 413 415 500 503');
    expect(knowledge('/{id}', 'delete')).toBe('204 400 401 403 404 500 503');
    const statusesOf = (path: string, method: string) =>
      Object.keys(paths[`/api/v1/${path}`]?.[method]?.responses ?? {}).join(' ');
    expect(statusesOf('answers', 'get')).toBe('200 400 401 403 500 503');
    expect(statusesOf('answers/{id}', 'get')).toBe('200 401 403 404 500 503');
    expect(statusesOf('answers/{id}', 'delete')).toBe('204 401 403 404 500 503');
    expect(statusesOf('statistics', 'get')).toBe('200 400 401 403 500 503');
    const ratings = ['feedback', 'outcome'].map(
      (route) => paths[`/api/v1/answers/{id}/${route}`]?.post?.responses ?? {},
    );
    const ofRating = ['204', '400', '401', '403', '404', '408', '413', '415', '500', '503'];
    for (const responses of ratings) expect(Object.keys(responses)).toEqual(ofRating);
    const described = [chat, ...ratings].flatMap((responses) =>
      Object.entries(responses).filter(([status]) => status >= '400'),
    );
    for (const [status, { description }] of described) {
      for (const [, code] of description.matchAll(/`([a-z_]+)`:/g)) {
        expect(PUBLIC_ERRORS[code as keyof typeof PUBLIC_ERRORS].status).toBe(Number(status));
      }
    }
  });

  test('names the rate-limit headers wherever a valid key may get them, and Retry-After where a caller waits', async () => {
    const { paths } = await read();
    const headersIn = (operation?: Operation) =>
      Object.entries(operation?.responses ?? {}).flatMap(([status, { headers = {} }]) =>
        Object.entries(headers).map(([name, { required }]) => `${status} ${name}${required ? '' : '?'}`),
      );
    const fields = (status: number, mark = '') => [
      `${status} RateLimit${mark}`,
      `${status} RateLimit-Policy${mark}`,
    ];
    expect(headersIn(paths['/api/v1/chat']?.post)).toEqual([
      ...fields(200),
      ...[...fields(202), '202 Preference-Applied'],
      ...fields(400, '?'),
      ...[...fields(402), ...fields(403)],
      ...fields(408, '?'),
      ...[...fields(409), '409 Retry-After'],
      ...[...fields(413), ...fields(415), ...fields(422)],
      ...[...fields(429), '429 Retry-After'],
      ...fields(500, '?'),
      ...[...fields(503, '?'), '503 Retry-After'],
    ]);
    expect(headersIn(paths['/api/v1/admin/servers']?.post)).toEqual([
      ...[...fields(201), ...fields(400, '?'), ...fields(408, '?'), ...fields(409)],
      ...[...fields(413), ...fields(415), ...fields(429), '429 Retry-After'],
      ...[...fields(500, '?'), ...fields(503, '?'), '503 Retry-After'],
    ]);
    for (const path of ['/api/v1/answers/{id}/feedback', '/api/v1/answers/{id}/outcome'])
      expect(headersIn(paths[path]?.post)).toEqual(['503 Retry-After']);
    expect(headersIn(paths['/api/v1/status']?.get)).toEqual(['503 Retry-After']);
  });

  test('gives an example that the API answers', async () => {
    const { paths } = await read();
    const body = paths['/api/v1/chat']?.post?.requestBody as {
      content: Record<string, { example: unknown }>;
    };
    const example = body.content['application/json']?.example;
    expect(chatRequestSchema.safeParse(example).success).toBe(true);
    expect((await app.chat(key, example)).status).toBe(200);
  });
});

/** The router's own list, so that a new route cannot be forgotten. */
function listApiRoutes(): string[] {
  interface Routes {
    router?: { stack: { path: unknown; methods: string[] }[] };
  }
  const { middleware } = createHttpApp(app.core, {
    isStarting: () => false,
    isStopping: () => false,
    discord: () => 'off',
  });
  const stack = middleware.flatMap((part) => (part as Routes).router?.stack ?? []);
  return stack
    .map(
      ({ path, methods }) => `${methods.filter((method) => method !== 'HEAD').join()} ${describePath(path)}`,
    )
    .filter((route) => / \/(api\/|mcp)/.test(route) && !route.endsWith('/openapi.json'));
}

/** `/answers/:id` is `/answers/{id}` in the document. */
function describePath(path: unknown): string {
  return String(path).replace(/:(\w+)/g, '{$1}');
}

describe('the documentation', () => {
  test('and everything it loads is served from here, with types that browsers accept', async () => {
    const page = await request('/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const loaded = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(loaded).toContain('/api/v1/openapi.json');
    const types: Record<string, string> = {
      js: 'text/javascript',
      css: 'text/css',
      svg: 'image/svg+xml',
      json: 'application/json',
    };
    for (const address of loaded) {
      expect(address).toMatch(/^\//);
      const part = await request(address ?? '');
      expect([address, part.status]).toEqual([address, 200]);
      expect(part.headers.get('content-type')).toContain(types[address?.split('.').at(-1) ?? '']);
      expectSafeHeaders(part.headers);
    }
  });

  test('lets no script of elsewhere run and no page frame it', async () => {
    const policy = (await request('/docs')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });
});

describe('the probes', () => {
  test('show the state of each part and nothing about servers or keys', async () => {
    expect(await request('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const ready = await request('/readyz');
    expect(ready.status).toBe(200);
    expect(ready.body).toEqual({ status: 'ready', database: 'ok', discord: 'off', ai: 'extractive' });
    for (const { headers } of [ready, await request('/healthz')]) {
      expectSafeHeaders(headers);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('every response', () => {
  test('has its own id, which the log holds without key or text', async () => {
    const ids = new Set<string>();
    for (let i = 0; i < 3; i += 1) {
      const answer = await app.chat(key, ask('A very private matter'));
      ids.add(answer.headers.get('x-request-id') ?? '');
    }
    const lines = app.logged.filter(({ fields }) => ids.has(String(fields.request_id)));
    expect([ids.size, lines.length]).toEqual([3, 3]);
    expect(lines[0]?.fields).toMatchObject({ method: 'POST', route: '/api/v1/chat', status: 200 });
    const all = JSON.stringify(app.logged);
    expect(all).not.toContain(key);
    expect(all).not.toContain('private matter');
  });

  test('ignores an id that the client sends', async () => {
    const answer = await request('/healthz', { headers: { 'x-request-id': 'forged' } });
    expectSafeHeaders(answer.headers);
  });

  test.each<[string, string]>(
    ROUTES,
  )('of %s says what it is and is not open to browsers', async (path, allow) => {
    const answer = await request(path, {
      method: allow.split(', ').at(0) === 'HEAD' ? 'GET' : (allow.split(', ')[0] ?? 'GET'),
    });
    expectSafeHeaders(answer.headers);
    expect(answer.headers.get('content-type')).toMatch(
      /^(application\/json|text\/(html|css|javascript)|image\/svg\+xml)/,
    );
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
