/** Normalised discounted cumulative gain of the first `depth` ids, binary relevance; 0 without relevant ids. */
export function measureNdcg(ranking: readonly string[], relevant: readonly string[], depth: number): number {
  const wanted = new Set(relevant);
  const gains = ranking.slice(0, depth).map((id, rank) => (wanted.has(id) ? 1 / Math.log2(rank + 2) : 0));
  const ideal = Array.from({ length: Math.min(depth, wanted.size) }, (_, rank) => 1 / Math.log2(rank + 2));
  return wanted.size === 0 ? 0 : sum(gains) / sum(ideal);
}

/** Share of the relevant ids among the first `depth`. */
export function measureRecall(
  ranking: readonly string[],
  relevant: readonly string[],
  depth: number,
): number {
  const top = new Set(ranking.slice(0, depth));
  return relevant.length === 0 ? 0 : relevant.filter((id) => top.has(id)).length / relevant.length;
}

/** One over the rank of the first relevant id, 0 when there is none. */
export function measureReciprocalRank(ranking: readonly string[], relevant: readonly string[]): number {
  const rank = ranking.findIndex((id) => relevant.includes(id));
  return rank < 0 ? 0 : 1 / (rank + 1);
}

/** Area under the ROC curve: how often a positive has the larger value, ties half; NaN when a class is empty. */
export function measureAuc(examples: readonly { value: number; positive: boolean }[]): number {
  const positives = examples.filter(({ positive }) => positive);
  const negatives = examples.filter(({ positive }) => !positive);
  const wins = positives.map((a) => sum(negatives.map((b) => winOf(a.value, b.value))));
  return sum(wins) / (positives.length * negatives.length);
}

export interface Detection {
  precision: number;
  recall: number;
  f1: number;
  /** Share of the negatives that were flagged. */
  falseAlarms: number;
}

/** Precision, recall, F1 and false alarm rate of a yes/no decision; 0 where nothing can be divided. */
export function measureDetection(examples: readonly { flagged: boolean; positive: boolean }[]): Detection {
  const count = (flagged: boolean, positive: boolean): number =>
    examples.filter((example) => example.flagged === flagged && example.positive === positive).length;
  const [hits, alarms, misses, quiet] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ];
  return {
    precision: hits / (hits + alarms || 1),
    recall: hits / (hits + misses || 1),
    f1: (2 * hits) / (2 * hits + alarms + misses || 1),
    falseAlarms: alarms / (alarms + quiet || 1),
  };
}

/** The largest F1 that any single threshold on `value` reaches: what a base's own tuning could gain. */
export function measureBestF1(examples: readonly { value: number; positive: boolean }[]): number {
  const thresholds = [...new Set(examples.map(({ value }) => value))];
  const scores = thresholds.map(
    (threshold) =>
      measureDetection(examples.map(({ value, positive }) => ({ flagged: value >= threshold, positive }))).f1,
  );
  return Math.max(0, ...scores);
}

export function mean(values: readonly number[]): number {
  return sum(values) / (values.length || 1);
}

function winOf(a: number, b: number): number {
  if (a === b) return 0.5;
  return a > b ? 1 : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
