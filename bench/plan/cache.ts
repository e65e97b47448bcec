import { LRUCache } from 'lru-cache';
import { createRandom } from '../random.ts';

/** Questions on many servers, a few of which get most of them: the one in place n gets 1/n of what the first gets. */
export interface Traffic {
  servers: number;
  /** How many servers' indexes a process holds in memory. */
  held: number;
  processes: number;
}

const QUESTIONS = 400_000;

/**
 * Plays questions by Zipf's law and says which part of them finds its server's index in memory.
 * @param isRouted all questions of a server go to one process; otherwise they are dealt to all in turn.
 */
export function simulateHits({ servers, held, processes }: Traffic, isRouted: boolean, seed = 1): number {
  const random = createRandom(seed, 'cache');
  const draw = openZipf(servers, random);
  const caches = Array.from({ length: processes }, () => new LRUCache<number, true>({ max: held }));
  let hits = 0;
  for (let asked = 0; asked < 2 * QUESTIONS; asked += 1) {
    const server = draw();
    const cache = caches[(isRouted ? server : asked) % processes];
    // The first half fills what begins empty.
    if (cache?.get(server) && asked >= QUESTIONS) hits += 1;
    cache?.set(server, true);
  }
  return hits / QUESTIONS;
}

/** Draws the places of servers: the first one most often. */
function openZipf(count: number, random: () => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let place = 0; place < count; place += 1) {
    sum += 1 / (place + 1);
    sums[place] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
