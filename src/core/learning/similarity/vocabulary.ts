import { similarityOf } from './compare.ts';

/** Of words that begin or end alike at most so many are looked at, whatever somebody makes up. */
const MAX_LOOKED_AT = 200;
/** As many as relatives share: in a compound its part's, with a typo those before it. */
const EDGE_LETTERS = 4;
const START_LETTERS = 3;

/** Roots by what their relatives share with them, to find those that are almost the same without looking at all. */
export class Vocabulary {
  private readonly buckets = new Map<string, string[]>();
  private readonly known = new Set<string>();
  /** Whether every relative is found; not when too many roots are alike. */
  isComplete = true;

  add(root: string): void {
    if (this.known.has(root)) return;
    this.known.add(root);
    for (const bucket of [...edgesOf(root), ...startsOf(root, [0])]) {
      const roots = this.buckets.get(bucket);
      if (!roots) this.buckets.set(bucket, [root]);
      else if (roots.length < MAX_LOOKED_AT) roots.push(root);
      else this.isComplete = false;
    }
  }

  /** @returns the root itself, if it is known, and its relatives, with how far they may stand for it. */
  find(root: string): ReadonlyMap<string, number> {
    const found = new Map<string, number>(this.known.has(root) ? [[root, 1]] : []);
    for (const bucket of [...edgesOf(root), ...startsOf(root, [-1, 0, 1])]) {
      for (const other of this.buckets.get(bucket) ?? []) {
        if (other === root || found.has(other)) continue;
        const credit = similarityOf(root, other);
        if (credit > 0) found.set(other, credit);
      }
    }
    return found;
  }
}

/** Where compounds with a root, and those that it is one of, are. */
function edgesOf(root: string): string[] {
  return root.length < EDGE_LETTERS
    ? []
    : [`${root.slice(0, EDGE_LETTERS)}…`, `…${root.slice(-EDGE_LETTERS)}`];
}

/** Where roots with a typo in them are: they begin alike and are about as long. */
function startsOf(root: string, longer: readonly number[]): string[] {
  if (root.length < EDGE_LETTERS) return [];
  return longer.map((letters) => `${root.slice(0, START_LETTERS)} ${root.length + letters}`);
}
