import {
  type APIGuildMember,
  type APIMessage,
  type Client,
  GatewayDispatchEvents,
  type GatewayMessageCreateDispatchData,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import { fillIn } from './incoming.ts';

/** Between the event and the look at its message; what comes before a session is ready waits longer. */
const MAX_KEPT = 200;

/** What the event of a reply says about others. */
export interface Reference {
  /** What it replies to; null: deleted. Undefined: not told. */
  message: APIMessage | null | undefined;
  /** By id: people whom it mentions, with their roles here. */
  members: ReadonlyMap<string, Omit<APIGuildMember, 'user'>>;
}

/** What the library drops of replies, because it keeps no messages: what they reply to and who that was. */
export interface References {
  follow(client: Client): void;
  /** null: it is no reply, or that was long ago. */
  of(messageId: string): Reference | null;
}

export function createReferences(): References {
  const kept = new LRUCache<string, Reference>({ max: MAX_KEPT });
  return {
    of: (messageId) => kept.get(messageId) ?? null,
    follow: (client) => {
      // Told before the library makes a message of it.
      client.ws.on(GatewayDispatchEvents.MessageCreate, (data: GatewayMessageCreateDispatchData) => {
        if (!data.guild_id || !data.message_reference || data.author?.bot) return;
        const { referenced_message: message, mentions } = fillIn(data) as typeof data;
        const told = mentions.flatMap(({ id, member }) => (member ? [[id, member] as const] : []));
        kept.set(data.id, { message: message ? fillIn(message) : message, members: new Map(told) });
      });
    },
  };
}
