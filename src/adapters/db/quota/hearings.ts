import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, FollowingStatement } from '../connect.ts';

const RETRY_MS = 1_000;

/** A batch of charges, and what says that this process heard of them. */
export interface Hearing {
  batch: string;
  statement: FollowingStatement;
}

const HEAR = 'DELETE FROM unheard_charges WHERE batch = ANY ($1)';

/**
 * A charge whose process never hears of it is given back by the sweep, for its caller was told that nothing was
 * charged. What was heard is on its way to the database before the first caller reads an answer, so that kill -9 right
 * after it takes no charge back; where it was lost on the way, it is said again until the database confirms it.
 */
export function createHearings(database: Database) {
  const unsaid = new Set<string>();
  let isRepeating = false;

  async function repeat(): Promise<void> {
    if (isRepeating) return;
    isRepeating = true;
    while (unsaid.size > 0) {
      await delay(RETRY_MS, undefined, { ref: false });
      const batches = [...unsaid];
      const isSaid = await database.query('hear', HEAR, [batches]).then(
        () => true,
        () => false,
      );
      if (isSaid) for (const batch of batches) unsaid.delete(batch);
    }
    isRepeating = false;
  }

  return {
    /** null where the database dies with this process, so that nothing can be lost between the two. */
    next: (): Hearing | null => {
      if (database.isEmbedded) return null;
      const batch = randomUUID();
      const onLost = () => {
        unsaid.add(batch);
        void repeat();
      };
      return { batch, statement: { name: 'hear', text: HEAR, values: [[batch]], onLost } };
    },
  };
}
