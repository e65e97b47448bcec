import { type Kysely, sql } from 'kysely';
import type { KnowledgeEntry } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { inParts } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { raiseRevision, upsertKnowledge } from './knowledge.ts';

/** A page that was read: the sections it holds now, none when it is gone or merged into another. */
export interface ReadPage {
  id: string;
  entries?: KnowledgeEntry[];
}

/** As for pages: longer statements are made for too long without a break. */
const ROWS_PER_STATEMENT = 100;

/** Pages that were merged into one that has changed are no longer held by anybody: they are read anew. */
export async function forgetMerged(kysely: Kysely<Schema>, serverId: string, changed: readonly ReadPage[]) {
  if (changed.length === 0) return;
  const all = changed.map(({ id }) => id);
  const gone = changed.filter(({ entries }) => entries?.length === 0).map(({ id }) => id);
  const isStale = sql<boolean>`merged_into = ANY(${all}) AND (merged_into = ANY(${gone}) OR canonical_id IS DISTINCT FROM merged_into)`;
  await forgetContent(kysely, serverId, isStale);
}

async function forgetContent(
  kysely: Kysely<Schema>,
  serverId: string,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<void> {
  await kysely
    .updateTable('pages')
    .set({ etag: null, last_modified: null, hash: null, merged_into: null })
    .where('server_id', '=', serverId)
    // A redirect points on too, but holds no content.
    .where('hash', 'is not', null)
    .where(condition)
    .execute();
}

export async function replaceEntries(kysely: Kysely<Schema>, serverId: string, read: readonly ReadPage[]) {
  if (read.length === 0) return;
  const entries = read.flatMap((visit) => visit.entries ?? []);
  const removed = await kysely
    .deleteFrom('knowledge')
    .where(({ and }) => and({ server_id: serverId, source: 'link' }))
    .where(sql<boolean>`provenance ->> 'page' = ANY(${read.map(({ id }) => id)})`)
    .where(sql<boolean>`NOT id = ANY(${entries.map(({ id }) => id)})`)
    .executeTakeFirst();
  for (const part of inParts(entries, ROWS_PER_STATEMENT)) await upsertKnowledge(kysely, serverId, part);
  if (entries.length > 0 || removed.numDeletedRows > 0n) await raiseRevision(kysely, serverId);
}

/**
 * Merges pages of a link into the page that they name as their canonical form, when that one was read and
 * holds its content itself. Their own sections go.
 */
export async function mergeCanonical(database: Database, serverId: string, linkId: string): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    const merged = await sql<{ id: string }>`
      UPDATE pages SET merged_into = pages.canonical_id
      FROM pages AS canonical
      WHERE pages.server_id = ${serverId} AND pages.link_id = ${linkId} AND pages.hash IS NOT NULL
        AND pages.merged_into IS DISTINCT FROM pages.canonical_id
        AND canonical.server_id = pages.server_id AND canonical.id = pages.canonical_id
        AND canonical.id <> pages.id AND canonical.hash IS NOT NULL AND canonical.merged_into IS NULL
        AND canonical.state IN ('fetched', 'unchanged')
        AND (canonical.canonical_id IS NULL OR canonical.canonical_id = canonical.id)
      RETURNING pages.id`.execute(transaction);
    const mergedIds = merged.rows.map(({ id }) => id);
    await dropUnheld(transaction, serverId, mergedIds);
  });
}

/**
 * After pages went or were merged: deletes sections that no page holds any more, and forgets the content of
 * pages that were merged into them.
 */
export async function dropUnheld(kysely: Kysely<Schema>, serverId: string, pageIds: readonly string[]) {
  if (pageIds.length === 0) return;
  const { rows: held } = await sql<{ id: string }>`
    SELECT DISTINCT id FROM pages WHERE server_id = ${serverId} AND id = ANY(${pageIds})
      AND hash IS NOT NULL AND merged_into IS NULL`.execute(kysely);
  const unheld = pageIds.filter((id) => !held.some((page) => page.id === id));
  const emptied = unheld.map((id) => ({ id, entries: [] }));
  await replaceEntries(kysely, serverId, emptied);
  await forgetContent(kysely, serverId, sql<boolean>`merged_into = ANY(${unheld})`);
}
