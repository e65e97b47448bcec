import type {
  Client,
  GatewayChannelDeleteDispatchData,
  GatewayMessageDeleteBulkDispatchData,
  GatewayMessageDeleteDispatchData,
  GatewayMessageUpdateDispatchData,
  GatewayThreadDeleteDispatchData,
} from 'discord.js';
import { GatewayDispatchEvents } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Core } from '../../../../core/core.ts';
import type { LearnedMessage } from '../../../../core/members/provenance.ts';
import {
  findLearnedChannels,
  findLearnedMessages,
  forgetChannel,
  forgetMessages,
} from '../../../../core/members/provenance.ts';
import { isDatabaseAway } from '../../errors.ts';
import { createWorker } from '../../gateway/worker.ts';

const MAX_PER_STATEMENT = 5_000;
/** While the database is away; the check of sources finds the rest. */
const MAX_WAITING = 100_000;
/** Lessons under way look once more afterwards. */
const REMEMBERED_MS = 30 * 60_000;
const MAX_REMEMBERED = 50_000;
const MAX_REMEMBERED_CHANNELS = 5_000;
/** Clocks differ: an edit is after the learning if it is not clearly before. */
const CLOCK_SLACK_MS = 60_000;

interface ReadMessage {
  serverId: string;
  channelId: string;
  messageId: string;
  /** Milliseconds since 1970; null: never. */
  editedAt: number | null;
}

/** Messages of a channel as they were read. */
export function toRead(
  place: { serverId: string; channelId: string },
  messages: readonly { id: string; editedAt: number | null }[],
): ReadMessage[] {
  const { serverId, channelId } = place;
  return messages.map(({ id: messageId, editedAt }) => ({ serverId, channelId, messageId, editedAt }));
}

/** `editedAt` null: it was deleted. */
interface Removal {
  serverId: string;
  messageId: string;
  editedAt: number | null;
}

interface ChannelRemoval {
  serverId: string;
  channelId: string;
}

export type Removals = ReturnType<typeof createRemovals>;

/** Takes back what was learned from messages that are deleted or edited, and in channels and threads that go. */
export function createRemovals(core: Core) {
  const messages = new Map<string, Removal>();
  const channels = new Map<string, ChannelRemoval>();
  const recentMessages = new LRUCache<string, Removal>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  const recentChannels = new LRUCache<string, ChannelRemoval>({
    max: MAX_REMEMBERED_CHANNELS,
    ttl: REMEMBERED_MS,
  });
  const worker = createWorker({
    isWaiting: () => messages.size + channels.size > 0,
    work: () => carryOut(core, messages, channels),
    onFault: (error, isAgain) =>
      core.log[isAgain ? 'debug' : 'warn'](
        { err: error },
        'what was learned from deleted messages is not removed yet',
      ),
  });

  function note(removal: Removal): void {
    const key = `${removal.serverId}:${removal.messageId}`;
    const known = recentMessages.get(key);
    // A message that is gone is not edited; the same edit again comes with a preview that was found for it.
    if (known && (known.editedAt === null || known.editedAt === removal.editedAt)) return;
    recentMessages.set(key, removal);
    put(messages, key, removal);
  }
  function put<Item>(waiting: Map<string, Item>, key: string, item: Item): void {
    const [oldest] = waiting.keys();
    if (waiting.size >= MAX_WAITING && oldest !== undefined) waiting.delete(oldest);
    waiting.set(key, item);
    worker.wake();
  }
  function noteChannel(removal: ChannelRemoval): void {
    const key = `${removal.serverId}:${removal.channelId}`;
    recentChannels.set(key, removal);
    put(channels, key, removal);
  }
  function findConcerning(read: ReadMessage): { message?: Removal; channel?: ChannelRemoval } {
    const message = recentMessages.get(`${read.serverId}:${read.messageId}`);
    const channel = recentChannels.get(`${read.serverId}:${read.channelId}`);
    const isNewer = message && (message.editedAt === null || message.editedAt > (read.editedAt ?? 0));
    return { ...(isNewer ? { message } : {}), ...(channel ? { channel } : {}) };
  }

  /** Waits for older removals: they would take back the lesson that is learned now. */
  async function carriedOut(read: readonly ReadMessage[], signal: AbortSignal): Promise<void> {
    while (read.some(({ serverId, messageId }) => messages.has(`${serverId}:${messageId}`))) {
      signal.throwIfAborted();
      await worker.ran();
    }
  }
  /**
   * Takes back once more: words may have been noted after the removal was carried out. As a new object: a removal that
   * is being carried out at this moment, and may have looked before the words were there, does not end this one.
   */
  function repeat(read: readonly ReadMessage[]): void {
    for (const one of read) {
      const { message, channel } = findConcerning(one);
      if (message) put(messages, `${one.serverId}:${one.messageId}`, { ...message });
      if (channel) noteChannel({ ...channel });
    }
  }

  return {
    follow: (client: Client): void => followEvents(client, note, noteChannel),
    /** Whether a message was taken away, as far as this process was told lately. */
    isDeleted: ({ serverId, id }: { serverId: string; id: string }): boolean =>
      recentMessages.get(`${serverId}:${id}`)?.editedAt === null,
    /** Learns from messages, unless one of them was deleted or edited since it was read. @returns whether it did */
    learnFrom: async (
      read: readonly ReadMessage[],
      signal: AbortSignal,
      work: () => Promise<unknown>,
    ): Promise<boolean> => {
      await carriedOut(read, signal);
      if (read.some((one) => Object.keys(findConcerning(one)).length > 0)) return false;
      await work().finally(() => repeat(read));
      return true;
    },
    /** Tries to carry out what is left. Never rejects. */
    finish: async (): Promise<void> => {
      await worker.stop();
      await worker.drain();
    },
  };
}

