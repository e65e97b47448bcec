import { sql } from 'kysely';
import type { Database } from '../connect.ts';

/** A message that holds words of suggestions. */
export interface LearnedMessage {
  serverId: string;
  messageId: string;
  /** When the first of them was made. */
  learnedAt: Date;
}

/** Those of some messages that something in use was learned from. */
export async function findLearnedMessages(
  database: Database,
  messages: readonly { serverId: string; messageId: string }[],
): Promise<LearnedMessage[]> {
  const serverIds = messages.map(({ serverId }) => serverId);
  const messageIds = messages.map(({ messageId }) => messageId);
  const { rows } = await sql<{ server_id: string; message_id: string; learned_at: Date }>`
    SELECT source.server_id, source.message_id, min(training.created_at) AS learned_at
    FROM unnest(${serverIds}::text[], ${messageIds}::text[]) AS wanted(server_id, message_id)
    JOIN training_sources AS source
      ON source.server_id = wanted.server_id AND source.message_id = wanted.message_id
    JOIN training ON training.server_id = source.server_id AND training.id = source.training_id
    WHERE source.is_original AND training.state <> 'suspended'
    GROUP BY 1, 2`.execute(database.kysely);
  return rows.map((row) => ({
    serverId: row.server_id,
    messageId: row.message_id,
    learnedAt: row.learned_at,
  }));
}

/** Those of some channels where something in use was learned. */
export async function findLearnedChannels(
  database: Database,
  channels: readonly { serverId: string; channelId: string }[],
): Promise<{ serverId: string; channelId: string }[]> {
  const serverIds = channels.map(({ serverId }) => serverId);
  const channelIds = channels.map(({ channelId }) => channelId);
  const { rows } = await sql<{ server_id: string; channel_id: string }>`
    SELECT DISTINCT source.server_id, source.channel_id
    FROM unnest(${serverIds}::text[], ${channelIds}::text[]) AS wanted(server_id, channel_id)
    JOIN training_sources AS source
      ON source.server_id = wanted.server_id AND source.channel_id = wanted.channel_id
    JOIN training ON training.server_id = source.server_id AND training.id = source.training_id
    WHERE source.is_original AND training.state <> 'suspended'`.execute(database.kysely);
  return rows.map((row) => ({ serverId: row.server_id, channelId: row.channel_id }));
}
