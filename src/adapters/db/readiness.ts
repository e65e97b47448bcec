import { type Kysely, sql } from 'kysely';
import { AppError } from '../../domain/errors.ts';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';

export type Readiness = 'ok' | 'standby' | 'read_only' | 'full';

/**
 * Names a table, so that a database before its migrations is not ready. With little memory, it writes 72 kB to a
 * temporary file: half a millisecond, no transaction log, and an error where the disk is full.
 */
const LOOK = `
  WITH little AS MATERIALIZED (SELECT set_config('work_mem', '64kB', true) AS memory)
  SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    (SELECT count(*) FROM little, LATERAL generate_series(1, 5000 + 0 * length(memory))) AS written,
    EXISTS (SELECT FROM job_claims) AS claims`;

const DISK_FULL = '53100';

/** @throws AppError('service_unavailable') when the database does not answer or has no tables. */
export async function readReadiness(database: Database): Promise<Readiness> {
  try {
    const options = { repeatable: true };
    const [found] = await database.query<Record<string, boolean>>('readiness', LOOK, [], options);
    if (found?.isStandby) return 'standby';
    return found?.isReadOnly ? 'read_only' : 'ok';
  } catch (error) {
    const { cause } = error instanceof AppError ? error : {};
    if (cause instanceof Error && 'code' in cause && cause.code === DISK_FULL) return 'full';
    throw error;
  }
}

/** Identifies the database, the end of its flushed log, and its clock. */
const POSITION = `
  SELECT system_identifier::text AS cluster, (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS id,
    pg_current_wal_flush_lsn()::text AS position, clock_timestamp()::text AS now
  FROM pg_control_system()`;

/** A copy has the same numbers. Both times are the primary's, so the two clocks need not agree. */
const LAG = `
  SELECT pg_is_in_recovery() AND system_identifier::text = $1
      AND $2 = (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS "isStandby",
    CASE WHEN pg_last_wal_replay_lsn() >= $3::pg_lsn THEN 0
      ELSE greatest(0, extract(epoch FROM $4::timestamptz - pg_last_xact_replay_timestamp()) * 1000) END::float8 AS "lagMs"
  FROM pg_control_system()`;

interface Lag {
  /** A copy that follows the primary, not one that was promoted. */
  isStandby: boolean;
  /**
   * Age of the newest commit that the standby lacks, in milliseconds; 0 when it lacks none. Up to the pause between two
   * commits too much. Null: unknown.
   */
  lagMs: number | null;
}

/**
 * How far a standby is behind. Asks the primary too: a standby that is cut off would call itself up to date for ever.
 * @throws AppError('service_unavailable') when either does not answer.
 */
export async function readLag(primary: Database, standby: Database): Promise<Lag> {
  type Position = Record<'cluster' | 'id' | 'position' | 'now', string>;
  const options = { repeatable: true };
  const [at] = await primary.query<Position>('position', POSITION, [], options);
  const values = [at?.cluster, at?.id, at?.position, at?.now];
  const [lag] = await standby.query<Lag & Record<string, unknown>>('lag', LAG, values, options);
  return lag ?? { isStandby: false, lagMs: null };
}

interface ConnectionTarget {
  /** The same for all connections to one database of one running server. */
  database: string;
  /** Limit of a statement; 0: none. */
  limitMs: number;
}

/**
 * Checks the pooler's setup, whose faults show only when an export fails or abandoned statements pile up.
 * @returns one sentence for the operator, or null.
 * @throws AppError('service_unavailable') when the pooler cannot be reached.
 */
export async function findPoolerFault(database: Database): Promise<string | null> {
  if (!database.isPooled) return null;
  const pooled = await readPlace(database.kysely);
  const direct = await readPlace(database.direct).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (direct === null) return 'DATABASE_DIRECT_URL does not answer, or leads to a pooler too';
  if (direct.database !== pooled.database) {
    return 'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases';
  }
  if (pooled.limitMs > 0) return null;
  return 'statements have no time limit behind the pooler; set statement_timeout there, see docs/build/scaling.md';
}

async function readPlace(kysely: Kysely<Schema>): Promise<ConnectionTarget> {
  const { rows } = await sql<ConnectionTarget>`SELECT
    concat_ws(' ', current_database(), extract(epoch FROM pg_postmaster_start_time())) AS "database",
    (SELECT setting::integer FROM pg_settings WHERE name = 'statement_timeout') AS "limitMs"`.execute(kysely);
  return rows[0] as ConnectionTarget;
}
