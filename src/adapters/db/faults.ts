import { AppError, readCause } from '../../domain/errors.ts';

/**
 * "Not now" rather than "wrong statement": connection (08), rollback (40), resources (53), operator (57), system (58),
 * read-only (25006), and tables missing before the migrations ran (42P01, 42883).
 */
const NOT_NOW = /^(08...|40...|53...|57...|58...|25006|42P01|42883|3D000)$/;

/** Every SQL state holds a digit; EPIPE, five capitals too, does not. */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** Faults of node and of pg's pool, which carry no SQL state. */
const NETWORK =
  /ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|ENOBUFS|timeout|terminated|not queryable|Connection ended|closed/i;

/** An unreachable or busy database becomes `service_unavailable`; a fault of ours passes as it is. */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const { code, text } = readCause(error);
  const isSqlState = SQL_STATE.test(code);
  const isNotNow = isSqlState
    ? NOT_NOW.test(code) || isRefusedConnection(error, code)
    : NETWORK.test(`${code} ${text}`);
  return isNotNow ? new AppError('service_unavailable', { cause: error, retryAfterSeconds: 2 }) : error;
}

/** Without room on its disk a server may end a connection with no class of its own: it "could not write init file". */
function isRefusedConnection(error: Error, code: string): boolean {
  return code === 'XX000' && 'severity' in error && error.severity === 'FATAL';
}

/** Serialisation failure or deadlock: nothing happened, so the statement may be sent again. */
export function isConflict(error: unknown): boolean {
  return /^40(001|P01)$/.test(readCause(error).code);
}

/** The statement's effect is unknown; a new connection may work at once. */
export function isLostConnection(error: unknown): boolean {
  const { code, text } = readCause(error);
  return (
    /^(08...|57P01|57P02|ECONNRESET|EPIPE)$/.test(code) || /terminated unexpectedly|not queryable/.test(text)
  );
}
