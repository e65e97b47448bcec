import { type Client, DiscordAPIError, type Message } from 'discord.js';
import type { Core } from '../../core/core.ts';
import {
  dropMessages,
  giveAnswerBack,
  type OpenMessage,
  recordReplies,
  takeAbandoned,
} from '../../core/handled.ts';
import { type Incoming, readIncoming } from './incoming.ts';

/** A reply that a dead process still sent is looked for among this many later messages. */
const LOOK_AHEAD = 50;

export interface RecoveryDeps {
  core: Core;
  takeUp(message: Incoming): void;
}

/** Answers what a process left open that died over it: exactly once, for a reply that stands already is found. */
export async function recoverMessages(deps: RecoveryDeps, client: Client<true>): Promise<void> {
  const open = await takeAbandoned(deps.core, [...client.guilds.cache.keys()]);
  for (const left of open) {
    try {
      await recoverMessage(deps, client, left);
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) throw error;
      // Deleted, or no longer for us to see.
      await drop(deps.core, left, null);
    }
  }
}

async function recoverMessage(deps: RecoveryDeps, client: Client<true>, left: OpenMessage): Promise<void> {
  const channel = await client.channels.fetch(left.channelId);
  if (!channel?.isTextBased() || channel.isDMBased()) return drop(deps.core, left, null);
  const { serverId, messageId, channelId, answerId } = left;
  const message = await channel.messages.fetch({ message: messageId, cache: false, force: true });
  const later = await channel.messages.fetch({ after: messageId, limit: LOOK_AHEAD, cache: false });
  const reply = later.find((said) => isReplyTo(said, messageId, client.user.id));
  if (reply) {
    const done = { serverId, messageIds: [messageId], channelId, memberId: message.author.id };
    return recordReplies(deps.core, { ...done, answerId, replyIds: [reply.id] });
  }
  const incoming = readIncoming(message, client.user.id);
  if (!incoming) return drop(deps.core, left, null);
  await giveAnswerBack(deps.core, left);
  deps.takeUp(incoming);
}

function isReplyTo(said: Message, messageId: string, botId: string): boolean {
  return said.author.id === botId && said.reference?.messageId === messageId;
}

function drop(core: Core, { serverId, messageId, channelId }: OpenMessage, memberId: string | null) {
  return dropMessages(core, { serverId, messageIds: [messageId], channelId, memberId });
}
