import { CircuitState, circuitBreaker, handleWhen, SamplingBreaker } from 'cockatiel';
import { BackendFault } from './fault.ts';

/** Open when more than this part of the last ten seconds' calls, at least 30 of them, found no backend. */
const OPENS_ABOVE = 0.4;
const WINDOW_MS = 10_000;
const MIN_CALLS_PER_SECOND = 3;
/** Then one call a second tries whether it is back. */
const TRIES_AGAIN_AFTER_MS = 1_000;

/** Lets a call through, or refuses it at once while the backend is down. */
export type Circuit = <Result>(call: () => Promise<Result>) => Promise<Result>;

/**
 * Spares a backend that is down the calls it cannot answer, and those who ask the wait for them.
 * Only outages count (unreachable, 5xx, 429, over the deadline); a bad answer says nothing about the next.
 * @throws BackendFault from the circuit itself while it is open.
 */
export function createCircuit(): Circuit {
  const breaker = new SamplingBreaker({
    threshold: OPENS_ABOVE,
    duration: WINDOW_MS,
    minimumRps: MIN_CALLS_PER_SECOND,
  });
  const policy = circuitBreaker(handleWhen(isOutage), { breaker, halfOpenAfter: TRIES_AGAIN_AFTER_MS });
  return async (call) => {
    // The library lets callers wait for the one that tries; nobody should wait for somebody else's deadline.
    if (policy.state === CircuitState.HalfOpen) throw refusal();
    let isCalled = false;
    try {
      return await policy.execute(() => {
        isCalled = true;
        return call();
      });
    } catch (error) {
      throw isCalled ? error : refusal();
    }
  };
}

function refusal(): BackendFault {
  return new BackendFault('AI backend failed too often just now; not asked', 'outage');
}

function isOutage(error: unknown): boolean {
  if (error instanceof BackendFault) return error.isOutage;
  return error instanceof Error && error.name === 'TimeoutError';
}
