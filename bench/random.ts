import { crc32 } from 'node:zlib';

/** The next number of a stream, 0 <= n < 1. */
export type Random = () => number;

/** A reproducible stream by seed and name (mulberry32); each part has its own, so that none affects another. */
export function createRandom(seed: number, name: string): Random {
  let state = crc32(`${seed} ${name}`);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** One of the items. @throws Error when there are none. */
export function pickOne<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
