import { type Kysely, type Selectable, sql } from 'kysely';
import type { KnowledgeEntry } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows, fromRow, inParts, type Row, takeNew, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { raiseRevision, upsertKnowledge } from './knowledge.ts';

/** As the last visit left it; a null hash has it read anew. */
export type Page = Omit<Row<'pages'>, 'serverId' | 'linkId' | 'noticedAt'>;

/** Without `entries` the page keeps its knowledge and its validators. */
export interface PageVisit extends Page {
  entries?: KnowledgeEntry[];
}

interface LinkClaim {
  serverId: string;
  linkId: string;
  by: string;
  until: Date;
}

/** A thousand rows of fourteen columns would block the event loop for 50 ms. */
const ROWS_PER_STATEMENT = 100;

function selectPages(database: Database, serverId: string, linkId: string) {
  return database.kysely
    .selectFrom('pages')
    .where(({ and }) => and({ server_id: serverId, link_id: linkId }));
}

export async function listPages(database: Database, serverId: string, linkId: string): Promise<Page[]> {
  const pages = selectPages(database, serverId, linkId).selectAll();
  return (await pages.orderBy('crawled_at').orderBy('url').execute()).map(toPage);
}

/** Failed pages first, then queued ones, each by address; and the total. */
export async function pagePages(
  database: Database,
  link: { serverId: string; id: string },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ pages: Page[]; total: number }> {
  const ofLink = selectPages(database, link.serverId, link.id);
  const count = sql<number>`count(*)`.as('total');
  const { total } = await ofLink.select(count).executeTakeFirstOrThrow();
  const rows = await ofLink
    .selectAll()
    .orderBy(sql`CASE state WHEN 'failed' THEN 0 WHEN 'queued' THEN 1 ELSE 2 END`)
    .orderBy('url')
    .offset(offset)
    .limit(limit)
    .execute();
  return { pages: rows.map(toPage), total };
}

/** Read pages whose content nobody holds any more, since its holder changed or went. */
export async function listForgotten(database: Database, serverId: string, linkId: string): Promise<Page[]> {
  const rows = await selectPages(database, serverId, linkId)
    .selectAll()
    .where('state', 'in', ['fetched', 'unchanged'])
    .where('hash', 'is', null)
    .where('merged_into', 'is', null)
    .execute();
  return rows.map(toPage);
}

/** The page that holds each content, over all links of a server: digest -> page id. */
export async function listHolders(database: Database, serverId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ hash: string; id: string }>`SELECT hash, id FROM pages
    WHERE server_id = ${serverId} AND hash IS NOT NULL AND merged_into IS NULL`.execute(database.kysely);
  return new Map(rows.map(({ hash, id }) => [hash, id]));
}

/**
 * Writes visits and their entries in one transaction and extends the claim. A page beyond `maxEntries` is stored as
 * failed with `knowledge_full`. @returns ids of those pages. @throws Error when another crawler has the link now.
 */
export async function writeVisits(
  database: Database,
  claim: LinkClaim,
  visits: readonly PageVisit[],
  maxEntries: number,
): Promise<string[]> {
  return database.kysely.transaction().execute(async (transaction) => {
    await prolong(transaction, claim);
    const { serverId } = claim;
    const full = await findUnfit(transaction, serverId, visits, maxEntries);
    const fitting = visits.map((visit) => (full.includes(visit.id) ? refuse(visit) : visit));
    const read = fitting.filter((visit) => visit.entries !== undefined);
    await forgetMerged(transaction, serverId, read);
    await replaceEntries(transaction, serverId, read);
    await upsertPages(transaction, claim, fitting);
    return full;
  });
}

/** Stores nothing of it, so the next crawl reads it again. */
function refuse({ entries: _, ...visit }: PageVisit): PageVisit {
  const nothing = { etag: null, lastModified: null, hash: null, mergedInto: null };
  return { ...visit, ...nothing, state: 'failed', fault: 'knowledge_full', detail: null };
}

async function prolong(kysely: Kysely<Schema>, claim: LinkClaim): Promise<void> {
  const kept = await changeRows(
    kysely,
    'links',
    { serverId: claim.serverId, id: claim.linkId, claimedBy: claim.by },
    { claimedUntil: claim.until },
  );
  if (kept === 0) throw new Error('another process crawls this link now');
}

