import {
  type APIGuildMember,
  type APIMessage,
  type Client,
  GatewayDispatchEvents,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageUpdateDispatchData,
  type Guild,
  MessageReferenceType,
  type REST,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import { MAX_CONTENT_CHARACTERS } from '../../../../domain/limits.ts';
import { cutAt, toCleanText } from '../../../../domain/text.ts';
import type { PHRASES } from '../../text/phrases.ts';
import { fillIn, type Incoming, readStanding } from '../incoming.ts';
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

/** What a turn asks. */
export interface TurnQuestion {
  text: string;
  /** Whose words these are: of whoever wrote the turn, or of the message that it points to. */
  author: { id: string; name: string };
  /** What was said before it is what was said before this. */
  from: Incoming;
}

export interface QuestionDeps {
  rest: REST;
  references: References;
  findGuild(serverId: string): Guild | null;
}

/** The question of a turn, or what to say where there is none that can be read. */
export async function readQuestion(
  deps: QuestionDeps,
  turn: readonly [Incoming, ...Incoming[]],
  signal: AbortSignal,
): Promise<TurnQuestion | { cannot: keyof typeof PHRASES }> {
  const [first] = turn;
  const last = turn.at(-1) ?? first;
  const own = textOf(turn, deps.references);
  if (own !== '') return { text: own, author: last.author, from: first };
  const pointing = turn.findLast(({ replyTo }) => replyTo !== null) ?? last;
  const guild = deps.findGuild(pointing.serverId);
  const reference = deps.references.of(pointing.id);
  const quoted = await findQuoted({ rest: deps.rest, guild }, pointing, { reference, signal });
  if (quoted === null) return { cannot: turn.some(hasFile) ? 'onlyAttachment' : 'cannotRead' };
  if (quoted.text === null) return { cannot: 'cannotReadReplied' };
  const { author, messageId: id, replyTo } = quoted;
  return {
    text: cut(quoted.text),
    author: { id: author.isBot ? last.author.id : author.id, name: author.name },
    from: { ...pointing, id, replyTo },
  };
}

/** What was written, below what was forwarded; a forum post says in its title what it is about. */
export function textOf(turn: readonly Incoming[], references: Pick<References, 'forwardBefore'>): string {
  const own = turn.map(({ text }) => text).filter((text) => text !== '');
  const forwards = turn.map(({ forwarded }) => forwarded).filter((text) => text !== null);
  const [first] = turn;
  const before = first && forwards.length === 0 ? references.forwardBefore(first) : null;
  const forwarded = before ? [before.text] : forwards;
  const text = joinForwarded(own.join('\n'), forwarded.length === 0 ? null : forwarded.join('\n\n'));
  const title = first?.title;
  const isPost = first !== undefined && first.id === first.channelId;
  return cut(title && isPost ? `${title}\n\n${text}`.trim() : text);
}

const hasFile = ({ hasAttachment }: Incoming) => hasAttachment;

/** Never between the two halves of a character. */
function cut(text: string): string {
  return toCleanText(cutAt(text, MAX_CONTENT_CHARACTERS));
}

const READ_WITHIN_MS = 3_000;

/** A message that somebody points to instead of asking in words of their own. */
interface Quoted {
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
async function findQuoted(
  { rest, guild }: { rest: REST; guild: Guild | null },
  message: Incoming,
  { reference, signal }: { reference: Reference | null; signal: AbortSignal },
): Promise<Quoted | null> {
  const { replyTo, botId, channelId } = message;
  if (!replyTo || replyTo.authorId === botId) return null;
  const told = reference?.message ?? undefined;
  // The event leaves out the words where nobody mentioned the bot in them; asked for, they may be told.
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

/** What people or programs wrote in it. */
function quotedTextOf(message: APIMessage, botId: string, guild: Guild | null): string {
  const own = readApiText(message, botId, guild);
  if (own !== '') return own;
  const names = namesOn(guild, botId, new Map());
  return embedTexts(message.embeds ?? [])
    .map((text) => readMarkup(text, names))
    .filter(Boolean)
    .join('\n');
}

/** Between the edit and the answer; what comes during an outage waits longer. */
const MAX_KEPT = 200;

/** What a message says since it was edited. */
type Revision = Pick<Incoming, 'text' | 'mentionedIds' | 'mentionedNames' | 'editedAt' | 'hasAttachment'>;

/** Edits of messages that are not answered yet; the library knows no messages, so it tells of none. */
export interface Revisions {
  follow(client: Client): void;
  /** The message as it stands now; itself where nothing is known of an edit. */
  latest(message: Incoming): Incoming;
}

export function createRevisions(): Revisions {
  const kept = new LRUCache<string, Revision>({ max: MAX_KEPT });
  return {
    latest: (message) => {
      const revision = kept.get(message.id);
      const isNewer = revision && (revision.editedAt ?? 0) > (message.editedAt ?? 0);
      return isNewer ? { ...message, ...revision } : message;
    },
    follow: (client) => {
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
  };
}

/** Between the event and the look at its message; what comes before a session is ready waits longer. */
const MAX_REFERENCES = 200;

/** What the event of a reply says about others. */
export interface Reference {
  /** What it replies to; null: deleted. Undefined: not told. */
  message: APIMessage | null | undefined;
  /** By id: people whom it mentions, with their roles here. */
  members: ReadonlyMap<string, Omit<APIGuildMember, 'user'>>;
}

/** A forward that its sender says something about, in a message of its own right after it. */
const FOLLOWED_WITHIN_MS = 10_000;
/** The first 22 bits below are no time. */
const TIME_SHIFT = 22n;

interface Forward {
  id: string;
  text: string;
}

/** What the library drops of replies, because it keeps no messages: what they reply to and who that was. */
export interface References {
  follow(client: Client): void;
  /** null: it is no reply, or that was long ago. */
  of(messageId: string): Reference | null;
  /** What the same person forwarded there just before a message; the platform sends the two one after the other. */
  forwardBefore(message: Incoming): Forward | null;
}

export function createReferences(): References {
  const kept = new LRUCache<string, Reference>({ max: MAX_REFERENCES });
  function keepForward(data: GatewayMessageCreateDispatchData, { guilds, user }: Client): void {
    const guild = guilds.cache.get(data.guild_id ?? '') ?? null;
    const text = readForwarded(snapshotsOf(data), user?.id ?? '', guild);
    if (text !== null) forwards.set(`${data.channel_id}:${data.author.id}`, { id: data.id, text });
  }
  const forwards = new LRUCache<string, Forward>({ max: MAX_REFERENCES });
  return {
    forwardBefore: ({ id, channelId, author }) => {
      const forward = forwards.get(`${channelId}:${author.id}`);
      const apartMs = forward ? timeOf(id) - timeOf(forward.id) : -1;
      return forward && apartMs >= 0 && apartMs <= FOLLOWED_WITHIN_MS ? forward : null;
    },
    of: (messageId) => kept.get(messageId) ?? null,
    follow: (client) => {
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

/** When the platform made an id, in milliseconds since its own beginning. */
function timeOf(id: string): number {
  return Number(BigInt(id) >> TIME_SHIFT);
}
