import { type Kysely, sql } from 'kysely';
import type { KnowledgeEntry, KnowledgeSource, UsableEntry } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { deleteRows, inParts, takeNew, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

/** 20,000 entries with their index take 0.85 s this way, 1.1 s by the thousand; longer pages hold up others. */
const ENTRIES_PER_PAGE = 2_000;
/** 12 columns times 1,000 rows stays below PostgreSQL's 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000;

const IS_USABLE = `server_id = $1 AND status = 'active' AND (valid_until IS NULL OR valid_until > $2)`;

/** `version` changes with every write of the row. */
export type VersionedEntry = UsableEntry & { version: string };
type Versioned<Entry> = Omit<Entry, 'validUntil'> & { valid_until: Date | null };

const CONTENT = 'id, title, text, link, language, valid_until, questions, xmin::text AS version';
const VERSION = 'id, valid_until, xmin::text AS version';

/**
 * Active, unexpired entries, 2,000 at a time: 20,000 in one statement would block the embedded database's event loop
 * for 120 ms.
 */
export function readUsableKnowledge(
  database: Database,
  serverId: string,
  now: Date,
): AsyncGenerator<VersionedEntry[]> {
  return readUsable<VersionedEntry>(database, serverId, now, CONTENT);
}

/** The same without the texts, in a tenth of the time. */
export function readUsableVersions(
  database: Database,
  serverId: string,
  now: Date,
): AsyncGenerator<Pick<VersionedEntry, 'id' | 'validUntil' | 'version'>[]> {
  return readUsable(database, serverId, now, VERSION);
}

async function* readUsable<Entry extends { id: string; validUntil: Date | null }>(
  database: Database,
  serverId: string,
  now: Date,
  columns: string,
): AsyncGenerator<Entry[]> {
  for (let last: string | null = null; ; ) {
    const rows: Versioned<Entry>[] = await database.query<Versioned<Entry>>(
      null,
      `SELECT ${columns} FROM knowledge WHERE ${IS_USABLE} ${last === null ? '' : 'AND id > $3'}
       ORDER BY id LIMIT ${ENTRIES_PER_PAGE}`,
      [serverId, now, ...(last === null ? [] : [last])],
      { repeatable: true },
    );
    yield rows.map((row) => toEntry(row) as unknown as Entry);
    if (rows.length < ENTRIES_PER_PAGE) return;
    last = rows.at(-1)?.id ?? null;
  }
}

export async function findUsable(
  database: Database,
  serverId: string,
  now: Date,
  ids: readonly string[],
): Promise<VersionedEntry[]> {
  if (ids.length === 0) return [];
  const text = `SELECT ${CONTENT} FROM knowledge WHERE ${IS_USABLE} AND id = ANY($3) ORDER BY id`;
  const rows = await database.query<Versioned<VersionedEntry>>(null, text, [serverId, now, ids], {
    repeatable: true,
  });
  return rows.map(toEntry);
}

/** The next usable id in the database's own order; null at the end. */
export async function findUsableAfter(database: Database, serverId: string, id: string, now: Date) {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM knowledge WHERE server_id = ${serverId} AND status = 'active'
      AND (valid_until IS NULL OR valid_until > ${now}) AND id > ${id} ORDER BY id LIMIT 1
    `.execute(database.kysely);
  return rows[0]?.id ?? null;
}

/** Includes expired and suspended entries. */
export async function listKnowledge(database: Database, serverId: string): Promise<KnowledgeEntry[]> {
  return (await selectEntries(database.kysely, serverId).execute()).map(toEntry);
}

/** @param after null: the first entries. */
export async function listEntriesAfter(
  database: Database,
  serverId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<(KnowledgeEntry & { updatedAt: Date })[]> {
  const entries = selectEntries(database.kysely, serverId).select('updated_at as updatedAt').limit(limit);
  return (await (after === null ? entries : entries.where('id', '>', after)).execute()).map(toEntry);
}

export function selectEntries(kysely: Kysely<Schema>, serverId: string) {
  return kysely
    .selectFrom('knowledge')
    .select(['id', 'title', 'text', 'link', 'language', 'source', 'valid_until', 'provenance'])
    .select(['questions', 'proposed'])
    .where('server_id', '=', serverId)
    .orderBy('id');
}

export function toEntry<Row extends { valid_until: Date | null }>(row: Row) {
  const { valid_until: validUntil, ...entry } = row;
  return { ...entry, validUntil };
}

export async function findEntry(database: Database, serverId: string, id: string) {
  const row = await selectEntries(database.kysely, serverId).where('id', '=', id).executeTakeFirst();
  return row ? toEntry(row) : null;
}

export type EntryTitle = Pick<KnowledgeEntry, 'id' | 'title' | 'source' | 'link' | 'language' | 'validUntil'>;

function selectTitles(database: Database, serverId: string) {
  return database.kysely
    .selectFrom('knowledge')
    .select(['id', 'title', 'source', 'link', 'language', 'valid_until'])
    .where('server_id', '=', serverId);
}

/** `typed`: part of the title; `expiredBy`: expired at that moment. */
export interface TitleFilter {
  source?: KnowledgeSource | undefined;
  typed?: string | undefined;
  expiredBy?: Date | undefined;
}

/** Lowers umlauts even where the locale lowers only A to Z; `translate` takes ten times as long. */
export function fold(text: ReturnType<typeof sql>) {
  return sql<string>`replace(replace(replace(lower(${text}), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü')`;
}

/** Sorted by title. */
export async function pageTitles(
  database: Database,
  serverId: string,
  { offset, limit }: { offset: number; limit: number },
  filter: TitleFilter = {},
): Promise<{ entries: EntryTitle[]; total: number }> {
  const condition = toCondition(filter);
  const rows = await selectTitles(database, serverId)
    .select(sql<number>`count(*) OVER ()`.as('total'))
    .where(condition)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  return {
    entries: rows.map(({ total: _, ...row }) => toEntry(row)),
    // A page beyond the last one has no row that tells the total.
    total: rows[0]?.total ?? (offset === 0 ? 0 : await countEntries(database.kysely, serverId, condition)),
  };
}

function toCondition({ source, typed, expiredBy }: TitleFilter) {
  const conditions = [
    ...(source === undefined ? [] : [sql<boolean>`source = ${source}`]),
    ...(typed === undefined ? [] : [sql<boolean>`${findIn(typed)} > 0`]),
    ...(expiredBy === undefined ? [] : [sql<boolean>`valid_until <= ${expiredBy}`]),
  ];
  return conditions.length === 0 ? anyRow() : sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** Position of the text in the title from 1; 0: absent. */
function findIn(typed: string) {
  return sql<number>`strpos(${fold(sql.ref('title'))}, ${fold(sql`${typed}`)})`;
}

const anyRow = () => sql<boolean>`true`;

/** Titles that begin with the text come first. */
export async function findTitles(
  database: Database,
  serverId: string,
  { typed, limit, exceptPrefix }: { typed: string; limit: number; exceptPrefix: string },
): Promise<EntryTitle[]> {
  const rows = await selectTitles(database, serverId)
    .where(sql<boolean>`NOT starts_with(id, ${exceptPrefix})`)
    .where(sql<boolean>`${findIn(typed)} > 0`)
    .orderBy(sql`${findIn(typed)} > 1`)
    .orderBy('title')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

export async function countEntries(kysely: Kysely<Schema>, serverId: string, condition = anyRow()) {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM knowledge WHERE server_id = ${serverId} AND ${condition}`.execute(kysely);
  return rows[0]?.n ?? 0;
}

/** Held to the end of the transaction, so that two writers never both pass a limit. */
export async function lockServer(kysely: Kysely<Schema>, serverId: string): Promise<void> {
  await kysely.selectFrom('servers').select('id').where('id', '=', serverId).forUpdate().execute();
}

/**
 * Changes a server's knowledge in one transaction under the server's lock and raises the revision.
 * @param plan gets the stored entries; a throw changes nothing.
 * @param onWritten is told how many of all are written, after each statement.
 */
export async function changeKnowledge<Plan extends { writes: KnowledgeEntry[] }>(
  database: Database,
  serverId: string,
  plan: (stored: KnowledgeEntry[]) => Plan,
  onWritten?: (written: number, all: number) => void,
): Promise<Plan> {
  const change = await database.kysely.transaction().execute(async (transaction) => {
    await raiseRevision(transaction, serverId);
    const planned = plan((await selectEntries(transaction, serverId).execute()).map(toEntry));
    let written = 0;
    for (const part of inParts(planned.writes, ROWS_PER_STATEMENT)) {
      await upsertKnowledge(transaction, serverId, part);
      written += part.length;
      onWritten?.(written, planned.writes.length);
    }
    return planned;
  });
  await refreshStatistics(database, change.writes.length);
  return change;
}

/**
 * Without fresh statistics, each page is sorted out of all remaining entries and reading 20,000 takes twice as long. 25
 * ms with this target, 200 ms with the default.
 */
export async function refreshStatistics(database: Database, writes: number): Promise<void> {
  if (writes < ROWS_PER_STATEMENT) return;
  const refresh = database.kysely.transaction().execute(async (transaction) => {
    await sql`SET LOCAL default_statistics_target = 5`.execute(transaction);
    await sql`ANALYZE knowledge`.execute(transaction);
  });
  // Fails silently: the entries are written, and only the next reading is slower.
  await refresh.catch(() => undefined);
}

/** At most 1,000 entries; leaves the revision to the caller. */
export async function upsertKnowledge(kysely: Kysely<Schema>, serverId: string, entries: KnowledgeEntry[]) {
  const rows = entries.map(({ provenance, questions, proposed, ...entry }) =>
    toRow({
      ...{ ...entry, serverId, status: 'active' as const, provenance: JSON.stringify(provenance) },
      ...{ questions: [...questions], proposed: [...proposed] },
    }),
  );
  const said = takeNew('title', 'text', 'link', 'language', 'source', 'questions', 'proposed');
  const columns = { ...said, ...takeNew('valid_until', 'provenance', 'status') };
  await kysely
    .insertInto('knowledge')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['server_id', 'id']).doUpdateSet({ ...columns, updated_at: sql`now()` }),
    )
    .execute();
}

/** Every process sees the change with its next request. Checks and indexes may hold deleted sentences, so they go. */
export async function raiseRevision(kysely: Kysely<Schema>, serverId: string): Promise<void> {
  await sql`UPDATE servers SET revision = revision + 1 WHERE id = ${serverId}`.execute(kysely);
  await deleteRows(kysely, 'contradiction_checks', { serverId });
  await deleteRows(kysely, 'search_indexes', { serverId });
}
