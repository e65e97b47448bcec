import { sql } from 'kysely';
import { createBatcher } from '../batch.ts';
import type { Database } from '../connect.ts';
import { changeRows, insertNew, type Row, readRows } from '../rows.ts';

/** A key of the installation; it belongs to no server. */
export type AdminKey = Omit<Row<'admin_keys'>, 'sha256' | 'hits' | 'counts'>;

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
  key: Omit<AdminKey, 'lastUsedAt' | 'revokedAt'> & { sha256: Buffer },
): Promise<void> {
  await insertNew(database.kysely, 'admin_keys', key);
}

/** In the order of their making. */
export function listAdminKeys({ kysely }: Database): Promise<AdminKey[]> {
  const names = ['id', 'name', 'last4', 'createdAt', 'lastUsedAt', 'revokedAt'] as const;
  return readRows(kysely, 'admin_keys', { id: sql`IS NOT NULL` }, names, sql`ORDER BY created_at`);
}

/** @returns false when there is no such valid key. */
export async function revokeAdminKey(database: Database, id: string, at: Date): Promise<boolean> {
  return (await changeRows(database.kysely, 'admin_keys', { id, revokedAt: null }, { revokedAt: at })) > 0;
}
