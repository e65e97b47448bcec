import { type Kysely, sql } from 'kysely';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';

/** Everything that is stored with a member's id, on every server. */
export async function readMember(database: Database, memberId: string) {
  const { kysely } = database;
  const questions = await kysely
    .selectFrom('handled_messages as message')
    .leftJoin('answers as answer', (join) =>
      join.onRef('answer.server_id', '=', 'message.server_id').onRef('answer.id', '=', 'message.answer_id'),
    )
    .select(['message.server_id', 'message.channel_id', 'message.message_id', 'message.state', 'message.at'])
    .select(['answer.question', 'answer.answer', 'answer.feedback'])
    .where('message.member_id', '=', memberId)
    .orderBy('message.at')
    .execute();
  const conversations = await kysely
    .selectFrom('conversations')
    .selectAll()
    .where('member_id', '=', memberId)
    .execute();
  const suggestions = await kysely
    .selectFrom('training')
    .select(['server_id', 'id', 'question', 'answer', 'state', 'source', 'created_at'])
    .where('author_id', '=', memberId)
    .orderBy('created_at')
    .execute();
  return { questions, conversations, suggestions };
}

/** Removes a member's id and words from every table, in one transaction. @returns how much there was. */
export async function forgetMember(
  database: Database,
  memberId: string,
): Promise<{ answers: number; suggestions: number }> {
  return database.kysely.transaction().execute(async (transaction) => {
    const answers = await forgetQuestions(transaction, memberId);
    await transaction.deleteFrom('conversations').where('member_id', '=', memberId).execute();
    const dropped = await transaction
      .deleteFrom('training')
      .where('author_id', '=', memberId)
      .where('state', 'in', ['pending', 'rejected'])
      .returning('id')
      .execute();
    await transaction
      .updateTable('training')
      .set({ author_id: null })
      .where('author_id', '=', memberId)
      .execute();
    return { answers, suggestions: dropped.length };
  });
}

async function forgetQuestions(transaction: Kysely<Schema>, memberId: string): Promise<number> {
  const forgotten = await transaction
    .updateTable('answers')
    .from('handled_messages as message')
    .set({ question: null, answer: null })
    .whereRef('answers.server_id', '=', 'message.server_id')
    .whereRef('answers.id', '=', 'message.answer_id')
    .where('message.member_id', '=', memberId)
    .returning('answers.id')
    .execute();
  await transaction
    .updateTable('handled_messages')
    .set({ member_id: null })
    .where('member_id', '=', memberId)
    .execute();
  return forgotten.length;
}

/** Removes the ids and words of all members from a server that was left. */
export async function forgetMembersOf(database: Database, serverId: string): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('answers')
      .set({ question: null, answer: null })
      .where('server_id', '=', serverId)
      .where('channel', '=', 'discord')
      .execute();
    await transaction
      .updateTable('handled_messages')
      .set({ member_id: null })
      .where('server_id', '=', serverId)
      .execute();
    await transaction.deleteFrom('conversations').where('server_id', '=', serverId).execute();
    await transaction
      .deleteFrom('training')
      .where('server_id', '=', serverId)
      .where('state', '=', 'pending')
      .execute();
    await transaction
      .updateTable('training')
      .set({ author_id: null })
      .where('server_id', '=', serverId)
      .execute();
  });
}

export async function addOptOut(database: Database, memberHash: Buffer, at: Date): Promise<void> {
  await database.kysely
    .insertInto('opt_outs')
    .values({ member_hash: memberHash, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeOptOut(database: Database, memberHash: Buffer): Promise<void> {
  await database.kysely.deleteFrom('opt_outs').where('member_hash', '=', memberHash).execute();
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

/** Rows about messages that can no longer be delivered twice, and about conversations that are over. */
export async function removeOldConversations(database: Database, before: Date): Promise<void> {
  const { kysely } = database;
  await kysely.deleteFrom('handled_messages').where('at', '<', before).execute();
  const latest = sql<Date>`greatest(quiet_until, called_at)`;
  await kysely
    .deleteFrom('conversations')
    .where((where) => where.or([where(latest, '<', before), where(latest, 'is', null)]))
    .execute();
}
