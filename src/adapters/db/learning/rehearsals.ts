import { type Kysely, type Selectable, sql } from 'kysely';
import type { ChannelFault } from '../../../domain/rehearsals.ts';
import type { Database } from '../connect.ts';
import { changeRows, countRows, deleteRows, findRow, fromRow, inParts, type Row, readRows } from '../rows.ts';
import type { Schema } from '../schema.ts';

export type Rehearsal = Omit<Row<'rehearsals'>, 'serverId' | 'claimedUntil'>;
export type RehearsedConversation = Omit<Row<'rehearsed_conversations'>, 'claimedBy' | 'claimedUntil'>;
export type NewConversation = Pick<RehearsedConversation, 'messages' | 'teamAnswer' | 'at'>;
export type ConversationResult = Pick<
  RehearsedConversation,
  'outcome' | 'reason' | 'answer' | 'units' | 'differs'
>;

const NAMES = [
  ...(['id', 'name', 'digest', 'format', 'share', 'leftOut', 'createdAt'] as const),
  ...(['channelId', 'isRead', 'fault', 'restsUntil', 'restsFor'] as const),
] as const;
const ROWS_PER_INSERT = 100;

export interface RehearsalKey {
  serverId: string;
  id: string;
}

/** Whole or not at all. */
export function insertRehearsal(
  database: Database,
  serverId: string,
  { id, leftOut, ...rest }: Rehearsal,
  conversations: readonly NewConversation[],
): Promise<void> {
  return database.kysely.transaction().execute(async (transaction) => {
    const { name, digest, format, share, createdAt, channelId, isRead } = rest;
    await transaction
      .insertInto('rehearsals')
      .values({
        ...{ server_id: serverId, id, name, digest, format, share, created_at: createdAt },
        ...{ channel_id: channelId, is_read: isRead, left_out: JSON.stringify(leftOut) },
      })
      .execute();
    await insertConversations(transaction, { serverId, id }, conversations);
  });
}

async function insertConversations(
  kysely: Kysely<Schema>,
  { serverId, id }: RehearsalKey,
  conversations: readonly NewConversation[],
): Promise<void> {
  const rows = conversations.map(({ messages, teamAnswer, at }, place) => ({
    ...{ server_id: serverId, rehearsal_id: id, place, at },
    ...{ messages: JSON.stringify(messages), team_answer: teamAnswer },
  }));
  for (const part of inParts(rows, ROWS_PER_INSERT))
    await kysely.insertInto('rehearsed_conversations').values(part).execute();
}

/** The oldest channel that is still to be read, and that nobody reads. */
export async function claimReading(
  database: Database,
  serverIds: readonly string[],
  { now, until }: { now: Date; until: Date },
): Promise<(RehearsalKey & { channelId: string }) | null> {
  const { rows } = await sql<RehearsalKey & { channelId: string }>`
    UPDATE rehearsals SET claimed_until = ${until} WHERE (server_id, id) = (
      SELECT server_id, id FROM rehearsals WHERE NOT is_read AND fault IS NULL
        AND (claimed_until IS NULL OR claimed_until <= ${now}) AND server_id = ANY(${[...serverIds]}::text[])
      ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING server_id AS "serverId", id, channel_id AS "channelId"`.execute(database.kysely);
  return rows[0] ?? null;
}

/** null: another process may read it at once. @returns whether it is still there and unread */
export async function prolongReading(
  database: Database,
  { serverId, id }: RehearsalKey,
  claimedUntil: Date | null,
): Promise<boolean> {
  return (
    (await changeRows(database.kysely, 'rehearsals', { serverId, id, isRead: false }, { claimedUntil })) > 0
  );
}

/** Nothing where another process did, or where it was deleted. */
export function storeRead(
  database: Database,
  key: RehearsalKey,
  conversations: readonly NewConversation[],
): Promise<void> {
  return database.kysely.transaction().execute(async (transaction) => {
    const unread = { ...key, isRead: false };
    if ((await changeRows(transaction, 'rehearsals', unread, { isRead: true, claimedUntil: null })) > 0)
      await insertConversations(transaction, key, conversations);
  });
}

export async function failReading(database: Database, key: RehearsalKey, fault: ChannelFault): Promise<void> {
  await changeRows(database.kysely, 'rehearsals', { ...key, isRead: false }, { fault });
}

/** Newest first. */
export function readRehearsals(database: Database, serverId: string): Promise<Rehearsal[]> {
  return readRows(database.kysely, 'rehearsals', { serverId }, NAMES, sql`ORDER BY created_at DESC, id`);
}

