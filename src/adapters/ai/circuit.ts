import { CircuitState, circuitBreaker, handleWhen, SamplingBreaker } from 'cockatiel';
import { isTimeout } from '../../domain/errors.ts';
import type { AiCallKind, AiOutcome, Meters } from '../metrics/metrics.ts';
import { BackendFault, type FaultKind } from './fault.ts';

/** Opens when more than this share of the calls in the last ten seconds, at least 30, found no backend. */
const OPENS_ABOVE = 0.4;
const WINDOW_MS = 10_000;
const MIN_CALLS_PER_SECOND = 3;
/** One call a second then tests whether it is back. */
const TRIES_AGAIN_AFTER_MS = 1_000;

/** Lets a call through, or refuses it at once while the backend is down or has asked for a pause. */
export type Circuit = <Result>(asked: ModelCall, call: () => Promise<Result>) => Promise<Result>;

interface ModelCall {
  model: string;
  /** An answer can do without this call: a pause that it is told begins none, and it is never the one that tries. */
  isOptional?: boolean;
}

/**
 * Saves a backend that is down from calls it cannot answer, and callers from waiting for it. Outages count
 * (unreachable, 5xx, 429, over the deadline); a bad answer says nothing about the next. If a backend names a
 * pause, one call is enough; while it lasts, one question a second tries.
 * @param now monotonic milliseconds.
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

  return async ({ model, isOptional = false }, call) => {
    // The library makes callers wait for the one that tries; nobody should wait for somebody else's deadline.
    if (policy.state === CircuitState.HalfOpen) throw refusal(TRIES_AGAIN_AFTER_MS);
    const pause = pauses.enter(model, isOptional);
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
      const asksForPause = error instanceof BackendFault && error.isOutage && error.retryAfterMs !== null;
      if (isCalled && asksForPause && !isOptional) pauses.begin(model, error.retryAfterMs, error.status);
      throw isCalled ? error : refusal(TRIES_AGAIN_AFTER_MS);
    }
  };
}

/** @param status what the backend said before; null if unknown. */
function refusal(retryAfterMs: number, status: number | null = null): BackendFault {
  const why = status === null ? 'failed too often just now' : 'wants to be left alone';
  const facts = { retryAfterMs, ...(status === null ? {} : { status }) };
  return new BackendFault(`AI backend ${why}; not asked`, 'outage', facts);
}

/** A caller who leaves before the answer says nothing about the backend. */
function saysSomething(error: unknown): boolean {
  return error instanceof BackendFault || isTimeout(error);
}

function isOutage(error: unknown): boolean {
  return error instanceof BackendFault ? error.isOutage : isTimeout(error);
}

/** One question in this time tries during a pause: a minute would close a model to all servers for one's limit. */
const TRIES_EVERY_MS = 1_000;

interface Pause {
  until: number;
  status: number | null;
  triedAt: number;
  isTried: boolean;
}

/**
 * Which models are left alone for how long, because the backend said so: behind a gateway one may be overrun while
 * another is idle. @param now milliseconds that never go back.
 */
function createPauses(now: () => number) {
  const pauses = new Map<string, Pause>();
  return {
    /** How long `model` may not be asked; null: it may. One caller at a time tries for all, at most one a second. */
    enter(model: string, isOptional: boolean): { leftMs: number; status: number | null } | null {
      const pause = pauses.get(model);
      if (!pause) return null;
      const isDue = now() >= Math.min(pause.until, pause.triedAt + TRIES_EVERY_MS);
      if (isOptional || pause.isTried || !isDue)
        return { leftMs: Math.max(pause.until - now(), TRIES_EVERY_MS), status: pause.status };
      Object.assign(pause, { isTried: true, triedAt: now() });
      return null;
    },
    /** The backend asks for a pause of `model`. @param status the status it sent with that. */
    begin(model: string, ms: number, status: number | null): void {
      if (ms > 0) pauses.set(model, { until: now() + ms, status, triedAt: now(), isTried: false });
    },
    /** The call of a caller who entered has ended; `isTold`: its end says something about the backend. */
    leave(model: string, isTold: boolean): void {
      const pause = pauses.get(model);
      if (!pause?.isTried) return;
      if (isTold) pauses.delete(model);
      else Object.assign(pause, { isTried: false, triedAt: Number.NEGATIVE_INFINITY });
    },
  };
}

const OUTCOMES: Record<FaultKind, AiOutcome> = {
  outage: 'outage',
  refused: 'refused',
  filtered: 'filtered',
  unreadable: 'invalid',
  cut: 'invalid',
};

/** Outcomes that show that a backend responded, whatever it said. */
const ANSWERED: ReadonlySet<AiOutcome> = new Set(['ok', 'refused', 'filtered', 'invalid']);

/**
 * A circuit whose calls are counted, with what became of them and how long the backend took.
 * @param meters undefined: nobody counts.
 */
export function measureCalls(throughCircuit: Circuit, meters: Meters | undefined) {
  return async <Result>(kind: AiCallKind, asked: ModelCall, call: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    let isAsked = false;
    let outcome: AiOutcome = 'ok';
    try {
      return await throughCircuit(asked, () => {
        isAsked = true;
        return call();
      });
    } catch (error) {
      outcome = isAsked ? outcomeOf(error) : 'not_asked';
      throw error;
    } finally {
      meters?.aiCallEnded(kind, outcome, (performance.now() - startedAt) / 1000);
      // A caller who leaves says nothing about the backend, and an open circuit notices outages when it tries.
      if (outcome === 'not_asked') meters?.circuitIs('open');
      else if (ANSWERED.has(outcome)) meters?.circuitIs('closed');
    }
  };
}

function outcomeOf(error: unknown): AiOutcome {
  if (error instanceof BackendFault) return OUTCOMES[error.kind];
  return isTimeout(error) ? 'timeout' : 'cancelled';
}
