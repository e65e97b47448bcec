import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROW = /^\| ([A-EI]\d+) \|.*\| ((?:`[^`]+` ?)+)\|$/gm;

const table = readFileSync('docs/reliability.md', 'utf8');
const rows = [...table.matchAll(ROW)].map(([, number = '', places = '']) => ({
  number,
  files: [...places.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
}));

test('the table of faults is whole: 47 rows in five sections, five rows about the crawler', () => {
  expect(rows.map(({ number }) => Number(number.slice(1)))).toEqual([
    ...Array.from({ length: 47 }, (_, n) => n + 1),
    74,
    75,
    76,
    77,
    78,
  ]);
});

test.each(rows)('$number is shown where the table says', ({ number, files }) => {
  for (const file of files) expect(readFileSync(file, 'utf8'), file).toMatch(new RegExp(`\\b${number}\\b`));
});
