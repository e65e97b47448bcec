import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOpenApiDocument } from '../../src/channels/http/openapi.ts';
import { encodeBase62 } from '../../src/core/owners/key-format.ts';
import { authenticate, createKey, revokeKey } from '../../src/core/owners/keys.ts';
import { deleteServer } from '../../src/core/owners/servers.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';
import { readBooks } from '../support/books.ts';

let app: TestApp;
let server: Awaited<ReturnType<TestApp['addServer']>>;
/** Statements that the service sent, by name. */
let statements: (string | null)[] = [];
beforeAll(async () => {
  app = await startApp({ LIMIT_PER_MINUTE: '1000' });
  server = await app.addServer();
  const { database } = app.core;
  const { query } = database;
  database.query = (name, ...rest) => {
    statements.push(name);
    return query(name, ...rest);
  };
});
afterAll(() => app.stop());

/** Sound in form and checksum, and nobody's. */
function wrongKey(n: number, prefix = 'lts_'): string {
  const body = prefix + String(n).padStart(32, '0');
  return body + encodeBase62(BigInt(crc32(body)), 6);
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const flipCase = (text: string) =>
  text.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));

async function revoke(): Promise<string> {
  const { key, id } = await createKey(app.core, { serverId: server.id });
  await revokeKey(app.core, server.id, id);
  return key;
}

async function deleteWithKey(): Promise<string> {
  const { id, key } = await app.addServer();
  await deleteServer(app.core, id);
  return key;
}

