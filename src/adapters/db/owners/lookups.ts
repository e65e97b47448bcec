import type { Database } from '../connect.ts';
import { deleteRows, findRow, type Row, takeNew, toRow } from '../rows.ts';
import { updateServer } from './servers.ts';

/** Where facts of who asks are looked up; `secret` is sealed. */
export type StoredLookup = Omit<Row<'lookups'>, 'serverId'>;

export async function findLookup(database: Database, serverId: string): Promise<StoredLookup | null> {
  return findRow(database.kysely, 'lookups', { serverId }, ['url', 'secret', 'topics', 'createdAt']);
}

/** Raises the server's revision: an answer without the facts is not given again. */
export function upsertLookup(database: Database, serverId: string, lookup: StoredLookup): Promise<void> {
  return database.kysely.transaction().execute(async (transaction) => {
    await updateServer({ kysely: transaction }, serverId, {});
    await transaction
      .insertInto('lookups')
      .values(toRow({ ...lookup, serverId }))
      .onConflict((conflict) =>
        conflict.column('server_id').doUpdateSet(takeNew('url', 'secret', 'topics', 'created_at')),
      )
      .execute();
  });
}

/** @returns false when there was none. */
export function deleteLookup(database: Database, serverId: string): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    await updateServer({ kysely: transaction }, serverId, {});
    return (await deleteRows(transaction, 'lookups', { serverId })) > 0;
  });
}
