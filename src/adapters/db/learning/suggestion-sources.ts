import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows, type Row, readRows, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

/** The message itself holds the words where `isOriginal`; otherwise they were written about it. */
export interface TrainingSourceRow
  extends Pick<Row<'training_sources'>, 'part' | 'channelId' | 'memberId' | 'isOriginal'> {
  /** Null: the words came from no message. */
  messageId: string | null;
}

/** @param checkedAt when the messages were seen unchanged. */
export async function insertSources(
  kysely: Kysely<Schema>,
  suggestion: { serverId: string; id: string },
  sources: readonly TrainingSourceRow[],
  checkedAt: Date,
): Promise<void> {
  if (sources.length === 0) return;
  const { serverId, id: trainingId } = suggestion;
  const rows = sources.map(({ part, channelId, messageId, memberId, isOriginal }) => ({
    ...toRow({ serverId, trainingId, part, channelId, memberId, isOriginal, checkedAt }),
    message_id: messageId ?? '',
  }));
  await kysely
    .insertInto('training_sources')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function copySources(
  kysely: Kysely<Schema>,
  serverId: string,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  await sql`
    INSERT INTO training_sources
      (server_id, training_id, part, channel_id, message_id, member_id, is_original, checked_at)
    SELECT server_id, ${to}, part, channel_id, message_id, member_id, is_original, checked_at
    FROM training_sources WHERE server_id = ${serverId} AND training_id = ANY(${[...from]}::text[])
    ON CONFLICT DO NOTHING`.execute(kysely);
}

/** Sources of the answer come first, those of wordings last. */
export async function readSources(kysely: Kysely<Schema>, serverId: string, ids: readonly string[]) {
  const { rows } = await sql<TrainingSourceRow & { id: string }>`
    SELECT training_id AS id, part, channel_id AS "channelId", nullif(message_id, '') AS "messageId",
      member_id AS "memberId", is_original AS "isOriginal"
    FROM training_sources WHERE server_id = ${serverId} AND training_id = ANY(${[...ids]}::text[])
    ORDER BY part, message_id, member_id`.execute(kysely);
  const byId = new Map<string, TrainingSourceRow[]>();
  for (const { id, ...source } of rows) byId.set(id, [...(byId.get(id) ?? []), source]);
  return byId;
}

/** Messages or a channel that hold the words themselves, a member, or all members. */
export type SourceFilter =
  | { messageIds: readonly string[] }
  | { channelId: string }
  | { memberId: string }
  | { isOfAnyMember: true };

export async function findBySource(kysely: Kysely<Schema>, serverId: string, filter: SourceFilter) {
  const rows = await readRows(kysely, 'training_sources', { serverId, ...matchOf(filter) }, ['trainingId']);
  return [...new Set(rows.map(({ trainingId }) => trainingId))];
}

function matchOf(filter: SourceFilter) {
  if ('messageIds' in filter) return { isOriginal: true, messageId: filter.messageIds };
  if ('channelId' in filter) return { isOriginal: true, channelId: filter.channelId };
  return { memberId: 'memberId' in filter ? filter.memberId : sql`IS NOT NULL` };
}

/** Without `memberId`, of every member. */
export async function deleteSources(
  kysely: Kysely<Schema>,
  serverId: string,
  { ids, memberId }: { ids: readonly string[]; memberId?: string },
): Promise<void> {
  const theirs = matchOf(memberId === undefined ? { isOfAnyMember: true } : { memberId });
  await deleteRows(kysely, 'training_sources', { serverId, trainingId: ids, ...theirs });
}

export async function deleteWordingSources(
  kysely: Kysely<Schema>,
  serverId: string,
  trainingId: string,
): Promise<void> {
  await deleteRows(kysely, 'training_sources', { serverId, trainingId, part: 'wording' });
}

export async function markLost(
  kysely: Kysely<Schema>,
  serverId: string,
  { ids, filter }: { ids: readonly string[]; filter: SourceFilter },
): Promise<void> {
  const match = { serverId, trainingId: ids, ...matchOf(filter) };
  await changeRows(kysely, 'training_sources', match, { isOriginal: false });
}

/** In code-unit order, the order in which every process locks servers. */
export async function listServersWithMember(kysely: Kysely<Schema>, memberId: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom('training_sources')
    .select('server_id')
    .where('member_id', '=', memberId)
    .union(kysely.selectFrom('handover_marks').select('server_id').where('member_id', '=', memberId))
    .execute();
  return rows.map((row) => row.server_id).toSorted((a, b) => (a < b ? -1 : 1));
}

/** Sources that hold words in use. */
const IN_USE = sql`JOIN training ON training.server_id = source.server_id AND training.id = source.training_id
  WHERE source.is_original AND training.state <> 'suspended'`;

export interface StaleSource {
  serverId: string;
  channelId: string;
  messageId: string;
  learnedAt: Date;
}

/** Sources checked longest ago come first. */
export async function listStaleSources(
  database: Database,
  serverIds: readonly string[],
  { checkedBefore, limit }: { checkedBefore: Date; limit: number },
): Promise<StaleSource[]> {
  const { rows } = await sql<StaleSource>`
    SELECT source.server_id AS "serverId", source.message_id AS "messageId",
      min(source.channel_id) AS "channelId", min(training.created_at) AS "learnedAt"
    FROM training_sources AS source ${IN_USE}
      AND source.server_id = ANY(${[...serverIds]}::text[]) AND source.message_id <> '' AND source.channel_id IS NOT NULL
      AND source.checked_at < ${checkedBefore}
    GROUP BY 1, 2 ORDER BY min(source.checked_at), 2 LIMIT ${limit}`.execute(database.kysely);
  return rows;
}

export async function noteSourceChecked(
  database: Database,
  { serverId, messageId, at }: { serverId: string; messageId: string; at: Date },
): Promise<void> {
  await changeRows(database.kysely, 'training_sources', { serverId, messageId }, { checkedAt: at });
}

export interface LearnedMessage {
  serverId: string;
  messageId: string;
  /** When the first suggestion of it was made. */
  learnedAt: Date;
}

/** Those of the messages that a suggestion in use was learned from. */
export async function findLearnedMessages(
  database: Database,
  messages: readonly { serverId: string; messageId: string }[],
): Promise<LearnedMessage[]> {
  const serverIds = messages.map(({ serverId }) => serverId);
  const messageIds = messages.map(({ messageId }) => messageId);
  const { rows } = await sql<LearnedMessage>`
    SELECT source.server_id AS "serverId", source.message_id AS "messageId", min(training.created_at) AS "learnedAt"
    FROM unnest(${serverIds}::text[], ${messageIds}::text[]) AS wanted(server_id, message_id)
    JOIN training_sources AS source USING (server_id, message_id) ${IN_USE} GROUP BY 1, 2
    `.execute(database.kysely);
  return rows;
}

export async function findLearnedChannels(
  database: Database,
  channels: readonly { serverId: string; channelId: string }[],
): Promise<{ serverId: string; channelId: string }[]> {
  const serverIds = channels.map(({ serverId }) => serverId);
  const channelIds = channels.map(({ channelId }) => channelId);
  const { rows } = await sql<{ serverId: string; channelId: string }>`
    SELECT DISTINCT source.server_id AS "serverId", source.channel_id AS "channelId"
    FROM unnest(${serverIds}::text[], ${channelIds}::text[]) AS wanted(server_id, channel_id)
    JOIN training_sources AS source USING (server_id, channel_id) ${IN_USE}`.execute(database.kysely);
  return rows;
}
