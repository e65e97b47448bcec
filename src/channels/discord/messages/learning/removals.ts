import {
  type Client,
  type GatewayChannelDeleteDispatchData,
  GatewayDispatchEvents,
  type GatewayMessageDeleteBulkDispatchData,
  type GatewayMessageDeleteDispatchData,
  type GatewayMessageUpdateDispatchData,
  type GatewayThreadDeleteDispatchData,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Core } from '../../../../core/core.ts';
import {
  findLearnedChannels,
  findLearnedMessages,
  forgetChannel,
  forgetMessages,
  type LearnedMessage,
} from '../../../../core/members/provenance.ts';
import { isDatabaseAway } from '../../errors.ts';

/** What goes together (a channel that is cleaned up) is looked up together. */
const GATHER_MS = 50;
const RETRY_MS = 2_000;
const MAX_PER_STATEMENT = 5_000;
/** While the database is away; what is beyond is found by the check of sources. */
const MAX_WAITING = 100_000;
/** What is being learned from at that moment is looked at once more afterwards. */
const REMEMBERED_MS = 30 * 60_000;
const MAX_REMEMBERED = 50_000;
const MAX_REMEMBERED_CHANNELS = 5_000;
/** Clocks differ: an edit is after the learning if it is not clearly before. */
const CLOCK_SLACK_MS = 60_000;

/** A message as it was read. */
export interface ReadMessage {
  serverId: string;
  channelId: string;
  messageId: string;
  /** When it had been edited last, in milliseconds since 1970; null: never. */
  editedAt: number | null;
}

/** A message that went (`editedAt` null), or was edited then. */
interface Removal {
  serverId: string;
  messageId: string;
  editedAt: number | null;
}

interface ChannelRemoval {
  serverId: string;
  channelId: string;
}

/** Takes back what was learned from messages that are deleted or edited, and in channels and threads that go. */
export interface Removals {
  /** Follows what this client is told of. */
  follow(client: Client): void;
  /** Whether one of these was deleted or edited since it was read, as far as this process was told lately. */
  concern(messages: readonly ReadMessage[]): boolean;
  /** Whether a message was taken away, as far as this process was told lately. */
  isDeleted(message: { serverId: string; id: string }): boolean;
  /** Resolves when nothing waits that concerns these: an edit from before would take back what is learned now. */
  carriedOut(messages: readonly ReadMessage[], signal: AbortSignal): Promise<void>;
  /** Takes back once more what concerns these: their words may have been noted after the removal was carried out. */
  repeat(messages: readonly ReadMessage[]): void;
  /** Tries to carry out what is left. Never rejects. */
  finish(): Promise<void>;
}

export function createRemovals(core: Core): Removals {
  const messages = new Map<string, Removal>();
  const channels = new Map<string, ChannelRemoval>();
  const recentMessages = new LRUCache<string, Removal>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  const recentChannels = new LRUCache<string, ChannelRemoval>({
    max: MAX_REMEMBERED_CHANNELS,
    ttl: REMEMBERED_MS,
  });
  const worker = createWorker(core, {
    isWaiting: () => messages.size + channels.size > 0,
    work: () => carryOut(core, messages, channels),
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

  return {
    follow: (client) => followEvents(client, note, noteChannel),
    concern: (read) => read.some((one) => Object.keys(findConcerning(one)).length > 0),
    isDeleted: ({ serverId, id }) => recentMessages.get(`${serverId}:${id}`)?.editedAt === null,
    carriedOut: async (read, signal) => {
      const isWaiting = ({ serverId, messageId }: ReadMessage) => messages.has(`${serverId}:${messageId}`);
      while (read.some(isWaiting)) {
        signal.throwIfAborted();
        await worker.ran();
      }
    },
    repeat: (read) => {
      for (const one of read) {
        const { message, channel } = findConcerning(one);
        if (message) put(messages, `${one.serverId}:${one.messageId}`, message);
        if (channel) noteChannel(channel);
      }
    },
    finish: () => worker.finish(),
  };
}

/** Nothing of it is in the library's caches, so these are the events as they come. */
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
    // What bots say is edited by our own doing, and nothing is learned from it.
    if (serverId && at && !author?.bot) note({ serverId, messageId, editedAt: Date.parse(at) });
  });
  ws.on(GatewayDispatchEvents.ThreadDelete, ({ guild_id: serverId, id }: GatewayThreadDeleteDispatchData) => {
    noteChannel({ serverId, channelId: id });
  });
  ws.on(
    GatewayDispatchEvents.ChannelDelete,
    ({ guild_id: serverId, id }: GatewayChannelDeleteDispatchData) => {
      noteChannel({ serverId, channelId: id });
      // Its threads go with it without a word; those that are archived are found by the check of sources.
      const threads = client.guilds.cache
        .get(serverId)
        ?.channels.cache.filter(({ parentId }) => parentId === id);
      for (const channelId of threads?.keys() ?? []) noteChannel({ serverId, channelId });
    },
  );
}

/** Carries out what waits; one statement for all that nobody learned from. @throws AppError('service_unavailable') */
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

/** What fails for another reason than the database's absence would fail for ever and keep the rest waiting. */
async function unlessBroken(core: Core, serverId: string, forget: () => Promise<unknown>): Promise<void> {
  try {
    await forget();
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    core.log.error({ err: error, server: serverId }, 'removed messages not forgotten');
  }
}

/** @param editedAt in milliseconds since 1970; null: never. */
function isEditedAfter(editedAt: number | null, learnedAt: Date): boolean {
  return editedAt !== null && editedAt > learnedAt.getTime() - CLOCK_SLACK_MS;
}

/** Does what waits a moment after it was woken, one at a time, and again while there is more. */
function createWorker(
  { log }: Core,
  { isWaiting, work }: { isWaiting: () => boolean; work: () => Promise<void> },
) {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isFailing = false;
  let isStopped = false;
  let next = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      log[isFailing ? 'debug' : 'warn']({ err: error }, 'removed messages not forgotten yet');
      isFailing = true;
    }
    next.resolve();
    next = Promise.withResolvers();
  }
  function wake(): void {
    if (isStopped || running !== null) return;
    timer ??= setTimeout(
      () => {
        timer = null;
        running = run().then(() => {
          running = null;
          if (isWaiting()) wake();
        });
      },
      isFailing ? RETRY_MS : GATHER_MS,
    );
  }
  return {
    wake,
    /** Resolves when it has run once more. */
    ran: () => next.promise,
    finish: async () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await running;
      isFailing = false;
      while (isWaiting() && !isFailing) await run();
    },
  };
}
