import * as store from '../../adapters/db/learning/rehearsals.ts';
import type { HistoryEnd, HistoryWalk } from '../../domain/history.ts';
import { HISTORY_DAYS } from '../../domain/limits.ts';
import { type ChannelFault, MAX_REHEARSED } from '../../domain/rehearsals.ts';
import type { Core } from '../core.ts';
import type { HistoryWork } from '../learning/history/imports.ts';
import { HistoryEndedError, START } from '../learning/history/imports.ts';
import type { Lessons } from '../learning/history/lessons.ts';
import type { Pair } from '../learning/history/pairs.ts';
import { findWishes } from '../members/privacy.ts';
import { invalid } from '../owners/invalid-input.ts';
import { getServer } from '../owners/servers.ts';
import { parseSettings, type Settings, teamRolesOf } from '../owners/settings.ts';
import { runInSlices } from '../runtime/slices.ts';
import type { ReadConversation } from './reading/conversation.ts';
import { type Begun, clean, goOn, newRehearsal } from './upload.ts';

const DAY_MS = 86_400_000;
/** A stretch of messages takes seconds; each one prolongs the claim. */
const CLAIM_MS = 5 * 60_000;

/**
 * Has the bot read the answered questions of the last 90 days in a channel, and asks them again. The same channel again
 * goes on where it rests. @throws AppError('not_found'), 'invalid_input' with `channel` (no bot), `team` (nobody is of
 * it) or `rehearsals` (no more are kept)
 */
export async function startChannelRehearsal(
  core: Core,
  serverId: string,
  channelId: string,
  share: number,
): Promise<Begun> {
  const settings = parseSettings((await getServer(core, serverId)).settings);
  if (!core.discord) throw invalid('channel', 'No bot is connected: DISCORD_TOKEN is not set.');
  if (teamRolesOf(settings).size === 0)
    throw invalid('team', 'No team members are known: first choose a teaching role or a role to call.');
  const digest = `channel ${channelId}`;
  const before = await goOn(core, serverId, { digest, share });
  if (before) return before;
  const fresh = newRehearsal(core, { name: channelId, digest, share });
  const rehearsal = { ...fresh, format: 'channel' as const, leftOut: [], channelId, isRead: false };
  await store.insertRehearsal(core.database, serverId, rehearsal, []);
  return { rehearsal, isGoingOn: false };
}

/** A channel that this process reads; read anew from the start where it dies meanwhile. */
export interface ChannelReading {
  work: HistoryWork;
  lessons: Lessons;
  readSettings(): Promise<Settings>;
  /** Keeps what was read, or says why nothing could be. */
  end(reason: HistoryEnd): Promise<void>;
  /** Leaves it to the next look. */
  release(): Promise<void>;
}

/** @returns null where no channel of these servers waits to be read. @throws AppError('service_unavailable') */
export async function claimReading(core: Core, serverIds: readonly string[]): Promise<ChannelReading | null> {
  const now = core.clock();
  const claim = { now: new Date(now), until: new Date(now + CLAIM_MS) };
  const claimed = await store.claimReading(core.database, serverIds, claim);
  return claimed && openReading(core, claimed);
}

function openReading(core: Core, claimed: store.RehearsalKey & { channelId: string }): ChannelReading {
  const { channelId, ...key } = claimed;
  const read: ReadConversation[] = [];
  const { database } = core;
  return {
    work: {
      ...{ serverId: key.serverId, channelId, since: new Date(core.clock() - HISTORY_DAYS * DAY_MS) },
      progress: startProgress(),
      walked: () => undefined,
      save: async () => {
        const until = new Date(core.clock() + CLAIM_MS);
        if (!(await store.prolongReading(database, key, until))) throw new HistoryEndedError('stopped');
      },
    },
    lessons: { settle: async (pair) => settle(core, read, pair) },
    readSettings: async () => {
      const settings = parseSettings((await getServer(core, key.serverId)).settings);
      return { ...settings, teach_roles: [...teamRolesOf(settings)] };
    },
    end: async (reason) => {
      const fault = FAULTS[reason];
      if (fault) return store.failReading(database, key, fault);
      if (reason === 'stopped' || reason === 'server_left') return;
      const oldestFirst = read.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
      await store.storeRead(database, key, await runInSlices(clean(oldestFirst)));
    },
    release: async () => void (await store.prolongReading(database, key, null)),
  };
}

const FAULTS: Partial<Record<HistoryEnd, ChannelFault>> = {
  ...{ channel_gone: 'channel_gone', right_missing: 'right_missing', content_refused: 'content_refused' },
};

function startProgress(): HistoryWork['progress'] {
  const walk: HistoryWalk = { ...START, queue: [], open: [] };
  const counts = { messages: 0, pairs: 0, suggested: 0, grouped: 0, ownWords: 0, leftOut: {} };
  return { walk, placeId: null, beforeId: null, answerId: null, ...counts };
}

/** @throws HistoryEndedError once there are enough */
async function settle(core: Core, read: ReadConversation[], { question, answer }: Pair): Promise<void> {
  const wishes = await findWishes(core, [question.memberId, answer.memberId]);
  if (wishes.hasOptOut) return;
  const messages = [...question.messages, ...answer.messages];
  read.push({
    messages: [{ role: 'user', content: question.text }],
    teamAnswers: [answer.text],
    at: question.messages[0]?.at ?? null,
    names: [...new Set(messages.flatMap(({ names }) => names))],
  });
  if (read.length >= MAX_REHEARSED) throw new HistoryEndedError('limit');
}
