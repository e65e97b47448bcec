import type { AiCallKind, AiOutcome, Meters } from '../metrics/metrics.ts';
import type { Circuit } from './circuit.ts';
import { BackendFault, type FaultKind } from './fault.ts';

const OUTCOMES: Record<FaultKind, AiOutcome> = {
  outage: 'outage',
  refused: 'refused',
  filtered: 'filtered',
  unreadable: 'invalid',
  cut: 'invalid',
};

/** A backend was there, whatever it said. */
const ANSWERED: ReadonlySet<AiOutcome> = new Set(['ok', 'refused', 'filtered', 'invalid']);

/** A circuit whose calls are counted, with what became of them and how long the backend took. */
export type MeasuredCircuit = <Result>(
  kind: AiCallKind,
  model: string,
  call: () => Promise<Result>,
) => Promise<Result>;

/** @param meters undefined: nobody counts. */
export function measureCalls(throughCircuit: Circuit, meters: Meters | undefined): MeasuredCircuit {
  if (!meters) return (_kind, model, call) => throughCircuit(model, call);
  return async (kind, model, call) => {
    const startedAt = performance.now();
    let isAsked = false;
    let outcome: AiOutcome = 'ok';
    try {
      return await throughCircuit(model, () => {
        isAsked = true;
        return call();
      });
    } catch (error) {
      outcome = isAsked ? outcomeOf(error) : 'not_asked';
      throw error;
    } finally {
      meters.aiCallEnded(kind, outcome, (performance.now() - startedAt) / 1000);
      // Whoever leaves says nothing about the backend, and an outage is what an open circuit finds when it tries.
      if (outcome === 'not_asked') meters.circuitIs('open');
      else if (ANSWERED.has(outcome)) meters.circuitIs('closed');
    }
  };
}

function outcomeOf(error: unknown): AiOutcome {
  if (error instanceof BackendFault) return OUTCOMES[error.kind];
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'cancelled';
}
