import { type Kysely, type Selectable, sql } from 'kysely';
import type { HistoryEnd } from '../../../domain/history.ts';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows, fromRow, type Row, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { changeWithin, type SuggestionChange } from './suggestion-changes.ts';
import { addSuggestion, type Suggestion } from './suggestions.ts';

export type HistoryImport = Omit<Row<'history_imports'>, 'claimedBy' | 'claimedUntil' | 'dueAt'>;

type HistoryCursor = Pick<HistoryImport, 'placeId' | 'beforeId' | 'answerId'>;
type HistoryCounts = Pick<
  HistoryImport,
  'messages' | 'pairs' | 'suggested' | 'grouped' | 'ownWords' | 'leftOut'
>;
/** `walk` is set where it has changed. */
export type HistoryProgress = HistoryCursor & HistoryCounts & Partial<Pick<HistoryImport, 'walk'>>;

export interface HistoryClaim {
  serverId: string;
  id: string;
  by: string;
  until: Date;
}

/** The run was ended, or another process has taken it over. */
export class HistoryClaimLostError extends Error {
  constructor() {
    super('this history import is no longer ours');
    this.name = 'HistoryClaimLostError';
  }
}

/** @returns null where another run is under way on the server. */
export async function insertImport(
  database: Database,
  begun: Pick<HistoryImport, 'serverId' | 'id' | 'channelId' | 'days' | 'since' | 'startedAt'> &
    HistoryCursor &
    Pick<HistoryImport, 'walk'>,
): Promise<HistoryImport | null> {
  const { walk, ...rest } = begun;
  const row = await database.kysely
    .insertInto('history_imports')
    .values({ ...toRow({ ...rest, dueAt: begun.startedAt }), walk: JSON.stringify(walk) })
    .onConflict((conflict) => conflict.columns(['server_id']).where('state', '=', 'running').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? toImport(row) : null;
}

/** For the server, or for one of its channels. */
export async function findLastImport(
  database: Database,
  { serverId, channelId }: { serverId: string; channelId?: string },
): Promise<HistoryImport | null> {
  let query = database.kysely.selectFrom('history_imports').selectAll().where('server_id', '=', serverId);
  if (channelId !== undefined) query = query.where('channel_id', '=', channelId);
  // Two may begin in one millisecond: the running one is the last.
  const row = await query
    .orderBy('started_at', 'desc')
    .orderBy('state', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ? toImport(row) : null;
}

/** The oldest run that nobody works on. */
export async function claimImport(
  database: Database,
  serverIds: readonly string[],
  { by, now, until }: { by: string; now: Date; until: Date },
): Promise<HistoryImport | null> {
  const { rows } = await sql<Selectable<Schema['history_imports']>>`
    UPDATE history_imports SET claimed_by = ${by}, claimed_until = ${until} WHERE (server_id, id) = (
      SELECT server_id, id FROM history_imports WHERE state = 'running' AND due_at <= ${now}
        AND (claimed_until IS NULL OR claimed_until <= ${now}) AND server_id = ANY(${[...serverIds]}::text[])
      ORDER BY started_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(database.kysely);
  return rows[0] ? toImport(rows[0]) : null;
}

/** @returns false where another process has it now. */
export async function prolongImport(database: Database, claim: HistoryClaim): Promise<boolean> {
  return (await changeOurs(database.kysely, claim, { claimedUntil: claim.until })) > 0;
}

export async function releaseImport(database: Database, claim: HistoryClaim, dueAt: Date): Promise<void> {
  await changeOurs(database.kysely, claim, { claimedBy: null, claimedUntil: null, dueAt });
}

/** @throws HistoryClaimLostError */
export async function saveProgress(
  kysely: Kysely<Schema>,
  claim: HistoryClaim,
  { walk, leftOut, ...rest }: HistoryProgress,
): Promise<void> {
  const kept = await changeOurs(kysely, claim, {
    ...{ ...rest, leftOut: JSON.stringify(leftOut), walk: walk && JSON.stringify(walk) },
    claimedUntil: claim.until,
  });
  if (kept === 0) throw new HistoryClaimLostError();
}

function changeOurs(
  kysely: Kysely<Schema>,
  { serverId, id, by }: HistoryClaim,
  change: Parameters<typeof changeRows<'history_imports'>>[3],
): Promise<number> {
  return changeRows(kysely, 'history_imports', { serverId, id, claimedBy: by, state: 'running' }, change);
}

/** @returns whether there was one. */
export async function endImport(
  database: Database,
  serverId: string,
  { reason, at }: { reason: HistoryEnd; at: Date },
): Promise<boolean> {
  return (
    (await changeRows(
      database.kysely,
      'history_imports',
      { serverId, state: 'running' },
      { state: 'ended', endedFor: reason, endedAt: at, claimedBy: null, claimedUntil: null },
    )) > 0
  );
}

export async function endImportsOfLeft(database: Database, at: Date): Promise<void> {
  await sql`
    UPDATE history_imports SET state = 'ended', ended_for = 'server_left', ended_at = ${at}, claimed_by = NULL
    WHERE state = 'running' AND server_id IN (SELECT id FROM servers WHERE NOT active)`.execute(
    database.kysely,
  );
}

export async function removeOldImports(database: Database, before: Date): Promise<void> {
  await deleteRows(database.kysely, 'history_imports', { endedAt: sql`< ${before}` });
}

/** Adds a suggestion and notes the progress in one transaction; no event tells of it. */
export function insertImported(
  database: Database,
  { claim, progress }: { claim: HistoryClaim; progress: HistoryProgress },
  ...adding: [serverId: string, suggestion: Suggestion, limit: number]
) {
  return database.kysely.transaction().execute(async (transaction) => {
    const outcome = await addSuggestion(transaction, ...adding, { isTold: false });
    if (outcome === 'added') await saveProgress(transaction, claim, progress);
    return outcome;
  });
}

/**
 * Adds a question as another wording of a pending suggestion and notes the progress in one transaction.
 * @returns false when the suggestion is no longer pending.
 */
export function joinImported(
  database: Database,
  { claim, progress }: { claim: HistoryClaim; progress: HistoryProgress },
  id: string,
  change: (stored: Suggestion) => Omit<SuggestionChange, 'id'>,
): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    let isWaiting = false;
    await changeWithin(transaction, claim.serverId, [id], ([stored]) => {
      if (stored?.state !== 'pending') return {};
      isWaiting = true;
      return { changes: [{ id, ...change(stored) }] };
    });
    if (isWaiting) await saveProgress(transaction, claim, progress);
    return isWaiting;
  });
}

/** Whether something was learned from these answers, or from these questions as wordings. */
export async function areKnownMessages(
  database: Database,
  serverId: string,
  { answerIds, questionIds }: { answerIds: readonly string[]; questionIds: readonly string[] },
): Promise<boolean> {
  const rows = await database.query(
    'known-messages',
    `SELECT FROM training_sources WHERE server_id = $1 AND (
       (part = 'answer' AND message_id = ANY($2)) OR (part = 'wording' AND message_id = ANY($3))) LIMIT 1`,
    [serverId, [...answerIds], [...questionIds]],
    { repeatable: true },
  );
  return rows.length > 0;
}

function toImport(row: Selectable<Schema['history_imports']>): HistoryImport {
  const { claimed_by: _, claimed_until: __, due_at: ___, ...rest } = row;
  return fromRow(rest);
}
