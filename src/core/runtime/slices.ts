import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/** Long enough that switching costs little, short enough that nobody notices the wait. */
const SLICE_MS = 5;

/** Rest for work that no customer waits for: as long as a few of their turns take. */
export const REST_MS = 1;

/** Work that stops between its pieces, each of them short. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does it in one go, for scripts and for what is known to be small. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Who waits for a turn; one slice of all that run is done in a turn of the event loop, then others come. */
let queue: Promise<void> = Promise.resolve();

/**
 * Does it in slices of 5 ms with turns of the event loop in between. However many run at once, a turn holds
 * one slice: ten that take turns on their own would be ten slices between two other requests.
 * @param options.restMs to leave free after each slice: a request takes several turns, and would wait for a slice
 * in each of them. For work that a customer does not wait for.
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

/** When the slice at hand ends. */
let sliceEndsAt = 0;

/**
 * Waits for a place in a turn of the event loop, after those who asked for one before: short pieces of work share a
 * turn until they have taken 5 ms, then what they wrote is sent before the next ones begin.
 */
export function takeTurn(): Promise<void> {
  queue = queue.then(async () => {
    if (performance.now() < sliceEndsAt) return;
    await nextTurn();
    sliceEndsAt = performance.now() + SLICE_MS;
  });
  return queue;
}

/** Work that nobody waits for, some at a time. */
export interface Backlog<Job> {
  /** @returns false: there is too much already, and this is left out. */
  add(job: Job): boolean;
  /** Resolves when all is done, also what is added meanwhile. */
  finish(): Promise<void>;
  /** Ends what is under way and leaves out the rest; nothing is begun any more. @returns how much was left out. */
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
