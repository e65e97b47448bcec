import { sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeWithin, type TrainingPlan } from '../learning/suggestion-changes.ts';
import type { Suggestion } from '../learning/suggestions.ts';
import { deleteRows, findRow, fromRow, readRows } from '../rows.ts';
import { forgetTextsOf } from './answers.ts';
import { forgetMarksOf } from './marks.ts';

/** Answers of one kind whose words are kept. */
export interface SaidFilter {
  channel: 'api' | 'test';
  /** Older ones are left out even before housekeeping forgets them. */
  since: Date;
  answerId?: string | undefined;
  conversationId?: string | undefined;
  /** Only those given after this one; none where there is no such answer. */
  after?: string | undefined;
  limit: number;
}

export type SaidAnswer = Awaited<ReturnType<typeof readSaid>>[number];

/** In the order in which they were given, with the suggestion that was made of their outcome. */
export async function readSaid(database: Database, serverId: string, filter: SaidFilter) {
  const { channel, since, answerId, conversationId, after, limit } = filter;
  let query = database.kysely
    .selectFrom('answers')
    .leftJoin('training', (join) =>
      join
        .onRef('training.server_id', '=', 'answers.server_id')
        .onRef('training.id', '=', 'answers.suggestion_id'),
    )
    .select(['answers.id', 'answers.at', 'answers.conversation_id', 'answers.metadata', 'answers.level'])
    .select(['answers.question', 'answers.answer', 'answers.reason', 'answers.used_ids', 'answers.language'])
    .select(['answers.confidence', 'answers.is_draft', 'answers.is_repeated', 'answers.feedback'])
    .select(['answers.comment', 'answers.outcome', 'answers.verdict'])
    .select(['training.id as suggestion_id', 'training.state as suggestion_state'])
    .where('answers.server_id', '=', serverId)
    .where('answers.channel', '=', channel)
    .where('answers.question', 'is not', null)
    .where('answers.at', '>=', since);
  if (answerId) query = query.where('answers.id', '=', answerId);
  if (conversationId) query = query.where('answers.conversation_id', '=', conversationId);
  if (after)
    query = query.where(sql<boolean>`(answers.at, answers.id) > (
      SELECT p.at, p.id FROM answers p WHERE p.server_id = ${serverId} AND p.id = ${after}::uuid)`);
  const rows = await query.orderBy('answers.at').orderBy('answers.id').limit(limit).execute();
  return rows.map(fromRow);
}

/** By id of the entry; those that are gone have none. */
export async function readSourcesOf(database: Database, serverId: string, ids: readonly string[]) {
  const rows = await readRows(database.kysely, 'knowledge', { serverId, id: ids }, ['id', 'title', 'link']);
  return new Map(rows.map(({ id, title, link }) => [id, { title, url: link }]));
}

/**
 * Takes the words of an answer out of every table, in one transaction; figures and charge stay.
 * @param planTraining decides about the suggestion that was made of it.
 * @returns whether there were any.
 */
export async function eraseSaid(
  database: Database,
  { serverId, answerId, channel }: { serverId: string; answerId: string; channel: 'api' | 'test' },
  planTraining: (stored: Suggestion[]) => TrainingPlan,
): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    // The server is locked first, as wherever suggestions change.
    const told = { serverId, id: answerId, channel, question: sql`IS NOT NULL` };
    const find = async () => {
      const row = await findRow(transaction, 'answers', told, ['suggestionId']);
      return row?.suggestionId ? [row.suggestionId] : [];
    };
    await changeWithin(transaction, serverId, find, planTraining);
    const erased = await forgetTextsOf(
      transaction,
      sql`WHERE a.server_id = ${serverId} AND a.id = ${answerId}::uuid AND a.channel = ${channel}
        AND a.question IS NOT NULL`,
    );
    if (erased === 0) return false;
    await forgetMarksOf(transaction, serverId, { answerId });
    await deleteRows(transaction, 'idempotency', { serverId, requestId: answerId });
    await deleteRows(transaction, 'async_questions', { serverId, id: answerId });
    // Kept for others who ask the same.
    await sql`DELETE FROM cache WHERE starts_with(key, ${`lotse:repeat:${serverId}:`})
      AND strpos(value, ${answerId}) > 0`.execute(transaction);
    return true;
  });
}
