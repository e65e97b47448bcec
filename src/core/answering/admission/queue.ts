import type { Channel } from '../../../domain/types.ts';

/** Other processes do not report their settlements; the first in a queue checks for them. */
const LOOK_EVERY_MS = 500;

interface QueueKey {
  serverId: string;
  channel: Channel;
  /** One with a share of the week: what waits for that keeps nobody elsewhere waiting. */
  place?: string | undefined;
}

interface Queue {
  length: number;
  last: Promise<void>;
  /** The condition that its first member waits for. */
  bell: PromiseWithResolvers<void>;
}

export type AdmissionQueues = ReturnType<typeof createAdmissionQueues>;

export function createAdmissionQueues() {
  const queues = new Map<string, Queue>();
  return {
    isBusy: (place: QueueKey) => queues.has(nameOf(place)),
    wake: (serverId: string): void => {
      for (const [name, { bell }] of queues) if (name.endsWith(` ${serverId}`)) bell.resolve();
    },
    /**
     * Tries in turn until `attempt` returns something other than null: at once if it is first, then after every
     * settlement of the server, and every half second.
     * @throws what `attempt` throws, or the signal's reason; the next one still gets its turn.
     */
    async wait<Result>(
      place: QueueKey,
      signal: AbortSignal,
      attempt: AdmissionAttempt<Result>,
    ): Promise<Result> {
      const name = nameOf(place);
      const empty = { length: 0, last: Promise.resolve(), bell: Promise.withResolvers<void>() };
      const queue: Queue = queues.get(name) ?? empty;
      queues.set(name, queue);
      const { last: before } = queue;
      const left = Promise.withResolvers<void>();
      queue.last = left.promise;
      queue.length += 1;
      try {
        await until(before, signal);
        return await tryUntilGiven(queue, signal, attempt);
      } finally {
        queue.length -= 1;
        if (queue.length === 0) queues.delete(name);
        // A member that leaves early was not first: the next one still waits behind those ahead.
        void before.then(left.resolve);
      }
    },
  };
}

type AdmissionAttempt<Result> = () => Promise<Result | null>;

async function tryUntilGiven<Result>(queue: Queue, signal: AbortSignal, attempt: AdmissionAttempt<Result>) {
  for (;;) {
    signal.throwIfAborted();
    // Set up before the attempt, so that it also notices settlements during it.
    queue.bell = Promise.withResolvers<void>();
    const given = await attempt();
    if (given !== null) return given;
    await until(queue.bell.promise, signal, LOOK_EVERY_MS);
  }
}

function nameOf({ channel, place = '', serverId }: QueueKey): string {
  return `${channel} ${place} ${serverId}`;
}

/** Resolves with the promise, when the signal aborts, or after `ms`: whichever comes first. */
function until(promise: Promise<void>, signal: AbortSignal, ms?: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = ms === undefined ? undefined : setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    void promise.then(end);
  });
}
