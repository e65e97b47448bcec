import { type Kysely, sql } from 'kysely';
import { AppError } from '../../domain/errors.ts';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';

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
  return 'statements have no time limit behind the pooler; set statement_timeout there, see docs/build/scaling.md';
}

async function readPlace(kysely: Kysely<Schema>): Promise<ConnectionTarget> {
  const { rows } = await sql<ConnectionTarget>`SELECT
    concat_ws(' ', current_database(), extract(epoch FROM pg_postmaster_start_time())) AS "database",
    (SELECT setting::integer FROM pg_settings WHERE name = 'statement_timeout') AS "limitMs"`.execute(kysely);
  return rows[0] as ConnectionTarget;
}
