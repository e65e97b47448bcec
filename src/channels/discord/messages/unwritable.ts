import type { Message } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Core } from '../../../core/core.ts';
import { tellUnwritable } from '../../../core/quota/quota-alerts.ts';
import { listMissingToWrite } from '../rights.ts';
import type { Incoming } from './incoming.ts';

/** Channels in which somebody asked lately. */
const MAX_CHANNELS = 5_000;

/** Questions in places that the bot may not write in: nobody is answered, so nothing is begun. */
export interface Unwritable {
  /** Whether a message stands where the bot may not write; whoever can mend it is told. */
  isAt(message: Incoming, channel: Message['channel']): boolean;
  wasAsked(serverId: string, channelId: string): boolean;
}

export function createUnwritable(core: Core): Unwritable {
  const asked = new LRUCache<string, true>({ max: MAX_CHANNELS });
  return {
    wasAsked: (serverId, channelId) => asked.has(`${serverId}:${channelId}`),
    isAt: ({ serverId, channelId }, channel) => {
      const rights = listMissingToWrite(channel);
      if (rights.length === 0) return false;
      const key = `${serverId}:${channelId}`;
      const at = { server: serverId, channel: channelId, missing: rights };
      core.log[asked.has(key) ? 'debug' : 'info'](at, 'question left: no right to write there');
      asked.set(key, true);
      tellUnwritable(core, { serverId, channelId, rights }).catch((error: unknown) =>
        core.log.warn({ err: error, server: serverId }, 'missing right not told'),
      );
      return true;
    },
  };
}
