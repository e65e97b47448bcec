import { setTimeout as delay } from 'node:timers/promises';
import type {
  APIChannel,
  APIGuildMember,
  APIThreadChannel,
  APIThreadList,
  REST,
  RouteLike,
} from 'discord.js';
import {
  ChannelType,
  DiscordAPIError,
  RateLimitError,
  RESTJSONErrorCodes,
  Routes,
  SnowflakeUtil,
} from 'discord.js';
import type { HistoryWork } from '../../../core/learning/history/imports.ts';
import { HistoryEndedError } from '../../../core/learning/history/imports.ts';
import type { HistoryWalk } from '../../../domain/history.ts';
import { isHidden, isStatus, orGone } from '../errors.ts';
import { allNamesOf } from '../messages/members.ts';

/** Looking something up costs the platform less than a page of messages. */
const LOOK_UP_DIVISOR = 5;

export type Requests = ReturnType<typeof createRequests>;

/**
 * Sends the requests of a run one at a time with pauses, so that no answer to a member waits for them.
 * @param pauseMs before a page of messages. The platform allows some five of a channel in five seconds, and histories
 * of questions are read from the same share.
 */
export function createRequests(rest: REST, pauseMs: number, signal: AbortSignal) {
  async function get(route: RouteLike, query: URLSearchParams | undefined, pause: number): Promise<unknown> {
    for (let wait = pause; ; ) {
      await delay(wait, undefined, { signal });
      try {
        return await rest.get(route, { ...(query ? { query } : {}), signal });
      } catch (error) {
        // The library waits out short ones by itself.
        if (!(error instanceof RateLimitError)) throw error;
        wait = error.retryAfter;
      }
    }
  }
  return {
    page: <Found>(route: RouteLike, query: URLSearchParams) => get(route, query, pauseMs) as Promise<Found>,
    lookUp: <Found>(route: RouteLike, query?: URLSearchParams) =>
      get(route, query, pauseMs / LOOK_UP_DIVISOR) as Promise<Found>,
  };
}

const GONE = new Set<number | string>([RESTJSONErrorCodes.UnknownChannel, RESTJSONErrorCodes.UnknownGuild]);

/** null: another try may help. */
export function refusalOf(error: unknown): 'channel_gone' | 'right_missing' | null {
  if (error instanceof DiscordAPIError && GONE.has(error.code)) return 'channel_gone';
  return isHidden(error) ? 'right_missing' : null;
}

/** Ends the run where the channel itself cannot be read for good. @throws HistoryEndedError, or the error */
export async function orEnd<Found>(reading: Promise<Found>): Promise<Found> {
  return reading.catch((error: unknown) => {
    const refusal = refusalOf(error);
    throw refusal ? new HistoryEndedError(refusal) : error;
  });
}

export type People = ReturnType<typeof createPeople>;

/** Looks up each member once: a page of messages does not name the roles of its authors. */
export function createPeople(requests: Requests, serverId: string) {
  const known = new Map<string, APIGuildMember | null>();
  const find = (id: string) => orGone(requests.lookUp<APIGuildMember>(Routes.guildMember(serverId, id)));
  return {
    meet: async (memberIds: Iterable<string>): Promise<void> => {
      for (const id of new Set(memberIds)) if (!known.has(id)) known.set(id, await find(id));
    },
    rolesOf: (id: string): readonly string[] => known.get(id)?.roles ?? [],
    namesOf: (id: string): readonly string[] => {
      const member = known.get(id);
      return member ? allNamesOf(member) : [];
    },
  };
}

/** Forums hold posts alone. */
const POSTS_ONLY: ReadonlySet<ChannelType> = new Set([ChannelType.GuildForum, ChannelType.GuildMedia]);
const WITH_THREADS: ReadonlySet<ChannelType> = new Set([
  ...POSTS_ONLY,
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
]);
const THREADS_PER_PAGE = '100';

type Phase = HistoryWalk['phase'];
type ArchivedPhase = Exclude<Phase, 'own' | 'open' | 'end'>;
/** Where the archived threads of a channel are listed, and what comes after them, or in their place. */
const LISTINGS: Record<ArchivedPhase, { route(id: string): RouteLike; next: Phase; instead?: Phase }> = {
  archived: { route: (id) => Routes.channelThreads(id, 'public'), next: 'private' },
  private: { route: (id) => Routes.channelThreads(id, 'private'), next: 'end', instead: 'joined' },
  joined: { route: (id) => Routes.channelJoinedArchivedThreads(id), next: 'end', instead: 'end' },
};

