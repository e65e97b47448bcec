import {
  type APIChannel,
  type APIThreadChannel,
  type APIThreadList,
  ChannelType,
  Routes,
  SnowflakeUtil,
} from 'discord.js';
import type { HistoryRun } from '../../../core/learning/history/imports.ts';
import { orEnd, type Requests } from './requests.ts';

/** What holds messages of its own; a forum holds posts alone. */
const POSTS_ONLY: ReadonlySet<ChannelType> = new Set([ChannelType.GuildForum, ChannelType.GuildMedia]);
const WITH_THREADS: ReadonlySet<ChannelType> = new Set([
  ...POSTS_ONLY,
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
]);
/** Who talks in a private thread talks to few. */
const OPEN_TO_ALL: ReadonlySet<ChannelType> = new Set([
  ChannelType.PublicThread,
  ChannelType.AnnouncementThread,
]);
const THREADS_PER_PAGE = '100';

/** Goes through the places of a channel: itself, its open threads, then those that are archived, newest first. */
export interface Walk {
  /** The next place to read; null: all were read. What was listed is noted with the run. */
  next(): Promise<string | null>;
  /** A thread as it was listed, if it was since the process took the run. */
  listed(threadId: string): APIThreadChannel | null;
}

export function createWalk(run: HistoryRun, requests: Requests, channel: APIChannel): Walk {
  const { walk } = run.progress;
  const threads = new Map<string, APIThreadChannel>();

  function queueUp(found: readonly APIThreadChannel[]): void {
    for (const thread of found) threads.set(thread.id, thread);
    walk.queue.push(...found.map(({ id }) => id));
  }
  async function listOpen(): Promise<void> {
    const { threads: all } = await orEnd(
      requests.lookUp<APIThreadList>(Routes.guildActiveThreads(run.serverId)),
    );
    const own = (all as APIThreadChannel[]).filter(
      ({ parent_id, type }) => parent_id === channel.id && OPEN_TO_ALL.has(type),
    );
    walk.open = own.map(({ id }) => id);
    queueUp(own.filter((thread) => lastWrittenIn(thread) >= run.since.getTime()).sort(newestFirst));
    walk.phase = 'archived';
  }
  async function listArchived(): Promise<void> {
    const query = new URLSearchParams({ limit: THREADS_PER_PAGE });
    if (walk.archivedBefore !== null) query.set('before', walk.archivedBefore);
    const listing = requests.lookUp<APIThreadList & { has_more?: boolean }>(
      Routes.channelThreads(channel.id, 'public'),
      query,
    );
    const { threads: found, has_more: hasMore } = await orEnd(listing);
    const all = found as APIThreadChannel[];
    const archivedAt = (thread: APIThreadChannel | undefined) =>
      thread?.thread_metadata?.archive_timestamp ?? null;
    const within = all.filter(
      (thread) =>
        Date.parse(archivedAt(thread) ?? '') >= run.since.getTime() && !walk.open.includes(thread.id),
    );
    queueUp(within);
    const oldest = archivedAt(all.at(-1));
    const isPast = oldest !== null && Date.parse(oldest) < run.since.getTime();
    if (hasMore !== true || oldest === null || isPast) walk.phase = 'end';
    else walk.archivedBefore = oldest;
  }

  /** @returns whether the channel itself holds messages. */
  function leaveOwn(): boolean {
    walk.phase = WITH_THREADS.has(channel.type) ? 'open' : 'end';
    return !POSTS_ONLY.has(channel.type);
  }

  return {
    listed: (threadId) => threads.get(threadId) ?? null,
    next: async () => {
      run.walked();
      if (walk.phase === 'own' && leaveOwn()) return channel.id;
      while (walk.queue.length === 0 && walk.phase !== 'end') {
        if (walk.phase === 'open') await listOpen();
        else await listArchived();
      }
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
