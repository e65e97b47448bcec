import type { MessagePlace } from '../../../../core/answering/log/answer-log.ts';
import type { ServerVisit } from '../../route.ts';

/** The message on Discord; null where it is not kept. */
export function messageAddress(
  { core, server }: ServerVisit,
  place: Pick<MessagePlace, 'channelId' | 'messageId'> | null,
): string | null {
  if (!place?.channelId || !place.messageId) return null;
  return [core.config.DISCORD_WEB_URL, 'channels', server.id, place.channelId, place.messageId].join('/');
}
