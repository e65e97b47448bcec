import { type Kysely, type Selectable, sql } from 'kysely';
import type { KnowledgeEntry, TrainingSource, TrainingState } from '../../domain/types.ts';
import type { Database } from './connect.ts';
import { countEntries, lockServer, raiseRevision, upsertKnowledge } from './knowledge.ts';
import type { Schema } from './schema.ts';

/** A question and its answer that somebody taught; part of the knowledge once an admin approves it. */
export interface Suggestion {
  id: string;
  question: string;
  answer: string;
  state: TrainingState;
  source: TrainingSource;
  channelId: string | null;
  messageIds: string[];
  /** Whose words these are; null when that is not known or not to be kept. */
  authorId: string | null;
  /** The role that made them trusted. */
  authorRole: string | null;
  conflicts: unknown[];
  /** The entry that an approval made. */
  entryId: string | null;
  createdAt: Date;
  decidedAt: Date | null;
}

/** Adds a suggestion unless there is one with its id. @returns the one that stands there then, if it was not deleted meanwhile. */
export async function insertSuggestion(
  database: Database,
  serverId: string,
  suggestion: Suggestion,
): Promise<Suggestion | null> {
  const row = {
    server_id: serverId,
    id: suggestion.id,
    question: suggestion.question,
    answer: suggestion.answer,
    state: suggestion.state,
    source: suggestion.source,
    channel_id: suggestion.channelId,
    message_ids: suggestion.messageIds,
    author_id: suggestion.authorId,
    author_role: suggestion.authorRole,
    conflicts: JSON.stringify(suggestion.conflicts),
    created_at: suggestion.createdAt,
  };
  await database.kysely
    .insertInto('training')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return findSuggestion(database, serverId, suggestion.id);
}

export interface SuggestionFilter {
  state?: TrainingState;
  /** Whose question holds this text. */
  containing?: string;
  /** Older than this one. */
  after?: Pick<Suggestion, 'id' | 'createdAt'>;
  limit?: number;
}

/** Newest first. */
export async function listSuggestions(
  database: Database,
  serverId: string,
  { state, containing, after, limit }: SuggestionFilter,
): Promise<Suggestion[]> {
  let query = database.kysely.selectFrom('training').selectAll().where('server_id', '=', serverId);
  if (state) query = query.where('state', '=', state);
  if (containing) query = query.where(sql<boolean>`strpos(lower(question), lower(${containing})) > 0`);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`);
  if (limit) query = query.limit(limit);
  return (await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()).map(toSuggestion);
}

export async function countSuggestions(
  database: Database,
  serverId: string,
  state: TrainingState,
): Promise<number> {
  const row = await database.kysely
    .selectFrom('training')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('server_id', '=', serverId)
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function findSuggestion(
  database: Database,
  serverId: string,
  id: string,
): Promise<Suggestion | null> {
  const row = await database.kysely
    .selectFrom('training')
    .selectAll()
    .where('server_id', '=', serverId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toSuggestion(row) : null;
}

/** What is to become of a suggestion. */
export interface SuggestionChange {
  question?: string;
  answer?: string;
  state?: TrainingState;
  decidedAt?: Date;
  /** Is written to the knowledge. */
  entry?: KnowledgeEntry;
  /** Is taken out of the knowledge. */
  droppedEntryId?: string | null;
}

/**
 * Changes a suggestion, and the knowledge with it, in one transaction under the server's row lock: of two at once
 * the second sees what the first has done.
 * @param plan gets the suggestion and the number of entries of the server; a throw changes nothing.
 * @returns null when there is no such suggestion.
 */
export async function changeSuggestion(
  database: Database,
  { serverId, id }: { serverId: string; id: string },
  plan: (stored: Suggestion, entryCount: number) => SuggestionChange,
): Promise<Suggestion | null> {
  return database.kysely.transaction().execute(async (transaction) => {
    await lockServer(transaction, serverId);
    const stored = await transaction
      .selectFrom('training')
      .selectAll()
      .where('server_id', '=', serverId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!stored) return null;
    const change = plan(toSuggestion(stored), await countEntries(transaction, serverId));
    await applyToKnowledge(transaction, serverId, change);
    const changed = await transaction
      .updateTable('training')
      .set({
        question: change.question ?? stored.question,
        answer: change.answer ?? stored.answer,
        state: change.state ?? stored.state,
        decided_at: change.decidedAt ?? stored.decided_at,
        entry_id: change.entry?.id ?? (change.droppedEntryId ? null : stored.entry_id),
      })
      .where('server_id', '=', serverId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toSuggestion(changed);
  });
}

async function applyToKnowledge(
  transaction: Kysely<Schema>,
  serverId: string,
  { entry, droppedEntryId }: SuggestionChange,
): Promise<void> {
  if (entry) await upsertKnowledge(transaction, serverId, [entry]);
  if (droppedEntryId) {
    await transaction
      .deleteFrom('knowledge')
      .where('server_id', '=', serverId)
      .where('id', '=', droppedEntryId)
      .where('source', '=', 'training')
      .execute();
  }
  if (entry || droppedEntryId) await raiseRevision(transaction, serverId);
}

/** Takes back a suggestion that must not have been made. */
export async function deleteSuggestion(database: Database, serverId: string, id: string): Promise<void> {
  await database.kysely
    .deleteFrom('training')
    .where('server_id', '=', serverId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** What was answered, as long as it is kept. */
export async function findAnswerText(
  database: Database,
  serverId: string,
  answerId: string,
): Promise<string | null> {
  const row = await database.kysely
    .selectFrom('answers')
    .select('answer')
    .where('server_id', '=', serverId)
    .where('id', '=', answerId)
    .executeTakeFirst();
  return row?.answer ?? null;
}

function toSuggestion(row: Selectable<Schema['training']>): Suggestion {
  return {
    id: row.id,
    question: row.question,
    answer: row.answer,
    state: row.state,
    source: row.source,
    channelId: row.channel_id,
    messageIds: row.message_ids,
    authorId: row.author_id,
    authorRole: row.author_role,
    conflicts: row.conflicts,
    entryId: row.entry_id,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
  };
}
