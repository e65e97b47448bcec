/** Locally a property is tried on a few examples, new ones each time; `.ci/run` asks for all. */
const LOCAL_SHARE = 0.1;
const FEWEST = 5;

export const isFullRun = Boolean(process.env.FULL_RUNS);

/** How often a property is tried. @param full how often with FULL_RUNS set. */
export function countRuns(full: number): number {
  if (isFullRun) return full;
  return Math.min(full, Math.max(FEWEST, Math.ceil(full * LOCAL_SHARE)));
}
