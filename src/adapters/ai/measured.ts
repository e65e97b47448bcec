import type { AiCallKind, AiOutcome, Meters } from '../metrics.ts';
import type { Circuit } from './circuit.ts';
import { BackendFault } from './fault.ts';

/** A circuit whose calls are counted, with what became of them and how long the backend took. */
export type MeasuredCircuit = <Result>(kind: AiCallKind, call: () => Promise<Result>) => Promise<Result>;

/** @param meters undefined: nobody counts. */
export function measureCalls(throughCircuit: Circuit, meters: Meters | undefined): MeasuredCircuit {
  if (!meters) return (_kind, call) => throughCircuit(call);
  return async (kind, call) => {
    const startedAt = performance.now();
    let isAsked = false;
    let outcome: AiOutcome = 'ok';
    try {
      return await throughCircuit(() => {
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
      else if (outcome === 'ok' || outcome === 'refused' || outcome === 'invalid') meters.circuitIs('closed');
    }
  };
}

function outcomeOf(error: unknown): AiOutcome {
  if (error instanceof BackendFault) {
    if (error.isOutage) return 'outage';
    return error.status === null ? 'invalid' : 'refused';
  }
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'cancelled';
}
