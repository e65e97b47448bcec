import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreThresholds } from '../../bench/eval/thresholds.ts';
import { type DraftJudgement, findThreshold } from '../../src/core/answering/draft-threshold.ts';

const judged = (count: number, confidence: number, wrong = 0): DraftJudgement[] =>
  Array.from({ length: count }, (_, index) => ({ confidence, isWrong: index < wrong }));

test('a threshold is named once enough answers were right, and not before', () => {
  // 1 - .95^80 is the first above 1 - .05 / 3.
  expect(findThreshold(judged(79, 0.9), 5)).toBeNull();
  expect(findThreshold(judged(80, 0.9), 5)).toBe(0.9);
});

test('a threshold leaves out the confidences at which too much is wrong', () => {
  expect(findThreshold([...judged(200, 0.9, 1), ...judged(200, 0.6, 60)], 5)).toBe(0.9);
});

test('an owner who allows no wrong answer gets no threshold', () => {
  expect(findThreshold(judged(5_000, 1), 0)).toBeNull();
});

test('on simulated servers at most 5 of 100 thresholds do not hold', () => {
  const { servers, named, kept } = scoreThresholds(300, 7);
  expect(kept / servers).toBeGreaterThanOrEqual(0.95);
  expect(named).toBeGreaterThan(60);
});

test('whatever the judgements are, a threshold lies among them, and more right answers never raise it', () => {
  const judgement = fc.record({
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    isWrong: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(judgement, { maxLength: 400 }), fc.constantFrom(5, 20, 50), (judgements, wrong) => {
      const threshold = findThreshold(judgements, wrong);
      if (threshold === null) return;
      expect(threshold).toBeGreaterThanOrEqual(0);
      expect(judgements.some(({ confidence }) => confidence >= threshold)).toBe(true);
      const sure = findThreshold([...judgements, ...judged(500, 1)], wrong);
      expect(sure).not.toBeNull();
      expect(sure ?? 1).toBeLessThanOrEqual(threshold);
    }),
  );
});
