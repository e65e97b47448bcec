import { selectTop } from './ranking/score.ts';

/** The constant of Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion" (SIGIR 2009). */
const RANK_OFFSET = 60;
const ROWS_PER_STEP = 1024;

export interface Hit {
  id: string;
  score: number;
}

/** Merges rankings (best first) by reciprocal rank: score = sum of 1 / (60 + rank), rank from 1. */
export function fuse(rankings: readonly (readonly { id: string }[])[], limit: number): Hit[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [index, { id }] of ranking.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + index + 1));
    }
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(0, limit));
}

/** Unit vectors of equal dimension, row i belonging to ids[i]. */
export interface VectorMatrix {
  ids: readonly string[];
  dimension: number;
  values: Float32Array;
}

/** Puts vectors into one matrix, each scaled to length 1; throws RangeError when dimensions differ. */
export function buildVectorMatrix(
  rows: readonly { id: string; vector: readonly number[] | Float32Array }[],
): VectorMatrix {
  const dimension = rows[0]?.vector.length ?? 0;
  const values = new Float32Array(rows.length * dimension);
  for (const [index, { vector }] of rows.entries()) {
    if (vector.length !== dimension) throw new RangeError('vectors differ in dimension');
    values.set(toUnitLength(vector), index * dimension);
  }
  return { ids: rows.map((row) => row.id), dimension, values };
}

/**
 * The rows with the largest cosine to the query, best first; none when the dimensions differ. Yields between
 * steps of a few milliseconds: 20,000 rows of 1,536 dimensions are 30 million products.
 */
export function* findNearest(
  matrix: VectorMatrix,
  query: readonly number[] | Float32Array,
  limit: number,
): Generator<void, Hit[]> {
  const { ids, dimension, values } = matrix;
  if (query.length !== dimension) return [];
  const unit = toUnitLength(query);
  const scores = new Float32Array(ids.length);
  for (let row = 0; row < ids.length; row += 1) {
    scores[row] = 1 + multiply(unit, values, row * dimension);
    if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
  }
  return selectTop(scores, Math.max(0, limit)).map((row) => ({
    id: ids[row] ?? '',
    score: (scores[row] ?? 0) - 1,
  }));
}

function multiply(unit: Float32Array, values: Float32Array, from: number): number {
  let sum = 0;
  for (let i = 0; i < unit.length; i += 1) sum += (unit[i] ?? 0) * (values[from + i] ?? 0);
  return sum;
}

function toUnitLength(vector: readonly number[] | Float32Array): Float32Array {
  const unit = Float32Array.from(vector);
  const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? unit.map((value) => value / length) : unit.fill(0);
}
