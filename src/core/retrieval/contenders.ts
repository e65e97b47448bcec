import { documentFrequency, listOf, MAX_IMPACT, type Postings } from './bm25.ts';
import type { SearchIndex } from './build.ts';
import type { Slot } from './query.ts';
import { findAbove, selectTop } from './top.ts';

/**
 * A frequent function word stands in a fifth of all documents and weighs little. It is added only where it can
 * change who is among the best: of the bench's 20,000 documents to some 800. After Turtle and Flood, "Query
 * Evaluation: Strategies and Optimizations", 1995.
 */

/** Fewer documents are scored as fast as contenders among them are found. */
const LEAST_DOCUMENTS = 1_000;
/** A word in fewer documents than every sixteenth is added from its list. */
const FREQUENT_SHARE = 16;
/** Words of which an index keeps a column; the bench's questions, in two languages, use 21. */
const MAX_COLUMNS = 64;

let scratch = new Uint32Array(0);

/**
 * Documents that may come among the `count` best once `words` are added: a view that holds until the next call.
 * null: any of them may.
 */
export function findContenders(
  scores: Float32Array,
  words: readonly Slot[],
  count: number,
): Uint32Array | null {
  if (scores.length < LEAST_DOCUMENTS || words.length === 0) return null;
  const reach = words.reduce((sum, { weight }) => sum + weight * MAX_IMPACT, 0);
  const last = selectTop(scores, count)[count - 1];
  const bar = last === undefined ? 0 : (scores[last] ?? 0) - reach;
  if (bar <= 0) return null;
  if (scratch.length < scores.length) scratch = new Uint32Array(scores.length);
  let found = 0;
  for (let at = findAbove(scores, bar, 0); at < scores.length; at = findAbove(scores, bar, at + 1)) {
    scratch[found] = at;
    found += 1;
  }
  return scratch.subarray(0, found);
}

/** The impacts of a frequent word by document; null of another. */
export function columnOf({ postings, columns }: SearchIndex, { terms }: Slot): Float32Array | null {
  const [term = 0] = terms;
  const known = terms.length === 1 ? columns.get(term) : undefined;
  if (known) return known;
  const isFrequent = documentFrequency(postings, term) * FREQUENT_SHARE >= postings.documentCount;
  if (terms.length !== 1 || !isFrequent || columns.size === MAX_COLUMNS) return null;
  const column = makeColumn(postings, term);
  columns.set(term, column);
  return column;
}

/** Adds a word to the scores of some documents. */
export function addColumn(
  column: Float32Array,
  weight: number,
  documents: Uint32Array,
  scores: Float32Array,
): void {
  for (let i = 0; i < documents.length; i += 1) {
    const document = documents[i] ?? 0;
    scores[document] = (scores[document] ?? 0) + weight * (column[document] ?? 0);
  }
}

/** What the columns of an index of so many documents may come to, in bytes. */
export function columnBytes(documents: number): number {
  return documents < LEAST_DOCUMENTS ? 0 : MAX_COLUMNS * documents * Float32Array.BYTES_PER_ELEMENT;
}

function makeColumn(postings: Postings, term: number): Float32Array {
  const column = new Float32Array(postings.documentCount);
  const { documents, impacts } = listOf(postings, term);
  for (let i = 0; i < documents.length; i += 1) column[documents[i] ?? 0] = impacts[i] ?? 0;
  return column;
}
