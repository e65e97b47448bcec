import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runAtOnce, runInSlices, type Steps } from '../../src/core/runtime/slices.ts';

/** Steps of 3 ms, at least: a slice of 10 ms is over after the fourth. */
function* work(steps: number, onStep: () => void): Steps<number> {
  for (let step = 0; step < steps; step++) {
    const until = performance.now() + 3;
    while (performance.now() < until);
    onStep();
    yield;
  }
  return steps;
}

test('work in slices gives the same result as in one go', async () => {
  expect(runAtOnce(work(7, () => undefined))).toBe(7);
  expect(await runInSlices(work(7, () => undefined))).toBe(7);
});

test('however many tasks run in slices at once, others get a turn after one slice, not after one of each', async () => {
  let [done, isOver] = [0, false];
  const all = Promise.all(Array.from({ length: 10 }, () => runInSlices(work(12, () => (done += 1))))).finally(
    () => {
      isOver = true;
    },
  );
  const perTurn: number[] = [];
  // The first slices are done before anybody else is asked.
  for (let before = done; !isOver; before = done) {
    await nextTurn();
    perTurn.push(done - before);
  }
  expect(await all).toEqual(Array(10).fill(12));
  expect(done).toBe(120);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(5);
});
