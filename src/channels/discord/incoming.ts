import { type Message, MessageType } from 'discord.js';
import { toCleanText } from '../../domain/text.ts';

/** A message of a person as the rest of the channel needs it; taken at once, for caches are small. */
export interface Incoming {
  id: string;
  serverId: string;
  channelId: string;
  isThread: boolean;
  /** Channel that a thread belongs to. */
  parentId: string | null;
  /** Title of a forum post; null elsewhere. */
  title: string | null;
  author: { id: string; name: string; roleIds: readonly string[] };
  /** What was written, with names in the place of ids and without the mention of the bot. */
  text: string;
  hasAttachment: boolean;
  /** Mentions the bot or replies to it. */
  isForBot: boolean;
  /** Id of the message it replies to, and whose that was. */
  replyTo: { id: string; authorId: string | null } | null;
  mentionedIds: readonly string[];
}

const TALK = new Set([MessageType.Default, MessageType.Reply]);

/** null for what is never answered: bots, webhooks, the bot itself, system messages, direct messages. */
export function readIncoming(message: Message, botId: string): Incoming | null {
  if (message.author.bot || message.webhookId !== null || !message.guildId) return null;
  if (!TALK.has(message.type)) return null;
  const { channel, member, mentions } = message;
  const isThread = channel.isThread();
  const parent = isThread ? channel.parent : null;
  const isForumPost = isThread && parent?.isThreadOnly() === true;
  const repliedId = message.reference?.messageId;
  const botRole = message.guild?.roles.botRoleFor(botId)?.id;
  const isForBot =
    mentions.users.has(botId) ||
    mentions.repliedUser?.id === botId ||
    (botRole !== undefined && mentions.roles.has(botRole));
  return {
    id: message.id,
    serverId: message.guildId,
    channelId: message.channelId,
    isThread,
    parentId: isThread ? channel.parentId : null,
    title: isForumPost ? channel.name : null,
    author: {
      id: message.author.id,
      name: member?.displayName ?? message.author.displayName,
      roleIds: member ? [...member.roles.cache.keys()] : [],
    },
    text: readText(message, botId, botRole),
    hasAttachment: message.attachments.size > 0 || message.stickers.size > 0,
    isForBot,
    replyTo: repliedId ? { id: repliedId, authorId: mentions.repliedUser?.id ?? null } : null,
    mentionedIds: [...mentions.users.keys()],
  };
}

/** Mentions as names, own emoji as `:name:`; the mention of the bot itself says nothing. */
function readText(message: Message, botId: string, botRole: string | undefined): string {
  const { mentions, guild } = message;
  const text = message.content
    .replace(/<@!?(\d+)>/g, (_, id: string) =>
      id === botId ? '' : `@${mentions.users.get(id)?.displayName ?? '…'}`,
    )
    .replace(/<@&(\d+)>/g, (_, id: string) =>
      id === botRole ? '' : `@${mentions.roles.get(id)?.name ?? '…'}`,
    )
    .replace(/<#(\d+)>/g, (_, id: string) => `#${guild?.channels.cache.get(id)?.name ?? '…'}`)
    .replace(/<a?:(\w+):\d+>/g, ':$1:');
  return toCleanText(text).trim();
}
