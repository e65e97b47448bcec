import { type Kysely, sql } from 'kysely';
import type { KnowledgeEntry, UsableEntry } from '../../domain/types.ts';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';

/** By the thousand 20,000 entries and their index take 1.1 s, like this 0.85; longer pages hold up others. */
const ENTRIES_PER_PAGE = 2_000;
/** Rows of one INSERT: 10 columns times 1,000 stays far below PostgreSQL's 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * What the bot may use now, active and not expired, 2,000 entries at a time: 20,000 in one statement would hold
 * the event loop of the embedded database for 120 ms.
 */
export async function* readUsableKnowledge(
  database: Database,
  serverId: string,
  now: Date,
): AsyncGenerator<UsableEntry[]> {
  for (let last: string | null = null; ; ) {
    const page = database.kysely
      .selectFrom('knowledge')
      .select(['id', 'title', 'text', 'link', 'language', 'valid_until'])
      .where('server_id', '=', serverId)
      .where('status', '=', 'active')
      .where((where) => where.or([where('valid_until', 'is', null), where('valid_until', '>', now)]))
      .orderBy('id')
      .limit(ENTRIES_PER_PAGE);
    const rows = await (last === null ? page : page.where('id', '>', last)).execute();
    yield rows.map(toEntry);
    if (rows.length < ENTRIES_PER_PAGE) return;
    last = rows.at(-1)?.id ?? null;
  }
}

