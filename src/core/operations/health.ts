import type { Core } from '../core.ts';

export interface Health {
  database: 'ok' | 'unavailable';
  /** `off`: this process runs no bot. */
  discord: string;
  ai: 'extractive' | 'unknown' | 'ok' | 'failing';
}

/** State of each part; only the database decides whether the service can work. Never throws. */
export async function checkHealth(core: Core, discord: string): Promise<Health> {
  let database: Health['database'] = 'ok';
  try {
    // A table of the schema, so that a database whose migrations have not run is not ready.
    await core.database.query('health', 'SELECT 1 FROM job_claims LIMIT 1', [], { repeatable: true });
  } catch (error) {
    core.log.warn({ err: error }, 'database not ready');
    database = 'unavailable';
  }
  return { database, discord, ai: core.ai?.state() ?? 'extractive' };
}
