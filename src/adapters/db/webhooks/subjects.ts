import { sql } from 'kysely';
import type { Source } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { fromRow } from '../rows.ts';

/** An answer as an event tells of it; its words are null once they are deleted. @returns null when it is gone. */
export async function findToldAnswer(database: Database, serverId: string, id: string) {
  const row = await database.kysely
    .selectFrom('answers')
    .select(['question', 'answer', 'reason', 'used_ids', 'language', 'channel'])
    .where(({ and }) => and({ server_id: serverId, id }))
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Entries by id, those that there still are, in the order of the ids. */
export async function readSources(
  database: Database,
  serverId: string,
  ids: readonly string[],
): Promise<Source[]> {
  const rows = await database.kysely
    .selectFrom('knowledge')
    .select(['title', 'link as url'])
    .where(({ and }) => and({ server_id: serverId, id: sql<string>`ANY(${[...ids]}::text[])` }))
    .orderBy(sql`array_position(${[...ids]}::text[], id)`)
    .execute();
  return rows;
}

/** Units used in a week, by whom. */
export async function readWeek(database: Database, serverId: string, week: string) {
  const row = await database.kysely
    .selectFrom('week_quotas')
    .select(['used', 'api_used'])
    .where(({ and }) => and({ server_id: serverId, week_start: week }))
    .executeTakeFirst();
  return { used: row?.used ?? 0, apiUsed: row?.api_used ?? 0 };
}
