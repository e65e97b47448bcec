/** The best documents so far, of equal ones the first: a heap with the worst of them as its root. */
export class TopDocuments {
  /** A document has to score more than this to come among them. */
  bar = 0;
  readonly #scores: Float32Array;
  readonly #count: number;
  readonly #heap: number[] = [];

  /** @param count at least 1. */
  constructor(scores: Float32Array, count: number) {
    this.#scores = scores;
    this.#count = count;
  }

  /** Adds a document, later than all before it, that scores more than `bar`. */
  add(document: number): void {
    const [heap, scores] = [this.#heap, this.#scores];
    if (heap.length < this.#count) raise(heap, scores, heap.push(document) - 1);
    else sink(heap, scores, document);
    if (heap.length === this.#count) this.bar = scores[heap[0] ?? 0] ?? 0;
  }

  /** Best first. */
  list(): number[] {
    const scores = this.#scores;
    return [...this.#heap].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  }
}

/**
 * The `count` best documents with a score above 0, best first, without sorting all of them.
 * @param among ascending: those that may be among the best; null: all.
 */
export function selectTop(scores: Float32Array, count: number, among: Uint32Array | null = null): number[] {
  if (count <= 0) return [];
  const top = new TopDocuments(scores, count);
  if (among) {
    for (let i = 0; i < among.length; i += 1) {
      const document = among[i] ?? 0;
      if ((scores[document] ?? 0) > top.bar) top.add(document);
    }
  } else {
    const { length } = scores;
    for (let at = findAbove(scores, 0, 0); at < length; at = findAbove(scores, top.bar, at + 1)) top.add(at);
  }
  return top.list();
}

/** The first document from `start` on that scores more than `bar`; as many as there are when none does. */
export function findAbove(scores: Float32Array, bar: number, start: number): number {
  let document = start;
  while (document < scores.length && (scores[document] ?? 0) <= bar) document += 1;
  return document;
}

/** Whether `one` is to go before `other`; the worst document is the root of the heap. */
function isWorse(scores: Float32Array, one: number, other: number): boolean {
  const score = scores[one] ?? 0;
  const otherScore = scores[other] ?? 0;
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
