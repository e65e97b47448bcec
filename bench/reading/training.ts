import { MAX_PAIRS, ROWS, toWord, writePairs } from '../../src/core/reading/features.ts';
import { type Best, LinearModel, type Sentences } from '../../src/core/reading/linear-model.ts';
import { createRandom, type Random } from '../random.ts';

/** A text and the heads that should fire. */
export interface Labelled {
  sentences: Sentences;
  labels: ReadonlySet<string>;
}

/** The same with its features hashed, once for all epochs. */
interface Hashed {
  sentences: readonly { rows: Int32Array; count: number }[];
  labels: ReadonlySet<string>;
}

export interface TrainingOptions {
  /** Whether the best run of sentences is scored, or the text as a whole. */
  byRuns: boolean;
  epochs: number;
  /** Weight of an example that should fire. */
  positiveWeight: number;
  /** Weight of an example of another head: a ticket may have two reasons. */
  otherWeight: number;
  /** Share of the examples that are read with a harmless text before or after them. */
  mixed: number;
  /** Features of fewer texts that should fire are left out. */
  leastTexts: number;
  /** See `LinearModel`. */
  leastFeatures: number;
  /** Of the table, a power of two. */
  rows: number;
  /** So often it is trained, each time in another order; the mean depends less on chance. */
  times: number;
}

const RATE = 0.2;
/** The rate falls to this part of it. */
const LAST_RATE = 0.3;
const TINY = 1e-8;

/**
 * Logistic regression for each head by AdaGrad (Duchi et al. 2011). Of a text that is read by runs, the run that the
 * model scores highest learns: what should fire has one such run, what should not has none.
 */
export function trainModel(
  heads: readonly string[],
  examples: readonly Labelled[],
  options: TrainingOptions,
): LinearModel {
  const models = Array.from({ length: options.times }, (_, time) =>
    trainOnce(heads, examples, options, time),
  );
  const [first = new LinearModel(heads, options.leastFeatures, new Float32Array(0)), ...others] = models;
  const average = (one: Float32Array, all: readonly (Float32Array | Int8Array)[]) =>
    one.map((value, at) => all.reduce((sum, other) => sum + (other[at] ?? 0), value) / models.length);
  const weights = average(
    first.weights as Float32Array,
    others.map((model) => model.weights),
  );
  const bias = average(
    first.bias,
    others.map((model) => model.bias),
  );
  return new LinearModel(heads, options.leastFeatures, weights, bias);
}

function trainOnce(
  heads: readonly string[],
  examples: readonly Labelled[],
  options: TrainingOptions,
  time: number,
): LinearModel {
  const model = new LinearModel(heads, options.leastFeatures, new Float32Array(options.rows * heads.length));
  const state: State = {
    ...{ model, weights: model.weights as Float32Array, options },
    squares: new Float32Array(model.weights.length),
    biasSquares: new Float32Array(heads.length),
  };
  const random = createRandom(time, 'training');
  const hashed = withoutRare(
    examples.map((example) => hash(example, model.mask)),
    options.leastTexts,
  );
  const harmless = hashed.filter(({ labels }) => labels.size === 0);
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    const rate = RATE * (1 - (epoch / options.epochs) * (1 - LAST_RATE));
    for (const example of shuffle(hashed, random))
      learn(state, mixIn(example, harmless, options.mixed, random), rate);
  }
  return model;
}

function hash({ sentences, labels }: Labelled, mask: number): Hashed {
  const pairs = new Int32Array(MAX_PAIRS);
  const hashed = sentences.map((sentence) => {
    const known = sentence.map(toWord);
    const hashes = known.map((word) => word.hash);
    const rows = known.flatMap((word, place) => [
      ...word.rows,
      ...pairs.subarray(0, writePairs(hashes, place, pairs)),
    ]);
    return { rows: Int32Array.from(rows, (row) => row & mask), count: rows.length };
  });
  return { sentences: hashed, labels };
}

/** Rare features say little that other texts share: leaving them out costs no figure and shrinks the file. */
function withoutRare(examples: readonly Hashed[], leastTexts: number): Hashed[] {
  const texts = new Uint32Array(ROWS);
  for (const { sentences } of examples.filter(({ labels }) => labels.size > 0))
    for (const row of new Set(sentences.flatMap(({ rows }) => [...rows]))) texts[row] = (texts[row] ?? 0) + 1;
  const isKnown = (row: number) => (texts[row] ?? 0) >= leastTexts;
  return examples.map(({ sentences, labels }) => ({
    sentences: sentences.map(({ rows, count }) => ({ rows: rows.filter(isKnown), count })),
    labels,
  }));
}

interface State {
  model: LinearModel;
  weights: Float32Array;
  squares: Float32Array;
  biasSquares: Float32Array;
  options: TrainingOptions;
}

function learn(state: State, { sentences, labels }: Hashed, rate: number): void {
  const { model, options } = state;
  const summed = sentences.map(({ rows, count }) => {
    const sums = new Float64Array(model.heads.length);
    model.addRows(rows, rows.length, sums);
    return { sums, count };
  });
  const whole = { start: 0, end: sentences.length };
  const found = options.byRuns
    ? model.findBest(summed)
    : model.scoreWhole(summed).map((score): Best => ({ score, ...whole }));
  for (const [head, best] of found.entries()) {
    const isWanted = labels.has(model.heads[head] ?? '');
    const wrong = 1 / (1 + Math.exp(-best.score)) - (isWanted ? 1 : 0);
    const weight = isWanted ? options.positiveWeight : labels.size > 0 ? options.otherWeight : 1;
    const run = sentences.slice(best.start, best.end);
    if (Math.abs(wrong) > 0.01) step(state, { head, run }, rate, wrong * weight);
  }
}

function step(
  { model, weights, squares, biasSquares }: State,
  { head, run }: { head: number; run: Hashed['sentences'] },
  rate: number,
  gradient: number,
): void {
  const each = gradient / model.normOf(run.reduce((total, { count }) => total + count, 0));
  const columns = model.heads.length;
  for (const { rows } of run) {
    for (const row of rows) {
      const at = row * columns + head;
      const square = (squares[at] ?? 0) + each * each;
      squares[at] = square;
      weights[at] = (weights[at] ?? 0) - (rate * each) / Math.sqrt(square + TINY);
    }
  }
  const square = (biasSquares[head] ?? 0) + gradient * gradient;
  biasSquares[head] = square;
  model.bias[head] = (model.bias[head] ?? 0) - (0.1 * rate * gradient) / Math.sqrt(square + TINY);
}

/** Stories hold more than the case: now and then an example is read beside a harmless text. */
function mixIn(example: Hashed, harmless: readonly Hashed[], share: number, random: Random): Hashed {
  if (random() >= share || harmless.length === 0) return example;
  const other = harmless[Math.floor(random() * harmless.length)] ?? example;
  const [one, two] = random() < 0.5 ? [example, other] : [other, example];
  return { sentences: [...one.sentences, ...two.sentences], labels: example.labels };
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}
