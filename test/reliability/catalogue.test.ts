import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROW = /^\| ([A-K]\d+) \|.*\| ((?:`[^`]+` ?)+)\|$/gm;

const table = readFileSync('docs/audit/reliability.md', 'utf8');
const rows = [...table.matchAll(ROW)].map(([, number = '', places = '']) => ({
  number,
  files: [...places.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
}));

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n);

test('the table of faults is complete: processes to races, HTTP, the chat platform, the model, the crawler, the dashboard, the ticket systems', () => {
  const expected = numbers(1, 98);
  expect(rows.map(({ number }) => Number(number.slice(1)))).toEqual(expected);
});

test.each(rows)('$number is shown where the table says', ({ number, files }) => {
  for (const file of files) expect(readFileSync(file, 'utf8'), file).toMatch(new RegExp(`\\b${number}\\b`));
});
