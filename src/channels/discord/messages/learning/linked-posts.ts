import type {
  APIMessage,
  Client,
  GatewayMessageCreateDispatchData,
  GatewayMessageDeleteBulkDispatchData,
  GatewayMessageDeleteDispatchData,
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
    waiting.set(key, { ...post, isNew: post.isNew || waiting.get(key)?.isNew === true });
    worker.wake();
  }

  function noteOld(client: Client, told: { serverId?: string; channelId: string; messageId: string }): void {
    const { serverId, channelId, messageId } = told;
    const place = placeOf(client, channelId, messageId);
    if (serverId && place !== null) note({ serverId, channelId, messageId, place, isNew: false });
  }

  async function tell(client: Client, message: TalkedMessage, isCreated: boolean): Promise<void> {
    const { guild_id: serverId, channel_id: channelId, id: messageId } = message;
    const place = placeOf(client, channelId, messageId);
    if (!serverId || place === null || message.author?.id === client.user?.id) return;
    const isNew = await isOfTeam(client, policies, { ...message, guild_id: serverId });
    if (isNew || !isCreated) note({ serverId, channelId, messageId, place, isNew });
  }

  return {
    follow: (client: Client): void => {
      const { ws } = client;
      // A session begins: what happened before it is not told.
      ws.on(GatewayDispatchEvents.Ready, ({ guilds }: GatewayReadyDispatchData) => {
        for (const { id } of guilds) missed.set(id, id);
        worker.wake();
      });
      const receive = (message: TalkedMessage, isCreated: boolean) =>
        void tell(client, message, isCreated).catch((error: unknown) =>
          core.log.debug({ err: error }, 'post of a linked channel not reported'),
        );
      ws.on(GatewayDispatchEvents.MessageCreate, (message: TalkedMessage) => receive(message, true));
      ws.on(GatewayDispatchEvents.MessageUpdate, (message: TalkedMessage) => receive(message, false));
      ws.on(GatewayDispatchEvents.MessageDelete, (data: GatewayMessageDeleteDispatchData) =>
        noteOld(client, { serverId: data.guild_id, channelId: data.channel_id, messageId: data.id }),
      );
      ws.on(GatewayDispatchEvents.MessageDeleteBulk, (data: GatewayMessageDeleteBulkDispatchData) => {
        const { guild_id: serverId, channel_id: channelId, ids } = data;
        for (const messageId of ids) noteOld(client, { serverId, channelId, messageId });
      });
      for (const event of [GatewayDispatchEvents.ThreadUpdate, GatewayDispatchEvents.ThreadDelete])
        ws.on(event, (thread: { guild_id?: string; id: string; parent_id?: string | null }) => {
          const { guild_id: serverId, id, parent_id: parent } = thread;
          // The client has forgotten a deleted thread.
          if (serverId) note({ serverId, channelId: id, messageId: id, place: parent ?? id, isNew: false });
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

/** The channel whose knowledge a message may be; null for what is said in a thread, except the first of a forum's post. */
function placeOf(client: Client, channelId: string, messageId: string): string | null {
  const channel = client.channels.cache.get(channelId);
  if (!channel?.isThread()) return channelId;
  return channel.parent?.isThreadOnly() === true && messageId === channelId ? channel.parentId : null;
}

async function isOfTeam(
  client: Client,
  policies: Policies,
  { channel_id, guild_id, member, author, pinned }: TalkedMessage & { guild_id: string },
): Promise<boolean> {
  if (pinned || client.channels.cache.get(channel_id)?.type === ChannelType.GuildAnnouncement) return true;
  const guild = client.guilds.cache.get(guild_id);
  const roles = member?.roles ?? [];
  const manages = (role: string) =>
    guild?.roles.cache.get(role)?.permissions.has(PermissionFlagsBits.ManageGuild) === true;
  const isWriter = guild?.ownerId === author?.id || roles.some(manages);
  return isWriter || isTeam(await policies.of(guild_id), roles);
}
