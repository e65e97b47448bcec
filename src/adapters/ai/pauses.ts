/** Who is left alone for how long, because the backend asked for it. */
export interface Pauses {
  /** How long `model` may not be asked; null: it may. Who may ask first after a pause tries for all. */
  enter(model: string): { leftMs: number; status: number | null } | null;
  /** The backend wants to be left alone with `model`. @param status the one it said so with. */
  begin(model: string, ms: number, status: number | null): void;
  /** How the call of somebody who entered ended; `isTold`: it says something about the backend. */
  leave(model: string, isTold: boolean): void;
}

/** Others come back this long after the one that tries. */
const WHILE_TRIED_MS = 1_000;

interface Pause {
  until: number;
  status: number | null;
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
      if (!pause) return null;
      const leftMs = pause.until - now();
      if (leftMs > 0 || pause.isTried)
        return { leftMs: Math.max(leftMs, WHILE_TRIED_MS), status: pause.status };
      pause.isTried = true;
      return null;
    },
    begin(model, ms, status) {
      if (ms > 0) pauses.set(model, { until: now() + ms, status, isTried: false });
    },
    leave(model, isTold) {
      const pause = pauses.get(model);
      if (!pause?.isTried) return;
      if (isTold) pauses.delete(model);
      else pause.isTried = false;
    },
  };
}
