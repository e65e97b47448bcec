import { expect, test } from 'vitest';
import { LINEAR, measureGrowth } from './effort.ts';
import { fillWith } from './hostile-text.ts';

/** Looks at every character once for each of `rounds`. */
function countLetters(text: string, rounds: number): number {
  let letters = 0;
  for (let round = 0; round < rounds; round++)
    for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== round) letters++;
  return letters;
}

test.each([200, 100_000])('work that is linear in a text of %i characters counts as linear', (characters) => {
  const growth = measureGrowth(fillWith('ab '), (text) => void countLetters(text, 5), characters);
  expect(growth).toBeLessThan(LINEAR);
});

test.each([200, 1_000])('work that grows with the square of %i characters does not', (characters) => {
  const growth = measureGrowth(fillWith('ab '), (text) => void countLetters(text, text.length), characters);
  expect(growth).toBeGreaterThan(1.5 * LINEAR);
});

test('work of which only a half grows with the square does not count as linear either', () => {
  const read = (text: string) => void countLetters(text, 1_000 + text.length);
  expect(measureGrowth(fillWith('ab '), read, 1_000)).toBeGreaterThan(LINEAR);
});