/** Pages beyond the server's limit, in the order of the visits. */
async function findUnfit(
  kysely: Kysely<Schema>,
  serverId: string,
  visits: readonly PageVisit[],
  maxEntries: number,
): Promise<string[]> {
  const growing = visits.filter(({ entries }) => entries !== undefined && entries.length > 0);
  if (growing.length === 0) return [];
  const { rows: counts } = await sql<{ page: string | null; count: number }>`
    SELECT CASE WHEN source = 'link' THEN provenance ->> 'page' END AS page, count(*) AS count
    FROM knowledge WHERE server_id = ${serverId} GROUP BY 1`.execute(kysely);
  const byPage = new Map(counts.map((row) => [row.page, row.count]));
  let total = counts.reduce((sum, row) => sum + row.count, 0);
  return growing.flatMap(({ id, entries = [] }) => {
    const after = total - (byPage.get(id) ?? 0) + entries.length;
    if (after > maxEntries) return [id];
    total = after;
    return [];
  });
}

async function upsertPages(kysely: Kysely<Schema>, claim: LinkClaim, visits: readonly PageVisit[]) {
  const known = visits.filter(({ entries }) => entries === undefined);
  const read = visits.filter(({ entries }) => entries !== undefined);
  const place = { server_id: claim.serverId, link_id: claim.linkId };
  const insert = (part: readonly PageVisit[]) =>
    kysely
      .insertInto('pages')
      .values(part.map(({ entries: _, ...page }) => ({ ...place, ...toRow<Page>(page) })));
  const outcome = takeNew('state', 'fault', 'detail', 'crawled_at');
  for (const part of inParts(known, ROWS_PER_STATEMENT)) {
    await insert(part)
      .onConflict((conflict) =>
        conflict.columns(['server_id', 'link_id', 'id']).doUpdateSet({
          ...outcome,
          // A page whose content was forgotten meanwhile must not look known.
          etag: sql`CASE WHEN pages.hash IS NULL THEN NULL ELSE excluded.etag END`,
          last_modified: sql`CASE WHEN pages.hash IS NULL THEN NULL ELSE excluded.last_modified END`,
        }),
      )
      .execute();
  }
  const content = takeNew('etag', 'last_modified', 'hash', 'canonical_id', 'merged_into', 'member_id');
  for (const part of inParts(read, ROWS_PER_STATEMENT)) {
    await insert(part)
      .onConflict((conflict) =>
        conflict.columns(['server_id', 'link_id', 'id']).doUpdateSet({ ...outcome, ...content }),
      )
      .execute();
  }
}

/** Pages that the crawl did not reach keep the state of their last visit. */
export async function settleQueued(database: Database, serverId: string, linkId: string): Promise<void> {
  await changeRows(
    database.kysely,
    'pages',
    { serverId, linkId, state: 'queued', crawledAt: sql`IS NOT NULL` },
    { state: sql`CASE WHEN fault IS NULL THEN 'unchanged' ELSE 'failed' END` },
  );
}

/** Also deletes sections that no other page holds. */
export async function deletePages(
  database: Database,
  link: { serverId: string; id: string },
  pageIds: readonly string[],
): Promise<void> {
  if (pageIds.length === 0) return;
  await database.kysely.transaction().execute(async (transaction) => {
    await deleteRows(transaction, 'pages', { serverId: link.serverId, linkId: link.id, id: pageIds });
    await dropUnheld(transaction, link.serverId, pageIds);
  });
}

function toPage({ server_id: _, link_id: __, noticed_at: ___, ...row }: Selectable<Schema['pages']>): Page {
  return fromRow(row);
}

/** `entries` is empty when the page is gone or merged into another. */
export interface ReadPage {
  id: string;
  entries?: KnowledgeEntry[];
}

/** Pages merged into a changed page are read anew. */
async function forgetMerged(kysely: Kysely<Schema>, serverId: string, changed: readonly ReadPage[]) {
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
    // A redirect holds no content.
    .where('hash', 'is not', null)
    .where(condition)
    .execute();
}

async function replaceEntries(kysely: Kysely<Schema>, serverId: string, read: readonly ReadPage[]) {
  if (read.length === 0) return;
  const entries = read.flatMap((visit) => visit.entries ?? []);
  const removed = await deleteRows(kysely, 'knowledge', {
    ...{ serverId, source: 'link', id: sql`<> ALL(${entries.map(({ id }) => id)})` },
    provenance: sql`->> 'page' = ANY(${read.map(({ id }) => id)})`,
  });
  for (const part of inParts(entries, ROWS_PER_STATEMENT)) await upsertKnowledge(kysely, serverId, part);
  if (entries.length > 0 || removed > 0) await raiseRevision(kysely, serverId);
}

/** Merges pages into their canonical page where that was read and holds its content itself; their own sections go. */
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

/** Deletes sections that no page holds any more, and has pages that were merged into them read anew. */
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
