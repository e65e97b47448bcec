import { AppError } from '../../domain/errors.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

const MOST_ITEMS = 256;
/** Takes this part of more waiting items, so batches grow with a slow database. */
const PART = 4;

const lengths = new WeakMap<object, () => number>();

/** @returns items that wait for the run in flight; 0 for a call that gathers nothing. */
export function waitingIn(gathered: object): number {
  return lengths.get(gathered)?.() ?? 0;
}

/**
 * Gathers concurrent calls into one run: the next batch collects while a run is in flight, without a timer. A batch
 * that fails because of its data is tried one by one, so no bad item refuses others. When the database is away, all
 * waiting calls fail at once.
 * @param run answers in the order of the items.
 * @param leastItems always go together; of more waiting items, a part goes.
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
      // Waits a turn for calls that other connections read in this one.
      setImmediate(() => void drain());
    });
  lengths.set(gather, () => queue.length);
  return gather;
}
