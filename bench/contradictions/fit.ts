/** What the weights of a table are called in `score.ts`. */
export type Table = 'values' | 'statements';
export type Weights = Record<Table, Map<string, number>>;

/** Two claims with different values, as the score counts them. */
interface Row {
  table: Table;
  features: Readonly<Record<string, number>>;
}

/** Two entries. If they contradict each other, one pair of their claims does; if not, none does. */
export interface Example {
  contradicts: boolean;
  /** Always fitted on; of the others only those that come closest to being shown. */
  isPlanted: boolean;
  weight: number;
  rows: readonly Row[];
}

const ROUNDS = 8;
const SWEEPS = 200;
/** Entries that do not contradict each other are many, and most are nowhere near. */
const HARDEST = 6000;
/** Claims of two such entries that are fitted on. */
const CLOSEST = 3;
const L2 = 2;
/** What changes nothing is not printed. */
const LEAST = 0.05;
/** Of a feature that hardly varies; its weight would be held back by nothing. */
const MIN_VARIANCE = 0.0025;
/** Newton's step leads too far where the slope is nearly even. */
const MAX_STEP = 1;

/** Where the first round begins: what has most in common is the pair that contradicts. */
const START: Readonly<Record<string, number>> = { always: -3, shared: 2, title: 1 };
/** What can only speak for, or only against, two claims being about the same. */
const FOR = new Set(['shared', 'coveredMore', 'title', 'rarest', 'firm', 'force']);
const AGAINST = new Set(
  'bothMissing missingMore apart special bothSpecial placed others vague narrowLess contrasts ageMore agreed ratio major'.split(
    ' ',
  ),
);

interface Target {
  row: Row;
  contradicts: boolean;
  weight: number;
}

/**
 * Fits the weights of both tables by logistic regression. Which pair of claims it is that contradicts nobody marked,
 * so each round takes the best by the weights of the last, and the entries that come closest to a false alarm.
 */
export function fitWeights(examples: readonly Example[]): Weights {
  const weights: Weights = { values: new Map(), statements: new Map() };
  for (const { table, features } of examples.flatMap(({ rows }) => rows))
    for (const name of Object.keys(features)) weights[table].set(name, START[name] ?? 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const targets = chooseTargets(examples, weights);
    for (const table of ['values', 'statements'] as const)
      regress(
        targets.filter(({ row }) => row.table === table),
        weights[table],
      );
  }
  return weights;
}

function scoreRow(features: Row['features'], weights: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const [name, value] of Object.entries(features)) score += (weights.get(name) ?? 0) * value;
  return score;
}

function chooseTargets(examples: readonly Example[], weights: Weights): Target[] {
  const ranked = examples.map((example) => {
    const scored = example.rows.map((row) => ({ row, score: scoreRow(row.features, weights[row.table]) }));
    return { ...example, scored: scored.toSorted((one, other) => other.score - one.score) };
  });
  const hardest = ranked
    .filter(({ isPlanted, scored }) => !isPlanted && scored.length > 0)
    .toSorted((one, other) => (other.scored[0]?.score ?? 0) - (one.scored[0]?.score ?? 0))
    .slice(0, HARDEST);
  return [...ranked.filter(({ isPlanted }) => isPlanted), ...hardest].flatMap(
    ({ contradicts, weight, scored }) =>
      scored.slice(0, contradicts ? 1 : CLOSEST).map(({ row }) => ({ row, contradicts, weight })),
  );
}

/** Logistic regression by coordinates: each weight in turn takes Newton's step, as far as its sign permits. */
function regress(targets: readonly Target[], weights: Map<string, number>): void {
  const columns = [...weights.keys()].map((name) => {
    const values = targets.map(({ row }) => row.features[name] ?? 0);
    return { name, values, penalty: name === 'always' ? 0 : L2 * varianceOf(values, targets) };
  });
  const scores = targets.map(({ row }) => scoreRow(row.features, weights));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const { name, values, penalty } of columns) {
      const before = weights.get(name) ?? 0;
      const after = withSign(name, before - stepOf(targets, values, scores, penalty, before));
      weights.set(name, after);
      for (const [index, value] of values.entries())
        scores[index] = (scores[index] ?? 0) + (after - before) * value;
    }
  }
}

function stepOf(
  targets: readonly Target[],
  values: readonly number[],
  scores: readonly number[],
  penalty: number,
  before: number,
): number {
  let [slope, curve] = [penalty * before, penalty + 1e-9];
  for (const [index, { contradicts, weight }] of targets.entries()) {
    const value = values[index] ?? 0;
    if (value === 0) continue;
    const likely = 1 / (1 + Math.exp(-(scores[index] ?? 0)));
    slope += weight * (likely - Number(contradicts)) * value;
    curve += weight * likely * (1 - likely) * value * value;
  }
  return Math.max(-MAX_STEP, Math.min(MAX_STEP, slope / curve));
}

function withSign(name: string, weight: number): number {
  if (FOR.has(name)) return Math.max(0, weight);
  return AGAINST.has(name) ? Math.min(0, weight) : weight;
}

/** So that the unit of a feature does not decide how far its weight is held back. */
function varianceOf(values: readonly number[], targets: readonly Target[]): number {
  const total = targets.reduce((sum, { weight }) => sum + weight, 0);
  const average = (of: (value: number) => number) =>
    targets.reduce((sum, { weight }, index) => sum + weight * of(values[index] ?? 0), 0) / total;
  const mean = average((value) => value);
  return Math.max(
    MIN_VARIANCE,
    average((value) => (value - mean) ** 2),
  );
}

/** The weights as they stand in `score.ts`, without those that change nothing. */
export function printWeights(weights: Weights): string {
  const tables = Object.entries(weights).map(([table, named]) => {
    const rounded = [...named].map(([name, weight]) => [name, Number(weight.toFixed(2))] as const);
    const lines = rounded
      .filter(([, weight]) => Math.abs(weight) >= LEAST)
      .map(([name, weight]) => `  ${name}: ${weight},`);
    return `${table}: {\n${lines.join('\n')}\n}`;
  });
  return tables.join('\n');
}
