import { saysAnything } from '../../domain/text.ts';
import { MAX_PAIRS, splitSentences, toWord, writePairs } from '../reading/features.ts';

/** An answer that the owner looked at: whether the team was needed for what was asked. */
export interface Mark {
  id: string;
  answerId: string;
  /** The question, without personal data. */
  text: string;
  isNeeded: boolean;
  createdAt: Date;
}

/** A text by its features, scaled to length one. */
interface Vector {
  rows: Uint16Array;
  weights: Float32Array;
}

/** The marks of a server, oldest first, and by each feature the marks that have it. */
export interface Marks {
  marks: readonly Mark[];
  sizes: readonly number[];
  /** Where the marks of a feature begin in the two lists below. */
  starts: Uint32Array;
  places: Uint16Array;
  weights: Float32Array;
}

/** From this cosine on, texts say the same: test/core/handover/nearness.test.ts has the figures. */
export const NEAR = 0.62;
/** Longer texts are compared by their beginnings. */
export const MAX_MARK_CHARACTERS = 2_000;
/** No text is near to one with so many times its features. */
const MOST_TIMES = 3;
/** Fewer than the reader has. */
const SPACE = 2 ** 16;

export const NO_MARKS: Marks = toMarks([]);

/** @param marks oldest first */
export function toMarks(marks: readonly Mark[]): Marks {
  const vectors = marks.map(({ text }) => toVector(text));
  const starts = new Uint32Array(marks.length === 0 ? 0 : SPACE + 1);
  for (const { rows } of vectors) for (const row of rows) starts[row + 1] = (starts[row + 1] ?? 0) + 1;
  for (let row = 0; row < starts.length - 1; row += 1)
    starts[row + 1] = (starts[row + 1] ?? 0) + (starts[row] ?? 0);
  const next = starts.slice();
  const places = new Uint16Array(starts.at(-1) ?? 0);
  const weights = new Float32Array(places.length);
  for (const [place, vector] of vectors.entries())
    for (const [index, row] of vector.rows.entries()) {
      const at = next[row] ?? 0;
      next[row] = at + 1;
      places[at] = place;
      weights[at] = vector.weights[index] ?? 0;
    }
  return { marks, sizes: vectors.map(({ rows }) => rows.length), starts, places, weights };
}

/** The mark whose text is nearest, and how near; null where none is. Of two that are as near the later one counts. */
export function findNearest(known: Marks, text: string): { mark: Mark; likeness: number } | null {
  if (known.marks.length === 0) return null;
  const said = toVector(text);
  const likenesses = compare(known, said);
  let nearest: { mark: Mark; likeness: number } | null = null;
  for (const [place, mark] of known.marks.entries()) {
    const likeness = Math.min(1, likenesses[place] ?? 0);
    const size = known.sizes[place] ?? 0;
    const isAsLong = Math.max(size, said.rows.length) <= MOST_TIMES * Math.min(size, said.rows.length);
    if (isAsLong && likeness >= (nearest?.likeness ?? NEAR)) nearest = { mark, likeness };
  }
  return nearest;
}

function compare({ marks, starts, places, weights }: Marks, said: Vector): Float64Array {
  const sums = new Float64Array(marks.length);
  for (const [index, row] of said.rows.entries()) {
    const weight = said.weights[index] ?? 0;
    const end = starts[row + 1] ?? 0;
    for (let at = starts[row] ?? 0; at < end; at += 1) {
      const place = places[at] ?? 0;
      sums[place] = (sums[place] ?? 0) + weight * (weights[at] ?? 0);
    }
  }
  return sums;
}

/** The words that both texts hold, longest first, in the spelling of the reader. */
export function findShared(one: string, other: string, most: number): string[] {
  const [words, others] = [one, other].map((text) => new Set(splitWords(text).flat()));
  return [...(words ?? [])]
    .filter((word) => others?.has(word))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, most);
}

function splitWords(text: string): string[][] {
  return splitSentences(text.slice(0, MAX_MARK_CHARACTERS)).map((sentence) => sentence.filter(saysAnything));
}

function toVector(text: string): Vector {
  const counts = new Map<number, number>();
  const add = (row: number) => counts.set(row % SPACE, (counts.get(row % SPACE) ?? 0) + 1);
  const pairs = new Int32Array(MAX_PAIRS);
  for (const sentence of splitWords(text)) {
    const words = sentence.map(toWord);
    const hashes = words.map(({ hash }) => hash);
    for (const [place, { rows }] of words.entries()) {
      rows.forEach(add);
      pairs.subarray(0, writePairs(hashes, place, pairs)).forEach(add);
    }
  }
  const length = Math.hypot(...counts.values()) || 1;
  return {
    rows: Uint16Array.from(counts.keys()),
    weights: Float32Array.from(counts.values(), (count) => count / length),
  };
}
