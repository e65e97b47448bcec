import { saysAnything } from '../../domain/text.ts';
import { MAX_PAIRS, splitSentences, toWord, writePairs } from '../reading/features.ts';

export interface Mark {
  id: string;
  answerId: string;
  text: string;
  isNeeded: boolean;
  createdAt: Date;
}

/** A text by its features, scaled to length one. */
type Vector = ReadonlyMap<number, number>;

/** The marks of a server, oldest first. */
export interface Marks {
  marks: readonly Mark[];
  sizes: readonly number[];
  /** By each feature the places of the marks that have it, each with its weight there. */
  places: ReadonlyMap<number, readonly number[]>;
}

/** From this cosine on, texts say the same: test/core/handover/nearness.test.ts has the figures. */
export const NEAR = 0.62;
export const MAX_MARK_CHARACTERS = 2_000;
/** No text is near to one with so many times its features. */
const MOST_TIMES = 3;

export const NO_MARKS: Marks = toMarks([]);

/** @param marks oldest first */
export function toMarks(marks: readonly Mark[]): Marks {
  const vectors = marks.map(({ text }) => toVector(text));
  const places = new Map<number, number[]>();
  for (const [place, vector] of vectors.entries())
    for (const [row, weight] of vector) {
      const known = places.get(row);
      if (known) known.push(place, weight);
      else places.set(row, [place, weight]);
    }
  return { marks, sizes: vectors.map(({ size }) => size), places };
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
    const isAsLong = Math.max(size, said.size) <= MOST_TIMES * Math.min(size, said.size);
    if (isAsLong && likeness >= (nearest?.likeness ?? NEAR)) nearest = { mark, likeness };
  }
  return nearest;
}

/** The cosine of a text with each mark. */
function compare({ marks, places }: Marks, said: Vector): Float64Array {
  const sums = new Float64Array(marks.length);
  for (const [row, weight] of said) {
    const found = places.get(row) ?? [];
    for (let at = 0; at < found.length; at += 2) {
      const place = found[at] ?? 0;
      sums[place] = (sums[place] ?? 0) + weight * (found[at + 1] ?? 0);
    }
  }
  return sums;
}

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
  const add = (row: number) => counts.set(row, (counts.get(row) ?? 0) + 1);
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
  return new Map([...counts].map(([row, count]) => [row, count / length]));
}
