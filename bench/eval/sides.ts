import { createHash } from 'node:crypto';

export const SIDES = ['dev', 'heldout'] as const;
export type Side = (typeof SIDES)[number];

const hashOf = (key: string): string => createHash('sha256').update(`split-v1:${key}`).digest('hex');

/** The half that everything with this key is on, in every set and language. */
export function sideOf(key: string): Side {
  return Number.parseInt(hashOf(key).slice(0, 2), 16) % 2 === 0 ? 'dev' : 'heldout';
}

/** The first of them by hash: the same ones on every machine, spread over the whole file. */
export function pick<T>(items: readonly T[], most: number, keyOf: (item: T) => string): T[] {
  const hashed = items.map((item) => ({ item, hash: hashOf(keyOf(item)) }));
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return hashed.slice(0, Math.floor(most)).map(({ item }) => item);
}

/** Keys that hang together, joined two at a time; a cluster goes by the smallest of its keys. */
export class Clusters {
  readonly #smaller = new Map<string, string>();

  join(one: string, other: string): void {
    const [first, second] = [this.nameOf(one), this.nameOf(other)];
    if (first < second) this.#smaller.set(second, first);
    if (second < first) this.#smaller.set(first, second);
  }

  nameOf(key: string): string {
    const next = this.#smaller.get(key);
    return next === undefined ? key : this.nameOf(next);
  }
}
