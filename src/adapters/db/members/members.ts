import { type Kysely, sql } from 'kysely';
import { FORGET_BATCH, forgetTextsOf } from '../answering/answers.ts';
import { forgetMarksOf } from '../answering/marks.ts';
import type { Database } from '../connect.ts';
import { dropPosts, readPostsOf } from '../knowledge/posts.ts';
import { changeWithin, type TrainingPlan } from '../learning/suggestion-changes.ts';
import { findBySource, listServersWithMember } from '../learning/suggestion-sources.ts';
import type { Suggestion } from '../learning/suggestions.ts';
import { runInBatches } from '../operations/housekeeping.ts';
import { changeRows, deleteRows, insertNew } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { forgetClaimer, readHandoversOf } from './handovers.ts';
import { removeWindowsOf } from './member-windows.ts';

export async function readMember(database: Database, memberId: string) {
  const { kysely } = database;
  const questions = await kysely
    .selectFrom('handled_messages as message')
    .leftJoin('answers as answer', (join) =>
      join.onRef('answer.server_id', '=', 'message.server_id').onRef('answer.id', '=', 'message.answer_id'),
    )
    .leftJoin('answer_details as details', (join) =>
      join
        .onRef('details.server_id', '=', 'message.server_id')
        .onRef('details.answer_id', '=', 'message.answer_id'),
    )
    .select(['message.server_id', 'message.channel_id', 'message.message_id', 'message.state', 'message.at'])
    .select(['answer.question', 'answer.answer', 'answer.feedback', 'answer.comment', 'details.history'])
    .select(['answer.id as answer_id', 'details.sent'])
    .where('message.member_id', '=', memberId)
    .orderBy('message.at')
    .execute();
  const conversations = await kysely
    .selectFrom('conversations')
    .selectAll()
    .where('member_id', '=', memberId)
    .execute();
  const suggestions = await kysely
    .selectFrom('training_sources as origin')
    .innerJoin('training', (join) =>
      join
        .onRef('training.server_id', '=', 'origin.server_id')
        .onRef('training.id', '=', 'origin.training_id'),
    )
    .select(['training.server_id', 'training.id', 'training.question', 'training.answer', 'training.state'])
    .select([
      'training.source',
      'training.created_at',
      // The answerer's words are not the asker's data.
      sql<string | null>`CASE WHEN origin.part = 'answer' THEN training.taught END`.as('taught'),
      // Wordings of members, which of them wrote which is not known.
      sql<string[] | null>`CASE WHEN origin.part <> 'answer' THEN training.wordings END`.as('wordings'),
      'origin.part',
      'origin.channel_id',
      'origin.message_id',
    ])
    .where('origin.member_id', '=', memberId)
    .orderBy('training.created_at')
    .orderBy('training.id')
    .orderBy('origin.part')
    .execute();
  const marks = await kysely
    .selectFrom('handover_marks')
    .select(['server_id', 'answer_id', 'text', 'is_needed', 'created_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute();
  const handovers = await readHandoversOf(kysely, memberId);
  const posts = await readPostsOf(kysely, memberId);
  return {
    questions,
    conversations,
    handovers,
    suggestions,
    marks,
    posts,
    ...(await readDashboardUse(kysely, memberId)),
  };
}

/** Sessions come without their secrets. */
async function readDashboardUse(kysely: Kysely<Schema>, memberId: string) {
  const sessions = await kysely
    .selectFrom('sessions')
    .select(['name', 'guild_ids', 'guilds_read_at', 'created_at', 'expires_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute();
  const actions = await kysely
    .selectFrom('audit_log')
    .select(['server_id', 'at', 'channel', 'member_name', 'action', 'subject'])
    .where('member_id', '=', memberId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return { sessions, actions };
}

/**
 * Removes a member's id and words from every table, in one transaction.
 * @param planTraining decides about suggestions with their words.
 * @returns how much there was.
 */
export async function forgetMember(
  database: Database,
  memberId: string,
  planTraining: (stored: Suggestion[]) => TrainingPlan,
): Promise<{ answers: number; suggestions: number }> {
  return database.kysely.transaction().execute(async (transaction) => {
    let suggestions = 0;
    // Servers are locked first, in the order that every process uses.
    for (const serverId of await listServersWithMember(transaction, memberId)) {
      const find = () => findBySource(transaction, serverId, { memberId });
      await changeWithin(transaction, serverId, find, (stored) => {
        suggestions += stored.length;
        return planTraining(stored);
      });
      await forgetMarksOf(transaction, serverId, { memberId });
    }
    const answers = await forgetQuestions(transaction, memberId);
    await deleteRows(transaction, 'conversations', { memberId });
    await deleteRows(transaction, 'discord_handovers', { memberId });
    await forgetClaimer(transaction, { claimedBy: memberId });
    await changeRows(transaction, 'audit_log', { memberId }, { memberId: null, memberName: null });
    return { answers, suggestions };
  });
}

async function forgetQuestions(transaction: Kysely<Schema>, memberId: string): Promise<number> {
  const forgotten = await forgetTextsOf(
    transaction,
    sql`FROM handled_messages m
      WHERE a.server_id = m.server_id AND a.id = m.answer_id AND m.member_id = ${memberId}`,
  );
  // Cards hold the words too; the process that finds them due removes them.
  await transaction
    .updateTable('discord_drafts as draft')
    .from('handled_messages as message')
    .set({ due_at: new Date(0) })
    .whereRef('draft.server_id', '=', 'message.server_id')
    .whereRef('draft.answer_id', '=', 'message.answer_id')
    .where('message.member_id', '=', memberId)
    .execute();
  await changeRows(transaction, 'handled_messages', { memberId }, { memberId: null });
  return forgotten;
}

const FORGET_SENDERS = `
WITH batch AS (
  SELECT server_id, message_id FROM handled_messages
  WHERE server_id = $1 AND at <= $2 AND member_id IS NOT NULL AND message_id > $4 ORDER BY message_id LIMIT $3
), changed AS (
  UPDATE handled_messages h SET member_id = NULL FROM batch b
  WHERE h.server_id = b.server_id AND h.message_id = b.message_id
)
SELECT count(*)::integer AS found, max(message_id) AS last FROM batch`;

const FORGET_WORDS = `
WITH batch AS (
  SELECT server_id, id, at FROM answers
  WHERE server_id = $1 AND channel = 'discord' AND question IS NOT NULL AND at BETWEEN $4 AND $2 ORDER BY at LIMIT $3
), ${FORGET_BATCH}
SELECT count(*)::integer AS found, max(at) AS last FROM batch`;

/**
 * Removes the ids and words of all members from a server that was left; repeatable after a failure.
 * @param loss.at when it was left: later words belong to a server that was joined again.
 * @param loss.signal ends it between two batches.
 */
export async function forgetMembersOf(
  database: Database,
  serverId: string,
  loss: { at: Date; signal: AbortSignal; planTraining: (stored: Suggestion[]) => TrainingPlan },
): Promise<void> {
  const { kysely } = database;
  await kysely.transaction().execute(async (transaction) => {
    const find = () => findBySource(transaction, serverId, { isOfAnyMember: true });
    await changeWithin(transaction, serverId, find, loss.planTraining);
    await forgetMarksOf(transaction, serverId, 'everybody');
  });
  await dropPosts(kysely, serverId, loss.at);
  await deleteRows(kysely, 'conversations', { serverId });
  await deleteRows(kysely, 'discord_handovers', { serverId });
  await removeWindowsOf(kysely, { serverId });
  await changeRows(
    kysely,
    'audit_log',
    { serverId, memberId: sql`IS NOT NULL` },
    { memberId: null, memberName: null },
  );
  const { at, signal } = loss;
  await runInBatches(database, FORGET_SENDERS, [serverId, at], { start: '', signal });
  await runInBatches(database, FORGET_WORDS, [serverId, at], { start: new Date(0), signal });
}

export async function addOptOut(database: Database, memberHash: Buffer, at: Date): Promise<void> {
  await insertNew(database.kysely, 'opt_outs', { memberHash, at });
}

export async function removeOptOut(database: Database, memberHash: Buffer): Promise<void> {
  await deleteRows(database.kysely, 'opt_outs', { memberHash });
}

/** For words that are being written at that moment. */
export async function markDeletion(
  database: Database,
  { memberHash, mark, at }: { memberHash: Buffer; mark: string; at: Date },
): Promise<void> {
  await database.kysely
    .insertInto('deletions')
    .values({ member_hash: memberHash, mark, at })
    .onConflict((conflict) => conflict.column('member_hash').doUpdateSet({ mark, at }))
    .execute();
}

/** Opt-outs among these members, and the marks of their last deletions. */
export async function readWishes(database: Database, memberHashes: readonly Buffer[]) {
  const rows = await database.query<{ mark: string | null }>(
    'wishes',
    `SELECT NULL AS mark FROM opt_outs WHERE member_hash = ANY($1)
     UNION ALL SELECT mark FROM deletions WHERE member_hash = ANY($1)`,
    [memberHashes],
    { repeatable: true },
  );
  return {
    hasOptOut: rows.some(({ mark }) => mark === null),
    marks: rows.flatMap(({ mark }) => mark ?? []).toSorted(),
  };
}

export async function isOptedOut(database: Database, memberHash: Buffer): Promise<boolean> {
  const rows = await database.query(
    'opt-out',
    'SELECT 1 FROM opt_outs WHERE member_hash = $1',
    [memberHash],
    { repeatable: true },
  );
  return rows.length > 0;
}

/** Since a moment; an opt-out counts at any time. */
export async function isForgotten(database: Database, memberHash: Buffer, since: Date): Promise<boolean> {
  const rows = await database.query(
    'forgotten',
    `SELECT 1 FROM opt_outs WHERE member_hash = $1
     UNION ALL SELECT 1 FROM deletions WHERE member_hash = $1 AND at >= $2`,
    [memberHash, since],
    { repeatable: true },
  );
  return rows.length > 0;
}

const REMOVE_HANDLED = `
WITH gone AS (
  DELETE FROM handled_messages WHERE (server_id, message_id) IN (
    SELECT server_id, message_id FROM handled_messages WHERE at < $1 LIMIT $2)
  RETURNING 1
)
SELECT count(*)::integer AS found FROM gone`;

/** Removes messages too old to be delivered twice, conversations that are over, and old deletions. */
export async function removeOldConversations(database: Database, before: Date, signal: AbortSignal) {
  const { kysely } = database;
  await runInBatches(database, REMOVE_HANDLED, [before], { signal });
  await deleteRows(kysely, 'deletions', { at: sql`< ${before}` });
  await deleteRows(kysely, 'discord_handovers', { createdAt: sql`< ${before}` });
  const latest = sql<Date>`greatest(quiet_until, called_at)`;
  await kysely
    .deleteFrom('conversations')
    .where((where) => where.or([where(latest, '<', before), where(latest, 'is', null)]))
    .execute();
}
