/** A straight line through the values of a run, and how far they lie from it. */
export interface Trend {
  mean: number;
  /** By how much the line rises from the first value to the last. */
  rise: number;
  /** Standard deviation of the values around the line. */
  noise: number;
}

/** A rise that is smaller than this part of the mean is none, however little the values scatter. */
const LEAST_SHARE = 0.05;

/** By least squares. @param values at equal distances, at least two. */
export function findTrend(values: readonly number[]): Trend {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const middle = (count - 1) / 2;
  const spread = values.reduce((sum, _, place) => sum + (place - middle) ** 2, 0);
  const slope = values.reduce((sum, value, place) => sum + (place - middle) * (value - mean), 0) / spread;
  const left = values.reduce((sum, value, place) => sum + (value - mean - slope * (place - middle)) ** 2, 0);
  return { mean, rise: slope * (count - 1), noise: Math.sqrt(left / count) };
}

/** The most that the line may rise and still count as flat: as far as single values lie from it. */
export function mostRise({ mean, noise }: Trend): number {
  return Math.max(noise, LEAST_SHARE * mean);
}
