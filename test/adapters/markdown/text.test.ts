import { expect, test } from 'vitest';
import { readMarkdown } from '../../../src/adapters/markdown/reader.ts';

const read = (...lines: string[]) =>
  readMarkdown(lines.join('\n'))
    .sections.filter(({ text }) => text !== '')
    .map(({ title, text }) => [title, text]);

test.each([
  [
    'a label with code',
    'See [`Map`][map] and [the `Set`s][].',
    'See [`Map`](https://x.example/m) and [the `Set`s](https://x.example/s).',
  ],
  ['a label over two lines', 'See [the\nmap][map].', 'See [the\nmap](https://x.example/m).'],
  ['a badge', 'Open.[![build][badge]][map]', 'Open.'],
  ['a part of the same page', 'See [`Map`](#map) and [`Box`][box].', 'See `Map` and `Box`.'],
  [
    'code that looks like one',
    'Write `x[i][map]` or [`y`](https://x.example/y).',
    'Write `x[i][map]` or [`y`](https://x.example/y).',
  ],
])('links keep their address whatever their label contains: %s', (_what, line, expected) => {
  const definitions = [
    '[map]: https://x.example/m',
    '[the `set`s]: https://x.example/s',
    '[`bag`]: https://x.example/b',
    '[badge]: https://x.example/badge.svg',
  ];
  expect(read('# Pier', line, '', ...definitions, '[box]: #box')).toEqual([['Pier', expected]]);
});

test('marks that only break a line are not text; a path keeps its end', () => {
  const lines = ['Harbour office\\', 'Pier 3 \\\\', 'Sylt', '\\\\', '', 'Files are in C:\\boats\\'];
  expect(read('# Address', ...lines)).toEqual([
    ['Address', 'Harbour office\nPier 3 \nSylt\n\nFiles are in C:\\boats\\'],
  ]);
});

test('remarks written as links to nowhere are not text', () => {
  const remarks = [
    '[comment]: <> (Ask Jo before (!) changing this?)',
    '[//]: # (Draft)',
    '[todo]: # "Later"',
  ];
  expect(read('# Tides', ...remarks, 'Twice a day.')).toEqual([['Tides', 'Twice a day.']]);
});

test.each([
  [
    ['## 1. May I fish?', 'By day.', '## 2. Maintenance', 'In May.'],
    ['May I fish?', 'Maintenance'],
  ],
  [
    ['## 1. Mai: geschlossen', 'Feiertag.', '## 24. Dezember', 'Bis zwölf.'],
    ['1. Mai: geschlossen', '24. Dezember'],
  ],
])('a number before a title is removed if it only counts, and stays in a date', (lines, expected) => {
  expect(read(...lines).map(([title]) => title)).toEqual(expected);
});

test('a table of contents in HTML is not text', () => {
  const lines = [
    '<ol class="toc">',
    '<li><a href="#one">One</a></li>',
    '<li><a href="#two">Two</a></li>',
    '</ol>',
  ];
  expect(read('# Contents', ...lines, '## One', 'First.')).toEqual([['One', 'First.']]);
});
