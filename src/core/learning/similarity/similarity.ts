import type { Steps } from '../../runtime/slices.ts';
import { compare, readText, type TextFeatures } from './compare.ts';
import { findRepresentatives } from './representatives.ts';

/**
 * Whether two texts ask the same, in German or English, by their words alone. Texts that differ in a number, a
 * negation or the interrogative never do; in doubt they do not.
 */
export function isSimilar(one: string, other: string): boolean {
  return compare(readText(one), readText(other)) > 0;
}

export function* findSimilar<Item>(
  text: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
): Steps<Item[]> {
  const reading = readText(text);
  const similar: Item[] = [];
  for (const item of items) {
    if (compare(reading, readText(textOf(item))) > 0) similar.push(item);
    yield;
  }
  return similar;
}

/**
 * Groups similar items, each with the most similar first item. @returns groups in the order of their first items; a
 * step takes about 0.1 ms.
 */
export function* groupSimilar<Item>(items: readonly Item[], textOf: (item: Item) => string): Steps<Item[][]> {
  const readings: TextFeatures[] = [];
  for (const item of items) {
    readings.push(readText(textOf(item)));
    yield;
  }
  const representatives = yield* findRepresentatives(readings);
  return [...Map.groupBy(items.entries(), ([place]) => representatives[place]).values()].map((group) =>
    group.map(([, item]) => item),
  );
}
