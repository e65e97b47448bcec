import type { Kysely } from 'kysely';
import type { KnowledgeEntry } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { findTwins, removeWordings } from '../knowledge/changes.ts';
import {
  countEntries,
  raiseRevision,
  selectEntries,
  toEntry,
  upsertKnowledge,
} from '../knowledge/knowledge.ts';
import { forgetVersions } from '../knowledge/versions.ts';
import { changeRows, deleteRows } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { SourceFilter, TrainingSourceRow } from './suggestion-sources.ts';
import {
  copySources,
  deleteSources,
  deleteWordingSources,
  insertSources,
  markLost,
} from './suggestion-sources.ts';
import { lockTraining, readSuggestions, type Suggestion } from './suggestions.ts';

/** Fields left out stay as they are. */
export interface SuggestionChange
  extends Partial<
    Pick<
      Suggestion,
      | 'question'
      | 'answer'
      | 'isQuestionDerived'
      | 'isAnswerDerived'
      | 'taught'
      | 'wordings'
      | 'conflicts'
      | 'state'
      | 'suspendedFor'
      | 'decidedAt'
    >
  > {
  id: string;
  /** Written to the knowledge. */
  entry?: KnowledgeEntry;
  /** Removes its entry from the knowledge, or its wordings from their entry. */
  dropsEntry?: boolean;
  /** Suggestions whose sources it gets too. */
  takesSourcesOf?: readonly string[];
  /** Further sources, and when their messages were seen unchanged. */
  addsSources?: { sources: readonly TrainingSourceRow[]; checkedAt: Date };
}

/** Applied whole or not at all. */
export interface TrainingPlan {
  changes?: readonly SuggestionChange[];
  deletedIds?: readonly string[];
  /** Whose sources are forgotten; 'everybody' leaves sources that name no member. */
  forgets?: { memberId: string } | 'everybody';
  /** Sources that no longer hold the words. */
  lost?: SourceFilter;
}

export interface ServerState {
  revision: number;
  countEntries(): Promise<number>;
  findEntry(id: string): Promise<KnowledgeEntry | null>;
  /** Active entries with exactly this text, except those of links. */
  findTwins(text: string, now: Date): Promise<KnowledgeEntry[]>;
}

type ChangeArguments = [
  serverId: string,
  select: readonly string[] | ((transaction: Kysely<Schema>) => Promise<string[]>),
  plan: (stored: Suggestion[], server: ServerState) => Promise<TrainingPlan> | TrainingPlan,
];

/**
 * Changes suggestions and the knowledge in one transaction under the server's lock: of two at once, the second sees the
 * first. @param select ids, or a query that runs under the lock. @param plan a throw changes nothing. @returns those
 * that still exist.
 */
export function changeSuggestions(database: Database, ...change: ChangeArguments): Promise<Suggestion[]> {
  return database.kysely.transaction().execute((transaction) => changeWithin(transaction, ...change));
}

/** The same within a longer transaction. */
export async function changeWithin(
  transaction: Kysely<Schema>,
  ...[serverId, select, plan]: ChangeArguments
) {
  const { revision } = await lockTraining(transaction, serverId);
  const ids = typeof select === 'function' ? await select(transaction) : select;
  const stored = ids.length === 0 ? [] : await readSuggestions(transaction, serverId, ids);
  const server: ServerState = {
    revision,
    countEntries: () => countEntries(transaction, serverId),
    findEntry: async (id) => {
      const row = await selectEntries(transaction, serverId).where('id', '=', id).executeTakeFirst();
      return row ? toEntry(row) : null;
    },
    findTwins: (text, now) => findTwins(transaction, serverId, text, now),
  };
  await applyPlan(transaction, serverId, stored, await plan(stored, server));
  return stored.length === 0 ? [] : readSuggestions(transaction, serverId, ids);
}

