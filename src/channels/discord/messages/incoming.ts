import { type APIMessage, type Channel, type Message, MessageType, type REST, Routes } from 'discord.js';
import { isShownImage } from '../../../core/answering/given/images.ts';
import type { Place } from '../../../core/members/message-claims.ts';
import { MAX_IMAGE_BYTES } from '../../../domain/limits.ts';
import { toCleanName } from '../../../domain/text.ts';
import { orGone } from '../errors.ts';
import type { Snapshot } from './reading/markup.ts';
import { keepMarkup, namesOn, readForwarded, readMarkup, toShortName } from './reading/markup.ts';

/** A message of a person, read at once because the library's caches are small. */
export interface Incoming {
  id: string;
  botId: string;
  serverId: string;
  channelId: string;
  isThread: boolean;
  isTicket: boolean;
  /** A ticket bot wrote it for somebody who filled in a form. */
  isForm: boolean;
  /** Ids of what it belongs to, closest first: a thread's channel, then the category. */
  above: readonly string[];
  title: string | null;
  ownerId: string | null;
  author: { id: string; name: string; roleIds: readonly string[] };
  /** Names stand in the place of ids, the mention of the bot is left out; empty when nothing can be seen. */
  text: string;
  /** The same with all marks but those of people as the platform writes them, for learning. */
  written: string;
  forwarded: string | null;
  hasAttachment: boolean;
  /** Where the pictures are that its author attached; empty for one of a kind or size that nobody is shown. */
  images: readonly string[];
  isForBot: boolean;
  /** Names the bot; a reply alone does not. */
  isMentioned: boolean;
  replyTo: { id: string; authorId: string | null } | null;
  mentionedIds: readonly string[];
  mentionedNames: readonly string[];
  /** Milliseconds since 1970; null: never. */
  editedAt: number | null;
}

export function isOnePlace({ isThread, isTicket }: Pick<Incoming, 'isThread' | 'isTicket'>): boolean {
  return isThread || isTicket;
}

/** The thread or ticket itself, or this member in a channel. */
export function placeOf(message: Incoming): Place {
  const { serverId, channelId, author } = message;
  return { serverId, channelId, memberId: isOnePlace(message) ? '' : author.id };
}

/** Everything else is a line of the platform. */
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
  // A forward carries a reference too.
  const repliedId = message.type === MessageType.Reply ? reference?.messageId : undefined;
  return {
    id: message.id,
    botId,
    serverId: message.guildId,
    channelId: message.channelId,
    isThread: thread !== null,
    isTicket: false,
    isForm: false,
    above: placesAbove(channel),
    title: thread?.parent?.isThreadOnly() ? toCleanName(thread.name) : null,
    ownerId: thread?.ownerId ?? null,
    author: {
      id: author.id,
      name: toShortName(member?.displayName ?? author.displayName),
      roleIds: member ? [...member.roles.cache.keys()] : [],
    },
    ...readText(message, botId),
    forwarded: readForwarded(readSnapshots(message), botId, guild),
    hasAttachment: message.attachments.size > 0 || hasForwardedFile(message),
    images: [...message.attachments.values()].flatMap((file) => readImageLink(file.contentType, file)),
    isForBot: isMentioned || mentions.users.has(botId) || mentions.repliedUser?.id === botId,
    isMentioned,
    replyTo: repliedId ? { id: repliedId, authorId: mentions.repliedUser?.id ?? null } : null,
    mentionedIds: [...mentions.users.keys()],
    mentionedNames: [...mentions.users.values()].map(({ displayName }) => toShortName(displayName)),
    editedAt: message.editedTimestamp,
  };
}

/** The address of a picture, or an empty text for one that is not fetched; nothing for another file. */
export function readImageLink(
  type: string | null | undefined,
  { size, url }: { size: number; url: string },
): string[] {
  if (!type?.startsWith('image/')) return [];
  return [isShownImage(type) && !(size > MAX_IMAGE_BYTES) ? url : ''];
}

function hasForwardedFile({ messageSnapshots }: Message): boolean {
  return messageSnapshots?.some(({ attachments }) => (attachments?.size ?? 0) > 0) ?? false;
}

function readText({ content, mentions, guild }: Message, botId: string): Pick<Incoming, 'text' | 'written'> {
  const users = [...mentions.users.values()].map((user) => [user.id, toShortName(user.displayName)] as const);
  const names = namesOn(guild, botId, new Map(users));
  return { text: readMarkup(content, names), written: keepMarkup(content, names) };
}

function readSnapshots({ messageSnapshots }: Message): Snapshot[] {
  return [...(messageSnapshots?.values() ?? [])].map(({ content, embeds, mentions }) => ({
    content: content ?? '',
    embeds: (embeds ?? []).map((embed) => embed.toJSON()),
    users: new Map(
      [...(mentions?.users.values() ?? [])].map((user) => [user.id, toShortName(user.displayName)]),
    ),
  }));
}

/** A message of the API as it is specified; compatible servers leave out what is usual or empty. */
export function fillIn(message: APIMessage): APIMessage {
  const { type = MessageType.Default, content = '', mentions = [] } = message as Partial<APIMessage>;
  return { ...message, type, content, mentions } as APIMessage;
}

/** null: deleted. @throws DiscordAPIError */
export async function readStanding(
  rest: REST,
  { channelId, id }: { channelId: string; id: string },
  signal: AbortSignal,
): Promise<APIMessage | null> {
  const found = await orGone(rest.get(Routes.channelMessage(channelId, id), { signal }));
  return found === null ? null : fillIn(found as APIMessage);
}

/** Closest first: a thread's channel, then the category. */
export function placesAbove(channel: Channel | null): string[] {
  if (!channel || channel.isDMBased()) return [];
  const category = channel.isThread() ? channel.parent?.parentId : null;
  return [channel.parentId, category].filter((id) => typeof id === 'string');
}
