import type { Database } from './connect.ts';

/** So many rows are changed in some 20 ms; over all rows a statement may take longer than it has. */
export const BATCH_ROWS = 1_000;

/**
 * Repeats a statement that works on the next BATCH_ROWS rows, until it finds fewer.
 * @param statement gives one row: how many it `found`, and the `last` of them in its order. Its parameters are
 * `values`, then how many rows, then the last row's place: `start` at first. Without `start` it has no order: what
 * it works on is not found again.
 * @throws the reason of `signal` between two batches; what is left is for another time.
 */
export async function runInBatches(
  database: Database,
  statement: string,
  values: readonly unknown[],
  { start, signal }: { start?: unknown; signal?: AbortSignal | undefined },
): Promise<void> {
  let place = start;
  for (;;) {
    signal?.throwIfAborted();
    const parameters = [...values, BATCH_ROWS, ...(start === undefined ? [] : [place])];
    const rows = await database.query<{ found: number; last?: unknown }>(null, statement, parameters, {
      repeatable: true,
    });
    if ((rows[0]?.found ?? 0) < BATCH_ROWS) return;
    place = rows[0]?.last;
  }
}
