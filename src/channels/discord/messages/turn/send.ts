import { setTimeout as delay } from 'node:timers/promises';
import type { REST, RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import { DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Card } from '../../../../../commands/reply.ts';
import { MISSING_RIGHTS } from '../../../../domain/errors.ts';
import { findCause, isDatabaseAway, isStatus } from '../../errors.ts';
import { renderRows, splitMessage } from '../../text/render.ts';
import { TurnEndedError } from './turns.ts';

/** `gone`: nobody is there to read it; `forbidden`: a right is missing. */
export class UndeliverableError extends Error {
  readonly reason: 'gone' | 'forbidden' | 'failed';

  constructor(reason: UndeliverableError['reason'], cause: unknown) {
    super(`message not delivered: ${reason}`, { cause });
    this.name = 'UndeliverableError';
    this.reason = reason;
  }
}

/** "Cannot reply without permission to read message history" */
const NO_REPLY_WITHOUT_HISTORY = 160002;
const BROKEN_CONNECTION = 'UND_ERR_SOCKET';

interface Post {
  channelId: string;
  replyToId: string | null;
  /** At most 22 characters; the same text again within minutes is the same message. */
  nonce: string;
  card: Card;
  pingRoleId?: string | null;
  pingUserId?: string | null;
  pingsAuthor?: boolean;
}

interface SentPost {
  ids: string[];
  /** The fault that stopped it after the first part. */
  fault: UndeliverableError | TurnEndedError | null;
}

/**
 * Sends a card as one or more messages in order.
 * @param patience left out, the first failure counts.
 * @throws UndeliverableError when not even the first part could be sent; the end of the patience
 */
export async function sendPost(rest: REST, post: Post, patience?: Patience): Promise<SentPost> {
  const parts = splitMessage(post.card.text);
  const ids: string[] = [];
  for (const index of parts.keys()) {
    const body = bodyOf(post, parts, index);
    const send = () => sendOne(rest, post.channelId, body);
    try {
      ids.push(await persist(send, patience));
    } catch (error) {
      const fault = error instanceof TurnEndedError ? error : toUndeliverable(error);
      if (ids.length === 0) throw fault;
      return { ids, fault };
    }
  }
  return { ids, fault: null };
}

function bodyOf(post: Post, parts: readonly string[], index: number): RESTPostAPIChannelMessageJSONBody {
  const [isFirst, isLast] = [index === 0, index === parts.length - 1];
  const rows = isLast ? renderRows(post.card.rows ?? []) : [];
  const roles = isLast && post.pingRoleId ? { roles: [post.pingRoleId] } : {};
  const users = isFirst && post.pingUserId ? { users: [post.pingUserId] } : {};
  const replied_user = isFirst && post.pingsAuthor === true;
  return {
    content: parts[index] ?? '',
    nonce: `${post.nonce}-${index}`,
    enforce_nonce: true,
    allowed_mentions: { parse: [], replied_user, ...roles, ...users },
    ...(rows.length > 0 ? { components: rows } : {}),
    ...(isFirst && post.replyToId ? { message_reference: { message_id: post.replyToId } } : {}),
  };
}

async function sendOne(
  rest: REST,
  channelId: string,
  body: RESTPostAPIChannelMessageJSONBody,
): Promise<string> {
  const create = async (sent: RESTPostAPIChannelMessageJSONBody) =>
    ((await rest.post(Routes.channelMessages(channelId), { body: sent })) as { id: string }).id;
  try {
    return await create(body);
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === NO_REPLY_WITHOUT_HISTORY) {
      const { message_reference: _, ...plain } = body;
      return create(plain);
    }
    // The library tries server errors again but not a broken connection; the nonce makes it safe.
    const isBroken = error instanceof Error && 'code' in error && error.code === BROKEN_CONNECTION;
    if (!isBroken) throw error;
    return create(body);
  }
}

function toUndeliverable(error: unknown): UndeliverableError {
  if (!(error instanceof DiscordAPIError)) return new UndeliverableError('failed', error);
  const isReferenceGone =
    error.code === RESTJSONErrorCodes.InvalidFormBodyOrContentType &&
    JSON.stringify(error.rawError).includes('message_reference');
  if (isStatus(error, 404) || isReferenceGone) return new UndeliverableError('gone', error);
  return new UndeliverableError(MISSING_RIGHTS.has(error.code) ? 'forbidden' : 'failed', error);
}

/** So long an answer is worth waiting for; its nonce keeps it from standing twice meanwhile. */
export const PATIENCE_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 5_000;

export interface Patience {
  /** In milliseconds. */
  until: number;
  clock(): number;
  signal: AbortSignal;
  onWait?(error: unknown): void;
  /** @throws to end the waiting */
  mayGoOn?(): Promise<void>;
}

/**
 * Tries again while the platform or the database is away.
 * @param patience left out, the first failure counts.
 * @throws its last error, or the end of the patience
 */
export async function persist<Result>(attempt: () => Promise<Result>, patience?: Patience): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = patience ? pauseAfter(error, tries, patience) : null;
      if (!patience || pauseMs === null) throw error;
      if (tries === 0) patience.onWait?.(error);
      await delay(pauseMs, undefined, { signal: patience.signal }).catch(() => undefined);
      patience.signal.throwIfAborted();
      await patience.mayGoOn?.();
    }
  }
}

/** In milliseconds; null: another try is no use, or would come too late. */
function pauseAfter(error: unknown, tries: number, { clock, until }: Patience): number | null {
  const cause = findCause(error);
  if (!isDatabaseAway(error) && (cause === null || cause.kind === 'refused')) return null;
  const pauseMs =
    cause?.kind === 'rate_limited'
      ? cause.retryAfterMs
      : Math.min(FIRST_PAUSE_MS * 2 ** tries, LAST_PAUSE_MS);
  return clock() + pauseMs > until ? null : pauseMs;
}
