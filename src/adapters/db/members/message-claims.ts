import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeRows, findRow, insertNew, type Row, readRows, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

/** Claimed, with an answer that may have been begun. */
export type OpenMessage = Omit<
  Row<'handled_messages'>,
  'memberId' | 'state' | 'leaseUntil' | 'replyIds' | 'isCommand'
>;

/** Few enough to look at all within their new lease. */
const MAX_TAKEN_OVER = 20;

/** @returns false when another process claimed it before. */
export async function claimMessage(
  database: Database,
  claim: { serverId: string; messageId: string; channelId: string; now: Date; leaseUntil: Date },
): Promise<boolean> {
  const { serverId, messageId, channelId, now, leaseUntil } = claim;
  const place = { serverId, messageId, channelId, leaseUntil };
  return insertNew(database.kysely, 'handled_messages', {
    ...{ ...place, memberId: null, answerId: null, state: 'claimed', at: now },
  });
}

/** The same where it was left before. */
export async function claimLeft(
  database: Database,
  claim: { serverId: string; messageId: string; channelId: string; now: Date; leaseUntil: Date },
): Promise<boolean> {
  const { now: at, ...place } = claim;
  const again = { state: 'claimed' as const, lease_until: claim.leaseUntil, at };
  const claimed = await database.kysely
    .insertInto('handled_messages')
    .values({ ...toRow(place), ...again, member_id: null, answer_id: null })
    .onConflict((conflict) =>
      conflict
        .columns(['server_id', 'message_id'])
        .doUpdateSet(again)
        .where('handled_messages.state', '=', 'dropped'),
    )
    .returning('message_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** @param renewal.claims ids of the message and its server. */
export async function renewClaims(
  database: Database,
  { claims, leaseUntil }: { claims: readonly (readonly [string, string])[]; leaseUntil: Date },
): Promise<void> {
  const messageIds = claims.map(([messageId]) => messageId);
  const serverIds = claims.map(([, serverId]) => serverId);
  await database.query(
    'renew-claims',
    `UPDATE handled_messages SET lease_until = $3 FROM unnest($1::text[], $2::text[]) AS held(server_id, message_id)
     WHERE handled_messages.server_id = held.server_id AND handled_messages.message_id = held.message_id
       AND state = 'claimed'`,
    [serverIds, messageIds, leaseUntil],
    { repeatable: true },
  );
}

export async function noteAnswer(
  database: Database,
  begun: { serverId: string; messageIds: readonly string[]; memberId: string | null; answerId: string },
): Promise<void> {
  await changeRows(
    database.kysely,
    'handled_messages',
    { serverId: begun.serverId, messageId: begun.messageIds, state: 'claimed' },
    { answerId: begun.answerId, memberId: begun.memberId },
  );
}

/** Also writes messages that nobody claimed, such as slash commands. */
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
    isCommand?: boolean;
    now: Date;
  },
): Promise<void> {
  const { serverId, channelId, memberId, state, answerId, isCommand = false, now } = done;
  const outcome = toRow({ state, memberId, answerId, replyIds: [...done.replyIds] });
  const place = { ...toRow({ serverId, channelId, isCommand, leaseUntil: now }), at: now };
  await database.kysely
    .insertInto('handled_messages')
    .values(done.messageIds.map((messageId) => ({ ...place, ...outcome, message_id: messageId })))
    .onConflict((conflict) => conflict.columns(['server_id', 'message_id']).doUpdateSet(outcome))
    .execute();
}

/** Takes over messages of dead processes on these servers. */
export async function takeAbandoned(
  database: Database,
  input: { serverIds: readonly string[]; now: Date; leaseUntil: Date },
): Promise<OpenMessage[]> {
  const { rows } = await sql<OpenMessage>`
    UPDATE handled_messages SET lease_until = ${input.leaseUntil}
    WHERE state = 'claimed' AND (server_id, message_id) IN (
      SELECT server_id, message_id FROM handled_messages
      WHERE state = 'claimed' AND lease_until < ${input.now} AND server_id = ANY(${[...input.serverIds]})
      ORDER BY lease_until, answer_id LIMIT ${MAX_TAKEN_OVER} FOR UPDATE SKIP LOCKED)
    RETURNING server_id AS "serverId", message_id AS "messageId", channel_id AS "channelId",
      answer_id AS "answerId", at`.execute(database.kysely);
  return rows.sort((one, other) => Number(BigInt(one.messageId) - BigInt(other.messageId)));
}

