import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTrend, mostRise } from '../bench/soak/trend.ts';

const numbers = { noNaN: true, noDefaultInfinity: true } as const;

test('a straight line is found exactly, and has no noise', () => {
  const line = fc.record({
    count: fc.integer({ min: 2, max: 300 }),
    start: fc.double({ ...numbers, min: 0, max: 1e4 }),
    step: fc.double({ ...numbers, min: -10, max: 10 }),
  });
  fc.assert(
    fc.property(line, ({ count, start, step }) => {
      const values = Array.from({ length: count }, (_, place) => start + place * step);
      const { rise, noise } = findTrend(values);
      expect(rise).toBeCloseTo(step * (count - 1), 4);
      expect(noise).toBeCloseTo(0, 4);
    }),
  );
});

test('what grows by a tenth in a run is no longer flat, and what swings around one value is', () => {
  const growing = findTrend(Array.from({ length: 180 }, (_, place) => 200 + place / 8));
  expect(growing.rise).toBeGreaterThan(mostRise(growing));
  const leaking = findTrend(Array.from({ length: 180 }, (_, place) => 200 + place / 4 + 5 * (place % 2)));
  expect(leaking.rise).toBeGreaterThan(mostRise(leaking));
  const swinging = findTrend(Array.from({ length: 180 }, (_, place) => 200 + 20 * Math.sin(place)));
  expect(Math.abs(swinging.rise)).toBeLessThan(mostRise(swinging));
});
