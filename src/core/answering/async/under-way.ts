import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../../domain/errors.ts';

/** Nobody holds a connection for these, so nothing else bounds them. */
const MOST_UNDER_WAY = 1_000;
/** An ended question gives its units back. */
const END_MS = 800;

export type UnderWay = ReturnType<typeof createUnderWay>;

/** Questions of this process that nobody waits for; a stop lets them finish, and ends the rest. */
export function createUnderWay() {
  const works = new Map<AbortController, Promise<unknown>>();
  const allDone = async () => {
    while (works.size > 0) await Promise.allSettled(works.values());
  };
  return {
    isFull: () => works.size > MOST_UNDER_WAY,
    /** @param ending ends the work. */
    add: (ending: AbortController, work: Promise<unknown>): void => {
      works.set(ending, work);
      const leave = () => works.delete(ending);
      void work.then(leave, leave);
    },
    /** Also waits for those that come meanwhile, at most `graceMs`. */
    stop: async (graceMs: number): Promise<void> => {
      const limit = new AbortController();
      const patience = delay(graceMs, undefined, { signal: limit.signal }).catch(() => undefined);
      await Promise.race([allDone(), patience]);
      limit.abort();
      for (const ending of works.keys())
        ending.abort(new AppError('service_unavailable', { isPlanned: true }));
      await Promise.race([allDone(), delay(END_MS, undefined, { ref: false })]);
    },
  };
}
