import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import * as store from '../../../adapters/db/learning/history-imports.ts';
import { countSuggestions } from '../../../adapters/db/learning/suggestions.ts';
import { AppError } from '../../../domain/errors.ts';
import { HISTORY_ENDS, type HistoryEnd, type HistoryWalk } from '../../../domain/history.ts';
import { HISTORY_DAYS, MAX_HISTORY_DAYS, MAX_PENDING_SUGGESTIONS } from '../../../domain/limits.ts';
import type { Core } from '../../core.ts';
import { invalid } from '../../owners/invalid-input.ts';
import { getServer } from '../../owners/servers.ts';
import { chatIdSchema, parseSettings } from '../../owners/settings.ts';

export { HistoryClaimLostError, type HistoryImport } from '../../../adapters/db/learning/history-imports.ts';

const DAY_MS = 86_400_000;
/** Another process takes over after this silence; a run reports three times as often. */
const CLAIM_MS = 30_000;
export const RENEW_MS = 10_000;

export const historySchema = z.object({
  channel: chatIdSchema,
  days: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(MAX_HISTORY_DAYS))
    .default(HISTORY_DAYS),
});

export const START: HistoryWalk = { phase: 'own', queue: [], open: [], archivedBefore: null };

/**
 * Begins to read a channel's history; it goes on behind the last run of the channel if that ended early and went as
 * far back. @throws AppError('already_exists' while one runs | 'invalid_input' with `learning` (it is off),
 * `teach_roles` (nobody teaches) or `suggestions` (no more can wait) as `param`)
 */
export async function startImport(
  core: Core,
  serverId: string,
  { channel: channelId, days }: z.infer<typeof historySchema>,
): Promise<{ begun: store.HistoryImport; isGoingOn: boolean }> {
  const { learning, teach_roles } = parseSettings((await getServer(core, serverId)).settings);
  if (!learning) throw invalid('learning', 'Learning is off on this server.');
  if (teach_roles.length === 0) throw invalid('teach_roles', 'This server has no teaching role.');
  const waiting = await countSuggestions(core.database, serverId, 'pending');
  if (waiting >= MAX_PENDING_SUGGESTIONS)
    throw invalid('suggestions', 'Too many suggestions are waiting; decide on some first.');
  const last = await store.findLastImport(core.database, { serverId, channelId });
  const isGoingOn = last !== null && last.days >= days && canGoOn(last);
  const place = isGoingOn ? last : { walk: START, placeId: null, beforeId: null, answerId: null };
  const now = core.clock();
  const begun = await store.insertImport(core.database, {
    ...{ serverId, id: randomUUID(), channelId, days },
    ...{ since: new Date(now - days * DAY_MS), startedAt: new Date(now) },
    ...{ walk: place.walk, placeId: place.placeId, beforeId: place.beforeId, answerId: place.answerId },
  });
  if (!begun)
    throw new AppError('already_exists', { message: 'A history import is already running on this server.' });
  return { begun, isGoingOn };
}

/** Whether another run of the channel would begin where this one has ended. */
export function canGoOn({ endedFor }: Pick<store.HistoryImport, 'endedFor'>): boolean {
  return endedFor !== null && HISTORY_ENDS[endedFor].goesOn;
}

/** The current or last run; null when none is kept. */
export function readImport(core: Core, serverId: string): Promise<store.HistoryImport | null> {
  return store.findLastImport(core.database, { serverId });
}

/** @returns whether one ran; its suggestions stay. */
export function stopImport(core: Core, serverId: string): Promise<boolean> {
  return store.endImport(core.database, serverId, { reason: 'stopped', at: new Date(core.clock()) });
}

export class HistoryEndedError extends Error {
  readonly reason: HistoryEnd;

  constructor(reason: HistoryEnd) {
    super(`history import ended: ${reason}`);
    this.name = 'HistoryEndedError';
    this.reason = reason;
  }
}

/** What reading a channel needs to know and note. */
export type HistoryWork = Pick<
  HistoryRun,
  'serverId' | 'channelId' | 'since' | 'progress' | 'walked' | 'save'
>;

/** A run that this process works on; `save` writes its progress. */
export class HistoryRun {
  readonly core: Core;
  readonly serverId: string;
  readonly channelId: string;
  readonly since: Date;
  readonly startedAt: Date;
  readonly progress: Required<store.HistoryProgress>;
  readonly #id: string;
  readonly #by: string;
  #isWalkSaved = true;

  constructor(core: Core, stored: store.HistoryImport, by: string) {
    const { serverId, id, channelId, since, startedAt } = stored;
    this.core = core;
    this.serverId = serverId;
    this.channelId = channelId;
    this.since = since;
    this.startedAt = startedAt;
    this.#id = id;
    this.#by = by;
    const { walk, placeId, beforeId, answerId } = stored;
    const { messages, pairs, suggested, grouped, ownWords, leftOut } = stored;
    this.progress = {
      ...{ walk, placeId, beforeId, answerId },
      ...{ messages, pairs, suggested, grouped, ownWords, leftOut },
    };
  }

  /** The walk is written with the next progress. */
  walked(): void {
    this.#isWalkSaved = false;
  }

  /** The progress to write in the transaction of its results; call `saved` after that. */
  toSave(): { claim: store.HistoryClaim; progress: store.HistoryProgress } {
    const { walk, ...rest } = this.progress;
    return { claim: this.#claim(), progress: { ...rest, ...(this.#isWalkSaved ? {} : { walk }) } };
  }

  saved(): void {
    this.#isWalkSaved = true;
  }

  /** @throws HistoryClaimLostError where it was ended, or another process has it. */
  async save(): Promise<void> {
    const { claim, progress } = this.toSave();
    await store.saveProgress(this.core.database.kysely, claim, progress);
    this.saved();
  }

  /** @returns false where another process has it. */
  prolong(): Promise<boolean> {
    return store.prolongImport(this.core.database, this.#claim());
  }

  release(afterMs: number): Promise<void> {
    return store.releaseImport(this.core.database, this.#claim(), new Date(this.core.clock() + afterMs));
  }

  async end(reason: HistoryEnd): Promise<void> {
    await this.save();
    await store.endImport(this.core.database, this.serverId, { reason, at: new Date(this.core.clock()) });
  }

  #claim(): store.HistoryClaim {
    const until = new Date(this.core.clock() + CLAIM_MS);
    return { serverId: this.serverId, id: this.#id, by: this.#by, until };
  }
}

export async function claimImport(
  core: Core,
  serverIds: readonly string[],
  by: string,
): Promise<HistoryRun | null> {
  const now = core.clock();
  const claim = { by, now: new Date(now), until: new Date(now + CLAIM_MS) };
  const stored = await store.claimImport(core.database, serverIds, claim);
  return stored && new HistoryRun(core, stored, by);
}

export function endImportsOfLeft(core: Core): Promise<void> {
  return store.endImportsOfLeft(core.database, new Date(core.clock()));
}
