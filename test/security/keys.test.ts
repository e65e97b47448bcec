import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomBase62 } from '../../src/core/owners/key-format.ts';
import { authenticate, createKey } from '../../src/core/owners/keys.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('every key comes fresh from the system’s random source, with at least 128 bits', async () => {
  const { id } = await app.addServer();
  const { key } = await createKey(app.core, { serverId: id });
  const random = key.slice('lts_'.length, -6);
  expect(random.length * Math.log2(62)).toBeGreaterThan(128);
  const drawn = Array.from({ length: 2_000 }, () => randomBase62(32));
  expect(new Set(drawn).size).toBe(drawn.length);
  const places = Array.from({ length: 32 }, (_, place) => new Set(drawn.map((text) => text[place])).size);
  expect(places).toEqual(places.map(() => 62));
  const source = readFileSync('src/core/owners/key-format.ts', 'utf8');
  expect(source).toMatch(/import \{[^}]*\brandomInt\b[^}]*\} from 'node:crypto'/);
  expect(source).not.toContain('Math.random');
});

test('a row with another digest gives no access, whatever the database returned', async () => {
  const { key, keyId } = await app.addServer();
  const { findKey } = app.core;
  const holder = await authenticate(app.core, key);
  expect(holder.keyId).toBe(keyId);
  app.core.findKey = async () => ({ ...holder, sha256: randomBytes(32) });
  await expect(authenticate(app.core, key)).rejects.toMatchObject({ code: 'invalid_api_key' });
  app.core.findKey = findKey;
  const source = readFileSync('src/core/owners/keys.ts', 'utf8');
  expect(source).toContain('timingSafeEqual(holder.sha256, digest)');
});