/** The library keeps no messages, so these are the raw events. */
function followEvents(
  client: Client,
  note: (removal: Removal) => void,
  noteChannel: (removal: ChannelRemoval) => void,
): void {
  const { ws } = client;
  ws.on(
    GatewayDispatchEvents.MessageDelete,
    ({ guild_id: serverId, id }: GatewayMessageDeleteDispatchData) => {
      if (serverId) note({ serverId, messageId: id, editedAt: null });
    },
  );
  ws.on(GatewayDispatchEvents.MessageDeleteBulk, (data: GatewayMessageDeleteBulkDispatchData) => {
    const { guild_id: serverId, ids } = data;
    if (serverId) for (const messageId of ids) note({ serverId, messageId, editedAt: null });
  });
  ws.on(GatewayDispatchEvents.MessageUpdate, (data: GatewayMessageUpdateDispatchData) => {
    const { guild_id: serverId, id: messageId, edited_timestamp: at, author } = data;
    // Edits of bots teach nothing.
    if (serverId && at && !author?.bot) note({ serverId, messageId, editedAt: Date.parse(at) });
  });
  ws.on(GatewayDispatchEvents.ThreadDelete, ({ guild_id: serverId, id }: GatewayThreadDeleteDispatchData) => {
    noteChannel({ serverId, channelId: id });
  });
  ws.on(
    GatewayDispatchEvents.ChannelDelete,
    ({ guild_id: serverId, id }: GatewayChannelDeleteDispatchData) => {
      noteChannel({ serverId, channelId: id });
      // Its threads go without an event; the check of sources finds archived ones.
      const threads = client.guilds.cache
        .get(serverId)
        ?.channels.cache.filter(({ parentId }) => parentId === id);
      for (const channelId of threads?.keys() ?? []) noteChannel({ serverId, channelId });
    },
  );
}

/** @throws AppError('service_unavailable') */
async function carryOut(
  core: Core,
  messages: Map<string, Removal>,
  channels: Map<string, ChannelRemoval>,
): Promise<void> {
  const removed = [...messages].slice(0, MAX_PER_STATEMENT);
  const gone = [...channels].slice(0, MAX_PER_STATEMENT);
  if (removed.length > 0) await forgetRemoved(core, new Map(removed));
  for (const [key, removal] of removed) if (messages.get(key) === removal) messages.delete(key);
  if (gone.length > 0) {
    const places = gone.map(([, removal]) => removal);
    for (const place of await findLearnedChannels(core, places)) {
      await unlessBroken(core, place.serverId, () => forgetChannel(core, place));
    }
  }
  for (const [key, removal] of gone) if (channels.get(key) === removal) channels.delete(key);
}

async function forgetRemoved(core: Core, removed: ReadonlyMap<string, Removal>): Promise<void> {
  const learned = await findLearnedMessages(core, [...removed.values()]);
  const editedAtOf = (one: LearnedMessage) =>
    removed.get(`${one.serverId}:${one.messageId}`)?.editedAt ?? null;
  const deleted = learned.filter((one) => editedAtOf(one) === null);
  const edited = learned.filter((one) => isEditedAfter(editedAtOf(one), one.learnedAt));
  for (const [reason, found] of [
    ['source_deleted', deleted],
    ['source_edited', edited],
  ] as const) {
    for (const [serverId, ofServer] of Map.groupBy(found, (one) => one.serverId)) {
      const messageIds = ofServer.map(({ messageId }) => messageId);
      await unlessBroken(core, serverId, () => forgetMessages(core, { serverId, messageIds, reason }));
    }
  }
}

/** Any fault but an absent database would repeat for ever and keep the rest waiting. */
async function unlessBroken(core: Core, serverId: string, forget: () => Promise<unknown>): Promise<void> {
  try {
    await forget();
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    core.log.error(
      { err: error, server: serverId },
      'what was learned from deleted messages could not be removed',
    );
  }
}

function isEditedAfter(editedAt: number | null, learnedAt: Date): boolean {
  return editedAt !== null && editedAt > learnedAt.getTime() - CLOCK_SLACK_MS;
}
