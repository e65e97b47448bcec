import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import type { Row, Taking } from '../rows.ts';
import { changeRows, deleteRows, takeDueRows, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { ConversationKey } from './message-claims.ts';

/** A question that the team was called to. Null fields are not known. */
export type StoredHandover = Row<'discord_handovers'> & {
  askerId: string | null;
  /** Of a command, its interaction. */
  askedId: string | null;
  isCommand: boolean | null;
};

type HandoverKey = Pick<StoredHandover, 'serverId' | 'answerId'>;

const SELECT = `
  SELECT h.server_id AS "serverId", h.answer_id AS "answerId", h.channel_id AS "channelId", h.member_id AS "memberId",
    h.message_id AS "messageId", h.language, h.state, h.claimed_by AS "claimedBy", h.claimed_name AS "claimedName",
    h.solved_id AS "solvedId", h.is_shown AS "isShown", h.created_at AS "createdAt", h.reminded_at AS "remindedAt",
    h.due_at AS "dueAt",
    asked.member_id AS "askerId", asked.message_id AS "askedId", asked.is_command AS "isCommand"
  FROM discord_handovers h LEFT JOIN LATERAL (
    SELECT * FROM handled_messages m WHERE m.server_id = h.server_id AND m.answer_id = h.answer_id
    ORDER BY m.message_id DESC LIMIT 1) asked ON true`;

export async function insertHandover(
  database: Database,
  handover: HandoverKey & ConversationKey & Pick<StoredHandover, 'language' | 'createdAt'>,
): Promise<void> {
  const row = { ...toRow(handover), message_id: null, claimed_by: null, claimed_name: null };
  await database.kysely
    .insertInto('discord_handovers')
    .values({ ...row, solved_id: null, reminded_at: null, due_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @param dueAt of the reminder, unless somebody pressed a button already. */
export async function noteHandoverMessage(
  database: Database,
  { serverId, answerId }: HandoverKey,
  { messageId, dueAt }: { messageId: string; dueAt: Date },
): Promise<void> {
  await changeRows(
    database.kysely,
    'discord_handovers',
    { serverId, answerId },
    { messageId, dueAt: sql<Date>`coalesce(due_at, ${dueAt}::timestamptz)` },
  );
}

export async function findHandover(
  database: Database,
  { serverId, answerId }: HandoverKey,
): Promise<StoredHandover | null> {
  const statement = `${SELECT} WHERE h.server_id = $1 AND h.answer_id = $2`;
  const values = [serverId, answerId];
  return (
    (await database.query<StoredHandover>('find-handover', statement, values, { repeatable: true }))[0] ??
    null
  );
}

/** Of several callers one is told true. */
export async function claimHandover(
  database: Database,
  { serverId, answerId }: HandoverKey,
  claim: { claimedBy: string | null; claimedName: string | null; dueAt: Date },
): Promise<boolean> {
  const open = { serverId, answerId, state: 'open' as const };
  return (
    (await changeRows(database.kysely, 'discord_handovers', open, {
      ...{ ...claim, state: 'claimed', isShown: false },
    })) > 0
  );
}

interface Solving {
  /** The last message that is over; null: not known. */
  solvedId: string | null;
  dueAt: Date;
}

const SOLVED = `state = 'solved', solved_id = $3, is_shown = false, due_at = $4`;

/** In a thread, all that are open there are solved with it. @returns ids of the answers that were not before */
export async function solveHandover(
  database: Database,
  { serverId, answerId }: HandoverKey,
  { solvedId, dueAt }: Solving,
): Promise<string[]> {
  const rows = await database.query<{ answerId: string }>(
    null,
    `UPDATE discord_handovers h SET ${SOLVED} FROM discord_handovers one
     WHERE one.server_id = $1 AND one.answer_id = $2 AND h.server_id = $1 AND h.state <> 'solved' AND (
       h.answer_id = $2 OR one.member_id = '' AND h.member_id = '' AND h.channel_id = one.channel_id)
     RETURNING h.answer_id AS "answerId"`,
    [serverId, answerId, solvedId, dueAt],
  );
  return rows.map((row) => row.answerId);
}

/**
 * Solves what this member asked in a place, where somebody of the team took it up or the member was reminded.
 * @param quietMs how long a word of the team keeps the bot quiet, in milliseconds
 */
export async function solveAskedBy(
  database: Database,
  { serverId, channelId, memberId }: ConversationKey,
  asked: Solving & { askerId: string; quietMs: number },
): Promise<string[]> {
  const rows = await database.query<{ answerId: string }>(
    null,
    `UPDATE discord_handovers h SET ${SOLVED}
     WHERE h.server_id = $1 AND h.channel_id = $2 AND h.member_id = $5 AND h.state <> 'solved'
       AND EXISTS (SELECT FROM handled_messages m
         WHERE m.server_id = $1 AND m.answer_id = h.answer_id AND m.member_id = $6)
       AND (h.state = 'claimed' OR h.reminded_at IS NOT NULL OR EXISTS (SELECT FROM conversations c
         WHERE c.server_id = $1 AND c.channel_id = $2 AND c.member_id = $5
           AND c.quiet_until >= h.created_at + $7 * interval '1 millisecond'))
     RETURNING h.answer_id AS "answerId"`,
    [serverId, channelId, asked.solvedId, asked.dueAt, memberId, asked.askerId, asked.quietMs],
  );
  return rows.map((row) => row.answerId);
}

/** @returns false where it has another state by now. */
export async function noteShown(
  database: Database,
  { serverId, answerId }: HandoverKey,
  shown: Pick<StoredHandover, 'state' | 'solvedId' | 'dueAt'>,
): Promise<boolean> {
  const { state, ...rest } = shown;
  const same = { serverId, answerId, state };
  return (await changeRows(database.kysely, 'discord_handovers', same, { ...rest, isShown: true })) > 0;
}

/** Nobody reminds the asker any more. */
export async function endReminder(
  database: Database,
  { serverId, answerId }: HandoverKey,
  at: Date,
): Promise<void> {
  await changeRows(
    database.kysely,
    'discord_handovers',
    { serverId, answerId },
    { remindedAt: at, dueAt: sql<Date | null>`CASE WHEN is_shown THEN NULL ELSE due_at END` },
  );
}

/** Takes over what is due on these servers; no other process gets it until `leaseUntil`. */
export async function takeDueHandovers(database: Database, taking: Taking): Promise<StoredHandover[]> {
  const taken = await takeDueRows(database.kysely, 'discord_handovers', taking);
  const found = await Promise.all(taken.map((key) => findHandover(database, key)));
  return found.filter((handover) => handover !== null);
}

/** The last message that is over, of each solved one in a place. */
export async function readSolvedIds(
  database: Database,
  { serverId, channelId, memberId }: ConversationKey,
): Promise<(string | null)[]> {
  const rows = await database.query<{ solvedId: string | null }>(
    'solved-handovers',
    `SELECT DISTINCT solved_id AS "solvedId" FROM discord_handovers
     WHERE server_id = $1 AND channel_id = $2 AND member_id = $3 AND state = 'solved'`,
    [serverId, channelId, memberId],
    { repeatable: true },
  );
  return rows.map(({ solvedId }) => solvedId);
}

export async function deleteHandover(database: Database, { serverId, answerId }: HandoverKey): Promise<void> {
  await deleteRows(database.kysely, 'discord_handovers', { serverId, answerId });
}

/** What is kept of a member: where they were handed over, and what they took over. */
export async function readHandoversOf(kysely: Kysely<Schema>, memberId: string) {
  return kysely
    .selectFrom('discord_handovers as handover')
    .select(['server_id', 'channel_id', 'answer_id', 'state', 'created_at', 'reminded_at'])
    .select(sql<boolean>`claimed_by IS NOT DISTINCT FROM ${memberId}`.as('is_claimed_by_them'))
    .where((where) =>
      where.or([
        where('handover.member_id', '=', memberId),
        where('claimed_by', '=', memberId),
        sql<boolean>`(handover.server_id, handover.answer_id) IN (
          SELECT m.server_id, m.answer_id FROM handled_messages m WHERE m.member_id = ${memberId})`,
      ]),
    )
    .orderBy('created_at')
    .execute();
}

export async function forgetClaimer(
  kysely: Kysely<Schema>,
  whose: { claimedBy: string; serverId?: string },
): Promise<void> {
  await changeRows(kysely, 'discord_handovers', whose, { claimedBy: null, claimedName: null });
}

/** Questions of a caller's ticket before and after it was last solved; null: it was not handed over and solved. */
export async function readSolvedTicket(
  database: Database,
  { serverId, conversationId }: { serverId: string; conversationId: string },
): Promise<{ before: string[]; after: string[] } | null> {
  const rows = await database.query<{ question: string; isBefore: boolean }>(
    'solved-ticket',
    `WITH said AS (
       SELECT question, at, needs_team, outcome, outcome_at FROM answers
       WHERE server_id = $1 AND conversation_id = $2 AND question IS NOT NULL
     ), solved AS (
       SELECT max(done.outcome_at) AS at FROM said done WHERE done.outcome = 'resolved' AND EXISTS (
         SELECT FROM said called WHERE called.needs_team AND called.at <= done.outcome_at)
     )
     SELECT said.question, said.at <= solved.at AS "isBefore" FROM said, solved WHERE solved.at IS NOT NULL`,
    [serverId, conversationId],
    { repeatable: true },
  );
  if (rows.length === 0) return null;
  const of = (isBefore: boolean) =>
    rows.filter((row) => row.isBefore === isBefore).map(({ question }) => question);
  return { before: of(true), after: of(false) };
}
