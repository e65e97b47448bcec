import { sql } from 'kysely';
import type { Language, TeamReason } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { runInBatches } from '../operations/housekeeping.ts';
import type { AuditEntry } from '../owners/audit.ts';
import type { Row, Taking } from '../rows.ts';
import { changeRows, deleteRows, findRow, takeDueRows, toRow } from '../rows.ts';

/** An answer that the team looks at first. Null fields are not known. */
export type StoredDraft = Row<'discord_drafts'> & {
  question: string | null;
  answer: string | null;
  language: Language | null;
  reason: TeamReason | null;
  needsTeam: boolean;
  confidence: number;
  usedIds: string[];
  /** Null when nothing of the question is recorded. */
  channelId: string | null;
  messageId: string | null;
  isCommand: boolean | null;
  askerId: string | null;
  /** `answered`: the line for the asker stands. */
  askedState: 'claimed' | 'answered' | 'dropped' | null;
  replyIds: string[] | null;
};

const SELECT = `
  SELECT d.server_id AS "serverId", d.answer_id AS "answerId", d.card_channel_id AS "cardChannelId",
    d.card_ids AS "cardIds", d.state, d.created_at AS "createdAt", d.decided_at AS "decidedAt",
    d.decision_id AS "decisionId", d.told_at AS "toldAt", d.due_at AS "dueAt",
    a.question, a.answer, a.language, a.reason, a.needs_team AS "needsTeam", a.confidence, a.used_ids AS "usedIds",
    asked.channel_id AS "channelId", asked.message_id AS "messageId", asked.is_command AS "isCommand",
    asked.member_id AS "askerId", asked.state AS "askedState", asked.reply_ids AS "replyIds"
  FROM discord_drafts d JOIN answers a ON a.server_id = d.server_id AND a.id = d.answer_id
  LEFT JOIN LATERAL (
    SELECT * FROM handled_messages m WHERE m.server_id = d.server_id AND m.answer_id = d.answer_id
    ORDER BY m.message_id DESC LIMIT 1) asked ON true`;

type Key = Pick<StoredDraft, 'serverId' | 'answerId'>;

export async function insertDraft(
  database: Database,
  draft: Pick<StoredDraft, 'serverId' | 'answerId' | 'cardChannelId' | 'createdAt' | 'dueAt'>,
): Promise<void> {
  await database.kysely.insertInto('discord_drafts').values(toRow(draft)).execute();
}

export async function findDraft(
  database: Database,
  { serverId, answerId }: Key,
): Promise<StoredDraft | null> {
  const where = `${SELECT} WHERE d.server_id = $1 AND d.answer_id = $2`;
  const rows = await database.query<StoredDraft>('find-draft', where, [serverId, answerId], {
    repeatable: true,
  });
  return rows[0] ?? null;
}

/**
 * Decides an open draft whose text is still there; of several callers one is told true.
 * @param decision.text replaces the draft; null leaves it.
 * @param deed is noted in the same statement, as the process may die right after it.
 */
export async function decideDraft(
  database: Database,
  decision: Key & {
    state: 'sent' | 'discarded';
    decisionId: string;
    at: Date;
    dueAt: Date;
    text: string | null;
  },
  deed: Omit<AuditEntry, 'id' | 'at' | 'subject' | 'before'> | null,
): Promise<boolean> {
  const { serverId, answerId, state, decisionId, at, dueAt, text } = decision;
  const statement = `
    WITH decided AS (
      UPDATE discord_drafts d SET state = $3, decision_id = $4, decided_at = $5, due_at = $6
      WHERE d.server_id = $1 AND d.answer_id = $2 AND d.state = 'open' AND EXISTS (
        SELECT FROM answers a WHERE a.server_id = $1 AND a.id = $2 AND a.answer IS NOT NULL)
      RETURNING 1
    ), written AS (
      UPDATE answers a SET answer = coalesce($7, answer), verdict = $12 FROM decided
      WHERE a.server_id = $1 AND a.id = $2 AND a.answer IS NOT NULL
    ), noted AS (
      INSERT INTO audit_log (server_id, at, channel, member_id, member_name, action, subject)
      SELECT $1, $5, $8, $9, $10, $11, $2::text FROM decided WHERE $11::text IS NOT NULL
    )
    SELECT 1 FROM decided`;
  const { channel = null, memberId = null, memberName = null, action = null } = deed ?? {};
  const who = [channel, memberId, memberName, action];
  const verdict = state === 'discarded' ? 'discarded' : text === null ? 'sent' : 'edited';
  const values = [serverId, answerId, state, decisionId, at, dueAt, text, ...who, verdict];
  return (await database.query(null, statement, values)).length > 0;
}

const DECISIONS = ['drafts.sent', 'drafts.edited', 'drafts.discarded'] as const;

