import { setTimeout as delay } from 'node:timers/promises';
import { claimJob, isJobClaimed } from '../../adapters/db/operations/housekeeping.ts';
import type { Core } from '../core.ts';

const PAGE_WAITS_MS = 2_000;

const running = new WeakMap<Core, Map<string, Promise<unknown>>>();

/** Concurrent callers share one run. @param key the same for the same result. */
export function shareWork<Result>(core: Core, key: string, work: () => Promise<Result>): Promise<Result> {
  const works = running.get(core) ?? new Map<string, Promise<unknown>>();
  running.set(core, works);
  const shared = (works.get(key) as Promise<Result> | undefined) ?? work().finally(() => works.delete(key));
  works.set(key, shared);
  return shared;
}

/** For a page. @returns null when the work takes longer; it then goes on without the page. */
export async function soon<Result>(work: Promise<Result>): Promise<Result | null> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const tooLate = delay(PAGE_WAITS_MS, null, { signal, ref: false }).catch(() => null);
  // The next caller learns of a failure.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    stopping.abort();
  }
}

/** The same for work in the backlog, which a stop of the process ends. */
export async function soonInBacklog<Result>(
  core: Core,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const isTaken = core.backlog.add((signal) => work(signal).then(resolve, reject));
  return isTaken ? soon(promise) : null;
}

const HOUR_MS = 3600 * 1000;

/**
 * Once a day in the whole installation. A run that fails or dies is repeated in the next hour, so it has to bear that.
 * @returns whether this process did it.
 * @throws errors of `run`.
 */
export async function runDaily(core: Core, job: string, run: () => Promise<void>): Promise<boolean> {
  const now = core.clock();
  const today = new Date(core.calendar.dayOf(now).startsAt);
  const done = `${job} done`;
  if (await isJobClaimed(core.database, done, today)) return false;
  if (!(await claimJob(core.database, job, new Date(now - (now % HOUR_MS))))) return false;
  await run();
  await claimJob(core.database, done, today);
  return true;
}
