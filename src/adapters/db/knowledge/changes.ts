import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { KnowledgeEntry } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { deleteRows, readRows, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import {
  countEntries,
  lockServer,
  raiseRevision,
  selectEntries,
  toEntry,
  upsertKnowledge,
} from './knowledge.ts';

/**
 * Adds an entry unless its title is known (`exists`) or the server has `limit` entries (`full`). An id that another
 * title has gets a suffix.
 */
export async function insertEntry(
  database: Database,
  serverId: string,
  entry: KnowledgeEntry,
  limit: number,
): Promise<{ kind: 'added' | 'exists'; id: string } | { kind: 'full' }> {
  return database.kysely.transaction().execute(async (transaction) => {
    await lockServer(transaction, serverId);
    const [titled] = await findTitled(transaction, serverId, entry.title);
    if (titled !== undefined) return { kind: 'exists', id: titled };
    if ((await countEntries(transaction, serverId)) >= limit) return { kind: 'full' };
    const isTaken = await selectEntries(transaction, serverId).where('id', '=', entry.id).executeTakeFirst();
    const id = isTaken ? `${entry.id}-${randomUUID().slice(0, 8)}` : entry.id;
    await upsertKnowledge(transaction, serverId, [{ ...entry, id }]);
    await raiseRevision(transaction, serverId);
    return { kind: 'added', id };
  });
}

/** Entries of links may have any title and do not count. */
async function findTitled(kysely: Kysely<Schema>, serverId: string, title: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom('knowledge')
    .select(['id', 'title'])
    .where('server_id', '=', serverId)
    .where('source', '<>', 'link')
    .where(sql<boolean>`lower(title COLLATE "C") LIKE ${toPattern(title)}`)
    .orderBy('id')
    .execute();
  const isSame = (row: { title: string }) => row.title.toLowerCase() === title.toLowerCase();
  return rows.filter(isSame).map((row) => row.id);
}

/** The database's locale decides about capitals outside of ASCII, so `_` stands for any such sign. */
function toPattern(title: string): string {
  return title
    .replace(/[\\%_]/g, '\\$&')
    .replace(/[^ -~]/gu, '_')
    .toLowerCase();
}

export interface FoundEntry {
  stored: KnowledgeEntry | null;
  /** Another entry that has the title. */
  titled: string | null;
  isFull: boolean;
}

/**
 * Changes or adds an entry in one transaction that raises the revision; a stored status stays.
 * @param plan may throw, or return the stored entry, to change nothing.
 */
export async function writeEntry(
  database: Database,
  serverId: string,
  wanted: { id: string; title: string; limit: number },
  plan: (found: FoundEntry) => KnowledgeEntry,
): Promise<KnowledgeEntry> {
  return database.kysely.transaction().execute(async (transaction) => {
    await lockServer(transaction, serverId);
    const row = await selectEntries(transaction, serverId).where('id', '=', wanted.id).executeTakeFirst();
    const stored = row ? toEntry(row) : null;
    const isTaking = stored?.title.toLowerCase() !== wanted.title.toLowerCase();
    const titled = isTaking ? await findTitled(transaction, serverId, wanted.title) : [];
    const isFull = stored === null && (await countEntries(transaction, serverId)) >= wanted.limit;
    const entry = plan({ stored, titled: titled.find((id) => id !== wanted.id) ?? null, isFull });
    if (entry === stored) return entry;
    if (stored) await updateEntries(transaction, serverId, [entry]);
    else await upsertKnowledge(transaction, serverId, [entry]);
    await raiseRevision(transaction, serverId);
    return entry;
  });
}

/**
 * The same for many entries at once.
 * @param plan is asked of each in turn, and finds what it planned before; null changes nothing.
 */
export async function writeEntries(
  database: Database,
  serverId: string,
  { wanted, limit }: { wanted: readonly { id: string; title: string }[]; limit: number },
  plan: (found: FoundEntry, index: number) => KnowledgeEntry | null,
): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    await lockServer(transaction, serverId);
    const state = await readState(transaction, serverId, wanted);
    const written = new Map<string, { entry: KnowledgeEntry; isNew: boolean }>();
    for (const [index, { id, title }] of wanted.entries()) {
      const stored = state.entries.get(id) ?? null;
      const holders = [...(state.titles.get(title.toLowerCase()) ?? [])].filter((holder) => holder !== id);
      const entry = plan({ stored, titled: holders.sort()[0] ?? null, isFull: state.count >= limit }, index);
      if (!entry) continue;
      if (stored) state.titles.get(stored.title.toLowerCase())?.delete(id);
      else state.count += 1;
      state.entries.set(id, entry);
      addTo(state.titles, entry);
      written.set(id, { entry, isNew: written.get(id)?.isNew ?? stored === null });
    }
    if (written.size === 0) return;
    const entriesOf = (isNew: boolean) =>
      [...written.values()].filter((one) => one.isNew === isNew).map(({ entry }) => entry);
    const added = entriesOf(true);
    if (added.length > 0) await upsertKnowledge(transaction, serverId, added);
    await updateEntries(transaction, serverId, entriesOf(false));
    await raiseRevision(transaction, serverId);
  });
}

