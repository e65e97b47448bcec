/**
 * The `count` best documents with a score above 0, best first, without sorting all of them.
 * @param among ascending: those that may be among the best; null: all.
 */
export function selectTop(scores: Float32Array, count: number, among: Uint32Array | null = null): number[] {
  if (count <= 0) return [];
  const best: number[] = [];
  let bar = 0;
  // Of documents that score the same the first ones stay, so a later one has to be better.
  const add = (document: number) => {
    if (best.length < count) raise(best, scores, best.push(document) - 1);
    else sink(best, scores, document);
    if (best.length === count) bar = scores[best[0] ?? 0] ?? 0;
  };
  if (among) {
    for (const document of among) if ((scores[document] ?? 0) > bar) add(document);
  } else {
    const { length } = scores;
    for (let at = findAbove(scores, bar, 0); at < length; at = findAbove(scores, bar, at + 1)) add(at);
  }
  return best.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

/** The first document from `start` on that scores more than `bar`; as many as there are when none does. */
export function findAbove(scores: Float32Array, bar: number, start: number): number {
  let document = start;
  while (document < scores.length && (scores[document] ?? 0) <= bar) document += 1;
  return document;
}

/** Whether `one` is to go before `other`; the worst document is the root of the heap. */
function isWorse(scores: Float32Array, one: number, other: number): boolean {
  const [score, otherScore] = [scores[one] ?? 0, scores[other] ?? 0];
  return score < otherScore || (score === otherScore && one > other);
}

/** Moves the document at the end of the heap up to its place. */
function raise(heap: number[], scores: Float32Array, from: number): void {
  const document = heap[from] ?? 0;
  let place = from;
  while (place > 0) {
    const above = (place - 1) >>> 1;
    const other = heap[above] ?? 0;
    if (!isWorse(scores, document, other)) break;
    heap[place] = other;
    place = above;
  }
  heap[place] = document;
}

/** Puts a document in the place of the worst one, and moves it down to its own. */
function sink(heap: number[], scores: Float32Array, document: number): void {
  let place = 0;
  for (let below = 1; below < heap.length; below = 2 * place + 1) {
    const isRight = below + 1 < heap.length && isWorse(scores, heap[below + 1] ?? 0, heap[below] ?? 0);
    const next = isRight ? below + 1 : below;
    const other = heap[next] ?? 0;
    if (!isWorse(scores, other, document)) break;
    heap[place] = other;
    place = next;
  }
  heap[place] = document;
}