export function findRehearsal(database: Database, serverId: string, id: string): Promise<Rehearsal | null> {
  return findRow(database.kysely, 'rehearsals', { serverId, id }, NAMES);
}

export function countWaiting(database: Database, serverId: string, rehearsalId: string): Promise<number> {
  return countRows(database.kysely, 'rehearsed_conversations', { serverId, rehearsalId, outcome: null });
}

export function readConversations(
  database: Database,
  serverId: string,
  rehearsalId: string,
): Promise<RehearsedConversation[]> {
  const names = [
    ...(['serverId', 'rehearsalId', 'place', 'messages', 'teamAnswer', 'at', 'tries'] as const),
    ...(['outcome', 'reason', 'answer', 'units', 'differs'] as const),
  ] as const;
  const match = { serverId, rehearsalId };
  return readRows(database.kysely, 'rehearsed_conversations', match, names, sql`ORDER BY place`);
}

/** Sets the share, and ends a rest. */
export async function resume(database: Database, serverId: string, id: string, share: number): Promise<void> {
  await changeRows(
    database.kysely,
    'rehearsals',
    { serverId, id },
    { share, restsUntil: null, restsFor: null },
  );
}

export async function rest(
  database: Database,
  { serverId, rehearsalId: id }: Pick<ConversationClaim, 'serverId' | 'rehearsalId'>,
  { until, reason }: { until: Date; reason: 'share' | 'outage' },
): Promise<void> {
  await changeRows(database.kysely, 'rehearsals', { serverId, id }, { restsUntil: until, restsFor: reason });
}

export interface ConversationClaim {
  serverId: string;
  rehearsalId: string;
  place: number;
  by: string;
}

/**
 * The next conversation that nobody is at, with the share of its rehearsal. A claim whose time is over is free again.
 * @param only of this rehearsal.
 */
export async function claimConversation(
  database: Database,
  { by, now, until }: { by: string; now: Date; until: Date },
  only: { serverId: string; id: string } | null,
): Promise<(RehearsedConversation & { share: number }) | null> {
  const within = only ? sql`AND r.server_id = ${only.serverId} AND r.id = ${only.id}` : sql``;
  const { rows } = await sql<Selectable<Schema['rehearsed_conversations']> & { share: number }>`
    WITH next AS (
      SELECT c.server_id, c.rehearsal_id, c.place, r.share FROM rehearsed_conversations c
      JOIN rehearsals r ON r.server_id = c.server_id AND r.id = c.rehearsal_id
      WHERE c.outcome IS NULL AND (c.claimed_until IS NULL OR c.claimed_until <= ${now})
        AND (r.rests_until IS NULL OR r.rests_until <= ${now}) ${within}
      ORDER BY c.tries, c.place, r.created_at LIMIT 1 FOR UPDATE OF c SKIP LOCKED)
    UPDATE rehearsed_conversations c SET claimed_by = ${by}, claimed_until = ${until} FROM next
    WHERE c.server_id = next.server_id AND c.rehearsal_id = next.rehearsal_id AND c.place = next.place
    RETURNING c.*, next.share`.execute(database.kysely);
  return rows[0] ? fromRow(rows[0]) : null;
}

/** @returns false where it was deleted, or another process has it now. */
export async function saveResult(
  database: Database,
  { serverId, rehearsalId, place, by }: ConversationClaim,
  result: ConversationResult,
): Promise<boolean> {
  const ours = { serverId, rehearsalId, place, claimedBy: by, outcome: null };
  const change = { ...result, claimedBy: null, claimedUntil: null };
  return (await changeRows(database.kysely, 'rehearsed_conversations', ours, change)) > 0;
}

/** Lets it wait, as one more try if that is counted. */
export async function giveBack(
  database: Database,
  { serverId, rehearsalId, place, by }: ConversationClaim,
  { until, isTry }: { until: Date | null; isTry: boolean },
): Promise<void> {
  const ours = { serverId, rehearsalId, place, claimedBy: by, outcome: null };
  const tries = sql`tries + ${isTry ? 1 : 0}`;
  await changeRows(database.kysely, 'rehearsed_conversations', ours, {
    ...{ claimedBy: null, claimedUntil: until, tries },
  });
}

/** @returns whether there was one; its conversations go with it. */
export async function deleteRehearsal(database: Database, serverId: string, id: string): Promise<boolean> {
  return (await deleteRows(database.kysely, 'rehearsals', { serverId, id })) > 0;
}

export async function removeOldRehearsals(database: Database, before: Date): Promise<void> {
  await deleteRows(database.kysely, 'rehearsals', { createdAt: sql`<= ${before}` });
}
