import { crc32 } from 'node:zlib';
import { revokeKey } from '../../src/core/owners/keys.ts';
import { deleteServer } from '../../src/core/owners/servers.ts';
import { type ApiAnswer, ask, type TestApp } from '../support/app.ts';

interface Credentials {
  authorization?: string;
  cookie?: string;
  query?: string;
}

type Server = Awaited<ReturnType<TestApp['addServer']>>;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The contract's checksum, written a second time: six base62 digits of CRC32. */
function withChecksum(body: string): string {
  let digits = '';
  for (let rest = crc32(body); digits.length < 6; rest = Math.floor(rest / 62)) {
    digits = BASE62.charAt(rest % 62) + digits;
  }
  return body + digits;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Every way not to have a key. */
export const BAD_KEYS: [string, (app: TestApp, server: Server) => Credentials | Promise<Credentials>][] = [
  ['no key at all', () => ({})],
  ['an empty header', () => ({ authorization: '' })],
  ['a scheme alone', () => ({ authorization: 'Bearer' })],
  ['the key without scheme', (_app, { key }) => ({ authorization: key })],
  ['another scheme', (_app, { key }) => ({ authorization: `Token ${key}` })],
  ['Basic', (_app, { key }) => ({ authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` })],
  ['a malformed key', () => bearer('secret')],
  ['the prefix alone', () => bearer('lts_')],
  ['a key of a thousand characters', () => bearer(`lts_${'a'.repeat(1000)}`)],
  ['a key with one more character', (_app, { key }) => bearer(`${key}0`)],
  ['a key with one less character', (_app, { key }) => bearer(key.slice(0, -1))],
  [
    'a key with a wrong checksum',
    (_app, { key }) => bearer(key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')),
  ],
  ['a key in another case', (_app, { key }) => bearer(key.toUpperCase())],
  ['an unknown key of the right form', () => bearer(withChecksum(`lts_${'7'.repeat(32)}`))],
  ['an unknown test key of the right form', () => bearer(withChecksum(`lts_test_${'7'.repeat(32)}`))],
  ['two keys at once', (_app, { key }) => bearer(`${key}, Bearer ${key}`)],
  ['a key with an SQL quote', (_app, { key }) => bearer(`${key}'--`)],
  [
    'a valid key in the query',
    (_app, { key }) => ({ query: `?api_key=${key}&key=${key}&access_token=${key}` }),
  ],
  [
    'a valid key in a cookie',
    (_app, { key }) => ({ cookie: `api_key=${key}; authorization=${key}; session=${key}` }),
  ],
  [
    'a revoked key',
    async (app, { id, key, keyId }) => {
      await revokeKey(app.core, id, keyId);
      return bearer(key);
    },
  ],
  [
    'a key of a server that was deleted',
    async (app) => {
      const gone = await app.addServer();
      await deleteServer(app.core, gone.id);
      return bearer(gone.key);
    },
  ],
];

/** A sound request but for its credentials. */
export async function sendWithout(
  app: TestApp,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { query = '', ...headers }: Credentials,
): Promise<ApiAnswer> {
  const bodies = { POST: ask('When are you open?'), PUT: { title: 'Hours', text: 'Nine to five.' } };
  const body = method === 'POST' || method === 'PUT' ? JSON.stringify(bodies[method]) : null;
  const response = await fetch(app.url + path + query, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