/** Where else a key could stand, and everything an Authorization field can be instead of `Bearer KEY`. */
const AUTHORIZATIONS: [string, (key: string) => string | Promise<string>][] = [
  ['nothing', () => ''],
  ['a scheme with an equals sign', (key) => `Bearer=${key}`],
  ['a scheme twice', (key) => `Bearer Bearer ${key}`],
  ['two blanks', (key) => `Bearer  ${key}`],
  ['a tab', (key) => `Bearer\t${key}`],
  ['no scheme', (key) => key],
  ['another scheme', (key) => `Token ${key}`],
  ['a longer scheme', (key) => `Bearer1 ${key}`],
  ['Basic with a password', (key) => `Basic ${base64(`lotse:${key}`)}`],
  ['base64', (key) => `Bearer ${base64(key)}`],
  ['its characters escaped', (key) => `Bearer %6c${key.slice(1)}`],
  ['a longer key', (key) => `Bearer ${key}0`],
  ['a shorter key', (key) => `Bearer ${key.slice(0, -1)}`],
  ['another case', (key) => `Bearer ${flipCase(key)}`],
  ['a live key as a test key', (key) => `Bearer lts_test_${key.slice(4)}`],
  ['double quotes', (key) => `Bearer "${key}"`],
  ['two keys', (key) => `Bearer ${key} ${key}`],
  ['a list', (key) => `Bearer ${key}, Bearer ${key}`],
  ['an escaped NUL', (key) => `Bearer ${key}%00`],
  ['SQL', (key) => `Bearer ${key}' OR '1'='1`],
  ['a letter beyond ASCII', (key) => `Bearer ${key}\u00e9`],
  ['a wrong checksum', (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
  ['a key that is not there', () => `Bearer ${wrongKey(7)}`],
  ['a test key that is not there', () => `Bearer ${wrongKey(7, 'lts_test_')}`],
  ['a revoked key', async () => `Bearer ${await revoke()}`],
  ['a key of a deleted server', async () => `Bearer ${await deleteWithKey()}`],
  ['8,000 characters', () => `Bearer lts_${'a'.repeat(8_000)}`],
  ['a word', () => 'Bearer undefined'],
  ['a token that nobody signed', () => 'Bearer eyJhbGciOiJub25lIn0.e30.'],
];
/** Every operation of the document, none of which is open to those without a key. */
const ROUTES = Object.entries(buildOpenApiDocument('https://lotse.example').paths ?? {}).flatMap(
  ([path, operations]) =>
    Object.keys(operations).map(
      (method) =>
        [method.toUpperCase(), path.replace('{id}', '0b5e0c2e-6f0f-4f0b-9a37-0d3f4a8a4d55')] as const,
    ),
);

/** A body that each operation takes; what it does not know, it ignores. */
const SOUND = {
  ...ask('When are you open?'),
  ...{ helpful: true, outcome: 'resolved' },
  ...{ title: 'When are you open?', text: 'From nine to five.' },
};

async function send(method: string, path: string, headers: Record<string, string>, more: object = {}) {
  const body = method === 'POST' || method === 'PUT' ? JSON.stringify({ ...SOUND, ...more }) : null;
  const type: Record<string, string> = body ? { 'Content-Type': 'application/json' } : {};
  const fields = { Origin: 'https://page.example', ...type, ...headers };
  const response = await fetch(app.url + path, { method, headers: fields, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** One body for all: nobody learns from it what was wrong. */
function expectUnauthorized({ status, headers, body }: Awaited<ReturnType<typeof send>>, title = ''): void {
  expect([title, status]).toEqual([title, 401]);
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect([...headers.keys()].filter((name) => /^(access-control|ratelimit)/.test(name))).toEqual([]);
  expect(body).toEqual({
    error: {
      type: 'authentication',
      code: 'invalid_api_key',
      message: 'The API key is missing, wrong or revoked. Send it as "Authorization: Bearer <API_KEY>".',
    },
    request_id: headers.get('x-request-id'),
  });
}

test.each(
  ROUTES,
)('F48 · %s %s without a valid key: 401 like any other, nothing counted', async (method, path) => {
  const authorizations = await Promise.all(AUTHORIZATIONS.map(([, write]) => write(server.key)));
  const before = await readBooks(app, server.id);
  for (const [place, Authorization] of authorizations.entries())
    expectUnauthorized(await send(method, path, { Authorization }), AUTHORIZATIONS[place]?.[0]);
  expect(await readBooks(app, server.id)).toEqual(before);
});

test('F48 · a key opens nothing from the query, a cookie, the body or another field', async () => {
  const { key } = server;
  const names = ['api_key', 'key', 'token', 'access_token', 'apikey', 'authorization', 'lotse_session'];
  const query = `?${names.map((name) => `${name}=${key}`).join('&')}`;
  const elsewhere: Record<string, string>[] = [
    { Cookie: names.map((name) => `${name}=${key}`).join('; ') },
    ...['X-Api-Key', 'Api-Key', 'Proxy-Authorization', 'X-Authorization', 'X-Auth-Token'].map((name) => ({
      [name]: `Bearer ${key}`,
    })),
  ];
  for (const [method, path] of ROUTES) {
    expectUnauthorized(await send(method, path + query, {}));
    for (const headers of elsewhere) expectUnauthorized(await send(method, path, headers));
  }
  const body = Object.fromEntries(names.map((name) => [name, key]));
  for (const [method, path] of ROUTES) expectUnauthorized(await send(method, path, {}, body));
});

test('F53 · a key is found by its digest: a wrong key costs one lookup and no comparison, however much of it is right', async () => {
  const { key } = server;
  const body = key.slice(0, 35);
  const almost = [...'0123456789ABCDEFGHIJ']
    .filter((last) => !key.startsWith(body + last))
    .map((last) => body + last);
  for (const start of [...almost, 'lts_', 'lts_0'].map((text) => text.padEnd(36, '0'))) {
    statements = [];
    const guess = start + encodeBase62(BigInt(crc32(start)), 6);
    await expect(authenticate(app.core, guess)).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(statements).toEqual(['find-key']);
  }
});

test('F54 · a thousand wrong keys at once cost four database lookups, and the valid key among them works', async () => {
  statements = [];
  const wrong = Array.from({ length: 1_000 }, (_, n) => authenticate(app.core, wrongKey(n)));
  const valid = authenticate(app.core, server.key);
  const outcomes = await Promise.allSettled(wrong);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  expect((await valid).keyId).toBe(server.keyId);
  expect(statements).toEqual(new Array(4).fill('find-key'));
});

test('F54 · a text without the form and checksum of a key costs no lookup', async () => {
  statements = [];
  const guesses = Array.from({ length: 1_000 }, (_, n) => `${wrongKey(n).slice(0, -1)}-`);
  const outcomes = await Promise.allSettled(guesses.map((guess) => authenticate(app.core, guess)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  expect(statements).toEqual([]);
});

test('F54 · over HTTP each of 200 wrong keys gets 401, and every request of a valid key among them is answered', async () => {
  const before = await readBooks(app, server.id);
  const authorized = { Authorization: `Bearer ${server.key}` };
  const statuses = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      Promise.all([
        send('GET', '/api/v1/status', { Authorization: `Bearer ${wrongKey(n)}` }).then(
          ({ status }) => status,
        ),
        n % 50 === 0 ? send('GET', '/api/v1/status', authorized).then(({ status }) => status) : 200,
      ]),
    ),
  );
  expect(new Set(statuses.map(String))).toEqual(new Set(['401,200']));
  expect(await readBooks(app, server.id)).toEqual(before);
});
