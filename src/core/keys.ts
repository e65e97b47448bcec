import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiKey, KeyHolder } from '../adapters/db/keys.ts';
import * as store from '../adapters/db/keys.ts';
import { AppError } from '../domain/errors.ts';
import { MAX_KEYS_PER_SERVER } from '../domain/limits.ts';
import { toCleanName } from '../domain/text.ts';
import { encodeBase62, randomBase62 } from './base62.ts';
import type { Core } from './core.ts';
import { getServer } from './servers.ts';

export type { ApiKey, KeyHolder } from '../adapters/db/keys.ts';

const KEY_FORMAT = /^lts_(?:test_)?[0-9A-Za-z]{38}$/;
/** 62^32 is 190.5 bits. */
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;

/**
 * Whose key this is. Malformed, unknown and revoked keys are the same error, so that nothing can be
 * learned from it; the checksum spares the database a look at what was never a key.
 * @throws AppError('invalid_api_key')
 */
export async function authenticate(core: Core, key: string): Promise<KeyHolder> {
  if (!isWellFormedKey(key)) throw new AppError('invalid_api_key');
  const digest = digestOf(key);
  const holder = await core.findKey(digest);
  if (!holder || !timingSafeEqual(holder.sha256, digest)) throw new AppError('invalid_api_key');
  return holder;
}

/** Whether a text has the format and checksum of a key. */
function isWellFormedKey(key: string): boolean {
  if (!KEY_FORMAT.test(key)) return false;
  const body = key.slice(0, -CHECKSUM_CHARACTERS);
  return checksumOf(body) === key.slice(-CHECKSUM_CHARACTERS);
}

/**
 * Makes a key; the returned text is the only time it is ever seen, only its SHA-256 is kept.
 * A test key is answered by the extractive engine and costs nothing.
 * @throws AppError('key_limit_reached') with 5 valid keys on the server.
 */
export async function createKey(core: Core, input: { serverId: string; name?: string; isTest?: boolean }) {
  await getServer(core, input.serverId);
  const key = generateKey(input.isTest === true);
  const row = {
    id: randomBase62(10),
    serverId: input.serverId,
    sha256: digestOf(key),
    name: toCleanName(input.name ?? '').slice(0, 100),
    last4: key.slice(-4),
    isTest: input.isTest === true,
  };
  const isStored = await store.insertKey(core.database, row, MAX_KEYS_PER_SERVER);
  if (!isStored) throw new AppError('key_limit_reached', { details: { limit: MAX_KEYS_PER_SERVER } });
  return { id: row.id, key, name: row.name, last4: row.last4 };
}

export async function listKeys(core: Core, serverId: string): Promise<ApiKey[]> {
  await getServer(core, serverId);
  return store.listKeys(core.database, serverId);
}

/** From the next request on, in every process. @throws AppError('not_found') */
export async function revokeKey(core: Core, serverId: string, keyId: string): Promise<void> {
  await getServer(core, serverId);
  const isRevoked = await store.revokeKey(core.database, serverId, keyId, new Date(core.clock()));
  if (!isRevoked) throw new AppError('not_found', { message: 'This server has no such valid key.' });
}

function generateKey(isTest: boolean): string {
  const body = `lts_${isTest ? 'test_' : ''}${randomBase62(RANDOM_CHARACTERS)}`;
  return body + checksumOf(body);
}

/** CRC32 of what stands before, six base62 digits. */
function checksumOf(body: string): string {
  return encodeBase62(BigInt(crc32(body)), CHECKSUM_CHARACTERS);
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
