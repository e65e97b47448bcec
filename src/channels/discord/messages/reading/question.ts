import type {
  APIGuildMember,
  APIMessage,
  Client,
  GatewayMessageCreateDispatchData,
  GatewayMessageUpdateDispatchData,
  Guild,
  REST,
} from 'discord.js';
import { GatewayDispatchEvents, MessageReferenceType, SnowflakeUtil } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { MAX_CONTENT_CHARACTERS } from '../../../../domain/limits.ts';
import { cutAt, toCleanText } from '../../../../domain/text.ts';
import type { PHRASES } from '../../text/phrases.ts';
import { fillIn, type Incoming, readImageLink, readStanding } from '../incoming.ts';
import {
  embedTexts,
  joinForwarded,
  nameOf,
  namesOn,
  readApiText,
  readForwarded,
  readMarkup,
  snapshotsOf,
} from './markup.ts';

export interface TurnQuestion {
  text: string;
  /** The author of the turn, or of the message that it points to. */
  author: { id: string; name: string };
  /** The message whose history counts. */
  from: Incoming;
}

export interface QuestionDeps {
  rest: REST;
  references: References;
  findGuild(serverId: string): Guild | null;
}

/** Stands for what somebody shows without a word; the readers of a message know it as nobody's words. */
const SHOWN = '[image]';

/**
 * `cannot`: the phrase for a turn without words that can be read.
 * @param options.isSeen a picture of it is shown to the model, which needs no words then
 */
export async function readQuestion(
  deps: QuestionDeps,
  turn: readonly [Incoming, ...Incoming[]],
  { isSeen, signal }: { isSeen: boolean; signal: AbortSignal },
): Promise<TurnQuestion | { cannot: keyof typeof PHRASES }> {
  const [first] = turn;
  const last = turn.at(-1) ?? first;
  const own = textOf(turn, deps.references);
  if (own !== '') return { text: own, author: last.author, from: first };
  const pointing = turn.findLast(({ replyTo }) => replyTo !== null) ?? last;
  const guild = deps.findGuild(pointing.serverId);
  const reference = deps.references.of(pointing.id);
  const quoted = await findQuoted({ rest: deps.rest, guild }, pointing, { reference, signal });
  if (isSeen && (quoted?.text ?? null) === null) return { text: SHOWN, author: last.author, from: first };
  if (quoted === null) return { cannot: turn.some(hasFile) ? 'onlyAttachment' : 'cannotRead' };
  if (quoted.text === null) return { cannot: 'cannotReadReplied' };
  const { author, messageId: id, replyTo } = quoted;
  return {
    text: cut(quoted.text),
    author: { id: author.isBot ? last.author.id : author.id, name: author.name },
    from: { ...pointing, id, replyTo },
  };
}

/** A forum post says in its title what it is about. */
export function textOf(turn: readonly Incoming[], references: Pick<References, 'forwardBefore'>): string {
  const own = turn.map(({ text }) => text).filter((text) => text !== '');
  const forwards = turn.map(({ forwarded }) => forwarded).filter((text) => text !== null);
  const [first] = turn;
  const before = first && forwards.length === 0 ? references.forwardBefore(first) : null;
  const forwarded = before === null ? forwards : [before];
  const text = joinForwarded(own.join('\n'), forwarded.length === 0 ? null : forwarded.join('\n\n'));
  const title = first?.title;
  const isPost = first !== undefined && first.id === first.channelId;
  return cut(title && isPost ? `${title}\n\n${text}`.trim() : text);
}

const hasFile = ({ hasAttachment }: Incoming) => hasAttachment;

function cut(text: string): string {
  return toCleanText(cutAt(text, MAX_CONTENT_CHARACTERS));
}

const READ_WITHIN_MS = 3_000;

interface Quoted {
  /** null: it was deleted, or its words cannot be read. */
  text: string | null;
  messageId: string;
  author: { id: string; name: string; isBot: boolean };
  replyTo: Incoming['replyTo'];
}

/**
 * The message that a bare mention replies to.
 * @param reference what the event of the mention said about it.
 * @returns null where it is no reply, or one to the bot itself
 */
async function findQuoted(
  { rest, guild }: { rest: REST; guild: Guild | null },
  message: Incoming,
  { reference, signal }: { reference: Reference | null; signal: AbortSignal },
): Promise<Quoted | null> {
  const { replyTo, botId, channelId } = message;
  if (!replyTo || replyTo.authorId === botId) return null;
  const told = reference?.message ?? undefined;
  // The event leaves out words that do not mention the bot; the API may tell them.
  const isTold = told !== undefined && quotedTextOf(told, botId, guild) !== '';
  const limit = AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]);
  const asked = { channelId, id: replyTo.id };
  const found = isTold ? told : await readStanding(rest, asked, limit).catch(() => null);
  if (!found) return unreadable(replyTo);
  if (found.author.id === botId) return null;
  const { message_reference: about } = found;
  const isInPlace =
    about?.message_id !== undefined &&
    about.channel_id === channelId &&
    about.type !== MessageReferenceType.Forward;
  const text = quotedTextOf(found, botId, guild);
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

