import { isQuiet } from '../../core/conversations.ts';
import { claimMessage, dropMessages } from '../../core/handled.ts';
import { hasOptedOut } from '../../core/privacy.ts';
import { placeOf } from './answer-turn.ts';
import { apologise, type Desk, type Taken } from './desk.ts';
import type { Incoming } from './incoming.ts';

/**
 * Claims a message and shows that it is being answered.
 * @returns null: another process has it, the team speaks here, or whoever wrote it opted out and did not
 * address the bot. Never rejects.
 */
export async function takeMessage(
  desk: Desk,
  message: Incoming,
  isAddressed: boolean,
): Promise<Taken | null> {
  const { core } = desk;
  const { serverId, id: messageId, channelId, author } = message;
  try {
    await desk.ensureServer(serverId);
    if (!(await claimMessage(core, { serverId, messageId, channelId }))) return null;
    const [isSilent, isOptedOut] = await Promise.all([
      isQuiet(core, placeOf(message)),
      hasOptedOut(core, author.id),
    ]);
    if (isAddressed || !(isSilent || isOptedOut)) {
      desk.typing.start(message);
      return { isOptedOut };
    }
    const memberId = isOptedOut ? null : author.id;
    await dropMessages(core, { serverId, messageIds: [messageId], channelId, memberId });
  } catch (error) {
    await apologise(desk, message, error);
  }
  return null;
}
