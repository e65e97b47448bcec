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
