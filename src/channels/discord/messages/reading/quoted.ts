import { type APIMessage, type Guild, MessageReferenceType, type REST, Routes } from 'discord.js';
import { fillIn, type Incoming } from '../incoming.ts';
import type { Reference } from '../references.ts';
import { embedTexts, nameOf, namesOn, readApiText, readMarkup } from './markup.ts';

const READ_WITHIN_MS = 3_000;

/** A message that somebody points to instead of asking in words of their own. */
export interface Quoted {
  /** null: it was deleted, or its words cannot be read. */
  text: string | null;
  messageId: string;
  author: { id: string; name: string; isBot: boolean };
  /** What it replies to itself. */
  replyTo: Incoming['replyTo'];
}

/**
 * The message that a bare mention replies to: its words are what is asked about.
 * @param reference what the event of the mention said about it.
 * @returns null where it is no reply, or one to the bot itself.
 */
export async function findQuoted(
  { rest, guild }: { rest: REST; guild: Guild | null },
  message: Incoming,
  { reference, signal }: { reference: Reference | null; signal: AbortSignal },
): Promise<Quoted | null> {
  const { replyTo, botId, channelId } = message;
  if (!replyTo || replyTo.authorId === botId) return null;
  const told = reference?.message ?? undefined;
  // The event leaves out the words where nobody mentioned the bot in them; asked for, they may be told.
  const isTold = told !== undefined && textOf(told, botId, guild) !== '';
  const found = isTold ? told : await readOne(rest, { channelId, id: replyTo.id, signal });
  if (!found) return unreadable(replyTo);
  if (found.author.id === botId) return null;
  const { message_reference: about } = found;
  const isInPlace =
    about?.message_id !== undefined &&
    about.channel_id === channelId &&
    about.type !== MessageReferenceType.Forward;
  const text = textOf(found, botId, guild);
  return {
    text: text === '' ? null : text,
    messageId: found.id,
    author: { id: found.author.id, name: nameOf(found.author), isBot: found.author.bot === true },
    replyTo: isInPlace ? { id: about.message_id ?? '', authorId: null } : null,
  };
}

function unreadable({ id, authorId }: NonNullable<Incoming['replyTo']>): Quoted {
  return { text: null, messageId: id, author: { id: authorId ?? '', name: '', isBot: false }, replyTo: null };
}

/** What people or programs wrote in it. */
function textOf(message: APIMessage, botId: string, guild: Guild | null): string {
  const own = readApiText(message, botId, guild);
  if (own !== '') return own;
  const names = namesOn(guild, botId, new Map());
  return embedTexts(message.embeds ?? [])
    .map((text) => readMarkup(text, names))
    .filter(Boolean)
    .join('\n');
}

async function readOne(
  rest: REST,
  { channelId, id, signal }: { channelId: string; id: string; signal: AbortSignal },
): Promise<APIMessage | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]);
  return rest.get(Routes.channelMessage(channelId, id), { signal: limit }).then(
    (found) => fillIn(found as APIMessage),
    () => null,
  );
}
