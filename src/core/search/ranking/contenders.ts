import { MAX_IMPACT } from './bm25.ts';
import type { WeightedColumn } from './frequent-words.ts';
import { findAbove, TopDocuments } from './top.ts';

/**
 * A frequent function word stands in a fifth of all documents and weighs little. It is added only where it can
 * change who is among the best: of the bench's 20,000 documents to some 800. After Turtle and Flood, "Query
 * Evaluation: Strategies and Optimizations", 1995.
 */

let scratch = new Uint32Array(0);

/**
 * Documents that may come among the `count` best once `words` are added: a view that holds until the next call.
 * null: any of them may.
 */
export function findContenders(
  scores: Float32Array,
  words: readonly WeightedColumn[],
  count: number,
): Uint32Array | null {
  if (words.length === 0) return null;
  const reach = words.reduce((sum, { weight }) => sum + weight * MAX_IMPACT, 0);
  if (scratch.length < scores.length) scratch = new Uint32Array(scores.length);
  const top = new TopDocuments(scores, count);
  const near = gatherNear(scores, top, reach);
  const bar = top.bar - reach;
  if (bar <= 0) return null;
  let found = 0;
  for (let i = 0; i < near.length; i += 1) {
    const document = near[i] ?? 0;
    if ((scores[document] ?? 0) <= bar) continue;
    scratch[found] = document;
    found += 1;
  }
  return scratch.subarray(0, found);
}

/** Documents within `reach` of those that are the best up to them: in one pass, and more than needed. */
function gatherNear(scores: Float32Array, top: TopDocuments, reach: number): Uint32Array {
  let found = 0;
  let at = findAbove(scores, 0, 0);
  while (at < scores.length) {
    scratch[found] = at;
    found += 1;
    if ((scores[at] ?? 0) > top.bar) top.add(at);
    at = findAbove(scores, Math.max(0, top.bar - reach), at + 1);
  }
  return scratch.subarray(0, found);
}