function quotedTextOf(message: APIMessage, botId: string, guild: Guild | null): string {
  const own = readApiText(message, botId, guild);
  if (own !== '') return own;
  const names = namesOn(guild, botId, new Map());
  return embedTexts(message.embeds ?? [])
    .map((text) => readMarkup(text, names))
    .filter(Boolean)
    .join('\n');
}

/** Between the edit and the answer. */
const MAX_KEPT = 200;

type Revision = Pick<
  Incoming,
  'text' | 'mentionedIds' | 'mentionedNames' | 'editedAt' | 'hasAttachment' | 'images'
>;

/** Keeps edits of messages that are not answered yet; the library, which keeps no messages, reports none. */
export function createRevisions() {
  const kept = new LRUCache<string, Revision>({ max: MAX_KEPT });
  return {
    latest: (message: Incoming): Incoming => {
      const revision = kept.get(message.id);
      const isNewer = revision && (revision.editedAt ?? 0) > (message.editedAt ?? 0);
      return isNewer ? { ...message, ...revision } : message;
    },
    follow: (client: Client): void => {
      client.ws.on(GatewayDispatchEvents.MessageUpdate, (data: GatewayMessageUpdateDispatchData) => {
        const { guild_id: guildId, author, edited_timestamp: at, content } = data;
        // A preview that was found is no edit; without the intent the text of others is empty.
        if (!guildId || author?.bot || !at || !content) return;
        const guild = client.guilds.cache.get(guildId) ?? null;
        kept.set(data.id, toRevision(data, client.user?.id ?? '', guild));
      });
    },
  };
}

function toRevision(data: GatewayMessageUpdateDispatchData, botId: string, guild: Guild | null): Revision {
  const { mentions = [], attachments = [] } = data as Partial<APIMessage>;
  return {
    text: readApiText({ ...data, mentions } as APIMessage, botId, guild),
    mentionedIds: mentions.map(({ id }) => id),
    mentionedNames: mentions.map(nameOf),
    editedAt: data.edited_timestamp ? Date.parse(data.edited_timestamp) : null,
    hasAttachment: attachments.length > 0,
    images: attachments.flatMap((file) => readImageLink(file.content_type, file)),
  };
}

/** Between the event and the look at its message. */
const MAX_REFERENCES = 200;

export interface Reference {
  /** null: deleted; undefined: not told. */
  message: APIMessage | null | undefined;
  /** Mentioned people with their roles, by id. */
  members: ReadonlyMap<string, Omit<APIGuildMember, 'user'>>;
}

/** The platform sends a comment on a forward as a message of its own right after it. */
const FOLLOWED_WITHIN_MS = 10_000;

export type References = ReturnType<typeof createReferences>;

/** Keeps the replied messages and mentioned members that the library drops. */
export function createReferences() {
  const forwards = new LRUCache<string, { id: string; text: string }>({ max: MAX_REFERENCES });
  const kept = new LRUCache<string, Reference>({ max: MAX_REFERENCES });
  function keepForward(data: GatewayMessageCreateDispatchData, { guilds, user }: Client): void {
    const guild = guilds.cache.get(data.guild_id ?? '') ?? null;
    const text = readForwarded(snapshotsOf(data), user?.id ?? '', guild);
    if (text !== null) forwards.set(`${data.channel_id}:${data.author.id}`, { id: data.id, text });
  }
  return {
    /** The text that the same person forwarded just before a message. */
    forwardBefore: ({ id, channelId, author }: Incoming): string | null => {
      const forward = forwards.get(`${channelId}:${author.id}`);
      const apartMs = forward
        ? SnowflakeUtil.timestampFrom(id) - SnowflakeUtil.timestampFrom(forward.id)
        : -1;
      return forward && apartMs >= 0 && apartMs <= FOLLOWED_WITHIN_MS ? forward.text : null;
    },
    of: (messageId: string): Reference | null => kept.get(messageId) ?? null,
    follow: (client: Client): void => {
      // Told before the library makes a message of it.
      client.ws.on(GatewayDispatchEvents.MessageCreate, (data: GatewayMessageCreateDispatchData) => {
        if (!data.guild_id || !data.message_reference || data.author?.bot) return;
        if (data.message_reference.type === MessageReferenceType.Forward) return keepForward(data, client);
        const { referenced_message: message, mentions } = fillIn(data) as typeof data;
        const told = mentions.flatMap(({ id, member }) => (member ? [[id, member] as const] : []));
        kept.set(data.id, { message: message ? fillIn(message) : message, members: new Map(told) });
      });
    },
  };
}
