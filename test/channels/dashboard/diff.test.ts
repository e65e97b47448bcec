import { expect, test } from 'vitest';
import { compareWords, renderDiff } from '../../../src/channels/dashboard/pages/training/changes.ts';

const words = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word}${n}`);
const kinds = (before: string[], after: string[]) =>
  compareWords(before.join(' '), after.join(' ')).map(({ kind }) => kind);

/** A shared word in the middle, so that what is compared word by word shows it. */
const around = (word: string, count: number) => [
  ...words(word, count),
  'shared',
  ...words(`${word}_`, count),
];

test('answers of usual length are compared word by word, and much longer ones are shown whole', () => {
  expect(kinds(around('a', 75), around('b', 75))).toEqual(['gone', 'new', 'same', 'gone', 'new']);
  expect(kinds(around('a', 80), around('b', 80))).toEqual(['gone', 'new']);
});

test('a word changed in a long text is shown word by word, however long the rest is', () => {
  const [start, end] = [words('a', 1_000), words('z', 1_000)];
  const parts = compareWords([...start, 'four', ...end].join(' '), [...start, 'nine', ...end].join(' '));
  expect(parts.map(({ kind }) => kind)).toEqual(['same', 'gone', 'new', 'same']);
  expect(parts.slice(1, 3).map(({ text }) => text)).toEqual(['four ', 'nine ']);
});

test('a different line break is not a change', () => {
  const parts = compareWords('one\ntwo  x three four', 'one two y three\n\nfour');
  expect(parts.map(({ kind }) => kind)).toEqual(['same', 'gone', 'new', 'same']);
  expect(parts.map(({ text }) => text)).toEqual(['one two ', 'x ', 'y ', 'three\n\nfour']);
});

test('the compared text is shown unchanged, with marks that screen readers announce', () => {
  const shown = renderDiff(compareWords('in <four> days', 'in nine days'), 'en').toString();
  expect(shown).toMatch(/<del>.*&lt;four&gt; <\/del><ins>.*nine <\/ins>days/);
});

test('two texts are compared word by word; the parts together give both texts', () => {
  const show = (before: string, after: string) =>
    compareWords(before, after)
      .map(({ kind, text }) => ({ same: text, gone: `[-${text}-]`, new: `[+${text}+]` })[kind])
      .join('');
  expect(show('It takes 4 days.', 'It takes nine long days.')).toBe('It takes [-4 -][+nine long +]days.');
  expect(show('a b c', 'a b c')).toBe('a b c');
  expect(show('', 'new')).toBe('[+new+]');
  expect(show('a b c d', 'b d e')).toBe('[-a -]b [-c -]d [+e+]');
});
