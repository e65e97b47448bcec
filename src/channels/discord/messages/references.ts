import {
  type APIGuildMember,
  type APIMessage,
  type Client,
  GatewayDispatchEvents,
  type GatewayMessageCreateDispatchData,
  MessageReferenceType,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import { fillIn, type Incoming } from './incoming.ts';
import { readForwarded, snapshotsOf } from './reading/markup.ts';

/** Between the event and the look at its message; what comes before a session is ready waits longer. */
const MAX_KEPT = 200;

/** What the event of a reply says about others. */
export interface Reference {
  /** What it replies to; null: deleted. Undefined: not told. */
  message: APIMessage | null | undefined;
  /** By id: people whom it mentions, with their roles here. */
  members: ReadonlyMap<string, Omit<APIGuildMember, 'user'>>;
}

/** A forward that its sender says something about, in a message of its own right after it. */
const FOLLOWED_WITHIN_MS = 10_000;
/** The first 22 bits below are no time. */
const TIME_SHIFT = 22n;

interface Forward {
  id: string;
  text: string;
}

/** What the library drops of replies, because it keeps no messages: what they reply to and who that was. */
export interface References {
  follow(client: Client): void;
  /** null: it is no reply, or that was long ago. */
  of(messageId: string): Reference | null;
  /** What the same person forwarded there just before a message; the platform sends the two one after the other. */
  forwardBefore(message: Incoming): Forward | null;
}

export function createReferences(): References {
  const kept = new LRUCache<string, Reference>({ max: MAX_KEPT });
  function keepForward(data: GatewayMessageCreateDispatchData, { guilds, user }: Client): void {
    const guild = guilds.cache.get(data.guild_id ?? '') ?? null;
    const text = readForwarded(snapshotsOf(data), user?.id ?? '', guild);
    if (text !== null) forwards.set(`${data.channel_id}:${data.author.id}`, { id: data.id, text });
  }
  const forwards = new LRUCache<string, Forward>({ max: MAX_KEPT });
  return {
    forwardBefore: ({ id, channelId, author }) => {
      const forward = forwards.get(`${channelId}:${author.id}`);
      const apartMs = forward ? timeOf(id) - timeOf(forward.id) : -1;
      return forward && apartMs >= 0 && apartMs <= FOLLOWED_WITHIN_MS ? forward : null;
    },
    of: (messageId) => kept.get(messageId) ?? null,
    follow: (client) => {
      // Told before the library makes a message of it.
      client.ws.on(GatewayDispatchEvents.MessageCreate, (data: GatewayMessageCreateDispatchData) => {
        if (!data.guild_id || !data.message_reference || data.author?.bot) return;
        if (data.message_reference.type === MessageReferenceType.Forward) return keepForward(data, client);
        const { referenced_message: message, mentions } = fillIn(data) as typeof data;
        const told = mentions.flatMap(({ id, member }) => (member ? [[id, member] as const] : []));
        kept.set(data.id, { message: message ? fillIn(message) : message, members: new Map(told) });
      });
    },
  };
}

/** When the platform made an id, in milliseconds since its own beginning. */
function timeOf(id: string): number {
  return Number(BigInt(id) >> TIME_SHIFT);
}
