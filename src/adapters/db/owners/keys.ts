import { MINUTE_SECONDS } from '../../../domain/limits.ts';
import type { KeyScope, Ledger, Server } from '../../../domain/types.ts';
import { createBatcher } from '../batch.ts';
import type { Database } from '../connect.ts';
import { lockServer } from '../knowledge/knowledge.ts';
import type { MinuteWindow } from '../quota/quota.ts';
import { changeRows, countRows, fromRow, type Row, toRow } from '../rows.ts';
import { toServer } from './servers.ts';

export interface ApiKey extends Omit<Row<'api_keys'>, 'serverId' | 'sha256'> {
  lastUsedAt: Date | null;
}

export interface KeyHolder {
  keyId: string;
  isTest: boolean;
  isObserved: boolean;
  scope: KeyScope;
  sha256: Buffer;
  server: Server;
  ledger: Ledger;
  /** Use in the last minute. */
  window: MinuteWindow;
}

interface HolderRow {
  key_id: string;
  is_test: boolean;
  is_observed: boolean;
  scope: KeyScope;
  sha256: Buffer;
  server: Record<string, unknown>;
  ledger: Ledger;
  used: number;
  oldest_at: Date | null;
}

const FIND = `
  SELECT k.id AS key_id, k.is_test, k.is_observed, k.scope, k.sha256, to_jsonb(s) AS server,
    ledger_of(s.id, $2, $3) AS ledger, w.used, w.oldest_at
  FROM api_keys k
  JOIN servers s ON s.id = k.server_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(u.n), 0)::integer AS used, min(u.hit) AS oldest_at
    FROM key_windows o CROSS JOIN LATERAL unnest(o.hits, o.counts) AS u(hit, n)
    WHERE o.server_id = k.server_id AND o.key_id = k.id AND u.hit > $4) w
  WHERE k.sha256 = ANY ($1) AND k.revoked_at IS NULL`;

export type FindKey = (digest: Buffer) => Promise<KeyHolder | null>;

/**
 * Looks keys up by digest, concurrent requests in one statement. Nothing is kept in memory, so every process sees a
 * revoke with its next request.
 * @param periods the current week and day, and when the minute began.
 */
export function createKeyFinder(
  database: Database,
  periods: () => { week: string; day: string; minuteBegan: Date },
): FindKey {
  return createBatcher(async (digests: Buffer[]) => {
    const { week, day, minuteBegan } = periods();
    const values = [digests, week, day, minuteBegan];
    const rows = await database.query<HolderRow>('find-key', FIND, values, { repeatable: true });
    const byDigest = new Map(rows.map((row) => [row.sha256.toString('hex'), toHolder(row)]));
    return digests.map((digest) => byDigest.get(digest.toString('hex')) ?? null);
  });
}

function toHolder(row: HolderRow): KeyHolder {
  const { server } = row;
  return {
    keyId: row.key_id,
    isTest: row.is_test,
    isObserved: row.is_observed,
    scope: row.scope,
    sha256: row.sha256,
    ledger: row.ledger,
    window: { used: row.used, oldestAt: row.oldest_at?.getTime() ?? null },
    server: toServer({
      ...(server as unknown as Parameters<typeof toServer>[0]),
      bot_joined_at: new Date(String(server.bot_joined_at)),
      premium_until: server.premium_until ? new Date(String(server.premium_until)) : null,
    }),
  };
}

export type NewKey = Omit<Row<'api_keys'>, 'createdAt' | 'revokedAt'>;

/**
 * Creators queue on the server's row, so parallel ones never exceed the limit. @returns false when `limit` is reached.
 */
export async function insertKey(database: Database, key: NewKey, limit: number): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    await lockServer(transaction, key.serverId);
    const valid = { serverId: key.serverId, revokedAt: null };
    if ((await countRows(transaction, 'api_keys', valid)) >= limit) return false;
    await transaction.insertInto('api_keys').values(toRow(key)).execute();
    const window = { server_id: key.serverId, key_id: key.id, hits: [], counts: [] };
    await transaction.insertInto('key_windows').values(window).execute();
    return true;
  });
}

export async function listKeys(database: Database, serverId: string): Promise<ApiKey[]> {
  const rows = await database.kysely
    .selectFrom('api_keys as k')
    .innerJoin('key_windows as w', (join) =>
      join.onRef('w.server_id', '=', 'k.server_id').onRef('w.key_id', '=', 'k.id'),
    )
    .select([
      'k.id',
      'k.name',
      'k.last4',
      'k.is_test',
      'k.is_observed',
      'k.scope',
      'k.created_at',
      'k.revoked_at',
      'w.last_used_at',
    ])
    .where('k.server_id', '=', serverId)
    .orderBy('k.created_at')
    .execute();
  return rows.map(fromRow);
}

/** At most once a minute: requests in a row write nothing. */
export async function noteKeyUse(
  database: Database,
  { serverId, keyId, at }: { serverId: string; keyId: string; at: Date },
): Promise<void> {
  const minuteBegan = new Date(at.getTime() - MINUTE_SECONDS * 1000);
  await database.query(
    'note-key-use',
    `UPDATE key_windows SET last_used_at = $3
     WHERE server_id = $1 AND key_id = $2 AND (last_used_at IS NULL OR last_used_at < $4)`,
    [serverId, keyId, at, minuteBegan],
    { repeatable: true },
  );
}

/** @returns false when the server has no such valid key. */
export async function observeKey(database: Database, serverId: string, id: string, isObserved: boolean) {
  const valid = { serverId, id, revokedAt: null };
  return (await changeRows(database.kysely, 'api_keys', valid, { isObserved })) > 0;
}

/** @returns false when the server has no such valid key. */
export async function revokeKey(database: Database, serverId: string, id: string, at: Date) {
  return (
    (await changeRows(database.kysely, 'api_keys', { serverId, id, revokedAt: null }, { revokedAt: at })) > 0
  );
}
