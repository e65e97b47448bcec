import type { Ledger } from '../../../domain/types.ts';
import { createBatcher } from '../batch.ts';
import type { Database } from '../connect.ts';

export interface IdempotencyClaim {
  serverId: string;
  keyId: string;
  idempotencyKey: string;
  requestId: string;
  bodyHash: Buffer;
  now: Date;
  /** From then on another request may take the claim over. */
  leaseUntil: Date;
}

/** `takenFrom`: the request of a dead or silent process that worked on the same key. */
export type IdempotencyState =
  | { kind: 'claimed'; takenFrom: string | null }
  | { kind: 'running'; requestId: string | undefined; leaseUntil: Date }
  | { kind: 'mismatch' }
  | { kind: 'done'; response: unknown; ledger: Ledger };

export type ClaimIdempotency = (claim: IdempotencyClaim) => Promise<IdempotencyState>;

interface ClaimRow {
  request_id: string;
  is_claimed: boolean;
  /** The stored values; null where nothing was stored, or where another process claimed at the same moment. */
  body_hash: Buffer | null;
  state: 'running' | 'done' | null;
  earlier: string | null;
  expires_at: Date | null;
  response: unknown;
  ledger: Ledger;
}

const CLAIM = `
  WITH claim AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::bytea[], $6::timestamptz[])
      AS c(server_id, key_id, idempotency_key, request_id, body_hash, expires_at)
  ), won AS (
    INSERT INTO idempotency AS i (server_id, key_id, idempotency_key, request_id, body_hash, state, expires_at)
    SELECT c.server_id, c.key_id, c.idempotency_key, c.request_id, c.body_hash, 'running', c.expires_at
    FROM claim c ORDER BY c.server_id, c.key_id, c.idempotency_key
    ON CONFLICT (server_id, key_id, idempotency_key) DO UPDATE
      SET request_id = EXCLUDED.request_id, body_hash = EXCLUDED.body_hash, state = 'running',
        response = NULL, ledger = NULL, expires_at = EXCLUDED.expires_at
      WHERE i.expires_at <= $7
    RETURNING i.request_id
  )
  SELECT c.request_id, w.request_id IS NOT NULL AS is_claimed, i.request_id AS earlier, i.expires_at,
    i.body_hash, i.state, i.response, i.ledger
  FROM claim c
  LEFT JOIN won w ON w.request_id = c.request_id
  LEFT JOIN idempotency i
    ON i.server_id = c.server_id AND i.key_id = c.key_id AND i.idempotency_key = c.idempotency_key`;

/** Leaves a claim alone that was taken over or whose request has ended. */
export async function renewIdempotency(
  database: Database,
  claims: readonly Pick<IdempotencyClaim, 'serverId' | 'keyId' | 'idempotencyKey' | 'requestId'>[],
  leaseUntil: Date,
): Promise<void> {
  const renew = `UPDATE idempotency i SET expires_at = $5
    FROM unnest($1::text[], $2::text[], $3::text[], $4::uuid[]) AS c(server_id, key_id, idempotency_key, request_id)
    WHERE i.server_id = c.server_id AND i.key_id = c.key_id AND i.idempotency_key = c.idempotency_key
      AND i.request_id = c.request_id AND i.state = 'running'`;
  await database.query('renew-idempotency', renew, [
    claims.map(({ serverId }) => serverId),
    claims.map(({ keyId }) => keyId),
    claims.map(({ idempotencyKey }) => idempotencyKey),
    claims.map(({ requestId }) => requestId),
    leaseUntil,
  ]);
}

/** Concurrent claims share one statement; in a batch the first of a key wins. */
export function createIdempotencyClaims(database: Database): ClaimIdempotency {
  return createBatcher(async (claims: IdempotencyClaim[]) => {
    const groups = [...Map.groupBy(claims, nameOf).values()];
    const firsts = groups.flatMap(([first]) => (first ? [first] : []));
    const rows = await database.query<ClaimRow & Record<string, unknown>>('claim-idempotency', CLAIM, [
      firsts.map(({ serverId }) => serverId),
      firsts.map(({ keyId }) => keyId),
      firsts.map(({ idempotencyKey }) => idempotencyKey),
      firsts.map(({ requestId }) => requestId),
      firsts.map(({ bodyHash }) => bodyHash),
      firsts.map(({ leaseUntil }) => leaseUntil),
      firsts[0]?.now,
    ]);
    const byRequest = new Map(rows.map((row) => [row.request_id, row]));
    const byName = new Map(
      firsts.map((first) => [nameOf(first), { first, row: byRequest.get(first.requestId) }]),
    );
    return claims.map((claim) => {
      const { first, row } = byName.get(nameOf(claim)) ?? {};
      return stateOf(claim, first, row);
    });
  });
}

function nameOf({ serverId, keyId, idempotencyKey }: IdempotencyClaim): string {
  return JSON.stringify([serverId, keyId, idempotencyKey]);
}

function stateOf(
  claim: IdempotencyClaim,
  first: IdempotencyClaim | undefined,
  row: ClaimRow | undefined,
): IdempotencyState {
  if (row?.is_claimed && claim === first)
    return { kind: 'claimed', takenFrom: row.state === 'running' ? row.earlier : null };
  const stored = row?.is_claimed ? first?.bodyHash : row?.body_hash;
  if (stored && !stored.equals(claim.bodyHash)) return { kind: 'mismatch' };
  if (row?.is_claimed) return { kind: 'running', requestId: first?.requestId, leaseUntil: claim.leaseUntil };
  if (row?.state !== 'done') {
    const { earlier, expires_at: until } = row ?? {};
    return { kind: 'running', requestId: earlier ?? undefined, leaseUntil: until ?? claim.leaseUntil };
  }
  return { kind: 'done', response: row.response, ledger: row.ledger };
}
