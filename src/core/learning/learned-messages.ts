import * as store from '../../adapters/db/learning/suggestion-sources.ts';
import type { Core } from '../core.ts';

export type { LearnedMessage } from '../../adapters/db/learning/suggestion-sources.ts';

/**
 * Those of some messages, of whatever servers, that something in use was learned from: one statement, because
 * nearly none of what is deleted in a chat is such a message. @throws AppError('service_unavailable')
 */
export function findLearnedMessages(
  core: Core,
  messages: readonly { serverId: string; messageId: string }[],
): Promise<store.LearnedMessage[]> {
  return store.findLearnedMessages(core.database, messages);
}

/** Those of some channels and threads where something in use was learned. @throws AppError('service_unavailable') */
export function findLearnedChannels(
  core: Core,
  channels: readonly { serverId: string; channelId: string }[],
): Promise<{ serverId: string; channelId: string }[]> {
  return store.findLearnedChannels(core.database, channels);
}
