import type { IdempotencyClaim, IdempotencyState } from '../../../adapters/db/answering/idempotency.ts';
import { createIdempotencyClaims, renewIdempotency } from '../../../adapters/db/answering/idempotency.ts';
import type { Database } from '../../../adapters/db/connect.ts';
import type { Log } from '../../../adapters/log.ts';
import type { Clock } from '../../../domain/time.ts';

/** How long an Idempotency-Key waits for a process that works on it and says nothing; then it counts as dead. */
const LEASE_MS = 5_000;
const RENEW_MS = 1_500;

export type IdempotencyLeases = ReturnType<typeof createIdempotencyLeases>;

type Wish = Omit<IdempotencyClaim, 'now' | 'leaseUntil'>;

export function createIdempotencyLeases({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Log;
}) {
  const claimOne = createIdempotencyClaims(database);
  const held = new Map<string, Wish>();
  let timer: NodeJS.Timeout | null = null;

  async function renew(): Promise<void> {
    const leaseUntil = new Date(clock() + LEASE_MS);
    await renewIdempotency(database, [...held.values()], leaseUntil).catch((error: unknown) => {
      log.debug({ err: error, claims: held.size }, 'claims of idempotency keys not renewed');
    });
  }

  return {
    claim: async (wish: Wish): Promise<IdempotencyState> => {
      const now = clock();
      const lease = { now: new Date(now), leaseUntil: new Date(now + LEASE_MS) };
      const state = await claimOne({ ...wish, ...lease });
      // This process lives, so nobody has to wait until that is certain.
      if (state.kind === 'running' && held.has(state.requestId ?? ''))
        return { ...state, leaseUntil: lease.now };
      if (state.kind === 'claimed') {
        held.set(wish.requestId, wish);
        timer ??= setInterval(() => void renew(), RENEW_MS).unref();
      }
      return state;
    },
    /** Nothing more becomes of it here. */
    letGo: (requestId: string): void => {
      held.delete(requestId);
      if (held.size > 0 || !timer) return;
      clearInterval(timer);
      timer = null;
    },
  };
}
