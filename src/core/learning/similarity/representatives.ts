import type { Steps } from '../../runtime/slices.ts';
import { compare, highestScore, MIN_SCORE, similarityOf, type TextFeatures } from './compare.ts';

/** Sums of the same weights in another order differ by less. */
const ROUNDING = 1e-9;
/** Bounds the words that begin or end alike, whatever somebody makes up. */
const MAX_LOOKED_AT = 200;
/** As many as relatives share: in a compound its part's, with a typo those before it. */
const EDGE_LETTERS = 4;
const START_LETTERS = 3;

/**
 * Finds the representative of each item: the most similar of the representatives before it, the first of equal ones,
 * itself when none asks the same. A step takes about 0.1 ms. @returns places, by place.
 */
export function* findRepresentatives(readings: readonly TextFeatures[]): Steps<number[]> {
  const index = new RepresentativeIndex(readings);
  const representatives: number[] = [];
  for (const place of readings.keys()) {
    const found = index.find(place);
    if (found === null) index.add(place);
    representatives.push(found ?? place);
    yield;
  }
  return representatives;
}

class RepresentativeIndex {
  private readonly readings: readonly TextFeatures[];
  private readonly byKey = new Map<string, number>();
  private readonly byRoot = new Map<string, number[]>();
  private readonly roots = new RootIndex();

  constructor(readings: readonly TextFeatures[]) {
    this.readings = readings;
  }

  add(place: number): void {
    const { key, terms } = this.readings[place] as TextFeatures;
    this.byKey.set(key, place);
    for (const root of terms.keys()) {
      this.roots.add(root);
      const places = this.byRoot.get(root);
      if (places) places.push(place);
      else this.byRoot.set(root, [place]);
    }
  }

  /** The most similar one, of equal ones the first; null when none asks the same. */
  find(place: number): number | null {
    const reading = this.readings[place] as TextFeatures;
    const same = this.byKey.get(reading.key);
    if (same !== undefined) return same;
    let best: { representative: number | null; score: number } = { representative: null, score: 0 };
    for (const representative of this.findCandidates(reading)) {
      const score = compare(reading, this.readings[representative] as TextFeatures);
      if (score > best.score) best = { representative, score };
    }
    return best.representative;
  }

  /** In order, those that share enough content words to be similar if all else agrees. */
  private findCandidates(reading: TextFeatures): number[] {
    const matched = new Map<number, number>();
    for (const [root, weight] of reading.terms)
      for (const [relative, credit] of this.roots.find(root))
        for (const place of this.byRoot.get(relative) ?? [])
          matched.set(place, (matched.get(place) ?? 0) + weight * credit);
    const candidates = [...matched].filter(([place, shared]) => {
      const other = this.readings[place] as TextFeatures;
      return (
        highestScore(Math.min(shared, reading.weight, other.weight), reading, other) >= MIN_SCORE - ROUNDING
      );
    });
    return candidates.map(([place]) => place).sort((one, other) => one - other);
  }
}

/** Finds roots that are almost the same by the letters they share, without looking at all of them. */
class RootIndex {
  private readonly buckets = new Map<string, string[]>();
  private readonly known = new Set<string>();

  add(root: string): void {
    if (this.known.has(root)) return;
    this.known.add(root);
    for (const bucket of bucketsOf(root, [0])) {
      const roots = this.buckets.get(bucket);
      if (!roots) this.buckets.set(bucket, [root]);
      else if (roots.length < MAX_LOOKED_AT) roots.push(root);
    }
  }

  /** @returns the root itself, if it is known, and its relatives, with how far they may stand for it. */
  find(root: string): ReadonlyMap<string, number> {
    const found = new Map<string, number>(this.known.has(root) ? [[root, 1]] : []);
    for (const bucket of bucketsOf(root, [-1, 0, 1])) {
      for (const other of this.buckets.get(bucket) ?? []) {
        if (other === root || found.has(other)) continue;
        const credit = similarityOf(root, other);
        if (credit > 0) found.set(other, credit);
      }
    }
    return found;
  }
}

/**
 * Where the relatives of a root are: compounds share its first or last letters, roots with a typo begin alike.
 * @param longer by how many letters those with a typo may be longer.
 */
function bucketsOf(root: string, longer: readonly number[]): string[] {
  if (root.length < EDGE_LETTERS) return [];
  const typos = longer.map((letters) => `${root.slice(0, START_LETTERS)} ${root.length + letters}`);
  return [`${root.slice(0, EDGE_LETTERS)}…`, `…${root.slice(-EDGE_LETTERS)}`, ...typos];
}
