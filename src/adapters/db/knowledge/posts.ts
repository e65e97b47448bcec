import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows, readRows } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { dropUnheld } from './pages.ts';

/** A post of a channel that the platform told of. */
export interface NoticedPost {
  serverId: string;
  /** What the link of its channel would be called. */
  linkId: string;
  /** As a page of that link. */
  id: string;
  url: string;
  /** Otherwise it counts where it is known, or where its channel is being read: the reader may have it in hand. */
  isNew: boolean;
}

/** Has posts read again by whoever reads their channel next. @returns whether a link has one of them */
export async function noticePosts(
  database: Database,
  posts: readonly NoticedPost[],
  at: Date,
): Promise<boolean> {
  const [servers, ids] = [posts.map(({ serverId }) => serverId), posts.map(({ id }) => id)];
  // First, so that a post which a reader writes down meanwhile is known to the next statement.
  await sql`
    INSERT INTO pages (server_id, link_id, id, url, depth, state)
    SELECT links.server_id, links.id, told.id, told.url, 0, 'queued'
    FROM unnest(${servers}::text[], ${posts.map(({ linkId }) => linkId)}::text[], ${ids}::text[],
      ${posts.map(({ url }) => url)}::text[], ${posts.map(({ isNew }) => isNew)}::boolean[])
      AS told (server_id, link_id, id, url, is_new)
    JOIN links ON links.server_id = told.server_id AND links.id = told.link_id
    WHERE told.is_new OR links.claimed_until > ${at}
    ON CONFLICT (server_id, link_id, id) DO NOTHING`.execute(database.kysely);
  // Later than the time before, by which a reader settles what it has read.
  const { numAffectedRows = 0n } = await sql`
    UPDATE pages SET noticed_at = greatest(${at}, noticed_at + interval '1 millisecond')
    FROM unnest(${servers}::text[], ${ids}::text[]) AS told (server_id, id)
    WHERE pages.server_id = told.server_id AND pages.id = told.id`.execute(database.kysely);
  return numAffectedRows > 0n;
}

/** The longest known first. */
export async function listNoticed(
  database: Database,
  { serverId, id }: { serverId: string; id: string },
  limit: number,
): Promise<{ id: string; url: string; noticedAt: Date | null }[]> {
  const match = { serverId, linkId: id, noticedAt: sql`IS NOT NULL` };
  return readRows(
    database.kysely,
    'pages',
    match,
    ['id', 'url', 'noticedAt'],
    sql`ORDER BY noticed_at, id LIMIT ${limit}`,
  );
}

/** Unless it was noticed again meanwhile. */
export async function settleNoticed(
  database: Database,
  link: { serverId: string; id: string },
  { id, noticedAt }: { id: string; noticedAt: Date | null },
): Promise<void> {
  const match = { serverId: link.serverId, linkId: link.id, id, noticedAt };
  await changeRows(database.kysely, 'pages', match, { noticedAt: null });
}

/** Takes a member's posts out of the knowledge for good: a later reading passes them over. */
export async function withdrawPosts(
  database: Database,
  memberId: string,
  only?: { serverId: string },
): Promise<void> {
  const servers = await readRows(
    database.kysely,
    'pages',
    { memberId, ...only },
    ['serverId'],
    sql`ORDER BY 1`,
  );
  for (const serverId of new Set(servers.map((row) => row.serverId)))
    await database.kysely
      .transaction()
      .execute((transaction) => withdrawPostsWithin(transaction, serverId, memberId));
}

export async function withdrawPostsWithin(
  transaction: Kysely<Schema>,
  serverId: string,
  memberId: string,
): Promise<void> {
  const written = await readRows(transaction, 'pages', { serverId, memberId }, ['id']);
  if (written.length === 0) return;
  const nothing = { etag: null, lastModified: null, hash: null, mergedInto: null, memberId: null };
  const state = { state: 'failed', fault: 'withdrawn', detail: null } as const;
  await changeRows(transaction, 'pages', { serverId, memberId }, { ...nothing, ...state });
  await forgetPosts(
    transaction,
    serverId,
    written.map(({ id }) => id),
  );
}

/** Posts of a channel that are gone there, with all that they ever said. */
export async function deletePosts(
  database: Database,
  { serverId, id: linkId }: { serverId: string; id: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await database.kysely.transaction().execute(async (transaction) => {
    await deleteRows(transaction, 'pages', { serverId, linkId, id: ids });
    await forgetPosts(transaction, serverId, ids);
  });
}

/** No version of a member's words is left. */
async function forgetPosts(
  transaction: Kysely<Schema>,
  serverId: string,
  ids: readonly string[],
): Promise<void> {
  await dropUnheld(transaction, serverId, ids);
  for (const table of ['knowledge_versions', 'outdated_claims'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE server_id = ${serverId}
      AND split_part(entry_id, ':', 2) = ANY(${ids}) AND entry_id LIKE 'page:%'`.execute(transaction);
}

/** Of a server that the bot has left: its channels are read anew once it is back. */
export async function dropPosts(kysely: Kysely<Schema>, serverId: string, at: Date): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    const channels = await readRows(transaction, 'links', { serverId, url: sql`LIKE 'discord:%'` }, ['id']);
    if (channels.length === 0) return;
    const linkId = channels.map(({ id }) => id);
    const posts = await readRows(transaction, 'pages', { serverId, linkId }, ['id']);
    await deleteRows(transaction, 'pages', { serverId, linkId });
    await changeRows(transaction, 'links', { serverId, id: linkId }, { state: 'queued', dueAt: at });
    await forgetPosts(
      transaction,
      serverId,
      posts.map(({ id }) => id),
    );
  });
}

export async function readPostsOf(kysely: Kysely<Schema>, memberId: string) {
  const { rows } = await sql<{ server_id: string; url: string; texts: string[] }>`
    SELECT pages.server_id, pages.url, array_agg(knowledge.text ORDER BY knowledge.id) AS texts
    FROM pages JOIN knowledge ON knowledge.server_id = pages.server_id AND knowledge.source = 'link'
      AND knowledge.provenance ->> 'page' = pages.id
    WHERE pages.member_id = ${memberId} GROUP BY pages.server_id, pages.url ORDER BY pages.url`.execute(
    kysely,
  );
  return rows;
}
