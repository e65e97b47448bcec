interface WorkerOptions {
  isWaiting(): boolean;
  work(): Promise<void>;
  /** Told of a fault; `isAgain` where the run before failed too. */
  onFault(error: unknown, isAgain: boolean): void;
}

/** Things that come together are worked on together. */
const GATHER_MS = 50;
const RETRY_MS = 2_000;

/** Works a moment after it was woken, one run at a time, and again while there is more. */
export function createWorker({ isWaiting, work, onFault }: WorkerOptions) {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isFailing = false;
  let isStopped = false;
  let next = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      onFault(error, isFailing);
      isFailing = true;
    }
    next.resolve();
    next = Promise.withResolvers();
  }
  function wake(): void {
    if (isStopped || running !== null) return;
    timer ??= setTimeout(
      () => {
        timer = null;
        running = run().then(() => {
          running = null;
          if (isWaiting()) wake();
        });
      },
      isFailing ? RETRY_MS : GATHER_MS,
    );
  }
  return {
    wake,
    /** Resolves when it has run once more. */
    ran: (): Promise<void> => next.promise,
    /** Begins no more runs and resolves when the last is over. */
    stop: async (): Promise<void> => {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
    /** After a stop: works on all that waits, until a run fails. */
    drain: async (): Promise<void> => {
      isFailing = false;
      while (isWaiting() && !isFailing) await run();
    },
  };
}
