import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** `| 7 | what | `file` "title" … |`, or a reason instead of files. */
const ROW = /^\| (\d+) \| .+ \| .+ \| (.+) \|$/gm;
const PLACE = /`([\w./-]+\.ts)` "([^"]+)"/g;

const rows = [...readFileSync('docs/audit/standards.md', 'utf8').matchAll(ROW)].map(
  ([, number = '', shown = '']) => ({
    number: Number(number),
    places: [...shown.matchAll(PLACE)].map(([, file = '', title = '']) => ({ file, title })),
    rest: shown.replaceAll(PLACE, '').trim(),
  }),
);

test('the table of standards has its 36 checks, each with a test or a reason', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 36 }, (_, n) => n + 1));
  const bare = rows.filter(({ places, rest }) => places.length === 0 && !rest.startsWith('Does not apply: '));
  expect(bare).toEqual([]);
});

test.each(rows)('check $number is shown by the tests that it names', ({ places }) => {
  for (const { file, title } of places) {
    expect([file, title, readFileSync(file, 'utf8').includes(title)]).toEqual([file, title, true]);
  }
});
