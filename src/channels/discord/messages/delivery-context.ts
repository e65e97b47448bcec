import { type Guild, type REST, Routes } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Core } from '../../../core/core.ts';
import { type Claims, createClaims, dropMessages } from '../../../core/members/message-claims.ts';
import { guessLanguage } from '../../../core/reading/language.ts';
import { words } from '../../../core/search/words/analyse.ts';
import { interfaceLanguageOf } from '../../../domain/types.ts';
import { describeError, toFields } from '../errors.ts';
import type { Incoming } from './incoming.ts';
import { isOfTeam } from './learning/asked.ts';
import { createObservedReplies, type ObservedReplies } from './learning/observed-replies.ts';
import type { Removals } from './learning/removals.ts';
import type { Taking } from './member-limit.ts';
import type { Policies, Unwritable } from './policies.ts';
import { createRevisions, type References, type Revisions } from './reading/question.ts';
import type { Tickets } from './tickets/tickets.ts';
import type { Speakers } from './turn/history.ts';
import { sendPost } from './turn/send.ts';
import { keyOf, type Turns } from './turn/turns.ts';

/** Members whose role was seen lately. */
const MAX_SPEAKERS = 20_000;

/** What handling messages needs. */
export interface MessageDeps {
  core: Core;
  rest: REST;
  policies: Policies;
  references: References;
  removals: Removals;
  unwritable: Unwritable;
  tickets: Tickets;
  /** null while it is not known. */
  findGuild(serverId: string): Guild | null;
  /** How long more of the same is waited for. */
  burstMs: number;
  /** Makes the server's row when it is missing. */
  ensureServer(guild: Guild): Promise<void>;
}

/** Everything that lies open: what is being gathered, what is being answered, and who was seen speaking. */
export interface DeliveryContext extends MessageDeps {
  turns: Turns;
  typing: Typing;
  claims: Claims;
  speakers: Speakers;
  observedReplies: ObservedReplies;
  revisions: Revisions;
  /** Whether a message was taken away, as far as this process was told lately. */
  isDeleted(message: Incoming): boolean;
  /** By `server:member`: whether their last message came with a role of the team. */
  teamMembers: LRUCache<string, boolean>;
  /** Ends the waiting for the database. */
  outage: AbortController;
  /** Of messages of open turns. */
  taking: Map<Incoming, Promise<Taking>>;
}

export function createDeliveryContext(deps: MessageDeps, turns: Turns): DeliveryContext {
  const teamMembers = new LRUCache<string, boolean>({ max: MAX_SPEAKERS });
  return {
    ...deps,
    turns,
    teamMembers,
    typing: createTyping(deps.rest),
    claims: createClaims(deps.core),
    revisions: createRevisions(),
    isDeleted: deps.removals.isDeleted,
    observedReplies: createObservedReplies({ ...deps, teamMembers }),
    outage: new AbortController(),
    taking: new Map(),
    speakers: {
      isTeam: (serverId, memberId) => teamMembers.get(`${serverId}:${memberId}`) === true,
      meet: async (serverId, memberIds, signal) => {
        const { team } = await deps.policies.of(serverId);
        if (team.size === 0) return;
        const { rest } = deps;
        const asked = memberIds.map((memberId) =>
          isOfTeam({ rest, teamMembers }, { serverId, memberId, team, signal }),
        );
        await Promise.allSettled(asked);
      },
    },
  };
}

/** Whoever addressed the bot hears that it cannot work now; the same line twice is one message. Never rejects. */
export async function apologise(delivery: DeliveryContext, message: Incoming, error: unknown): Promise<void> {
  const { id, serverId, channelId } = message;
  const fields = { ...toFields(error), server: serverId, message: id };
  // Of talk among members there is too much for a line each.
  if (!message.isForBot) return delivery.core.log.debug(fields, 'message not taken');
  delivery.core.log.warn(fields, 'message not taken');
  const card = {
    text: describeError(error, interfaceLanguageOf(guessLanguage(words(message.text)) ?? 'en')),
  };
  await sendPost(delivery.rest, { channelId, replyToId: id, nonce: id, card }).catch((fault: unknown) =>
    delivery.core.log.warn({ ...toFields(fault), server: serverId, message: id }, 'fault not told'),
  );
}

/** Ends what was begun for messages that get no answer. @param messages of one channel. Never rejects. */
export async function dropUnanswered(
  delivery: DeliveryContext,
  messages: readonly [Incoming, ...Incoming[]],
): Promise<void> {
  const [{ serverId, channelId }] = messages;
  const messageIds = messages.map(({ id }) => id);
  await delivery.typing.take(messages)();
  await dropMessages(delivery.core, { serverId, messageIds, channelId }).catch((error: unknown) =>
    delivery.core.log.warn({ err: error, server: serverId, messages: messageIds }, 'message not recorded'),
  );
  delivery.claims.letGo(messageIds);
}

/** Discord shows it for 10 s. */
const REPEAT_MS = 8_000;

/** Shows in a channel that somebody's question is being answered. */
interface Typing {
  /** Begins at once; a second message of the same member adds nothing. */
  start(message: Incoming): void;
  /**
   * Hands over what these messages started.
   * @returns ends it; resolves when no request about it is under way, so that none follows the answer.
   */
  take(messages: readonly Incoming[]): () => Promise<void>;
  /** Ends what nobody has taken. */
  stop(): void;
}

function createTyping(rest: REST): Typing {
  const shown = new Map<string, () => Promise<void>>();
  return {
    stop: () => {
      for (const stop of shown.values()) void stop();
      shown.clear();
    },
    start: (message) => {
      const key = keyOf(message);
      if (!shown.has(key)) shown.set(key, showTyping(rest, message.channelId));
    },
    take: (messages) => {
      const keys = new Set(messages.map(keyOf));
      const stops = [...keys].flatMap((key) => shown.get(key) ?? []);
      for (const key of keys) shown.delete(key);
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  };
}

function showTyping(rest: REST, channelId: string): () => Promise<void> {
  const stopping = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  const show = () => {
    // Only a courtesy: where it is not allowed, the answer itself will say so.
    last = rest.post(Routes.channelTyping(channelId), { signal: stopping.signal }).catch(() => undefined);
  };
  show();
  const timer = setInterval(show, REPEAT_MS);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await last;
  };
}
