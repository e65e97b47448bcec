import type { Ledger } from '../../domain/types.ts';
import type { Database } from './connect.ts';

export interface IdempotencyClaim {
  serverId: string;
  keyId: string;
  idempotencyKey: string;
  requestId: string;
  bodyHash: Buffer;
  now: Date;
  /** When a claim whose process died may be taken over. */
  leaseUntil: Date;
}

export type IdempotencyState =
  | { kind: 'claimed' }
  | { kind: 'running' }
  | { kind: 'mismatch' }
  | { kind: 'done'; response: unknown; ledger: Ledger };

interface StoredRow {
  body_hash: Buffer;
  state: 'running' | 'done';
  response: unknown;
  ledger: Ledger;
}

const CLAIM = `
  INSERT INTO idempotency AS i (server_id, key_id, idempotency_key, request_id, body_hash, state, expires_at)
  VALUES ($1, $2, $3, $4, $5, 'running', $6)
  ON CONFLICT (server_id, key_id, idempotency_key) DO UPDATE
    SET request_id = EXCLUDED.request_id, body_hash = EXCLUDED.body_hash, state = 'running',
      response = NULL, ledger = NULL, expires_at = EXCLUDED.expires_at
    WHERE i.expires_at <= $7
  RETURNING 1`;

/** Claims an Idempotency-Key for one request, or tells what became of it. */
export async function claimIdempotency(
  database: Database,
  claim: IdempotencyClaim,
): Promise<IdempotencyState> {
  const { serverId, keyId, idempotencyKey } = claim;
  const claimed = await database.query('claim-idempotency', CLAIM, [
    serverId,
    keyId,
    idempotencyKey,
    claim.requestId,
    claim.bodyHash,
    claim.leaseUntil,
    claim.now,
  ]);
  if (claimed.length > 0) return { kind: 'claimed' };
  const rows = await database.query<StoredRow & Record<string, unknown>>(
    'read-idempotency',
    `SELECT body_hash, state, response, ledger FROM idempotency
     WHERE server_id = $1 AND key_id = $2 AND idempotency_key = $3`,
    [serverId, keyId, idempotencyKey],
    { repeatable: true },
  );
  const stored = rows[0];
  // Given back between the two statements: the caller may simply try again.
  if (!stored) return { kind: 'running' };
  if (!stored.body_hash.equals(claim.bodyHash)) return { kind: 'mismatch' };
  if (stored.state === 'running') return { kind: 'running' };
  return { kind: 'done', response: stored.response, ledger: stored.ledger };
}
