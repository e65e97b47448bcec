import { mean } from '../eval/metrics.ts';

const BINS = 10;

/** A said probability, and whether it came true. */
export interface Forecast {
  confidence: number;
  isTrue: boolean;
}

/** The forecasts of one part of the scale from 0 to 1. */
export interface Bin {
  from: number;
  to: number;
  count: number;
  /** Mean of what was said, and share of what came true; NaN in an empty bin. */
  said: number;
  came: number;
}

/** Bins of equal width; the last one holds 1. */
export function binForecasts(forecasts: readonly Forecast[], bins = BINS): Bin[] {
  const groups = Map.groupBy(forecasts, ({ confidence }) =>
    Math.min(bins - 1, Math.floor(confidence * bins)),
  );
  return Array.from({ length: bins }, (_, number) => {
    const members = groups.get(number) ?? [];
    const said = members.length === 0 ? Number.NaN : mean(members.map(({ confidence }) => confidence));
    const came = members.length === 0 ? Number.NaN : mean(members.map(({ isTrue }) => (isTrue ? 1 : 0)));
    return { from: number / bins, to: (number + 1) / bins, count: members.length, said, came };
  });
}

/** How far what was said is from what came true, each bin by its share of the forecasts; 0 is perfect. */
export function measureCalibrationError(bins: readonly Bin[]): number {
  const filled = bins.filter(({ count }) => count > 0);
  const total = filled.reduce((sum, { count }) => sum + count, 0);
  return filled.reduce((sum, { count, said, came }) => sum + (count / total) * Math.abs(said - came), 0);
}
