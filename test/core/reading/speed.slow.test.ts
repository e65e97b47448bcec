import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { readExamples } from '../../../bench/reading/examples.ts';
import { readReasons } from '../../../src/core/reading/reader.ts';

test('500 characters are read in 400 microseconds, and 100,000 in 80 milliseconds, also on a busy machine', () => {
  const [ordinary = ''] = readExamples()
    .map(({ text }) => text)
    .filter((text) => text.length > 450 && text.length < 500);
  const largest = readExamples()
    .map(({ text }) => text)
    .join('\n')
    .slice(0, 100_000);
  for (let warm = 0; warm < 500; warm += 1) readReasons(ordinary);
  expect(measureBest(() => readReasons(ordinary), 200)).toBeLessThan(0.4);
  expect(measureBest(() => readReasons(largest), 5)).toBeLessThan(80);
});

function measureBest(work: () => unknown, times: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const from = performance.now();
    work();
    best = Math.min(best, performance.now() - from);
  }
  return best;
}
