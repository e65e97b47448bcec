import type { Kysely } from 'kysely';
import type { Database } from '../connect.ts';
import type { Row } from '../rows.ts';
import type { Schema } from '../schema.ts';

/** A thread (`memberId` empty), or a channel towards one member. */
export type ConversationKey = Pick<Row<'conversations'>, 'serverId' | 'channelId' | 'memberId'>;

export async function setQuiet(database: Database, place: ConversationKey, until: Date): Promise<void> {
  await database.kysely
    .insertInto('conversations')
    .values({ ...toKey(place), quiet_until: until, called_at: null })
    .onConflict((conflict) =>
      conflict.columns(['server_id', 'channel_id', 'member_id']).doUpdateSet({ quiet_until: until }),
    )
    .execute();
}

export async function isQuiet(database: Database, place: ConversationKey, now: Date): Promise<boolean> {
  const row = await database.kysely
    .selectFrom('conversations')
    .select('quiet_until')
    .where(({ and }) => and(toKey(place)))
    .where('quiet_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the team may be called now: not again after a call later than `notAfter`. */
export async function claimCall(kysely: Kysely<Schema>, place: ConversationKey, now: Date, notAfter: Date) {
  const claimed = await kysely
    .insertInto('conversations')
    .values({ ...toKey(place), quiet_until: null, called_at: now })
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
  await database.kysely
    .updateTable('conversations')
    .set({ called_at: null })
    .where(({ and }) => and(toKey(place)))
    .execute();
}

function toKey({ serverId, channelId, memberId }: ConversationKey) {
  return { server_id: serverId, channel_id: channelId, member_id: memberId };
}
