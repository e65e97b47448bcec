import { likeness } from './relatives.ts';

/** Of words that begin or end alike at most so many are looked at, whatever somebody makes up. */
const MAX_LOOKED_AT = 100;
const EDGE_LETTERS = 3;

/** A known root that may stand for another, and how far. */
export interface Relative {
  root: string;
  credit: number;
}

/** Roots by their first and last letters, to find those that are almost the same without looking at all. */
export class Vocabulary {
  private readonly edges = new Map<string, string[]>();
  private readonly known = new Set<string>();

  add(root: string): void {
    if (this.known.has(root)) return;
    this.known.add(root);
    for (const edge of edgesOf(root)) {
      const roots = this.edges.get(edge);
      if (!roots) this.edges.set(edge, [root]);
      else if (roots.length < MAX_LOOKED_AT) roots.push(root);
    }
  }

  /** @returns the root itself, if it is known, and its relatives. */
  find(root: string): Relative[] {
    const found = new Map<string, number>(this.known.has(root) ? [[root, 1]] : []);
    for (const other of edgesOf(root).flatMap((edge) => this.edges.get(edge) ?? [])) {
      if (other === root || found.has(other)) continue;
      const credit = likeness(root, other);
      if (credit > 0) found.set(other, credit);
    }
    return [...found].map(([known, credit]) => ({ root: known, credit }));
  }
}

function edgesOf(root: string): string[] {
  return root.length < 4 ? [] : [`${root.slice(0, EDGE_LETTERS)}…`, `…${root.slice(-EDGE_LETTERS)}`];
}
