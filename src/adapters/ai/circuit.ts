import { CircuitState, circuitBreaker, handleWhen, SamplingBreaker } from 'cockatiel';
import { isTimeout } from '../../domain/errors.ts';
import type { AiCallKind, AiOutcome, Meters } from '../metrics/metrics.ts';
import { BackendFault, type FaultKind } from './fault.ts';

/** Opens when more than this share of at least 30 calls in ten seconds found no backend. */
const OPENS_ABOVE = 0.4;
const WINDOW_MS = 10_000;
const MIN_CALLS_PER_SECOND = 3;
/** One call a second then tests the backend. */
const TRIES_AGAIN_AFTER_MS = 1_000;

/** Refuses calls at once while the backend is down or has asked for a pause. */
export type Circuit = <Result>(asked: ModelCall, call: () => Promise<Result>) => Promise<Result>;

interface ModelCall {
  model: string;
  /** The answer can do without this call: it begins no pause and never tests the backend. */
  isOptional?: boolean;
}

/**
 * Saves callers from waiting for a backend that is down. Outages count (unreachable, 5xx, 429, over the deadline); a
 * bad answer does not. A pause that the backend asks for begins at once, and one question a second tests it.
 * @param now monotonic milliseconds.
 * @throws BackendFault while it is open, with the time until another try.
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
    // The library makes callers wait for the testing call; nobody should wait for another one's deadline.
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

/** @param status of the backend's last answer; null if unknown. */
function refusal(retryAfterMs: number, status: number | null = null): BackendFault {
  const why = status === null ? 'failed too often just now' : 'asked to wait';
  const facts = { retryAfterMs, ...(status === null ? {} : { status }) };
  return new BackendFault(`AI backend ${why}; no request sent`, 'outage', facts);
}

/** A caller who leaves says nothing about the backend. */
function saysSomething(error: unknown): boolean {
  return error instanceof BackendFault || isTimeout(error);
}

function isOutage(error: unknown): boolean {
  return error instanceof BackendFault ? error.isOutage : isTimeout(error);
}

/** One question a second tests during a pause: a minute would close a model to all servers for one server's limit. */
const TRIES_EVERY_MS = 1_000;

interface Pause {
  until: number;
  status: number | null;
  triedAt: number;
  isTried: boolean;
}

/**
 * Pauses by model, since behind a gateway one may be overrun while another is idle. @param now monotonic milliseconds.
 */
function createPauses(now: () => number) {
  const pauses = new Map<string, Pause>();
  return {
    /** `leftMs` null: the model may be asked. One caller a second tests for all. */
    enter(model: string, isOptional: boolean): { leftMs: number; status: number | null } | null {
      const pause = pauses.get(model);
      if (!pause) return null;
      const isDue = now() >= Math.min(pause.until, pause.triedAt + TRIES_EVERY_MS);
      if (isOptional || pause.isTried || !isDue)
        return { leftMs: Math.max(pause.until - now(), TRIES_EVERY_MS), status: pause.status };
      Object.assign(pause, { isTried: true, triedAt: now() });
      return null;
    },
    /** @param status that came with the wish for a pause. */
    begin(model: string, ms: number, status: number | null): void {
      if (ms > 0) pauses.set(model, { until: now() + ms, status, triedAt: now(), isTried: false });
    },
    /** Ends an entered call; `isTold`: its end says something about the backend. */
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

/** Outcomes in which a backend answered. */
const ANSWERED: ReadonlySet<AiOutcome> = new Set(['ok', 'refused', 'filtered', 'invalid']);

/** @param meters undefined: nobody counts. */
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
      // An open circuit notices outages when it tests.
      if (outcome === 'not_asked') meters?.circuitIs('open');
      else if (ANSWERED.has(outcome)) meters?.circuitIs('closed');
    }
  };
}

function outcomeOf(error: unknown): AiOutcome {
  if (error instanceof BackendFault) return OUTCOMES[error.kind];
  return isTimeout(error) ? 'timeout' : 'cancelled';
}