/** The noted decision about a draft. */
export async function findDecision(
  database: Database,
  { serverId, answerId }: Key,
): Promise<Pick<AuditEntry, 'action' | 'memberName'> | null> {
  return findRow(
    database.kysely,
    'audit_log',
    { serverId, subject: answerId, action: DECISIONS },
    ['action', 'memberName'],
    sql`ORDER BY id DESC LIMIT 1`,
  );
}

/** Takes back the note of a decision that led to nothing. */
export async function forgetDecision(database: Database, { serverId, answerId }: Key): Promise<void> {
  await deleteRows(database.kysely, 'audit_log', { serverId, subject: answerId, action: DECISIONS });
  await changeRows(database.kysely, 'answers', { serverId, id: answerId }, { verdict: null });
}

/** A draft whose text was deleted meanwhile is due at once, so that its card goes. */
export async function changeDraft(
  database: Database,
  { serverId, answerId }: Key,
  change: Partial<Pick<StoredDraft, 'state' | 'cardIds' | 'toldAt'>> & { dueAt: Date | null; now: Date },
): Promise<void> {
  const { dueAt, now, ...given } = change;
  const hasText = sql`EXISTS (SELECT FROM answers a WHERE a.server_id = ${serverId} AND a.id = ${answerId} AND a.answer IS NOT NULL)`;
  await database.kysely
    .updateTable('discord_drafts')
    .set({
      ...toRow(given),
      due_at: sql<Date | null>`CASE WHEN ${hasText} THEN ${dueAt}::timestamptz ELSE ${now}::timestamptz END`,
    })
    .where(({ and }) => and({ server_id: serverId, answer_id: answerId }))
    .execute();
}

/** Somebody may have decided on the card before this note; `due_at` then belongs to that process. */
export async function noteCard(
  database: Database,
  { serverId, answerId }: Key,
  { cardIds, dueAt }: { cardIds: readonly string[]; dueAt: Date | null },
): Promise<void> {
  await changeRows(
    database.kysely,
    'discord_drafts',
    { serverId, answerId },
    {
      cardIds: [...cardIds],
      dueAt: sql<Date | null>`CASE WHEN state = 'open' THEN ${dueAt}::timestamptz ELSE due_at END`,
    },
  );
}

/** Those that have waited longest come first. */
export function listWaiting(database: Database, serverId: string, limit: number): Promise<StoredDraft[]> {
  const statement = `${SELECT} WHERE d.server_id = $1 AND d.state = 'open' AND a.answer IS NOT NULL
    ORDER BY d.created_at, d.answer_id LIMIT $2`;
  return database.query<StoredDraft>('waiting-drafts', statement, [serverId, limit], { repeatable: true });
}

/** Takes over due drafts of these servers; no other process gets them until `leaseUntil`. */
export async function takeDueDrafts(database: Database, taking: Taking): Promise<StoredDraft[]> {
  const taken = await takeDueRows(database.kysely, 'discord_drafts', taking);
  const found = await Promise.all(taken.map((key) => findDraft(database, key)));
  return found.filter((draft) => draft !== null);
}

/** Puts the messages that the asker got before the line that stood there until then. */
export async function addReplies(
  database: Database,
  { serverId, answerId }: Key,
  replyIds: readonly string[],
): Promise<void> {
  await database.query(
    null,
    `UPDATE handled_messages SET reply_ids = $3::text[] || reply_ids
     WHERE server_id = $1 AND answer_id = $2 AND NOT reply_ids @> $3::text[]`,
    [serverId, answerId, replyIds],
  );
}

export async function deleteDraft(database: Database, { serverId, answerId }: Key): Promise<void> {
  await deleteRows(database.kysely, 'discord_drafts', { serverId, answerId });
}

const END_OLD = `
WITH batch AS (
  SELECT server_id, answer_id FROM discord_drafts WHERE created_at < $1 AND due_at IS DISTINCT FROM $2 LIMIT $3
), changed AS (
  UPDATE discord_drafts d SET due_at = $2 FROM batch b
  WHERE d.server_id = b.server_id AND d.answer_id = b.answer_id
)
SELECT count(*)::integer AS found FROM batch`;

const REMOVE_OLD = `
WITH gone AS (
  DELETE FROM discord_drafts WHERE (server_id, answer_id) IN (
    SELECT server_id, answer_id FROM discord_drafts WHERE created_at < $1 LIMIT $2)
  RETURNING 1
)
SELECT count(*)::integer AS found FROM gone`;

/**
 * Makes drafts due whose texts are deleted by age, and forgets those whose card could not be removed for a day, as on a
 * server that was left.
 */
export async function endOldDrafts(
  database: Database,
  { before, dayBefore, now }: { before: Date; dayBefore: Date; now: Date },
  signal: AbortSignal,
): Promise<void> {
  await runInBatches(database, REMOVE_OLD, [dayBefore], { signal });
  await runInBatches(database, END_OLD, [before, now], { signal });
}
