import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../bench/random.ts';
import { predictShare } from '../../../src/core/rehearsals/report.ts';

describe('the share that a rehearsal predicts', () => {
  test('holds for another half of the same conversations in 19 of 20 cases, few or many, rarely or mostly answered', () => {
    const random = createRandom(1, 'halves');
    const draw = (size: number, share: number) =>
      Array.from({ length: size }, () => Number(random() < share)).reduce((sum, one) => sum + one, 0);
    for (const size of [20, 200, 500])
      for (const share of [0.1, 0.45, 0.9]) {
        const held = Array.from({ length: 1000 }, () => {
          const said = predictShare(draw(size, share), size);
          const other = (draw(size, share) / size) * 100;
          return said !== null && said.from - 0.5 <= other && other <= said.to + 0.5;
        });
        expect(held.filter(Boolean).length, `${size} at ${share}`).toBeGreaterThanOrEqual(930);
      }
  });

  test('is nothing before anything was asked', () => {
    expect(predictShare(0, 0)).toBe(null);
  });
});