export type Walk = ReturnType<typeof createWalk>;

/**
 * Goes through the places of a channel: itself, its open threads, then those that are archived, newest first. The
 * platform lists the private ones that the bot may see.
 * @param openIds threads that the gateway told of, for compatible servers that do not list the open ones
 */
export function createWalk(
  run: HistoryWork,
  requests: Requests,
  { channel, openIds }: { channel: APIChannel; openIds: () => string[] },
) {
  const { walk } = run.progress;
  const threads = new Map<string, APIThreadChannel>();

  function queueUp(found: readonly APIThreadChannel[]): void {
    for (const thread of found) threads.set(thread.id, thread);
    walk.queue.push(...found.map(({ id }) => id));
  }
  async function listOpen(): Promise<void> {
    const listed = await orGone(
      orEnd(requests.lookUp<APIThreadList>(Routes.guildActiveThreads(run.serverId))),
    );
    const all = (listed?.threads ?? []) as APIThreadChannel[];
    const own = all.filter(({ parent_id }) => parent_id === channel.id);
    walk.open = listed ? own.map(({ id }) => id) : openIds();
    if (!listed) walk.queue.push(...walk.open);
    queueUp(own.filter((thread) => lastWrittenIn(thread) >= run.since.getTime()).sort(newestFirst));
    walk.phase = 'archived';
  }
  async function listArchived(phase: ArchivedPhase): Promise<void> {
    const query = new URLSearchParams({ limit: THREADS_PER_PAGE });
    if (walk.archivedBefore !== null) query.set('before', walk.archivedBefore);
    const listing = requests.lookUp<APIThreadList & { has_more?: boolean }>(
      LISTINGS[phase].route(channel.id),
      query,
    );
    const { threads: found, has_more: hasMore } = await orEnd(listing);
    const all = found as APIThreadChannel[];
    const archivedAt = (thread: APIThreadChannel | undefined) =>
      thread?.thread_metadata?.archive_timestamp ?? null;
    const isWithin = (at: string | null) => Date.parse(at ?? '') >= run.since.getTime();
    queueUp(all.filter((thread) => isWithin(archivedAt(thread)) && !walk.open.includes(thread.id)));
    const last = all.at(-1);
    // Those that the bot is in are sorted by their ids.
    const isPast = phase !== 'joined' && last !== undefined && !isWithin(archivedAt(last));
    if (hasMore !== true || last === undefined || isPast) leave(LISTINGS[phase].next);
    else walk.archivedBefore = phase === 'joined' ? last.id : archivedAt(last);
  }
  function leave(next: Phase): void {
    walk.phase = next === 'private' && channel.type !== ChannelType.GuildText ? 'end' : next;
    walk.archivedBefore = null;
  }
  /** Private ones take the right to manage threads, and a compatible server may have no such list. */
  async function tryArchived(phase: ArchivedPhase): Promise<void> {
    const { instead, next } = LISTINGS[phase];
    try {
      await listArchived(phase);
    } catch (error) {
      const lacksRight = error instanceof HistoryEndedError && error.reason === 'right_missing';
      if (!isStatus(error, 404) && !(lacksRight && instead)) throw error;
      if (lacksRight) run.progress.leftOut = { ...run.progress.leftOut, private: 1 };
      leave(instead ?? next);
    }
  }
  const list = (phase: Phase) => (phase in LISTINGS ? tryArchived(phase as ArchivedPhase) : listOpen());

  function leaveOwn(): boolean {
    walk.phase = WITH_THREADS.has(channel.type) ? 'open' : 'end';
    return !POSTS_ONLY.has(channel.type);
  }

  return {
    listed: (threadId: string): APIThreadChannel | null => threads.get(threadId) ?? null,
    /** The next place to read, noted with the run; null: all were read. */
    next: async (): Promise<string | null> => {
      run.walked();
      if (walk.phase === 'own' && leaveOwn()) return channel.id;
      while (walk.queue.length === 0 && walk.phase !== 'end') await list(walk.phase);
      return walk.queue.shift() ?? null;
    },
  };
}

function lastWrittenIn({ id, last_message_id: last }: APIThreadChannel): number {
  return SnowflakeUtil.timestampFrom(last ?? id);
}

function newestFirst(one: APIThreadChannel, other: APIThreadChannel): number {
  return lastWrittenIn(other) - lastWrittenIn(one);
}
