import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { KnowledgeEntry } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows } from '../rows.ts';
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
    if (stored) await updateEntry(transaction, serverId, entry);
    else await upsertKnowledge(transaction, serverId, [entry]);
    await raiseRevision(transaction, serverId);
    return entry;
  });
}

/** Leaves source, provenance and status as they are. */
async function updateEntry(kysely: Kysely<Schema>, serverId: string, entry: KnowledgeEntry): Promise<void> {
  const { id, title, text, link, language, validUntil } = entry;
  await changeRows(
    kysely,
    'knowledge',
    { serverId, id },
    {
      ...{ title, text, link, language, validUntil, updatedAt: sql`now()` },
      ...{ questions: [...entry.questions], proposed: [...entry.proposed] },
    },
  );
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
