import { sql } from 'kysely';
import type { Database } from '../connect.ts';
import { inParts } from '../rows.ts';

/** What a text was compared with, each by a digest of what it says: null, or sealed why they contradict each other. */
export interface Comparison {
  name: string;
  compared: Record<string, string | null>;
  isDone: boolean;
}

const NAMES_PER_READ = 2_000;
/** What nobody says any more may be said again: a suggestion that is taken back, an entry that is put back. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Those of some texts that were compared with any. */
export async function readComparisons(
  database: Database,
  serverId: string,
  names: readonly string[],
): Promise<Comparison[]> {
  const read: Comparison[] = [];
  for (const part of inParts(names, NAMES_PER_READ)) {
    const rows = await database.kysely
      .selectFrom('comparisons')
      .select(['name', 'compared', 'is_done as isDone'])
      .where('server_id', '=', serverId)
      .where(sql<boolean>`name = ANY(${part}::text[])`)
      .execute();
    read.push(...rows);
  }
  return read;
}

/** Adds to what is known of them; nothing where the server has been deleted. */
export async function saveComparisons(
  database: Database,
  serverId: string,
  comparisons: readonly Comparison[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(comparisons);
  await sql`
    INSERT INTO comparisons AS c (server_id, name, compared, is_done, compared_at)
    SELECT s.id, r.name, r.compared, r."isDone", ${now}::timestamptz
    FROM servers s, jsonb_to_recordset(${rows}::jsonb) AS r(name text, compared jsonb, "isDone" boolean)
    WHERE s.id = ${serverId}
    ON CONFLICT (server_id, name) DO UPDATE SET compared = c.compared || excluded.compared,
      is_done = c.is_done OR excluded.is_done, compared_at = excluded.compared_at`.execute(database.kysely);
}

/** Forgets what no entry has said for a month. */
export async function removeOldComparisons(
  database: Database,
  serverId: string,
  names: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    DELETE FROM comparisons WHERE server_id = ${serverId} AND compared_at < ${new Date(now.getTime() - KEPT_MS)}
      AND NOT name = ANY(${[...names]}::text[])`.execute(database.kysely);
}