/** The entries of those ids, and which ids hold which title; entries of links may have any title. */
async function readState(
  kysely: Kysely<Schema>,
  serverId: string,
  wanted: readonly { id: string }[],
): Promise<{ entries: Map<string, KnowledgeEntry>; titles: Map<string, Set<string>>; count: number }> {
  const ids = wanted.map(({ id }) => id);
  const stored = await selectEntries(kysely, serverId)
    .where('id', '=', sql<string>`ANY(${ids}::text[])`)
    .execute();
  const rows = await readRows(kysely, 'knowledge', { serverId }, ['id', 'title', 'source']);
  const titles = new Map<string, Set<string>>();
  for (const row of rows) if (row.source !== 'link') addTo(titles, row);
  return { entries: new Map(stored.map((row) => [row.id, toEntry(row)])), titles, count: rows.length };
}

function addTo(titles: Map<string, Set<string>>, { id, title }: { id: string; title: string }): void {
  const key = title.toLowerCase();
  titles.set(key, (titles.get(key) ?? new Set()).add(id));
}

/** Leaves source and status as they are. */
async function updateEntries(
  kysely: Kysely<Schema>,
  serverId: string,
  entries: readonly KnowledgeEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => toRow({ ...entry }));
  await sql`
    UPDATE knowledge k SET title = r.title, text = r.text, link = r.link, language = r.language,
      valid_until = r.valid_until, questions = r.questions, proposed = r.proposed, provenance = r.provenance,
      updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id text, title text, text text, link text,
      language text, valid_until timestamptz, questions text[], proposed text[], provenance jsonb)
    WHERE k.server_id = ${serverId} AND k.id = r.id`.execute(kysely);
}

/** Many entries are as short as `Yes.` */
const MAX_TWINS = 50;

/** Active entries with exactly this text. Entries of links are left out: the next crawl would bring them back. */
export async function findTwins(
  kysely: Kysely<Schema>,
  serverId: string,
  text: string,
  now: Date,
): Promise<KnowledgeEntry[]> {
  const rows = await selectEntries(kysely, serverId)
    .where('text', '=', text)
    .where('source', '<>', 'link')
    .where((where) => where.or([where('valid_until', 'is', null), where('valid_until', '>', now)]))
    .limit(MAX_TWINS)
    .execute();
  return rows.map(toEntry);
}

/** Leaves the revision to the caller. */
export async function removeWordings(
  kysely: Kysely<Schema>,
  serverId: string,
  entryId: string,
  wordings: readonly string[],
): Promise<void> {
  const without = (column: string) => sql`ARRAY(
    SELECT wording FROM unnest(${sql.ref(column)}) WITH ORDINALITY AS kept(wording, place)
    WHERE wording <> ALL(${[...wordings]}::text[]) ORDER BY place)`;
  await sql`
    UPDATE knowledge SET questions = ${without('questions')}, proposed = ${without('proposed')}, updated_at = now()
    WHERE server_id = ${serverId} AND id = ${entryId}`.execute(kysely);
}

/** @returns false when there is no such entry. */
export async function deleteKnowledge(database: Database, serverId: string, id: string): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    // Locks first, as every writer of entries does; another order would deadlock.
    await lockServer(transaction, serverId);
    const deleted = await deleteRows(transaction, 'knowledge', { serverId, id });
    if (deleted > 0) await raiseRevision(transaction, serverId);
    return deleted > 0;
  });
}
