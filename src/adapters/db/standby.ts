import type { Database } from './connect.ts';

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
