import { CircuitState, circuitBreaker, handleWhen, SamplingBreaker } from 'cockatiel';
import { BackendFault } from './fault.ts';
import { createPauses, type Pauses } from './pauses.ts';

/** Open when more than this part of the last ten seconds' calls, at least 30 of them, found no backend. */
const OPENS_ABOVE = 0.4;
const WINDOW_MS = 10_000;
const MIN_CALLS_PER_SECOND = 3;
/** Then one call a second tries whether it is back. */
const TRIES_AGAIN_AFTER_MS = 1_000;

/** Lets a call through, or refuses it at once while the backend is down or wants to be left alone with the model. */
export type Circuit = <Result>(model: string, call: () => Promise<Result>) => Promise<Result>;

/**
 * Spares a backend that is down the calls it cannot answer, and those who ask the wait for them. Outages count
 * (unreachable, 5xx, 429, over the deadline); a bad answer says nothing about the next. Where a backend says how long
 * it wants to be left alone, one call is enough.
 * @param now milliseconds that never go back.
 * @throws BackendFault from the circuit itself while it is open, with the time until another try.
 */
export function createCircuit(now: () => number): Circuit {
  const breaker = new SamplingBreaker({
    threshold: OPENS_ABOVE,
    duration: WINDOW_MS,
    minimumRps: MIN_CALLS_PER_SECOND,
  });
  const policy = circuitBreaker(handleWhen(isOutage), { breaker, halfOpenAfter: TRIES_AGAIN_AFTER_MS });
  const pauses = createPauses(now);

  return async (model, call) => {
    // The library lets callers wait for the one that tries; nobody should wait for somebody else's deadline.
    if (policy.state === CircuitState.HalfOpen) throw refusal(TRIES_AGAIN_AFTER_MS);
    const pause = pauses.enter(model);
    if (pause) throw refusal(pause.leftMs, pause.status);
    let isCalled = false;
    try {
      const result = await policy.execute(() => {
        isCalled = true;
        return call();
      });
      pauses.leave(model, true);
      return result;
    } catch (error) {
      pauses.leave(model, isCalled && saysSomething(error));
      if (isCalled) beginPause(pauses, model, error);
      throw isCalled ? error : refusal(TRIES_AGAIN_AFTER_MS);
    }
  };
}

function beginPause(pauses: Pauses, model: string, error: unknown): void {
  if (error instanceof BackendFault && error.isOutage && error.retryAfterMs !== null)
    pauses.begin(model, error.retryAfterMs, error.status);
}

/** @param status what the backend said before; null where it is not known. */
function refusal(retryAfterMs: number, status: number | null = null): BackendFault {
  const why = status === null ? 'failed too often just now' : 'wants to be left alone';
  const facts = { retryAfterMs, ...(status === null ? {} : { status }) };
  return new BackendFault(`AI backend ${why}; not asked`, 'outage', facts);
}

/** Whoever leaves before the answer says nothing about the backend. */
function saysSomething(error: unknown): boolean {
  return error instanceof BackendFault || (error instanceof Error && error.name === 'TimeoutError');
}

function isOutage(error: unknown): boolean {
  if (error instanceof BackendFault) return error.isOutage;
  return error instanceof Error && error.name === 'TimeoutError';
}
