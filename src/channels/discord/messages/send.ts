import {
  DiscordAPIError,
  type REST,
  RESTJSONErrorCodes,
  type RESTPostAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageResult,
  Routes,
} from 'discord.js';
import type { Card } from '../../../../commands/reply.ts';
import { renderRows } from '../text/render.ts';
import { splitMessage } from '../text/split.ts';

/** A message that could not be delivered. `gone`: nobody is there to read it; `forbidden`: a right is missing. */
export class UndeliverableError extends Error {
  readonly reason: 'gone' | 'forbidden' | 'failed';

  constructor(reason: UndeliverableError['reason'], cause: unknown) {
    super(`message not delivered: ${reason}`, { cause });
    this.name = 'UndeliverableError';
    this.reason = reason;
  }
}

const GONE = new Set<number | string>([
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownGuild,
]);
const FORBIDDEN = new Set<number | string>([
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
  RESTJSONErrorCodes.ThreadLocked,
]);
/** "Cannot reply without permission to read message history" */
const NO_REPLY_WITHOUT_HISTORY = 160002;
const BROKEN_CONNECTION = 'UND_ERR_SOCKET';

export interface Post {
  channelId: string;
  /** The message it answers. */
  replyToId: string | null;
  /** At most 22 characters; the same text again within minutes is the same message. */
  nonce: string;
  card: Card;
  /** The one role that it may ping. */
  pingRoleId?: string | null;
}

export interface Sent {
  /** Of the messages that stand, first to last. */
  ids: string[];
  /** What stopped it after the first part. */
  fault: UndeliverableError | null;
}

/**
 * Sends a card as one or more messages, in order. Nobody is pinged but the given role.
 * @throws UndeliverableError when not even the first part could be sent.
 */
export async function sendPost(rest: REST, post: Post): Promise<Sent> {
  const parts = splitMessage(post.card.text);
  const ids: string[] = [];
  for (const [index, content] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const rows = isLast ? renderRows(post.card.rows ?? []) : [];
    const body: RESTPostAPIChannelMessageJSONBody = {
      content,
      nonce: `${post.nonce}-${index}`,
      enforce_nonce: true,
      allowed_mentions: { parse: [], replied_user: false, ...pingOf(post, isLast) },
      ...(rows.length > 0 ? { components: rows } : {}),
      ...(index === 0 && post.replyToId ? { message_reference: { message_id: post.replyToId } } : {}),
    };
    try {
      ids.push(await sendOne(rest, post.channelId, body));
    } catch (error) {
      if (ids.length === 0) throw toUndeliverable(error);
      return { ids, fault: toUndeliverable(error) };
    }
  }
  return { ids, fault: null };
}

function pingOf({ pingRoleId }: Post, isLast: boolean) {
  return isLast && pingRoleId ? { roles: [pingRoleId] } : {};
}

async function sendOne(
  rest: REST,
  channelId: string,
  body: RESTPostAPIChannelMessageJSONBody,
): Promise<string> {
  try {
    return await create(rest, channelId, body);
  } catch (error) {
    if (isRefusal(error) && error.code === NO_REPLY_WITHOUT_HISTORY) {
      const { message_reference: _, ...plain } = body;
      return create(rest, channelId, plain);
    }
    // The library tries server errors again but not a broken connection; the nonce makes it safe.
    const isBroken = error instanceof Error && 'code' in error && error.code === BROKEN_CONNECTION;
    if (!isBroken) throw error;
    return create(rest, channelId, body);
  }
}

async function create(
  rest: REST,
  channelId: string,
  body: RESTPostAPIChannelMessageJSONBody,
): Promise<string> {
  const created = await rest.post(Routes.channelMessages(channelId), { body });
  return (created as RESTPostAPIChannelMessageResult).id;
}

function isRefusal(error: unknown): error is DiscordAPIError {
  return error instanceof DiscordAPIError;
}

function toUndeliverable(error: unknown): UndeliverableError {
  if (!isRefusal(error)) return new UndeliverableError('failed', error);
  const isReferenceGone =
    error.code === RESTJSONErrorCodes.InvalidFormBodyOrContentType &&
    JSON.stringify(error.rawError).includes('message_reference');
  if (GONE.has(error.code) || isReferenceGone) return new UndeliverableError('gone', error);
  return new UndeliverableError(FORBIDDEN.has(error.code) ? 'forbidden' : 'failed', error);
}
