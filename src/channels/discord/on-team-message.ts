import { keepQuiet } from '../../core/conversations.ts';
import { dropMessages } from '../../core/handled.ts';
import { placeOf } from './answer-turn.ts';
import type { Desk } from './desk.ts';
import type { Incoming } from './incoming.ts';

/** A person of the team writes in a thread or answers somebody: what is open there is left to them. */
export async function leaveToTeam(desk: Desk, message: Incoming): Promise<void> {
  const { serverId, channelId } = message;
  const memberIds = message.isThread ? [''] : spokenTo(message);
  const isMeant = (asked: Incoming) =>
    asked.channelId === channelId && memberIds.includes(placeOf(asked).memberId);
  for (const [turn, abort] of desk.underWay) if (turn.some(isMeant)) abort.abort();
  const left = desk.turns.drop(isMeant);
  await desk.typing.take(left)();
  for (const memberId of memberIds) await keepQuiet(desk.core, { serverId, channelId, memberId });
  for (const asked of left) await leave(desk, asked);
}

/** Whom a message answers: the author of what it replies to, and those it mentions. */
function spokenTo({ replyTo, mentionedIds }: Incoming): string[] {
  return [...new Set([...mentionedIds, ...(replyTo?.authorId ? [replyTo.authorId] : [])])];
}

async function leave(desk: Desk, asked: Incoming): Promise<void> {
  const taken = await desk.taking.get(asked);
  desk.taking.delete(asked);
  if (!taken) return;
  const { serverId, id, channelId, author } = asked;
  const memberId = taken.isOptedOut ? null : author.id;
  await dropMessages(desk.core, { serverId, messageIds: [id], channelId, memberId });
}
