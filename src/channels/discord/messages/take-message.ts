import type { Guild } from 'discord.js';
import { isQuiet } from '../../../core/members/conversations.ts';
import { dropMessages } from '../../../core/members/message-claims.ts';
import { hasOptedOut } from '../../../core/members/privacy.ts';
import { apologise, type Desk, type Taken } from './delivery-context.ts';
import type { Incoming } from './incoming.ts';
import { placeOf } from './turn/answer-turn.ts';

/**
 * Claims a message and shows that it is being answered.
 * @param options.isMore it belongs to a turn that is open.
 * @param options.newIn the server, where nothing is stored of it yet.
 * @returns null: another process has it, the team speaks here, or whoever wrote it opted out and did not
 * address the bot. Never rejects.
 */
export async function takeMessage(
  desk: Desk,
  message: Incoming,
  { isMore, newIn }: { isMore: boolean; newIn: Guild | null },
): Promise<Taken | null> {
  const { serverId, id: messageId, channelId } = message;
  try {
    if (newIn) {
      await desk.ensureServer(newIn);
      desk.policies.forget(serverId);
    }
    if (!(await desk.claims.claim({ serverId, messageId, channelId }))) return null;
    return await lookAround(desk, message, isMore || message.isForBot);
  } catch (error) {
    desk.claims.letGo([messageId]);
    await apologise(desk, message, error);
    return null;
  }
}

/** The same for a message whose claim was taken over; on a failure it is left to the next look. Never rejects. */
export async function takeOver(desk: Desk, message: Incoming): Promise<Taken | null> {
  const { serverId, id: messageId } = message;
  desk.claims.keep({ serverId, messageId });
  try {
    return await lookAround(desk, message, message.isForBot);
  } catch (error) {
    desk.claims.letGo([messageId]);
    desk.core.log.debug({ err: error, server: serverId, message: messageId }, 'message not taken up');
    return null;
  }
}

async function lookAround(desk: Desk, message: Incoming, isAddressed: boolean): Promise<Taken | null> {
  const { serverId, id: messageId, channelId, author } = message;
  const [isSilent, isOptedOut] = await Promise.all([
    isQuiet(desk.core, placeOf(message)),
    hasOptedOut(desk.core, author.id),
  ]);
  if (!isAddressed && (isSilent || isOptedOut)) {
    await dropMessages(desk.core, { serverId, messageIds: [messageId], channelId });
    desk.claims.letGo([messageId]);
    return null;
  }
  desk.typing.start(message);
  return { isOptedOut };
}
