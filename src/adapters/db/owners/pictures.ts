import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { takeNew, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

interface StoredPicture {
  type: Schema['pictures']['type'];
  bytes: Buffer;
}

/** A later picture replaces an earlier one. */
export async function upsertPicture(
  kysely: Kysely<Schema>,
  picture: StoredPicture & { serverId: string; updatedAt: Date },
): Promise<void> {
  await kysely
    .insertInto('pictures')
    .values(toRow(picture))
    .onConflict((conflict) =>
      conflict.column('server_id').doUpdateSet(takeNew('type', 'bytes', 'updated_at')),
    )
    .execute();
}

/** @param digest SHA-256 of its bytes, in hexadecimal. @returns null where the server has no such picture. */
export async function findPicture(
  database: Database,
  serverId: string,
  digest: string,
): Promise<StoredPicture | null> {
  const picture = await database.kysely
    .selectFrom('pictures')
    .select(['type', 'bytes'])
    .where('server_id', '=', serverId)
    .where(sql<boolean>`sha256(bytes) = decode(${digest}, 'hex')`)
    .executeTakeFirst();
  return picture ?? null;
}
