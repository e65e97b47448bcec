import { type Kysely, sql } from 'kysely';
import type { EntryVersion } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { deleteRows, findRow, readRows } from '../rows.ts';
import type { Schema } from '../schema.ts';

/** Newest first; an entry of null: there was none until then. */
export function listVersions(database: Database, serverId: string, entryId: string) {
  const columns = ['untilRevision', 'untilAt', 'entry'] as const;
  return readRows(
    database.kysely,
    'knowledge_versions',
    { serverId, entryId },
    columns,
    sql`ORDER BY until_revision DESC`,
  );
}

/** Entries as they stood at a revision, in any order. @param ids null: all. */
export async function readEntriesAt(
  database: Database,
  serverId: string,
  { revision, ids }: { revision: number; ids: readonly string[] | null },
): Promise<EntryVersion[]> {
  const { rows } = await sql<{ entry: EntryVersion | null }>`
    WITH past AS (
      SELECT DISTINCT ON (entry_id) entry_id, entry FROM knowledge_versions
      WHERE server_id = ${serverId} AND until_revision >= ${revision}
        AND (${ids}::text[] IS NULL OR entry_id = ANY(${ids}::text[]))
      ORDER BY entry_id, until_revision
    )
    SELECT entry FROM past
    UNION ALL SELECT to_jsonb(k) FROM knowledge k
      WHERE server_id = ${serverId} AND (${ids}::text[] IS NULL OR id = ANY(${ids}::text[]))
        AND NOT EXISTS (SELECT FROM past WHERE entry_id = k.id)`.execute(database.kysely);
  return rows.flatMap(({ entry }) => entry ?? []);
}

/** All that is kept of these entries, oldest first for each; `until` is null for what stands there now. */
export async function readHistories(database: Database, serverId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; until: number | null; entry: EntryVersion | null }>`
    SELECT entry_id AS id, until_revision AS until, entry FROM knowledge_versions
      WHERE server_id = ${serverId} AND entry_id = ANY(${ids}::text[])
    UNION ALL SELECT id, NULL, to_jsonb(k) FROM knowledge k
      WHERE server_id = ${serverId} AND id = ANY(${ids}::text[])
    ORDER BY until NULLS LAST`.execute(database.kysely);
  return Map.groupBy(rows, ({ id }) => id);
}

/** Null: the present ones counted then too. */
export function findSettingsAt(database: Database, serverId: string, revision: number) {
  const match = { serverId, untilRevision: sql`>= ${revision}` };
  const first = sql`ORDER BY until_revision LIMIT 1`;
  return findRow(database.kysely, 'setting_versions', match, ['name', 'settings'], first);
}

/** For words that must be kept nowhere. */
export async function forgetVersions(
  kysely: Kysely<Schema>,
  serverId: string,
  entryIds: readonly string[],
): Promise<void> {
  if (entryIds.length === 0) return;
  for (const table of ['knowledge_versions', 'outdated_claims'] as const)
    await deleteRows(kysely, table, { serverId, entryId: entryIds });
}

export async function removeOldVersions({ kysely }: Database, before: Date): Promise<void> {
  for (const table of ['knowledge_versions', 'setting_versions'] as const)
    await deleteRows(kysely, table, { untilAt: sql`< ${before}` });
}
