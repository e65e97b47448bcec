import { describe, expect, test } from 'vitest';
import { groupSimilar, isSimilar } from '../../src/core/learning/similarity/similarity.ts';
import { runAtOnce } from '../../src/core/runtime/slices.ts';
import { DIFFERENT, LOG, LONG_WORDS, OF_SHARED_WORDS, SAME } from './similar-questions.ts';

describe('two questions', () => {
  test.each(SAME)('are the same: %s | %s', (one, other) => {
    expect([isSimilar(one, other), isSimilar(other, one)]).toEqual([true, true]);
  });

  test.each(DIFFERENT)('are different: %s | %s', (one, other) => {
    expect([isSimilar(one, other), isSimilar(other, one)]).toEqual([false, false]);
  });
});

describe('texts that say little or much', () => {
  test('are the same if they differ only in case, spaces and punctuation, whatever they say', () => {
    const pairs: [string, string][] = [
      ['', ' '],
      ['Wie geht das?', 'wie geht das'],
      ['👍 ', '👍'],
      ['???', '???'],
      ["Can't join!", 'cant join'],
    ];
    expect(pairs.map((pair) => isSimilar(...pair))).toEqual(pairs.map(() => true));
  });

  test('of 16,000 characters are compared by their beginning', () => {
    expect(
      isSimilar(`The launcher crashes on startup ${LOG}`, `the launcher crashes at startup ${LOG}`),
    ).toBe(true);
    expect(isSimilar(LONG_WORDS, `${LONG_WORDS} und`)).toBe(true);
    expect(isSimilar(LONG_WORDS, LOG)).toBe(false);
    expect(isSimilar('a'.repeat(16_000), 'b'.repeat(16_000))).toBe(false);
  });
});

function group(texts: readonly string[]): string[][] {
  return runAtOnce(groupSimilar(texts, (text) => text));
}

describe('groups', () => {
  const everything = [...SAME, ...DIFFERENT].flat();

  test('are in the order of their first items, with their items in the given order', () => {
    const texts = [
      'Server down?',
      'How do I join the server?',
      'is the server down',
      'how can i join your server',
    ];
    expect(group(texts)).toEqual([
      ['Server down?', 'is the server down'],
      ['How do I join the server?', 'how can i join your server'],
    ]);
    expect(group([])).toEqual([]);
  });

  test('contain what is similar to their first item, and no first item is similar to an earlier one', () => {
    const groups = group(everything);
    for (const [index, [representative = '', ...rest]] of groups.entries()) {
      for (const text of rest)
        expect([representative, text, isSimilar(representative, text)]).toEqual([representative, text, true]);
      const joined = groups.slice(0, index).filter(([earlier = '']) => isSimilar(earlier, representative));
      expect(joined.map(([earlier]) => [earlier, representative])).toEqual([]);
    }
  });

  test('are found for questions made to share all their words', () => {
    expect(group(OF_SHARED_WORDS.slice(0, 300)).flat()).toHaveLength(300);
  });
});
