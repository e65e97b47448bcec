/** Who is left alone for how long, because the backend asked for it. */
export interface Pauses {
  /** Milliseconds until `model` may be asked again; 0: now. Who may ask first after a pause tries for all. */
  enter(model: string): number;
  /** The backend wants to be left alone with `model`. */
  begin(model: string, ms: number): void;
  /** How the call of somebody who entered ended; `isTold`: it says something about the backend. */
  leave(model: string, isTold: boolean): void;
}

/** Others come back this long after the one that tries. */
const WHILE_TRIED_MS = 1_000;

interface Pause {
  until: number;
  isTried: boolean;
}

/**
 * Per model: behind a gateway one may be overrun while another is idle. @param now milliseconds that never go back.
 */
export function createPauses(now: () => number): Pauses {
  const pauses = new Map<string, Pause>();
  return {
    enter(model) {
      const pause = pauses.get(model);
      if (!pause) return 0;
      const left = pause.until - now();
      if (left > 0) return left;
      if (pause.isTried) return WHILE_TRIED_MS;
      pause.isTried = true;
      return 0;
    },
    begin(model, ms) {
      if (ms > 0) pauses.set(model, { until: now() + ms, isTried: false });
    },
    leave(model, isTold) {
      const pause = pauses.get(model);
      if (!pause?.isTried) return;
      if (isTold) pauses.delete(model);
      else pause.isTried = false;
    },
  };
}
