import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, FollowingStatement } from '../connect.ts';

const RETRY_MS = 1_000;

/** A batch of charges, and the statement that confirms them. */
export interface Hearing {
  batch: string;
  statement: FollowingStatement;
}

const HEAR = 'DELETE FROM unheard_charges WHERE batch = ANY ($1)';

/**
 * The sweep gives a charge back whose process never hears of it, since its caller was told that nothing was charged.
 * The confirmation is sent before the first caller reads an answer, so kill -9 right after it takes no charge back; a
 * lost one is repeated until the database answers.
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
    /** Null on the embedded database, which dies with this process. */
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
