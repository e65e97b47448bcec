import { keepQuiet } from '../../../core/members/conversations.ts';
import { dropMessages, findAnswerOfReply, findAsker } from '../../../core/members/message-claims.ts';
import type { Desk } from './delivery-context.ts';
import type { Incoming } from './incoming.ts';
import { placeOf } from './turn/answer-turn.ts';

/**
 * Whether a person of the team wants something of the bot: by name, or by going on with a conversation of their
 * own. A reply to what the bot told somebody else is for that member.
 */
export async function isAsking(desk: Desk, message: Incoming): Promise<boolean> {
  if (message.isMentioned || !message.isForBot) return message.isMentioned;
  const askerId = await askerOfReplied(desk, message);
  return askerId === null || askerId === message.author.id;
}

/**
 * Who asked for the answer that this message replies to, or wrote what the bot's line there is about, such as a
 * hand-over; null when it is not known.
 */
async function askerOfReplied(desk: Desk, message: Incoming): Promise<string | null> {
  const { core, references } = desk;
  const { id, serverId, replyTo, botId } = message;
  if (!replyTo || (replyTo.authorId !== null && replyTo.authorId !== botId)) return null;
  const answered = await findAnswerOfReply(core, serverId, replyTo.id);
  if (answered) return answered.askerId;
  const aboutId = references.of(id)?.message?.message_reference?.message_id;
  return aboutId === undefined ? null : findAsker(core, serverId, aboutId);
}

/** A person of the team writes in a thread or answers somebody: what is open there is left to them. */
export async function leaveToTeam(desk: Desk, message: Incoming): Promise<void> {
  const { serverId, channelId, author } = message;
  const memberIds = message.isThread ? [''] : await spokenTo(desk, message);
  const isMeant = (asked: Incoming) =>
    asked.channelId === channelId &&
    asked.author.id !== author.id &&
    memberIds.includes(placeOf(asked).memberId);
  const left = desk.turns.leave(isMeant);
  const kept = memberIds.map((memberId) => keepQuiet(desk.core, { serverId, channelId, memberId }));
  await Promise.all([...kept, ...left.map((asked) => leave(desk, asked))]);
}

/** Whom a message answers: the author of what it replies to, who asked for that, and those it mentions. */
async function spokenTo(desk: Desk, message: Incoming): Promise<string[]> {
  const { replyTo, mentionedIds, botId } = message;
  const askerId = await askerOfReplied(desk, message);
  const members = [...mentionedIds, replyTo?.authorId, askerId].filter((id) => id != null && id !== botId);
  return [...new Set(members)] as string[];
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
