import { type APIMessage, type Guild, type Message, MessageType } from 'discord.js';
import { MAX_NAME_CHARACTERS } from '../../../domain/limits.ts';
import { toCleanName, toCleanText } from '../../../domain/text.ts';

/** A message of a person as the rest of the channel needs it; taken at once, for caches are small. */
export interface Incoming {
  id: string;
  /** Of the bot as it was addressed. */
  botId: string;
  serverId: string;
  channelId: string;
  isThread: boolean;
  /** Channel that a thread belongs to. */
  parentId: string | null;
  /** Title of a forum post; null elsewhere. */
  title: string | null;
  /** Who opened the thread; null elsewhere. */
  ownerId: string | null;
  author: { id: string; name: string; roleIds: readonly string[] };
  /** What was written, with names in the place of ids and without the mention of the bot; empty when none can see it. */
  text: string;
  hasAttachment: boolean;
  /** Mentions the bot or replies to it. */
  isForBot: boolean;
  /** Mentions it in so many words; a reply does so by itself. */
  isMentioned: boolean;
  /** Id of the message it replies to, and whose that was. */
  replyTo: { id: string; authorId: string | null } | null;
  mentionedIds: readonly string[];
  /** What the people it mentions are called in its text. */
  mentionedNames: readonly string[];
  /** When it was edited last, in milliseconds since 1970; null: never. */
  editedAt: number | null;
}

/** Anything but spaces and characters without a shape. */
const VISIBLE = /[^\p{C}\p{Z}\s]/u;

/** What people write; the rest are lines of the platform itself. */
export const TALK: ReadonlySet<MessageType> = new Set([MessageType.Default, MessageType.Reply]);

/** null for what is never answered: bots, webhooks, the bot itself, system messages, direct messages. */
export function readIncoming(message: Message): Incoming | null {
  const { author, channel, member, mentions, guild, reference } = message;
  const botId = message.client.user.id;
  if (author.bot || author.system || message.webhookId !== null || !message.guildId) return null;
  if (!TALK.has(message.type)) return null;
  const thread = channel.isThread() ? channel : null;
  const botRole = guild?.roles.botRoleFor(botId)?.id;
  const isMentioned =
    message.content.includes(`<@${botId}>`) ||
    message.content.includes(`<@!${botId}>`) ||
    (botRole !== undefined && mentions.roles.has(botRole));
  // What is forwarded carries a reference too.
  const repliedId = message.type === MessageType.Reply ? reference?.messageId : undefined;
  return {
    id: message.id,
    botId,
    serverId: message.guildId,
    channelId: message.channelId,
    isThread: thread !== null,
    parentId: thread?.parentId ?? null,
    title: thread?.parent?.isThreadOnly() ? toCleanName(thread.name) : null,
    ownerId: thread?.ownerId ?? null,
    author: {
      id: author.id,
      name: toShortName(member?.displayName ?? author.displayName),
      roleIds: member ? [...member.roles.cache.keys()] : [],
    },
    text: readText(message, botId, botRole),
    hasAttachment: message.attachments.size > 0,
    isForBot: isMentioned || mentions.users.has(botId) || mentions.repliedUser?.id === botId,
    isMentioned,
    replyTo: repliedId ? { id: repliedId, authorId: mentions.repliedUser?.id ?? null } : null,
    mentionedIds: [...mentions.users.keys()],
    mentionedNames: [...mentions.users.values()].map(({ displayName }) => toShortName(displayName)),
    editedAt: message.editedTimestamp,
  };
}

/** A name as one short line: what people call themselves is data of strangers. */
export function toShortName(name: string): string {
  return toCleanText(toCleanName(name).slice(0, MAX_NAME_CHARACTERS));
}

/** Mentions as names, own emoji as `:name:`; the mention of the bot itself says nothing. */
function readText(message: Message, botId: string, botRole: string | undefined): string {
  const { mentions, guild } = message;
  return replaceIds(message.content, {
    user: (id) => (id === botId ? '' : `@${toShortName(mentions.users.get(id)?.displayName ?? '…')}`),
    role: (id) => (id === botRole ? '' : `@${toShortName(mentions.roles.get(id)?.name ?? '…')}`),
    channel: (id) => `#${toShortName(guild?.channels.cache.get(id)?.name ?? '…')}`,
  });
}

/** A message of the API as it is specified; compatible servers leave out what is usual or empty. */
export function fillIn(message: APIMessage): APIMessage {
  const { type = MessageType.Default, content = '', mentions = [] } = message as Partial<APIMessage>;
  return { ...message, type, content, mentions } as APIMessage;
}

/** The same of a message as the API has it. */
export function readApiText(message: APIMessage, botId: string, guild: Guild | null): string {
  const botRole = guild?.roles.botRoleFor(botId)?.id;
  const users = new Map(message.mentions.map((user) => [user.id, nameOf(user)]));
  return replaceIds(message.content, {
    user: (id) => (id === botId ? '' : `@${users.get(id) ?? '…'}`),
    role: (id) => (id === botRole ? '' : `@${toShortName(guild?.roles.cache.get(id)?.name ?? '…')}`),
    channel: (id) => `#${toShortName(guild?.channels.cache.get(id)?.name ?? '…')}`,
  });
}

/** What a user is called where no server says otherwise. */
export function nameOf(user: { global_name: string | null; username: string }): string {
  return toShortName(user.global_name ?? user.username);
}

function replaceIds(
  content: string,
  nameBy: Record<'user' | 'role' | 'channel', (id: string) => string>,
): string {
  const text = content
    .replace(/<@!?(\d+)>/g, (_, id: string) => nameBy.user(id))
    .replace(/<@&(\d+)>/g, (_, id: string) => nameBy.role(id))
    .replace(/<#(\d+)>/g, (_, id: string) => nameBy.channel(id))
    .replace(/<a?:(\w+):\d+>/g, ':$1:');
  return VISIBLE.test(text) ? toCleanText(text).trim() : '';
}
