import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { KnowledgeEntry } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
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
 * Adds an entry unless its title is known (`exists`) or the server has `limit` entries (`full`). An id that an entry
 * of another title has gets an ending.
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

/** Ids of the entries of a title, in their order; what links brought may have any title. */
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

/** Which other letters are capitals depends on the database's locale: here any sign stands for one of them. */
function toPattern(title: string): string {
  return title
    .replace(/[\\%_]/g, '\\$&')
    .replace(/[^ -~]/gu, '_')
    .toLowerCase();
}

/** What a change of one entry is decided by. */
export interface FoundEntry {
  stored: KnowledgeEntry | null;
  /** Id of another entry of the title, where it is new. */
  titled: string | null;
  /** There is no room for one more. */
  isFull: boolean;
}

/**
 * Changes what an entry says, or adds it, in one transaction that raises the revision; the status of a stored one
 * stays.
 * @param wanted.limit entries of a server at most.
 * @param plan a throw changes nothing, and so does the entry that is stored.
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
    // An entry that keeps its title takes none.
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

/** Its source and where it comes from stay, and so does its status. */
async function updateEntry(kysely: Kysely<Schema>, serverId: string, entry: KnowledgeEntry): Promise<void> {
  const { id, title, text, link, language, validUntil, questions, proposed } = entry;
  await kysely
    .updateTable('knowledge')
    .set({ title, text, link, language, valid_until: validUntil, updated_at: sql`now()` })
    .set({ questions: [...questions], proposed: [...proposed] })
    .where(({ and }) => and({ server_id: serverId, id }))
    .execute();
}

/** Many entries say no more than `Yes.` */
const MAX_TWINS = 50;

/** Entries of exactly this text that are in use at a time; none that a link brought, for it would come back without. */
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

/** Takes wordings out of an entry, and leaves the revision to the caller. */
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
    // First, as all who change entries do: else one who saves it and this would wait for each other.
    await lockServer(transaction, serverId);
    const deleted = await transaction
      .deleteFrom('knowledge')
      .where(({ and }) => and({ server_id: serverId, id }))
      .executeTakeFirst();
    if (deleted.numDeletedRows > 0n) await raiseRevision(transaction, serverId);
    return deleted.numDeletedRows > 0n;
  });
}
