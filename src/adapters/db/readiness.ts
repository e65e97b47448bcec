import { type Kysely, sql } from 'kysely';
import { AppError } from '../../domain/errors.ts';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';

/** Whether a database that answers takes writes, and why not. */
export type Readiness = 'ok' | 'standby' | 'read_only' | 'full';

/**
 * Names a table of the schema, so that a database whose migrations have not run is not ready. With little memory for
 * the rows, the database writes 72 kB of them to a temporary file on its disk: half a millisecond, without a
 * transaction to log or a page to keep, and an error where the disk is full.
 */
const LOOK = `
  WITH little AS MATERIALIZED (SELECT set_config('work_mem', '64kB', true) AS memory)
  SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    (SELECT count(*) FROM little, LATERAL generate_series(1, 5000 + 0 * length(memory))) AS written,
    EXISTS (SELECT FROM job_claims) AS claims`;

const DISK_FULL = '53100';

/** One statement. @throws AppError('service_unavailable') when the database does not answer or has no tables. */
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

/** Which database this is, up to where its acknowledged commits are in its log, and what its clock says. */
const POSITION = `
  SELECT system_identifier::text AS cluster, (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS id,
    pg_current_wal_flush_lsn()::text AS position, clock_timestamp()::text AS now
  FROM pg_control_system()`;

/** A copy has the same numbers. Of both times it is the primary's clock that tells, so that the two need not agree. */
const LAG = `
  SELECT pg_is_in_recovery() AND system_identifier::text = $1
      AND $2 = (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS "isStandby",
    CASE WHEN pg_last_wal_replay_lsn() >= $3::pg_lsn THEN 0
      ELSE greatest(0, extract(epoch FROM $4::timestamptz - pg_last_xact_replay_timestamp()) * 1000) END::float8 AS "lagMs"
  FROM pg_control_system()`;

interface Lag {
  /** A copy of the primary that follows it, or did; not one that was promoted. */
  isStandby: boolean;
  /**
   * The standby has everything that was committed so long ago, in milliseconds; 0 when it has everything. Where little
   * is written it may be up to the time between two commits too much. null: unknown.
   */
  lagMs: number | null;
}

/**
 * How far a standby is behind. The primary is asked where it is: alone, a standby that is cut off has all that it
 * received, and would call itself up to date for ever.
 * @throws AppError('service_unavailable') when either of them does not answer.
 */
export async function readLag(primary: Database, standby: Database): Promise<Lag> {
  type Position = Record<'cluster' | 'id' | 'position' | 'now', string>;
  const options = { repeatable: true };
  const [at] = await primary.query<Position>('position', POSITION, [], options);
  const values = [at?.cluster, at?.id, at?.position, at?.now];
  const [lag] = await standby.query<Lag & Record<string, unknown>>('lag', LAG, values, options);
  return lag ?? { isStandby: false, lagMs: null };
}

/** What a connection leads to. */
interface ConnectionTarget {
  /** The same for all connections to one database of one running server. */
  database: string;
  /** Of a statement, in milliseconds; 0: none. */
  limitMs: number;
}

/**
 * What is wrong with how the pooler before the database is set up: nothing else notices before an export fails, or
 * statements that nobody waits for pile up.
 * @returns one sentence for the operator; null where nothing is wrong, or there is no pooler.
 * @throws AppError('service_unavailable') when the database cannot be reached through the pooler.
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
  return 'statements have no time limit behind the pooler; set statement_timeout there, see docs/scaling.md';
}

async function readPlace(kysely: Kysely<Schema>): Promise<ConnectionTarget> {
  const { rows } = await sql<ConnectionTarget>`SELECT
    concat_ws(' ', current_database(), extract(epoch FROM pg_postmaster_start_time())) AS "database",
    (SELECT setting::integer FROM pg_settings WHERE name = 'statement_timeout') AS "limitMs"`.execute(kysely);
  return rows[0] as ConnectionTarget;
}
