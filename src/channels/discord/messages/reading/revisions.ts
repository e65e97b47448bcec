import {
  type APIMessage,
  type Client,
  GatewayDispatchEvents,
  type GatewayMessageUpdateDispatchData,
  type Guild,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Incoming } from '../incoming.ts';
import { nameOf, readApiText } from './markup.ts';

/** Between the edit and the answer; what comes during an outage waits longer. */
const MAX_KEPT = 200;

/** What a message says since it was edited. */
type Revision = Pick<Incoming, 'text' | 'mentionedIds' | 'mentionedNames' | 'editedAt' | 'hasAttachment'>;

/** Edits of messages that are not answered yet; the library knows no messages, so it tells of none. */
export interface Revisions {
  follow(client: Client): void;
  /** The message as it stands now; itself where nothing is known of an edit. */
  latest(message: Incoming): Incoming;
}

export function createRevisions(): Revisions {
  const kept = new LRUCache<string, Revision>({ max: MAX_KEPT });
  return {
    latest: (message) => {
      const revision = kept.get(message.id);
      const isNewer = revision && (revision.editedAt ?? 0) > (message.editedAt ?? 0);
      return isNewer ? { ...message, ...revision } : message;
    },
    follow: (client) => {
      client.ws.on(GatewayDispatchEvents.MessageUpdate, (data: GatewayMessageUpdateDispatchData) => {
        const { guild_id: guildId, author, edited_timestamp: at, content } = data;
        // A preview that was found is no edit; without the intent the text of others is empty.
        if (!guildId || author?.bot || !at || !content) return;
        const guild = client.guilds.cache.get(guildId) ?? null;
        kept.set(data.id, toRevision(data, client.user?.id ?? '', guild));
      });
    },
  };
}

function toRevision(data: GatewayMessageUpdateDispatchData, botId: string, guild: Guild | null): Revision {
  const { mentions = [], attachments = [] } = data as Partial<APIMessage>;
  return {
    text: readApiText({ ...data, mentions } as APIMessage, botId, guild),
    mentionedIds: mentions.map(({ id }) => id),
    mentionedNames: mentions.map(nameOf),
    editedAt: data.edited_timestamp ? Date.parse(data.edited_timestamp) : null,
    hasAttachment: attachments.length > 0,
  };
}
