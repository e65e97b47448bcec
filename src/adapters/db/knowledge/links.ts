import { type Selectable, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows, fromRow, type Row, readRows, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { lockServer } from './knowledge.ts';
import { dropUnheld } from './pages.ts';

export type Link = Omit<Row<'links'>, 'claimedBy' | 'claimedUntil' | 'createdAt'>;

type LinkRow = Selectable<Schema['links']>;

export interface LinkOverview extends Link {
  /** Includes unchanged pages. */
  pages: number;
  failed: number;
  /** Known and not read yet. */
  queued: number;
}

/** `full`: the server has `limit` links. */
export async function insertLink(
  database: Database,
  link: { serverId: string; id: string; url: string; dueAt: Date },
  limit: number,
): Promise<'added' | 'exists' | 'full'> {
  return database.kysely.transaction().execute(async (transaction) => {
    const { serverId } = link;
    await lockServer(transaction, serverId);
    const known = await readRows(transaction, 'links', { serverId }, ['id']);
    if (known.some(({ id }) => id === link.id)) return 'exists';
    if (known.length >= limit) return 'full';
    await transaction.insertInto('links').values(toRow(link)).execute();
    return 'added';
  });
}

/** In the order they were added. */
export async function listLinks(database: Database, serverId: string): Promise<LinkOverview[]> {
  const { rows } = await sql<LinkRow & { pages: number; failed: number; queued: number }>`
    SELECT links.*, count(*) FILTER (WHERE pages.state IN ('fetched', 'unchanged')) AS pages,
      count(*) FILTER (WHERE pages.state = 'failed') AS failed,
      count(*) FILTER (WHERE pages.state = 'queued') AS queued
    FROM links LEFT JOIN pages ON pages.server_id = links.server_id AND pages.link_id = links.id
    WHERE links.server_id = ${serverId} GROUP BY links.server_id, links.id
    ORDER BY links.created_at, links.url`.execute(database.kysely);
  return rows.map(({ pages, failed, queued, ...row }) => ({ ...toLink(row), pages, failed, queued }));
}

/** Nobody reads the link at $1. */
const IS_FREE = '(claimed_until IS NULL OR claimed_until <= $1)';
/** Also due, on a server that the bot is in. */
const IS_WAITING = `${IS_FREE} AND due_at <= $1 AND server_id IN (SELECT servers.id FROM servers WHERE servers.active)`;

/** A process without the platform leaves its channels to others. */
const readable = (hasPlatform: boolean) => (hasPlatform ? '' : `AND url NOT LIKE 'discord:%'`);

/** Also whether posts were noticed that nobody has read. */
export async function hasDueLink(database: Database, now: Date, hasPlatform: boolean): Promise<boolean> {
  const noticed = hasPlatform ? 'OR EXISTS (SELECT FROM pages WHERE noticed_at IS NOT NULL)' : '';
  const statement = `SELECT EXISTS (SELECT FROM links WHERE ${IS_WAITING} ${readable(hasPlatform)}) ${noticed} AS waits`;
  const rows = await database.query<{ waits: boolean }>(`due-link-${hasPlatform}`, statement, [now], {
    repeatable: true,
  });
  return rows[0]?.waits === true;
}

interface LinkClaim {
  by: string;
  now: Date;
  until: Date;
}

/**
 * Claims a link for one crawler until `until`.
 * @param which null: the active server's link that has been due longest.
 * @returns null when there is none, or another crawler has it.
 */
export async function claimLink(
  database: Database,
  which: { serverId: string; id: string } | null,
  claim: LinkClaim & { hasPlatform?: boolean },
): Promise<Link | null> {
  const condition = which
    ? `${IS_FREE} AND server_id = $4 AND id = $5`
    : `${IS_WAITING} ${readable(claim.hasPlatform === true)}`;
  const rows = await database.query<LinkRow>(
    null,
    `UPDATE links SET state = 'crawling', claimed_by = $2, claimed_until = $3, fault = NULL, detail = NULL,
       began_at = coalesce(began_at, $1)
     WHERE (server_id, id) = (
       SELECT server_id, id FROM links WHERE ${condition} ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING *`,
    [claim.now, claim.by, claim.until, ...(which ? [which.serverId, which.id] : [])],
  );
  return rows[0] ? toLink(rows[0]) : null;
}

/** Claims a readable channel of which posts were noticed; its state stays. @param which null: any */
export async function claimNoticed(
  database: Database,
  which: { serverId: string; id: string } | null,
  claim: LinkClaim,
): Promise<Link | null> {
  const meant = which ? 'AND server_id = $4 AND id = $5' : '';
  const rows = await database.query<LinkRow>(
    null,
    `UPDATE links SET claimed_by = $2, claimed_until = $3
     WHERE (server_id, id) = (
       SELECT server_id, id FROM links WHERE ${IS_FREE} ${meant} AND state = 'crawled' AND EXISTS (
         SELECT FROM pages WHERE pages.server_id = links.server_id AND link_id = links.id AND noticed_at IS NOT NULL)
       LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING *`,
    [claim.now, claim.by, claim.until, ...(which ? [which.serverId, which.id] : [])],
  );
  return rows[0] ? toLink(rows[0]) : null;
}

export async function releaseNoticed(database: Database, { serverId, id }: Link, by: string): Promise<void> {
  await changeRows(
    database.kysely,
    'links',
    { serverId, id, claimedBy: by },
    { claimedBy: null, claimedUntil: null },
  );
}

/** Without `crawledAt` the time of the last good crawl stays. */
export interface CrawlEnd extends Pick<Link, 'fault' | 'detail' | 'limits' | 'dueAt' | 'crawledAt'> {
  state: Exclude<Link['state'], 'crawling'>;
}

/** Leaves a claim alone that has gone to another crawler. */
export async function releaseLink(database: Database, link: Link, by: string, end: CrawlEnd): Promise<void> {
  const mine = { serverId: link.serverId, id: link.id, claimedBy: by };
  const free = { claimedBy: null, claimedUntil: null, ...(end.state === 'queued' ? {} : { beganAt: null }) };
  const change = { ...end, crawledAt: end.crawledAt ?? undefined, ...free };
  await changeRows(database.kysely, 'links', mine, change);
}

/** Without `id` all links of the server; a crawl under way goes on, a look at single posts too. */
export async function queueLinks(
  database: Database,
  { serverId, id }: { serverId: string; id?: string },
  now: Date,
): Promise<void> {
  const queued = database.kysely
    .updateTable('links')
    .set({ due_at: now, state: 'queued', fault: null, detail: null })
    .where('server_id', '=', serverId)
    .where((where) =>
      where.or([
        where('claimed_until', 'is', null),
        where('claimed_until', '<=', now),
        where('state', '<>', 'crawling'),
      ]),
    );
  await (id === undefined ? queued : queued.where('id', '=', id)).execute();
}

/** Makes the channels of these servers due. */
export async function queueChannels(database: Database, serverIds: readonly string[], now: Date) {
  await database.kysely
    .updateTable('links')
    .set({ due_at: now })
    .where('server_id', 'in', serverIds)
    .where('url', 'like', 'discord:%')
    .where('due_at', '>', now)
    .execute();
}

/** Also deletes its pages and the entries that only they hold. */
export async function deleteLink(database: Database, { serverId, id }: { serverId: string; id: string }) {
  await database.kysely.transaction().execute(async (transaction) => {
    const { rows: pages } = await sql<{ id: string }>`
      SELECT id FROM pages WHERE server_id = ${serverId} AND link_id = ${id}`.execute(transaction);
    await deleteRows(transaction, 'links', { serverId, id });
    const pageIds = pages.map((page) => page.id);
    await dropUnheld(transaction, serverId, pageIds);
  });
}

/**
 * Makes links due whose page content was held by a page of another link that changed or went. A link that was just
 * crawled waits for `pauseMs`: it could not be read then.
 */
export async function hastenForgotten(database: Database, serverId: string, now: Date, pauseMs: number) {
  await sql`
    UPDATE links SET due_at = ${now}
    WHERE server_id = ${serverId} AND due_at > ${now} AND state = 'crawled'
      AND crawled_at <= ${new Date(now.getTime() - pauseMs)} AND id IN (
        SELECT link_id FROM pages WHERE pages.server_id = ${serverId}
          AND state IN ('fetched', 'unchanged') AND hash IS NULL AND merged_into IS NULL)
    `.execute(database.kysely);
}

function toLink(row: LinkRow): Link {
  const { claimed_by: _, claimed_until: __, created_at: ___, ...link } = row;
  return fromRow(link);
}
