import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate } from '../bench/plan/simulate.ts';

const LOAD = { perSecond: 20, processes: 2, cores: 1, cpuMs: 4, databaseMs: 1, modelMs: 500 };

test('where nobody waits, an answer takes what the work takes beside its model', () => {
  const { p50, processesBusy, coresBusy } = simulate(LOAD, 200);
  expect(p50).toBeCloseTo(LOAD.cpuMs + LOAD.databaseMs, 1);
  expect(processesBusy).toBeCloseTo(0.04, 2);
  expect(coresBusy).toBeCloseTo(0.02, 2);
});

test('more workers never make anybody wait longer, and too few are at work all the time', () => {
  const load = fc.record({
    perSecond: fc.integer({ min: 10, max: 800 }),
    processes: fc.integer({ min: 1, max: 4 }),
    cores: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(load, (given) => {
      const fewer = simulate({ ...LOAD, ...given }, 10);
      const more = simulate({ ...LOAD, ...given, cores: 8, processes: given.processes * 8 }, 10);
      expect(more.p99).toBeLessThanOrEqual(fewer.p99 + 1e-6);
      const wanted = (given.perSecond * LOAD.cpuMs) / 1000 / given.processes;
      if (wanted > 1.2) expect(fewer.processesBusy).toBeGreaterThan(0.95);
    }),
    { numRuns: 30 },
  );
});
