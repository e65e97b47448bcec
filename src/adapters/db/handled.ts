import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** A message that some process has claimed and not finished. */
export interface OpenMessage {
  serverId: string;
  messageId: string;
  channelId: string;
  /** Of the answer that was begun. */
  answerId: string | null;
}

/** @returns whether nobody had claimed it before. */
export async function claimMessage(
  database: Database,
  claim: { serverId: string; messageId: string; channelId: string; now: Date; leaseUntil: Date },
): Promise<boolean> {
  const claimed = await database.kysely
    .insertInto('handled_messages')
    .values({
      server_id: claim.serverId,
      message_id: claim.messageId,
      channel_id: claim.channelId,
      member_id: null,
      state: 'claimed',
      lease_until: claim.leaseUntil,
      answer_id: null,
      at: claim.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('message_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Prolongs claims and notes which answer is being made for them. */
export async function renewClaims(
  database: Database,
  claims: { serverId: string; messageIds: readonly string[]; answerId: string; leaseUntil: Date },
): Promise<void> {
  await database.kysely
    .updateTable('handled_messages')
    .set({ lease_until: claims.leaseUntil, answer_id: claims.answerId })
    .where('server_id', '=', claims.serverId)
    .where('message_id', 'in', [...claims.messageIds])
    .where('state', '=', 'claimed')
    .execute();
}

/** Says what became of messages; of those nobody claimed too, such as a slash command. */
export async function finishMessages(
  database: Database,
  done: {
    serverId: string;
    messageIds: readonly string[];
    channelId: string;
    memberId: string | null;
    state: 'answered' | 'dropped';
    answerId: string | null;
    replyIds: readonly string[];
    now: Date;
  },
): Promise<void> {
  const rows = done.messageIds.map((messageId) => ({
    server_id: done.serverId,
    message_id: messageId,
    channel_id: done.channelId,
    member_id: done.memberId,
    state: done.state,
    lease_until: done.now,
    answer_id: done.answerId,
    reply_ids: [...done.replyIds],
    at: done.now,
  }));
  await database.kysely
    .insertInto('handled_messages')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['server_id', 'message_id']).doUpdateSet({
        state: done.state,
        member_id: done.memberId,
        answer_id: done.answerId,
        reply_ids: [...done.replyIds],
      }),
    )
    .execute();
}

/** Takes over what dead processes have left open on these servers, so that nobody waits in vain. */
export async function takeAbandoned(
  database: Database,
  input: { serverIds: readonly string[]; now: Date; notBefore: Date; leaseUntil: Date },
): Promise<OpenMessage[]> {
  const rows = await database.kysely
    .updateTable('handled_messages')
    .set({ lease_until: input.leaseUntil })
    .where('state', '=', 'claimed')
    .where('lease_until', '<', input.now)
    .where('at', '>=', input.notBefore)
    .where('server_id', '=', sql<string>`ANY(${[...input.serverIds]})`)
    .returning(['server_id', 'message_id', 'channel_id', 'answer_id'])
    .execute();
  return rows.map((row) => ({
    serverId: row.server_id,
    messageId: row.message_id,
    channelId: row.channel_id,
    answerId: row.answer_id,
  }));
}

/** The answer that a message of the bot holds. */
export async function findAnswerOfReply(database: Database, serverId: string, replyId: string) {
  return selectAnswer(database, serverId)
    .where(sql<boolean>`handled_messages.reply_ids @> ARRAY[${replyId}]::text[]`)
    .executeTakeFirst();
}

/** Where an answer was asked for, and by whom. */
export async function findQuestionOfAnswer(database: Database, serverId: string, answerId: string) {
  return selectAnswer(database, serverId).where('answers.id', '=', answerId).executeTakeFirst();
}

function selectAnswer(database: Database, serverId: string) {
  return database.kysely
    .selectFrom('handled_messages')
    .innerJoin('answers', (join) =>
      join
        .onRef('answers.server_id', '=', 'handled_messages.server_id')
        .onRef('answers.id', '=', 'handled_messages.answer_id'),
    )
    .select([
      'answers.id as answerId',
      'answers.question',
      'handled_messages.member_id as askerId',
      'handled_messages.message_id as messageId',
      'handled_messages.channel_id as channelId',
    ])
    .where('handled_messages.server_id', '=', serverId)
    .orderBy('handled_messages.message_id', 'desc')
    .limit(1);
}
