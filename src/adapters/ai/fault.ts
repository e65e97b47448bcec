import { ZodError } from 'zod';

/**
 * What went wrong with the backend, in our own words. Errors of the libraries below carry response text
 * (and a header error could carry the key), so they are never passed on as a cause.
 */
export class BackendFault extends Error {
  /** HTTP status the backend answered with; null when there was none or it was fine. */
  readonly status: number | null;
  /** Whether there was no working backend, rather than an answer of no use. */
  readonly isOutage: boolean;

  constructor(message: string, facts: { status?: number; isOutage?: boolean } = {}) {
    super(message);
    this.name = 'BackendFault';
    this.status = facts.status ?? null;
    this.isOutage = facts.isOutage ?? false;
  }
}

/** The backend answered with something else than 2xx; `message` is what it said, for adapters/ai/dialect.ts alone. */
export class StatusError extends Error {
  readonly status: number;

  constructor(status: number, said: string) {
    super(said);
    this.name = 'StatusError';
    this.status = status;
  }
}

/** Any error of the call as a BackendFault whose message holds neither response text nor key. */
export function describeFault(error: unknown): BackendFault {
  if (error instanceof BackendFault) return error;
  if (error instanceof ZodError) {
    const path = error.issues[0]?.path.join('.') ?? '';
    return new BackendFault(`AI backend sent an unexpected shape at "${path}"`);
  }
  if (error instanceof SyntaxError) return new BackendFault('AI backend sent a body that is not JSON');
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
    const { status } = error;
    const isOutage = status >= 500 || status === 429 || status === 408;
    return new BackendFault(`AI backend answered with status ${status}`, { status, isOutage });
  }
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof BackendFault) return cause;
    const code = 'code' in cause ? cause.code : undefined;
    if (typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code)) {
      return new BackendFault(`AI backend could not be reached or broke off: ${code}`, { isOutage: true });
    }
  }
  return new BackendFault('AI backend call failed');
}
