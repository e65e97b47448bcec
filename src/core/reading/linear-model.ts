import { hashWord, MAX_PAIRS, MAX_ROWS, toWord, writePairs, writeRows } from './features.ts';

/** Sentences that are read as one; every shorter run of neighbours is read too. */
const MAX_RUN = 4;
/** A head that falls so far behind another one in a run says nothing of it. */
const MOST_BEHIND = 3;

/** A text as the model reads it: its sentences, each a list of folded words. */
export type Sentences = readonly (readonly string[])[];

/** The run of sentences `[start, end)` that a head scores highest, and its score (log odds). */
export interface Best {
  score: number;
  start: number;
  end: number;
}

export interface Summed {
  sums: Float64Array;
  count: number;
}

const SENTENCES_OF_A_STEP = 100;

/** A table of weights, one column a head, and what scores a text with it. */
export class LinearModel {
  readonly heads: readonly string[];
  readonly weights: Float32Array | Int8Array;
  readonly bias: Float32Array;
  readonly scale: Float32Array;
  /** A few words say less than a sentence, so they count as if they had this many features. */
  readonly leastFeatures: number;
  /** One less than the number of rows, which is a power of two: where fewer features matter, a smaller table does. */
  readonly mask: number;

  constructor(
    heads: readonly string[],
    leastFeatures: number,
    weights: Float32Array | Int8Array,
    bias: Float32Array = new Float32Array(heads.length),
    scale: Float32Array = new Float32Array(heads.length).fill(1),
  ) {
    this.heads = heads;
    this.leastFeatures = leastFeatures;
    this.weights = weights;
    this.mask = weights.length / heads.length - 1;
    this.bias = bias;
    this.scale = scale;
  }

  /** Text beside a run never changes its score, so more text can add a reason and never take one away. */
  readRuns(sentences: Sentences): Best[] {
    return this.findBest(this.sumAll(sentences));
  }

  /**
   * The best run of each head by what the sentences sum up to.
   * @param rivals the first so many heads compete: a run speaks for one of them only if it does not speak so much more
   * for another. That is judged run by run, so other text changes nothing of it.
   */
  findBest(summed: readonly Summed[], rivals = 0): Best[] {
    const best = this.heads.map((): Best => ({ score: Number.NEGATIVE_INFINITY, start: 0, end: 0 }));
    const run = new Float64Array(this.heads.length);
    for (let start = 0; start < summed.length; start += 1) {
      run.fill(0);
      let count = 0;
      for (let end = start + 1; end <= summed.length && end <= start + MAX_RUN; end += 1) {
        const sentence = summed[end - 1];
        if (!sentence) break;
        count += sentence.count;
        for (let head = 0; head < run.length; head += 1)
          run[head] = (run[head] ?? 0) + (sentence.sums[head] ?? 0);
        this.improve(best, { run, norm: this.normOf(count), rivals }, start, end);
      }
    }
    return best;
  }

  /** Notes a run where it is the best of a head; makes no objects, for the largest tickets. */
  private improve(
    best: readonly Best[],
    { run, norm, rivals }: { run: Float64Array; norm: number; rivals: number },
    start: number,
    end: number,
  ): void {
    const scoreOf = (head: number) =>
      ((run[head] ?? 0) / norm) * (this.scale[head] ?? 1) + (this.bias[head] ?? 0);
    let most = Number.NEGATIVE_INFINITY;
    for (let head = 0; head < rivals; head += 1) most = Math.max(most, scoreOf(head));
    for (let head = 0; head < run.length; head += 1) {
      const score = scoreOf(head);
      const found = best[head];
      if (!found || score <= found.score || (head < rivals && score < most - MOST_BEHIND)) continue;
      found.score = score;
      found.start = start;
      found.end = end;
    }
  }

  readWhole(sentences: Sentences): number[] {
    return this.scoreWhole(this.sumAll(sentences));
  }

  scoreWhole(summed: readonly Summed[]): number[] {
    const total = new Float64Array(this.heads.length);
    for (const { sums } of summed)
      for (let head = 0; head < total.length; head += 1) total[head] = (total[head] ?? 0) + (sums[head] ?? 0);
    return this.scoreOf(
      total,
      summed.reduce((sum, { count }) => sum + count, 0),
    );
  }

  private scoreOf(sums: Float64Array, count: number): number[] {
    const norm = this.normOf(count);
    return this.heads.map(
      (_, head) => ((sums[head] ?? 0) / norm) * (this.scale[head] ?? 1) + (this.bias[head] ?? 0),
    );
  }

  explain(sentences: Sentences, head: number, { start, end }: Best, most: number): string[] {
    const weights = new Map<string, number>();
    const pairs = new Int32Array(MAX_PAIRS);
    for (const sentence of sentences.slice(start, end)) {
      const known = sentence.map(toWord);
      const hashes = known.map(({ hash }) => hash);
      for (const [place, { rows }] of known.entries()) {
        const word = sentence[place] ?? '';
        const all = [...rows, ...pairs.subarray(0, writePairs(hashes, place, pairs))];
        const weight = all.reduce(
          (sum, row) => sum + (this.weights[(row & this.mask) * this.heads.length + head] ?? 0),
          0,
        );
        weights.set(word, (weights.get(word) ?? 0) + weight);
      }
    }
    return [...weights]
      .filter(([word, weight]) => weight > 0 && /\p{L}/u.test(word))
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, most)
      .map(([word]) => word);
  }

  private sumAll(sentences: Sentences): Summed[] {
    const steps = this.sumInSteps(sentences);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  /** Sums up each sentence, a few sentences a step: the largest ticket would hold up others. */
  *sumInSteps(sentences: Sentences): Generator<void, Summed[], void> {
    const rows = new Int32Array(MAX_ROWS);
    const summed: Summed[] = [];
    for (const sentence of sentences) {
      if (summed.length % SENTENCES_OF_A_STEP === SENTENCES_OF_A_STEP - 1) yield;
      summed.push(this.sumOne(sentence, rows));
    }
    return summed;
  }

  /** @param rows scratch paper. */
  private sumOne(sentence: readonly string[], rows: Int32Array): Summed {
    const hashes = sentence.map(hashWord);
    const sums = new Float64Array(this.heads.length);
    let count = 0;
    for (let place = 0; place < sentence.length; place += 1) {
      const ofWord = writeRows(sentence[place] ?? '', hashes[place] ?? 0, rows);
      this.addRows(rows, ofWord, sums);
      const ofPairs = writePairs(hashes, place, rows);
      this.addRows(rows, ofPairs, sums);
      count += ofWord + ofPairs;
    }
    return { sums, count };
  }

  /** Adds the weights of the first rows given to the sums, a head each; the hot loop, so without a check of each number. */
  addRows(rows: Int32Array, length: number, sums: Float64Array): void {
    const { weights, mask } = this;
    const columns = sums.length;
    for (let index = 0; index < length; index += 1) {
      const row = ((rows[index] as number) & mask) * columns;
      for (let head = 0; head < columns; head += 1)
        sums[head] = (sums[head] as number) + (weights[row + head] as number);
    }
  }

  /** Divides a sum of weights, so that long runs do not score high by their length alone. */
  normOf(features: number): number {
    return Math.sqrt(Math.max(features, this.leastFeatures));
  }
}
