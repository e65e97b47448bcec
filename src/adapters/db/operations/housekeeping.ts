import { sql } from 'kysely';
import { FORGET_BATCH } from '../answering/answers.ts';
import type { Database } from '../connect.ts';
import { deleteRows } from '../rows.ts';

/** Changes take some 20 ms; over all rows a statement may exceed its limit. */
export const BATCH_ROWS = 1_000;

/**
 * Repeats a statement on the next BATCH_ROWS rows until it finds fewer.
 * @param statement returns how many it `found` and the `last` row. Its parameters are `values`, the number of rows, and
 * the last place, first `start`; without `start` it must not find a row again.
 * @throws the reason of `signal` between two batches.
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

const FORGET_TEXTS = `
WITH batch AS (
  SELECT kept.server_id, kept.id
  FROM servers s CROSS JOIN LATERAL (
    SELECT a.server_id, a.id FROM answers a
    WHERE a.server_id = s.id AND a.at < $1 AND a.question IS NOT NULL ORDER BY a.at LIMIT $2) kept
  WHERE s.id >= $3 ORDER BY s.id LIMIT $2
), ${FORGET_BATCH}
SELECT count(*)::integer AS found, max(server_id) AS last FROM batch`;

/** The figures about answers stay. */
export function forgetAnswerTexts(database: Database, before: Date, signal: AbortSignal): Promise<void> {
  return runInBatches(database, FORGET_TEXTS, [before], { start: '', signal });
}

const REMOVE_OUTCOMES = `
WITH gone AS (
  DELETE FROM idempotency WHERE (server_id, key_id, idempotency_key) IN (
    SELECT server_id, key_id, idempotency_key FROM idempotency WHERE expires_at < $1 LIMIT $2)
  RETURNING 1
)
SELECT count(*)::integer AS found FROM gone`;

export function removeOutcomes(database: Database, now: Date, signal: AbortSignal): Promise<void> {
  return runInBatches(database, REMOVE_OUTCOMES, [now], { signal });
}

/** Keyv keeps the expiry, in milliseconds, inside the value. */
const REMOVE_CACHED = `
WITH batch AS (
  SELECT key, (value::jsonb ->> 'expires')::numeric < $1 AS is_expired FROM cache
  WHERE key > $3 ORDER BY key LIMIT $2
), gone AS (
  DELETE FROM cache c USING batch b WHERE c.key = b.key AND b.is_expired
)
SELECT count(*)::integer AS found, max(key) AS last FROM batch`;

export function removeCached(database: Database, now: Date, signal: AbortSignal): Promise<void> {
  return runInBatches(database, REMOVE_CACHED, [now.getTime()], { start: '', signal });
}

/** Rows that are few: day counts, job claims, ways to sign in. */
export async function removeExpired(database: Database, now: Date, before: Date): Promise<void> {
  const { kysely } = database;
  await deleteRows(kysely, 'day_counts', { day: sql`< ${before.toISOString().slice(0, 10)}` });
  await deleteRows(kysely, 'job_claims', { dueAt: sql`< ${before}` });
  // The account may sell something else, too.
  await deleteRows(kysely, 'payment_traces', { serverId: null, at: sql`< ${before}` });
  for (const table of ['sessions', 'sign_ins', 'sign_in_links', 'server_sign_ins'] as const) {
    await kysely.deleteFrom(table).where('expires_at', '<', now).execute();
  }
}

/**
 * One of the processes that ask is told true. Older claims go after ten minutes, in which a process with a slow clock may still
 * ask.
 */
export async function claimJob(database: Database, job: string, dueAt: Date): Promise<boolean> {
  const statement = `WITH gone AS (
      DELETE FROM job_claims WHERE server_id = '' AND job = $1 AND due_at < $2::timestamptz - interval '10 minutes')
    INSERT INTO job_claims (server_id, job, due_at) VALUES ('', $1, $2)
    ON CONFLICT DO NOTHING RETURNING job`;
  const claimed = await database.query(null, statement, [job, dueAt]);
  return claimed.length > 0;
}

export async function isJobClaimed(database: Database, job: string, dueAt: Date): Promise<boolean> {
  const statement = "SELECT FROM job_claims WHERE server_id = '' AND job = $1 AND due_at = $2";
  const claimed = await database.query(null, statement, [job, dueAt], { repeatable: true });
  return claimed.length > 0;
}
