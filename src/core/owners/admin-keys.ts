import * as store from '../../adapters/db/owners/admin-keys.ts';
import { AppError } from '../../domain/errors.ts';
import type { Core } from '../core.ts';
import { parseGiven } from './invalid-input.ts';
import { digestOfKey, generateKey, isOfAdmin } from './key-format.ts';
import { authenticate, drawKeyId, keyNameSchema } from './keys.ts';

export type { AdminKey } from '../../adapters/db/owners/admin-keys.ts';

/**
 * Which key of the installation this is, read anew for every request.
 * @throws AppError('invalid_api_key'), 'wrong_scope' for the key of a server
 */
export async function authenticateAdmin(core: Core, key: string): Promise<string> {
  if (!isOfAdmin(key)) {
    const { scope } = await authenticate(core, key);
    throw new AppError('wrong_scope', { details: { scope, needed: 'admin' } });
  }
  const found = await core.findAdminKey(digestOfKey(key));
  if (!found) throw new AppError('invalid_api_key');
  return found.id;
}

/**
 * Makes a key for every server, present and future: for the operator's command line alone. The returned text is the only
 * time it is seen. @throws AppError('invalid_input')
 */
export async function createAdminKey(core: Core, given: string) {
  const name = parseGiven(keyNameSchema, given);
  const [id, key] = [drawKeyId(), generateKey('admin')];
  const last4 = key.slice(-4);
  const row = { id, name, last4, sha256: digestOfKey(key), createdAt: new Date(core.clock()) };
  await store.insertAdminKey(core.database, row);
  return { id, key, name, scope: 'admin' as const, last4 };
}

export function listAdminKeys(core: Core): Promise<store.AdminKey[]> {
  return store.listAdminKeys(core.database);
}

/** From the next request on, in every process. @throws AppError('not_found') */
export async function revokeAdminKey(core: Core, id: string): Promise<void> {
  if (!(await store.revokeAdminKey(core.database, id, new Date(core.clock()))))
    throw new AppError('not_found', { message: 'There is no such key of scope admin, or it is revoked.' });
}
