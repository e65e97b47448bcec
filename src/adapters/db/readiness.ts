import { AppError } from '../../domain/errors.ts';
import type { Database } from './connect.ts';

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
