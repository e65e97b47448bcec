import { keepQuiet } from '../../core/conversations.ts';
import { dropMessages } from '../../core/handled.ts';
import { placeOf } from './answer-turn.ts';
import type { Desk } from './desk.ts';
import type { Incoming } from './incoming.ts';

/** A person of the team writes in a thread or answers somebody: what is open there is left to them. */
export async function leaveToTeam(desk: Desk, message: Incoming): Promise<void> {
  const { serverId, channelId, author } = message;
  const memberIds = message.isThread ? [''] : spokenTo(message);
  const isMeant = (asked: Incoming) =>
    asked.channelId === channelId &&
    asked.author.id !== author.id &&
    memberIds.includes(placeOf(asked).memberId);
  const left = desk.turns.leave(isMeant);
  const kept = memberIds.map((memberId) => keepQuiet(desk.core, { serverId, channelId, memberId }));
  await Promise.all([...kept, ...left.map((asked) => leave(desk, asked))]);
}

/** Whom a message answers: the author of what it replies to, and those it mentions. */
function spokenTo({ replyTo, mentionedIds }: Incoming): string[] {
  return [...new Set([...mentionedIds, ...(replyTo?.authorId ? [replyTo.authorId] : [])])];
}

/** Never rejects. */
async function leave(desk: Desk, asked: Incoming): Promise<void> {
  const { serverId, id, channelId } = asked;
  const taken = await desk.taking.get(asked);
  desk.taking.delete(asked);
  if (!taken) return;
  await desk.typing.take([asked])();
  await dropMessages(desk.core, { serverId, messageIds: [id], channelId }).catch((error: unknown) =>
    desk.core.log.warn({ err: error, server: serverId, message: id }, 'message not recorded'),
  );
  desk.claims.letGo([id]);
}
