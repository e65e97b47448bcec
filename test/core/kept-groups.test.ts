import { describe, expect, test } from 'vitest';
import type { Core } from '../../src/core/core.ts';
import { type Grouped, groupAndKeep } from '../../src/core/learning/kept-groups.ts';
import { groupSimilar } from '../../src/core/learning/similarity/similarity.ts';
import { runAtOnce } from '../../src/core/runtime/slices.ts';

/** Some of them are relatives of others: a compound, a typo, a word that may be content or not. */
const NOUNS = [
  'anchor',
  'ankhor',
  'buoy',
  'crane',
  'lighthouse',
  'house',
  'engine',
  'engines',
  'need',
  'needs',
];
const SHAPES = [
  (noun: string) => `Where is the ${noun}?`,
  (noun: string) => `${noun} where is`,
  (noun: string) => `Where is the ${noun} of the harbour?`,
  (noun: string) => `How do I paint the ${noun}?`,
  (noun: string) => `How do I paint the old ${noun}?`,
  (noun: string) => `how to paint old ${noun} in the harbour`,
  (noun: string) => `${noun} harbour`,
  (noun: string) => `I need the ${noun}`,
];

/** Numbers that a seed repeats. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Groups in which the oldest comes first, told newest first. */
function groupAnew(items: readonly Grouped[]): string[][] {
  const groups = runAtOnce(groupSimilar(items.toReversed(), ({ text }) => text));
  const places = new Map(items.map(({ key }, place) => [key, place]));
  const placeOf = ([newest = '']: string[]) => places.get(newest) ?? 0;
  return groups
    .map((group) => group.toReversed().map(({ key }) => key))
    .sort((one, other) => placeOf(one) - placeOf(other));
}

/** A list that is viewed again and again. */
function startList(first: readonly Grouped[] = []) {
  const list = { items: [...first], read: [] as string[] };
  const core = {} as Core;
  const view = () =>
    groupAndKeep(core, {
      name: 'gaps',
      keys: list.items.map(({ key }) => key),
      read: async (keys) => {
        list.read.push(...keys);
        return list.items.filter(({ key }) => keys.includes(key));
      },
    });
  return Object.assign(list, { view });
}

describe('Groups that are kept', () => {
  test.each([
    [7, 'few'],
    [8, 'few'],
    [9, 'many'],
    [10, 'many'],
  ])('always equal a fresh grouping, whatever is added, changed and removed: %i, %s', async (seed, at) => {
    const list = startList();
    const next = numbers(seed);
    let made = 0;
    const make = () => {
      made += 1;
      const shape = SHAPES[next(SHAPES.length)];
      return { key: `key-${made}`, text: shape?.(NOUNS[next(NOUNS.length)] ?? '') ?? '' };
    };
    const changes = [
      () => list.items.unshift(make()),
      () => list.items.unshift(make()),
      () => list.items.splice(next(list.items.length + 1), 0, make()),
      () => list.items.length > 0 && list.items.splice(next(list.items.length), 1, make()),
      () => list.items.pop(),
      // The first of a group goes and leaves the others.
      () => list.items.splice(list.items.length - 1 - next(5), 1),
      () => list.items.splice(next(list.items.length + 1), next(4)),
    ];
    for (let round = 0; round < 500; round += 1) {
      const changed = at === 'few' ? 1 + next(2) : next(30);
      for (let one = 0; one < changed; one += 1) changes[next(changes.length)]?.();
      if (list.items.length < 20) list.items.unshift(...Array.from({ length: 40 }, make));
      expect(await list.view()).toEqual(groupAnew(list.items));
    }
    expect(new Set(list.read).size).toBe(list.read.length);
  });

  test('are the same if more words are similar than are examined, whichever come first', async () => {
    // Any two differ in two letters: none is a typo of another.
    const letters = 'abcdfghjklmnpqrtvwxz';
    const codes = Array.from({ length: 201 }, (_, n) => [letters[n % 20], letters[Math.floor(n / 20)]]);
    const rootOf = ([one, other]: (string | undefined)[]) => `ship${one}${one}${other}${other}o`;
    const [first, ...others] = codes.map((code) => ({ key: rootOf(code), text: `${rootOf(code)} harbour` }));
    const last = others.at(-1)?.key ?? '';
    const typo = { key: 'typo', text: `${last.slice(0, -1)}u harbour` };
    const list = startList([typo, ...others.toReversed()]);
    expect(await list.view()).toContainEqual(['typo', last]);
    list.items.push(...(first ? [first] : []));
    const groups = await list.view();
    expect(groups).toContainEqual(['typo']);
    expect(groups).toEqual(groupAnew(list.items));
    list.items.pop();
    expect(await list.view()).toContainEqual(['typo', last]);
  });

  test('leave out items that could not be read until they can be', async () => {
    const core = {} as Core;
    const keys = ['two', 'one'];
    const view = (items: Grouped[]) => groupAndKeep(core, { name: 'gaps', keys, read: async () => items });
    const [one, two] = [
      { key: 'one', text: 'Where is the anchor?' },
      { key: 'two', text: 'where is the anchor' },
    ];
    expect(await view([one])).toEqual([['one']]);
    expect(await view([two, one])).toEqual([['two', 'one']]);
  });

  test('read only the new one of 5,000 items when one is added and the oldest is removed', async () => {
    const words = (n: number) => [n * 7, n * 13 + 1, n * 29 + 2].map((one) => `w${one.toString(36)}`);
    const items = Array.from({ length: 5_001 }, (_, n) => ({
      key: `key-${n}`,
      text: `how do I ${words(n).join(' ')}?`,
    }));
    const list = startList(items.slice(1));
    await list.view();
    expect(list.read).toHaveLength(5_000);
    list.items = items.slice(0, -1);
    await list.view();
    expect(list.read.slice(5_000)).toEqual(['key-0']);
  });
});
