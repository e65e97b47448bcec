/** What a search found out about a question, and whether the knowledge holds its answer. */
export interface Example {
  /** 0 to 1. */
  value: number;
  isAnswerable: boolean;
}

/** A point of a curve, or a bin of a reliability diagram: mean value, share of the answerable, number of questions. */
export interface Bin {
  value: number;
  share: number;
  count: number;
}

/**
 * A rising curve from value to share of the answerable: the means of groups of equal size, neighbours pooled until no
 * share falls (Zadrozny and Elkan, "Transforming Classifier Scores into Accurate Multiclass Probability Estimates",
 * 2002).
 */
export function fitCurve(examples: readonly Example[], groups: number): Bin[] {
  const sorted = examples.toSorted((one, other) => one.value - other.value);
  const size = Math.ceil(sorted.length / groups);
  const pooled: Bin[] = [];
  for (let from = 0; from < sorted.length; from += size) {
    pooled.push(summarise(sorted.slice(from, from + size)));
    for (let [one, other] = pooled.slice(-2); one && other && one.share >= other.share; ) {
      pooled.splice(-2, 2, pool(one, other));
      [one, other] = pooled.slice(-2);
    }
  }
  return pooled;
}

/** The bins of equal width that hold questions. */
export function binExamples(examples: readonly Example[], bins: number): Bin[] {
  const groups = Map.groupBy(examples, ({ value }) => Math.min(bins - 1, Math.floor(value * bins)));
  return [...groups].toSorted(([one], [other]) => one - other).map(([, members]) => summarise(members));
}

/** Expected calibration error: how far value and share are apart, in the mean over all questions. */
export function measureCalibrationError(examples: readonly Example[], bins = 10): number {
  const apart = binExamples(examples, bins).map(({ value, share, count }) => count * Math.abs(value - share));
  return apart.reduce((sum, part) => sum + part, 0) / examples.length;
}

function summarise(examples: readonly Example[]): Bin {
  const count = examples.length;
  const value = examples.reduce((sum, example) => sum + example.value, 0) / count;
  return { value, share: examples.filter(({ isAnswerable }) => isAnswerable).length / count, count };
}

function pool(one: Bin, other: Bin): Bin {
  const count = one.count + other.count;
  const mean = (a: number, b: number) => (a * one.count + b * other.count) / count;
  return { value: mean(one.value, other.value), share: mean(one.share, other.share), count };
}
