import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/** Switching costs little, and nobody notices the wait. */
const SLICE_MS = 5;

/** As long as a few turns of a request take. */
export const REST_MS = 1;

/** Each piece between two stops is short. */
export type Steps<Result> = Generator<void, Result, void>;

/** For scripts and small work. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** One slice of all running work is done in a turn of the event loop. */
let queue: Promise<void> = Promise.resolve();

/**
 * Runs in slices of 5 ms. A turn of the event loop holds one slice, however many works run.
 * @param options.restMs after each slice, for work that no customer waits for: a request takes several turns and would
 * wait in each.
 */
export async function runInSlices<Result>(
  steps: Steps<Result>,
  { restMs = 0 }: { restMs?: number } = {},
): Promise<Result> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      const step = steps.next();
      if (step.done) return step.value;
    }
    if (restMs > 0) await delay(restMs);
    await takeTurn();
  }
}

let sliceEndsAt = 0;

/**
 * Short pieces of work share a turn until they have taken 5 ms; then their output is sent before the next ones begin.
 */
export function takeTurn(): Promise<void> {
  queue = queue.then(async () => {
    if (performance.now() < sliceEndsAt) return;
    await nextTurn();
    sliceEndsAt = performance.now() + SLICE_MS;
  });
  return queue;
}

export interface Backlog<Job> {
  /** @returns false when there is too much already. */
  add(job: Job): boolean;
  /** Also waits for jobs that are added meanwhile. */
  finish(): Promise<void>;
  /** Begins nothing any more. @returns how many jobs were left out. */
  abandon(): Promise<number>;
}

/** @param run never rejects; its signal aborts when the backlog is abandoned. */
export function createBacklog<Job>(
  { atOnce, waiting: maxWaiting }: { atOnce: number; waiting: number },
  run: (job: Job, signal: AbortSignal) => Promise<void>,
): Backlog<Job> {
  const waiting: Job[] = [];
  const running = new Set<Promise<void>>();
  const ending = new AbortController();

  function start(job: Job): void {
    const done = run(job, ending.signal).then(() => {
      running.delete(done);
      const next = waiting.shift();
      if (next !== undefined) start(next);
    });
    running.add(done);
  }

  return {
    add: (job) => {
      if (ending.signal.aborted) return false;
      if (running.size < atOnce) start(job);
      else if (waiting.length < maxWaiting) waiting.push(job);
      else return false;
      return true;
    },
    finish: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    abandon: async () => {
      const left = waiting.splice(0).length;
      ending.abort();
      await Promise.all(running);
      return left;
    },
  };
}
