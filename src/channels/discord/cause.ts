import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';

/** Of a connection that was refused, broken off or took too long, as Node and its HTTP client name them. */
const NETWORK_CODE = /^(?:E(?:CONN|AI_|NET|HOST|PIPE|TIMEDOUT|NOTFOUND)|UND_ERR_)/;
const NETWORK_NAMES = new Set(['AbortError', 'TimeoutError']);
const MAX_CAUSES = 3;
/** 4xx that another try makes up for: a timeout of the request. */
const TRANSIENT_STATUS = 408;

/** What an error of the platform comes down to. */
type Cause =
  | { kind: 'refused'; status: number; code: number | string }
  | { kind: 'outage'; status: number | null; code: string | null }
  | { kind: 'rate_limited'; retryAfterMs: number };

/** null: nothing of the platform's, so that somebody has to look at its stack. */
export function findCause(error: unknown): Cause | null {
  for (let next = error, depth = 0; next instanceof Error && depth <= MAX_CAUSES; depth += 1) {
    const cause = causeOf(next);
    if (cause) return cause;
    next = next.cause;
  }
  return null;
}

/** An error as fields of a line of the log: its stack only where the cause is not known. */
export function toFields(error: unknown): Record<string, unknown> {
  const cause = findCause(error);
  if (cause === null) return { err: error };
  if (cause.kind === 'rate_limited') return { cause: cause.kind, retry_after_ms: cause.retryAfterMs };
  return { cause: cause.kind, status: cause.status, code: cause.code };
}

function causeOf(error: Error): Cause | null {
  if (error instanceof RateLimitError) return { kind: 'rate_limited', retryAfterMs: error.retryAfter };
  if (error instanceof HTTPError) return { kind: 'outage', status: error.status, code: null };
  if (error instanceof DiscordAPIError) {
    const { status, code } = error;
    const isPassing = status >= 500 || status === TRANSIENT_STATUS;
    return isPassing ? { kind: 'outage', status, code: String(code) } : { kind: 'refused', status, code };
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const isNetwork = (code !== null && NETWORK_CODE.test(code)) || NETWORK_NAMES.has(error.name);
  return isNetwork ? { kind: 'outage', status: null, code: code ?? error.name } : null;
}
