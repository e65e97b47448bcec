import { type Logger, pino } from 'pino';

/** Structured log, one JSON line an event. Fields carry ids and codes, never message texts or secrets. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Fields that could hold a secret if a library put a whole request or configuration into an error. */
const SECRETS = ['authorization', 'cookie', 'password', 'token', 'apiKey', 'connectionString', 'headers'];

/** @param level a pino level name; `silent` for none. Writes to stdout. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    serializers: { err: describeError },
  });
}

/** Name, code and stack of an error and of what caused it; never enumerable extras such as query values. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { name: error.name, message: error.message, code, stack: error.stack, cause };
}
