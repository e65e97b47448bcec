import { expect, test } from 'vitest';
import { groupSimilar, isSimilar } from '../../src/core/learning/similarity/similarity.ts';
import { measureEffort } from '../support/effort.ts';
import { DIFFERENT, LOG, LONG_WORDS, SAME } from './similar-questions.ts';

test('questions of 16,000 characters are compared without delay', () => {
  const effort = measureEffort(() => {
    isSimilar(`The launcher crashes on startup ${LOG}`, `the launcher crashes at startup ${LOG}`);
    isSimilar(LONG_WORDS, `${LONG_WORDS} und`);
    isSimilar(LONG_WORDS, LOG);
    isSimilar('a'.repeat(16_000), 'b'.repeat(16_000));
  });
  expect(effort).toBeLessThan(500);
});

test('groups of 5,000 different questions are found in short steps', () => {
  const everything = [...SAME, ...DIFFERENT].flat();
  const many = Array.from({ length: 5_000 }, (_, n) => {
    const [one, other] = [everything[n % everything.length], everything[(n * 7_919) % everything.length]];
    return `${one} ${other} ${'abcdefghijklmnopqrst'.slice(n % 13, (n % 13) + 6)}`;
  });
  let stepsMs: number[] = [];
  const effort = measureEffort(() => {
    stepsMs = [];
    const steps = groupSimilar(many, (text) => text);
    for (let before = performance.now(), isDone = false; !isDone; ) {
      isDone = steps.next().done === true;
      const now = performance.now();
      stepsMs.push(now - before);
      before = now;
    }
  });
  const totalMs = stepsMs.reduce((sum, ms) => sum + ms, 0);
  const sorted = stepsMs.toSorted((one, other) => one - other);
  // Other work of the machine and the garbage collector stretch single steps.
  expect(((sorted[Math.floor(0.9 * sorted.length)] ?? 0) / totalMs) * effort).toBeLessThan(10);
  expect(sorted.at(-1)).toBeLessThan(totalMs / 3);
  expect(effort).toBeLessThan(8_000);
});