/** The entry that an id would stand before among those; null: it would be the last. Only the database knows its order. */
export async function findUsableAfter(
  database: Database,
  serverId: string,
  id: string,
  now: Date,
): Promise<string | null> {
  const row = await database.kysely
    .selectFrom('knowledge')
    .select('id')
    .where('server_id', '=', serverId)
    .where('status', '=', 'active')
    .where((where) => where.or([where('valid_until', 'is', null), where('valid_until', '>', now)]))
    .where('id', '>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Everything the owner has, expired and suspended entries included. */
export async function listKnowledge(database: Database, serverId: string): Promise<KnowledgeEntry[]> {
  return (await select(database.kysely, serverId).execute()).map(toEntry);
}

function select(kysely: Kysely<Schema>, serverId: string) {
  return kysely
    .selectFrom('knowledge')
    .select(['id', 'title', 'text', 'link', 'language', 'source', 'valid_until', 'provenance'])
    .where('server_id', '=', serverId)
    .orderBy('id');
}

function toEntry<Row extends { valid_until: Date | null }>(row: Row) {
  const { valid_until: validUntil, ...entry } = row;
  return { ...entry, validUntil };
}

/** @returns null when the server has no such entry. */
export async function findEntry(
  database: Database,
  serverId: string,
  id: string,
): Promise<KnowledgeEntry | null> {
  const row = await select(database.kysely, serverId).where('id', '=', id).executeTakeFirst();
  return row ? toEntry(row) : null;
}

/** An entry without its text, which may be long. */
export type EntryTitle = Pick<KnowledgeEntry, 'id' | 'title' | 'source' | 'link' | 'validUntil'>;

function selectTitles(database: Database, serverId: string) {
  return database.kysely
    .selectFrom('knowledge')
    .select(['id', 'title', 'source', 'link', 'valid_until'])
    .where('server_id', '=', serverId);
}

/** By title. */
export async function pageTitles(
  database: Database,
  serverId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ entries: EntryTitle[]; total: number }> {
  const page = selectTitles(database, serverId).orderBy('title').orderBy('id').offset(offset).limit(limit);
  return {
    entries: (await page.execute()).map(toEntry),
    total: await countEntries(database.kysely, serverId),
  };
}

/** Titles that hold a text, those that begin with it first; ids with `exceptPrefix` are left out. */
export async function findTitles(
  database: Database,
  serverId: string,
  { typed, limit, exceptPrefix }: { typed: string; limit: number; exceptPrefix: string },
): Promise<EntryTitle[]> {
  const rows = await selectTitles(database, serverId)
    .where(sql<boolean>`NOT starts_with(id, ${exceptPrefix})`)
    .where(sql<boolean>`strpos(lower(title), lower(${typed})) > 0`)
    .orderBy(sql`strpos(lower(title), lower(${typed})) > 1`)
    .orderBy('title')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

export async function countEntries(kysely: Kysely<Schema>, serverId: string): Promise<number> {
  const row = await kysely
    .selectFrom('knowledge')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('server_id', '=', serverId)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Adds an entry unless its id is taken (`exists`) or the server has `limit` entries (`full`). */
export async function insertEntry(
  database: Database,
  serverId: string,
  entry: KnowledgeEntry,
  limit: number,
): Promise<'added' | 'exists' | 'full'> {
  return database.kysely.transaction().execute(async (transaction) => {
    await lockServer(transaction, serverId);
    const known = await select(transaction, serverId).where('id', '=', entry.id).executeTakeFirst();
    if (known) return 'exists';
    if ((await countEntries(transaction, serverId)) >= limit) return 'full';
    await upsertKnowledge(transaction, serverId, [entry]);
    await raiseRevision(transaction, serverId);
    return 'added';
  });
}

/** Held to the end of the transaction, so two at once never both pass a limit or a state. */
export async function lockServer(kysely: Kysely<Schema>, serverId: string): Promise<void> {
  await kysely.selectFrom('servers').select('id').where('id', '=', serverId).forUpdate().execute();
}

/**
 * Plans and applies a change of a server's knowledge in one transaction that raises the revision.
 * The server row is locked first, so two imports never both pass a limit.
 * @param plan gets what is stored and returns the entries to write; a throw changes nothing.
 */
export async function changeKnowledge<Plan extends { writes: KnowledgeEntry[] }>(
  database: Database,
  serverId: string,
  plan: (stored: KnowledgeEntry[]) => Plan,
): Promise<Plan> {
  const change = await database.kysely.transaction().execute(async (transaction) => {
    await raiseRevision(transaction, serverId);
    const planned = plan((await select(transaction, serverId).execute()).map(toEntry));
    for (let start = 0; start < planned.writes.length; start += ROWS_PER_STATEMENT) {
      await upsertKnowledge(transaction, serverId, planned.writes.slice(start, start + ROWS_PER_STATEMENT));
    }
    return planned;
  });
  await refreshStatistics(database, change.writes.length);
  return change;
}

/**
 * After so many writes that it pays: without statistics each page of a server's knowledge is sorted out of all that remain, and
 * reading 20,000 entries takes twice as long. 25 ms with this target, 200 with the usual one.
 */
export async function refreshStatistics(database: Database, writes: number): Promise<void> {
  if (writes < ROWS_PER_STATEMENT) return;
  const refresh = database.kysely.transaction().execute(async (transaction) => {
    await sql`SET LOCAL default_statistics_target = 5`.execute(transaction);
    await sql`ANALYZE knowledge`.execute(transaction);
  });
  // What was written is written; only the next reading is slower.
  await refresh.catch(() => undefined);
}

/** Writes entries, at most 1,000, and leaves the revision to the caller. */
export async function upsertKnowledge(
  kysely: Kysely<Schema>,
  serverId: string,
  entries: KnowledgeEntry[],
): Promise<void> {
  const rows = entries.map(({ validUntil, ...entry }) => ({
    ...entry,
    server_id: serverId,
    valid_until: validUntil,
    status: 'active' as const,
    provenance: JSON.stringify(entry.provenance),
  }));
  await kysely
    .insertInto('knowledge')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['server_id', 'id']).doUpdateSet((excluded) => ({
        title: excluded.ref('excluded.title'),
        text: excluded.ref('excluded.text'),
        link: excluded.ref('excluded.link'),
        language: excluded.ref('excluded.language'),
        source: excluded.ref('excluded.source'),
        valid_until: excluded.ref('excluded.valid_until'),
        provenance: excluded.ref('excluded.provenance'),
        status: excluded.ref('excluded.status'),
        updated_at: sql`now()`,
      })),
    )
    .execute();
}

/** Makes every process see the change with its next request. */
export async function raiseRevision(kysely: Kysely<Schema>, serverId: string): Promise<void> {
  await kysely
    .updateTable('servers')
    .set({ revision: sql`revision + 1` })
    .where('id', '=', serverId)
    .execute();
}

/** @returns false when there is no such entry. */
export async function deleteKnowledge(database: Database, serverId: string, id: string): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('knowledge')
      .where('server_id', '=', serverId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (deleted.numDeletedRows > 0n) await raiseRevision(transaction, serverId);
    return deleted.numDeletedRows > 0n;
  });
}
