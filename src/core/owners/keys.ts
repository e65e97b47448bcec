import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import * as store from '../../adapters/db/owners/keys.ts';
import { AppError } from '../../domain/errors.ts';
import { MAX_KEYS_PER_SERVER, MAX_NAME_CHARACTERS } from '../../domain/limits.ts';
import { toCleanName } from '../../domain/text.ts';
import type { KeyScope } from '../../domain/types.ts';
import { KEY_SCOPES, RIGHTS } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { parseGiven } from './invalid-input.ts';
import { digestOfKey, generateKey, isOfAdmin, randomBase62 } from './key-format.ts';
import { getServer } from './servers.ts';

export type { ApiKey, KeyHolder } from '../../adapters/db/owners/keys.ts';

const ID_CHARACTERS = 10;

/** What a key is for, in its owner's words. */
export const keyNameSchema = z.string().trim().max(MAX_NAME_CHARACTERS).transform(toCleanName);
const keyIdSchema = z.string().regex(/^[0-9A-Za-z]{10}$/, 'is not the id of a key');

/** What a link to one server opens there, and whom it is for. Closed: a right under a wrong name would be `admin`. */
export const serverLinkSchema = z
  .strictObject({
    right: z.enum(RIGHTS, { error: `must be one of ${RIGHTS.join(', ')}` }).default('admin'),
    name: keyNameSchema.default(''),
  })
  .meta({ id: 'NewSignInLink' });

/** An id for a key that does not exist yet. */
export function drawKeyId(): string {
  return randomBase62(ID_CHARACTERS);
}

/**
 * Whose key this is, read anew for every request. Malformed, unknown and revoked keys are the same error, so that nothing
 * can be learned from it.
 * @param needed told to the holder of a key that belongs to no server
 * @throws AppError('invalid_api_key'), 'wrong_scope' for such a key
 */
export async function authenticate(
  core: Core,
  key: string,
  needed: KeyScope = 'chat',
): Promise<store.KeyHolder> {
  const digest = digestOfKey(key);
  if (isOfAdmin(key) && (await core.findAdminKey(digest)))
    throw new AppError('wrong_scope', { details: { scope: 'admin', needed } });
  const holder = isOfAdmin(key) ? null : await core.findKey(digest);
  if (!holder || !timingSafeEqual(holder.sha256, digest)) throw new AppError('invalid_api_key');
  return holder;
}

export const keyScopeSchema = z.enum(KEY_SCOPES);

/** Of keys that are no test key or of scope `chat`. */
export const TEST_KEY_RULE = {
  path: ['test'],
  error: 'works only with scope chat: a test key must not change real knowledge',
};

/** What a new key is to be; the one shape for commands, dashboard and command line. */
export const newKeySchema = z
  .object({
    name: keyNameSchema.default(''),
    /** What it may be used for. */
    scope: keyScopeSchema.default('chat'),
    test: z.boolean().default(false),
    /** Every answer is for the team alone. */
    observe: z.boolean().default(false),
    /** Drawn before: whoever asks twice with the same one gets one key. */
    id: keyIdSchema.optional(),
  })
  .refine(({ scope, test }) => scope === 'chat' || !test, TEST_KEY_RULE);

interface KeyInput extends Omit<z.input<typeof newKeySchema>, 'test' | 'observe'> {
  serverId: string;
  isTest?: boolean;
  isObserved?: boolean;
}

/**
 * Makes a key; the returned text is the only time it is ever seen, only its SHA-256 is kept.
 * A test key is answered by the extractive engine and costs nothing.
 * @throws AppError('key_limit_reached') with 5 valid keys on the server; 'already_exists' where the id was used;
 * 'invalid_input' with the faulty field as `param`.
 */
export async function createKey(core: Core, input: KeyInput) {
  const { serverId, isTest = false, isObserved = false, ...given } = input;
  const { name, scope, id = drawKeyId() } = parseGiven(newKeySchema, { ...given, test: isTest });
  await getServer(core, serverId);
  const key = generateKey(isTest ? 'test' : 'live');
  const row = {
    ...{ id, serverId, isTest, isObserved, scope, name },
    ...{ sha256: digestOfKey(key), last4: key.slice(-4) },
  };
  const isStored = await storeKey(core, row);
  if (!isStored) throw new AppError('key_limit_reached', { details: { limit: MAX_KEYS_PER_SERVER } });
  return { id, key, name, scope, last4: row.last4 };
}

/** Whoever comes second with the same id finds it taken, whatever the database said first. */
async function storeKey(core: Core, row: Parameters<typeof store.insertKey>[1]): Promise<boolean> {
  try {
    if (await store.insertKey(core.database, row, MAX_KEYS_PER_SERVER)) return true;
    await refuseTakenId(core, row);
    return false;
  } catch (error) {
    await refuseTakenId(core, row);
    throw error;
  }
}

/** @throws AppError('already_exists') */
async function refuseTakenId(core: Core, { serverId, id }: { serverId: string; id: string }): Promise<void> {
  const keys = await store.listKeys(core.database, serverId);
  if (keys.some((key) => key.id === id)) throw new AppError('already_exists');
}

export async function listKeys(core: Core, serverId: string): Promise<store.ApiKey[]> {
  await getServer(core, serverId);
  return store.listKeys(core.database, serverId);
}

/** Notes that a key was used now, to the minute; keys that ask questions are noted with their admission. */
export async function noteKeyUse(core: Core, { keyId, server }: store.KeyHolder): Promise<void> {
  await store.noteKeyUse(core.database, { serverId: server.id, keyId, at: new Date(core.clock()) });
}

/** Whether every answer to a key is for the team alone, from the next request on. @throws AppError('not_found') */
export async function observeKey(
  core: Core,
  serverId: string,
  keyId: string,
  isObserved: boolean,
): Promise<void> {
  await getServer(core, serverId);
  if (!(await store.observeKey(core.database, serverId, keyId, isObserved))) throw unknownKey();
}

/** From the next request on, in every process. @throws AppError('not_found') */
export async function revokeKey(core: Core, serverId: string, keyId: string): Promise<void> {
  await getServer(core, serverId);
  const isRevoked = await store.revokeKey(core.database, serverId, keyId, new Date(core.clock()));
  if (!isRevoked) throw unknownKey();
}

function unknownKey(): AppError {
  return new AppError('not_found', { message: 'This server has no such key, or it is revoked.' });
}
