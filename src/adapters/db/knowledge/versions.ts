import { type Kysely, sql } from 'kysely';
import type { EntryVersion } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { deleteRows, findRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

/** `until` is a revision; both are null for what stands there now. An entry of null: there was none. */
export interface KeptVersion {
  id: string;
  until: number | null;
  untilAt: Date | null;
  entry: EntryVersion | null;
}

/** What is kept of entries from a revision on, by id, oldest first. @param ids null: of all */
export async function readHistories(
  database: Database,
  serverId: string,
  { ids, since = 0 }: { ids: readonly string[] | null; since?: number },
): Promise<Map<string, KeptVersion[]>> {
  const { rows } = await sql<KeptVersion>`
    SELECT entry_id AS id, until_revision AS until, until_at AS "untilAt", entry FROM knowledge_versions
      WHERE server_id = ${serverId} AND until_revision >= ${since}
        AND (${ids}::text[] IS NULL OR entry_id = ANY(${ids}::text[]))
    UNION ALL SELECT id, NULL, NULL, to_jsonb(k) FROM knowledge k
      WHERE server_id = ${serverId} AND (${ids}::text[] IS NULL OR id = ANY(${ids}::text[]))
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
