import type { Period } from '../../domain/time.ts';

/** When a share of the week is used up; `empty`: it is. */
export type Forecast =
  | { kind: 'lasts' }
  | { kind: 'empty' }
  | { kind: 'runs_out'; at: Date }
  | { kind: 'unknown' };

const HOUR_MS = 3_600_000;
/** Before that a single answer would say too much about a week. */
const UNKNOWN_HOURS = 6;
const LATELY_HOURS = 24;

/**
 * @param known.left units that can still be used this week, and `used` those that were.
 * @param known.usedLately those of the last 24 hours, as far as they belong to this week.
 * @returns never a time before now, nor one at or after the end of the week.
 */
export function forecast(known: {
  now: number;
  week: Period;
  left: number;
  used: number;
  usedLately: number;
}): Forecast {
  const { now, week, left, used, usedLately } = known;
  if (left <= 0) return { kind: 'empty' };
  const elapsedMs = now - week.startsAt;
  if (elapsedMs < UNKNOWN_HOURS * HOUR_MS || used <= 0) return { kind: 'unknown' };
  const latelyMs = Math.min(elapsedMs, LATELY_HOURS * HOUR_MS);
  const unitsPerMs = Math.max(used / elapsedMs, usedLately / latelyMs);
  const at = now + Math.ceil(left / unitsPerMs);
  return at >= week.endsAt ? { kind: 'lasts' } : { kind: 'runs_out', at: new Date(at) };
}
