import { sql } from 'kysely';
import { MINUTE_SECONDS } from '../../../domain/limits.ts';
import { createBatcher } from '../batch.ts';
import type { Database } from '../connect.ts';
import { changeRows, insertNew, type Row, readRows } from '../rows.ts';

/** A key of the installation; it belongs to no server. */
export type AdminKey = Omit<Row<'admin_keys'>, 'sha256'>;

export type FindAdminKey = (digest: Buffer) => Promise<Pick<Row<'admin_keys'>, 'id' | 'sha256'> | null>;

/** Looks valid keys up by digest, concurrent requests in one statement; a revoke counts from the next one on. */
export function createAdminKeyFinder({ kysely }: Database): FindAdminKey {
  return createBatcher(async (digests: Buffer[]) => {
    const rows = await readRows(kysely, 'admin_keys', { sha256: digests, revokedAt: null }, ['id', 'sha256']);
    return digests.map((digest) => rows.find(({ sha256 }) => sha256.equals(digest)) ?? null);
  });
}

export async function insertAdminKey(
  database: Database,
  key: Omit<Row<'admin_keys'>, 'lastUsedAt' | 'revokedAt'>,
): Promise<void> {
  await insertNew(database.kysely, 'admin_keys', key);
}

/** In the order of their making. */
export function listAdminKeys({ kysely }: Database): Promise<AdminKey[]> {
  const names = ['id', 'name', 'last4', 'createdAt', 'lastUsedAt', 'revokedAt'] as const;
  return readRows(kysely, 'admin_keys', { id: sql`IS NOT NULL` }, names, sql`ORDER BY created_at`);
}

/** At most once a minute: requests in a row write nothing. */
export async function noteAdminKeyUse(database: Database, id: string, at: Date): Promise<void> {
  const minuteBegan = new Date(at.getTime() - MINUTE_SECONDS * 1000);
  await database.query(
    'note-admin-key-use',
    'UPDATE admin_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $3)',
    [id, at, minuteBegan],
    { repeatable: true },
  );
}

/** @returns false when there is no such valid key. */
export async function revokeAdminKey(database: Database, id: string, at: Date): Promise<boolean> {
  return (await changeRows(database.kysely, 'admin_keys', { id, revokedAt: null }, { revokedAt: at })) > 0;
}