async function applyPlan(
  transaction: Kysely<Schema>,
  serverId: string,
  stored: readonly Suggestion[],
  { changes = [], deletedIds = [], forgets, lost }: TrainingPlan,
): Promise<void> {
  const written = changes.flatMap(({ entry }) => entry ?? []);
  const dropping = new Set([
    ...changes.filter(({ dropsEntry }) => dropsEntry).map(({ id }) => id),
    ...deletedIds,
  ]);
  const dropped = stored.filter(({ id, entryId }) => dropping.has(id) && entryId !== null);
  const [own, worded] = partition(dropped, ({ id, entryId }) => entryId === ownEntryId(id));
  if (written.length > 0) await upsertKnowledge(transaction, serverId, written);
  const ownIds = own.flatMap(({ entryId }) => entryId ?? []);
  if (ownIds.length > 0) await deleteRows(transaction, 'knowledge', { serverId, id: ownIds });
  const lessened = stored.filter(({ id, entryId }) => !dropping.has(id) && entryId !== null);
  const removed = [
    ...worded.map(({ entryId, question, wordings }) => ({ entryId, gone: [question, ...wordings] })),
    ...lessened.map(({ id, entryId, wordings }) => ({ entryId, gone: goneFrom(wordings, id, changes) })),
  ].filter(({ gone }) => gone.length > 0);
  for (const { entryId, gone } of removed) {
    if (entryId !== null) await removeWordings(transaction, serverId, entryId, gone);
  }
  if (written.length > 0 || dropped.length > 0 || removed.length > 0)
    await raiseRevision(transaction, serverId);
  await forgetUnsaid(transaction, serverId, {
    dropping: [...dropping],
    deletedIds,
    isLoss: Boolean(forgets || lost),
  });
  const ids = stored.map(({ id }) => id);
  if (forgets)
    await deleteSources(transaction, serverId, forgets === 'everybody' ? { ids } : { ids, ...forgets });
  if (lost && ids.length > 0) await markLost(transaction, serverId, { ids, filter: lost });
  for (const change of changes) await updateRow(transaction, serverId, change);
  if (deletedIds.length > 0) await deleteRows(transaction, 'training', { serverId, id: deletedIds });
}

/** Words that must go go from the versions of their entries too; a plain rejection leaves those for a look back. */
function forgetUnsaid(
  transaction: Kysely<Schema>,
  serverId: string,
  gone: { dropping: readonly string[]; deletedIds: readonly string[]; isLoss: boolean },
): Promise<void> {
  const ids = gone.isLoss ? gone.dropping : gone.deletedIds;
  return forgetVersions(transaction, serverId, ids.map(ownEntryId));
}

function goneFrom(wordings: readonly string[], id: string, changes: readonly SuggestionChange[]): string[] {
  const left = changes.find((change) => change.id === id)?.wordings ?? wordings;
  return wordings.filter((wording) => !left.includes(wording));
}

/** A suggestion with another entry id is a wording of that entry. */
export function ownEntryId(id: string): string {
  return `training:${id}`;
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

async function updateRow(transaction: Kysely<Schema>, serverId: string, change: SuggestionChange) {
  const { id, conflicts, entry, dropsEntry, takesSourcesOf, addsSources } = change;
  const { question, answer, taught, wordings, state, suspendedFor, decidedAt } = change;
  const set = {
    ...{ question, answer, taught, wordings, state, suspendedFor, decidedAt },
    questionIsDerived: change.isQuestionDerived,
    answerIsDerived: change.isAnswerDerived,
    conflicts: conflicts && JSON.stringify(conflicts),
    entryId: dropsEntry ? null : entry?.id,
  };
  if (Object.values(set).some((value) => value !== undefined))
    await changeRows(transaction, 'training', { serverId, id }, set);
  if (wordings?.length === 0) await deleteWordingSources(transaction, serverId, id);
  if (addsSources)
    await insertSources(transaction, { serverId, id }, addsSources.sources, addsSources.checkedAt);
  if (takesSourcesOf) await copySources(transaction, serverId, { from: takesSourcesOf, to: id });
}
