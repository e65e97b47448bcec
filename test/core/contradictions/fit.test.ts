import { describe, expect, it } from 'vitest';
import { type Example, fitWeights } from '../../../bench/contradictions/fit.ts';

function exampleOf(contradicts: boolean, ...rows: Record<string, number>[]): Example {
  return {
    ...{ contradicts, isPlanted: true, weight: 1 },
    rows: rows.map((features) => ({ table: 'values', features: { always: 1, ...features } })),
  };
}

/** Whether a title is shared tells all; the bulk of a passage tells nothing. */
const EXAMPLES = Array.from({ length: 40 }, (_, number) => {
  const long = number % 3;
  if (number % 2 === 1) return exampleOf(false, { title: 0, contrasts: number % 4 === 1 ? 1 : 0, long });
  return exampleOf(true, { title: 0, contrasts: 1, long }, { title: 1, contrasts: 0, long });
});

const { values } = fitWeights(EXAMPLES);

function scoreOf(features: Record<string, number>): number {
  return ['always', 'title', 'contrasts', 'long'].reduce(
    (sum, name) => sum + (values.get(name) ?? 0) * (features[name] ?? 0),
    0,
  );
}

describe('fitted weights', () => {
  it('tell apart what one feature tells apart, though nobody marked which claims contradict', () => {
    for (const long of [0, 1, 2]) {
      expect(scoreOf({ always: 1, title: 1, long })).toBeGreaterThan(0);
      expect(scoreOf({ always: 1, title: 0, long })).toBeLessThan(0);
      expect(scoreOf({ always: 1, title: 0, contrasts: 1, long })).toBeLessThan(0);
    }
  });

  it('never count for a contradiction what can only speak against one', () => {
    const misleading = [exampleOf(true, { contrasts: 1 }), exampleOf(false, { contrasts: 0 })];
    expect(fitWeights(misleading).values.get('contrasts')).toBe(0);
  });
});