/** The answer that a message of the bot holds. */
export async function findAnswerOfReply(database: Database, serverId: string, replyId: string) {
  return selectAnswer(database, serverId)
    .where(sql<boolean>`handled_messages.reply_ids @> ARRAY[${replyId}]::text[]`)
    .executeTakeFirst();
}

/** Oldest first; of a command, its interaction. */
export async function findMessagesOfAnswer(database: Database, serverId: string, answerId: string) {
  const rows = await readRows(
    database.kysely,
    'handled_messages',
    { serverId, answerId },
    ['messageId'],
    sql`ORDER BY message_id`,
  );
  return rows.map(({ messageId }) => messageId);
}

/** Author of a message that the bot answered. */
export async function findAsker(database: Database, serverId: string, messageId: string) {
  const row = await findRow(database.kysely, 'handled_messages', { serverId, messageId }, ['memberId']);
  return row?.memberId ?? null;
}

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
      'answers.language',
      'answers.team_asked_at as teamAskedAt',
      'handled_messages.member_id as askerId',
      'handled_messages.message_id as messageId',
      'handled_messages.is_command as isCommand',
      'handled_messages.channel_id as channelId',
      'handled_messages.reply_ids as replyIds',
    ])
    .where('handled_messages.server_id', '=', serverId)
    .orderBy('handled_messages.message_id', 'desc')
    .limit(1);
}

/** A thread (`memberId` empty), or a channel towards one member. */
export type ConversationKey = Pick<Row<'conversations'>, 'serverId' | 'channelId' | 'memberId'>;

export async function setQuiet(database: Database, place: ConversationKey, until: Date): Promise<void> {
  await database.kysely
    .insertInto('conversations')
    .values({ ...toRow(keyOf(place)), quiet_until: until, called_at: null })
    .onConflict((conflict) =>
      conflict.columns(['server_id', 'channel_id', 'member_id']).doUpdateSet({ quiet_until: until }),
    )
    .execute();
}

export async function isQuiet(database: Database, place: ConversationKey, now: Date): Promise<boolean> {
  const quiet = { ...keyOf(place), quietUntil: sql`> ${now}` };
  return (await findRow(database.kysely, 'conversations', quiet, ['quietUntil'])) !== null;
}

/** Whether the team spoke there lately, or has a question of that place. */
export async function isLeftToTeam(database: Database, place: ConversationKey, now: Date): Promise<boolean> {
  const { serverId, channelId, memberId } = place;
  const rows = await database.query(
    'left-to-team',
    `SELECT FROM conversations WHERE server_id = $1 AND channel_id = $2 AND member_id = $3 AND quiet_until > $4
     UNION ALL SELECT FROM discord_handovers
     WHERE server_id = $1 AND channel_id = $2 AND member_id = $3 AND state = 'claimed' LIMIT 1`,
    [serverId, channelId, memberId, now],
    { repeatable: true },
  );
  return rows.length > 0;
}

/** @returns false when the team was called later than `notAfter`. */
export async function claimCall(kysely: Kysely<Schema>, place: ConversationKey, now: Date, notAfter: Date) {
  const claimed = await kysely
    .insertInto('conversations')
    .values({ ...toRow(keyOf(place)), quiet_until: null, called_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['server_id', 'channel_id', 'member_id'])
        .doUpdateSet({ called_at: now })
        .where((where) =>
          where.or([
            where('conversations.called_at', 'is', null),
            where('conversations.called_at', '<=', notAfter),
          ]),
        ),
    )
    .returning('channel_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function giveCallBack(database: Database, place: ConversationKey): Promise<void> {
  await changeRows(database.kysely, 'conversations', keyOf(place), { calledAt: null });
}

function keyOf({ serverId, channelId, memberId }: ConversationKey): ConversationKey {
  return { serverId, channelId, memberId };
}
