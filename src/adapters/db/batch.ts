import { AppError } from '../../domain/errors.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** So many at most are one statement. */
const MOST_ITEMS = 256;
/** Where that is more than the least, a batch is this part of those who wait: with a slow database batches grow. */
const PART = 4;

/** How many items each gathered call holds back, for whoever measures. */
const lengths = new WeakMap<object, () => number>();

/** @returns items that wait for the run in flight to end; 0 for a call that gathers nothing. */
export function waitingIn(gathered: object): number {
  return lengths.get(gathered)?.() ?? 0;
}

/**
 * Gathers concurrent calls into one run: while a run is in flight the next batch collects, no timer.
 * One caller alone waits for nothing; under load the batch grows with the database's round trip.
 * A batch that fails for a reason of its data is tried one by one, so that one server's bad item never
 * refuses another's. When the database is away, all who wait are told at once: nobody waits for two timeouts.
 * @param run takes the items in order of arrival and answers in the same order.
 * @param leastItems go at once without those that come behind them; of more who wait, a part goes.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  leastItems = MOST_ITEMS,
): (item: Item) => Promise<Result> {
  let queue: Waiting<Item, Result>[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (queue.length > 0) {
      const length = Math.min(MOST_ITEMS, Math.max(leastItems, Math.ceil(queue.length / PART)));
      const batch = queue.slice(0, length);
      queue = queue.slice(length);
      await runBatch(batch);
    }
    isRunning = false;
  }

  async function runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map((waiting) => waiting.item));
      batch.forEach((waiting, index) => {
        waiting.resolve(results[index] as Result);
      });
    } catch (error) {
      await failBatch(batch, error);
    }
  }

  async function failBatch(batch: Waiting<Item, Result>[], error: unknown): Promise<void> {
    const isAway = error instanceof AppError;
    const failed = isAway ? [...batch, ...queue.splice(0)] : batch;
    for (const waiting of failed) {
      if (!isAway && batch.length > 1) await runBatch([waiting]);
      else waiting.reject(error);
    }
  }

  const gather = (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // What the same turn of the event loop reads from other connections comes along.
      setImmediate(() => void drain());
    });
  lengths.set(gather, () => queue.length);
  return gather;
}
