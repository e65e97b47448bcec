import type {
  APIMessage,
  Client,
  GatewayMessageCreateDispatchData,
  GatewayMessageDeleteBulkDispatchData,
  GatewayMessageDeleteDispatchData,
  GatewayMessageUpdateDispatchData,
  GatewayReadyDispatchData,
} from 'discord.js';
import { ChannelType, Events, GatewayDispatchEvents, PermissionFlagsBits } from 'discord.js';
import type { Core } from '../../../../core/core.ts';
import type { ToldPost } from '../../../../core/knowledge/noticed.ts';
import {
  loseChannels,
  noticePosts,
  readNoticedNow,
  rereadChannels,
} from '../../../../core/knowledge/noticed.ts';
import { createWorker } from '../../gateway/worker.ts';
import { isTeam, type Policies } from '../policies.ts';

/** While the database is away; the daily reading finds the rest. */
const MAX_WAITING = 10_000;

/** Has the knowledge of linked channels follow what is posted, edited and deleted there. */
export function createLinkedPosts(core: Core, policies: Policies) {
  const waiting = new Map<string, ToldPost>();
  const lost = new Map<string, { serverId: string; channelId: string }>();
  const missed = new Map<string, string>();
  const stopping = new AbortController();
  const worker = createWorker({
    isWaiting: () => waiting.size + lost.size + missed.size > 0,
    work: async () => {
      await handOver(missed, (serverIds) => rereadChannels(core, serverIds));
      const isNoticed = await handOver(waiting, (told) => noticePosts(core, told));
      await handOver(lost, (places) => loseChannels(core, places));
      if (isNoticed) await readNoticedNow(core, stopping.signal);
    },
    onFault: (error, isAgain) =>
      core.log[isAgain ? 'debug' : 'warn']({ err: error }, 'posts of linked channels not read yet'),
  });

  function note(post: ToldPost): void {
    const key = `${post.channelId}:${post.messageId}`;
    if (waiting.size >= MAX_WAITING && !waiting.has(key)) return;
    // An edit of a new post does not make it an old one.
    waiting.set(key, { ...post, linked: post.linked ?? waiting.get(key)?.linked ?? null });
    worker.wake();
  }

  async function tell(client: Client, message: TalkedMessage): Promise<void> {
    const { guild_id: serverId, channel_id: channelId, id: messageId } = message;
    if (!serverId || message.author?.id === client.user?.id) return;
    const linked = await findPlace(client, policies, { ...message, guild_id: serverId });
    note({ serverId, channelId, messageId, linked });
  }

  return {
    follow: (client: Client): void => {
      const { ws } = client;
      // A session begins: what happened before it is not told.
      ws.on(GatewayDispatchEvents.Ready, ({ guilds }: GatewayReadyDispatchData) => {
        for (const { id } of guilds) missed.set(id, id);
        worker.wake();
      });
      const receive = (message: TalkedMessage) =>
        void tell(client, message).catch((error: unknown) =>
          core.log.debug({ err: error }, 'post of a linked channel not reported'),
        );
      ws.on(GatewayDispatchEvents.MessageCreate, (data: GatewayMessageCreateDispatchData) => receive(data));
      ws.on(GatewayDispatchEvents.MessageUpdate, (data: GatewayMessageUpdateDispatchData) => receive(data));
      ws.on(GatewayDispatchEvents.MessageDelete, (data: GatewayMessageDeleteDispatchData) => {
        const { guild_id: serverId, channel_id: channelId, id: messageId } = data;
        if (serverId) note({ serverId, channelId, messageId, linked: null });
      });
      ws.on(GatewayDispatchEvents.MessageDeleteBulk, (data: GatewayMessageDeleteBulkDispatchData) => {
        const { guild_id: serverId, channel_id: channelId, ids } = data;
        for (const messageId of serverId ? ids : [])
          note({ serverId: serverId ?? '', channelId, messageId, linked: null });
      });
      for (const event of [GatewayDispatchEvents.ThreadUpdate, GatewayDispatchEvents.ThreadDelete])
        ws.on(event, ({ guild_id: serverId, id }: { guild_id?: string; id: string }) => {
          if (serverId) note({ serverId, channelId: id, messageId: id, linked: null });
        });
      client.on(Events.ChannelDelete, (channel) => {
        if (channel.isDMBased()) return;
        lost.set(channel.id, { serverId: channel.guildId, channelId: channel.id });
        worker.wake();
      });
    },
    finish: async (): Promise<void> => {
      stopping.abort();
      await worker.stop();
    },
  };
}

/** What was not replaced meanwhile waits no longer. */
async function handOver<Item, Result>(
  waiting: Map<string, Item>,
  work: (items: Item[]) => Promise<Result>,
): Promise<Result> {
  const taken = [...waiting];
  const result = await work(taken.map(([, item]) => item));
  for (const [key, item] of taken) if (waiting.get(key) === item) waiting.delete(key);
  return result;
}

type TalkedMessage = Pick<GatewayMessageCreateDispatchData, 'id' | 'channel_id' | 'guild_id' | 'member'> &
  Partial<Pick<APIMessage, 'author' | 'pinned'>>;

/** The channel whose knowledge a message may be; null: it counts only where it is known. */
async function findPlace(
  client: Client,
  policies: Policies,
  { id, channel_id, guild_id, member, author, pinned }: TalkedMessage & { guild_id: string },
): Promise<string | null> {
  const channel = client.channels.cache.get(channel_id);
  const isFirst =
    channel?.isThread() === true && channel.parent?.isThreadOnly() === true && id === channel_id;
  if (channel?.isThread() && !isFirst) return null;
  const place = isFirst ? channel.parentId : channel_id;
  if (pinned || channel?.type === ChannelType.GuildAnnouncement) return place;
  const guild = client.guilds.cache.get(guild_id);
  const roles = member?.roles ?? [];
  const manages = (role: string) =>
    guild?.roles.cache.get(role)?.permissions.has(PermissionFlagsBits.ManageGuild) === true;
  const isWriter = guild?.ownerId === author?.id || roles.some(manages);
  return isWriter || isTeam(await policies.of(guild_id), roles) ? place : null;
}
