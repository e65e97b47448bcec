import { AppError } from '../../domain/errors.ts';

/**
 * PostgreSQL error classes that mean "not now" rather than "wrong statement": connection (08), rollback (40),
 * resources (53), operator intervention (57), system (58), read-only (25006), and tables that do not exist yet (42P01, 42883)
 * because this process started before its migrations could run.
 */
const NOT_NOW = /^(08...|40...|53...|57...|58...|25006|42P01|42883|3D000)$/;

/** Network faults of node and of pg's pool, which carry no SQL state. */
const NETWORK =
  /ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|timeout|terminated|not queryable|Connection ended|closed/i;

/**
 * Turns what the driver threw into what the product says: an unreachable or busy database is
 * `service_unavailable`, anything else (a fault of ours) passes as it is.
 */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isSqlState = /^[0-9A-Z]{5}$/.test(code);
  const isNotNow = isSqlState ? NOT_NOW.test(code) : NETWORK.test(`${code} ${error.message}`);
  return isNotNow ? new AppError('service_unavailable', { cause: error, retryAfterSeconds: 2 }) : error;
}
