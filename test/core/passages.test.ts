import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutIntoPieces } from '../../src/core/search/passages.ts';
import { cutMarkdown } from '../../src/domain/markdown/cut.ts';
import { LONG_ENTRIES } from '../support/hostile-text.ts';
import { countRuns } from '../support/runs.ts';

const LIMIT = 2_000;

function cut(text: string): string[] {
  const entry = {
    id: 'E',
    title: 'T',
    text,
    link: null,
    language: null,
    source: 'manual' as const,
    validUntil: null,
    questions: [],
  };
  return cutIntoPieces([entry]).map((piece) => piece.text);
}

const words = (count: number, word = 'word') =>
  Array.from({ length: count }, (_, n) => `${word}${n}`).join(' ');
/** What a reader sees: no blanks, no fence lines, no header rows, which pieces may repeat. */
const contentOf = (texts: readonly string[]) =>
  texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => !/^\s*(`{3,}|~{3,})/.test(line) && !/^\| (Head|---)/.test(line))
    .join('')
    .replace(/\s+/g, '');

const paragraph = fc.integer({ min: 1, max: 500 }).map((count) => words(count));
const unbroken = fc.integer({ min: 1, max: 3_000 }).map((count) => '😀ä'.repeat(count));
const code = fc
  .tuple(fc.constantFrom('', 'ts', 'sh'), fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 90 }))
  .map(([language, lines]) =>
    [`\`\`\`${language}`, ...lines.map((count, n) => `  line${n}(${'x'.repeat(count)})`), '```'].join('\n'),
  );
const table = fc
  .array(fc.integer({ min: 0, max: 60 }), { maxLength: 80 })
  .map((rows) =>
    ['| Head | Second |', '| --- | --- |', ...rows.map((count, n) => `| row${n} | ${words(count)} |`)].join(
      '\n',
    ),
  );
const list = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 80 }), fc.boolean()), { maxLength: 60 })
  .map((items) => items.map(([count, isNested]) => `${isNested ? '  ' : ''}- ${words(count)}`).join('\n'));
const anyText = fc
  .array(fc.oneof(paragraph, unbroken, code, table, list, fc.string({ unit: 'grapheme', maxLength: 200 })), {
    maxLength: 12,
  })
  .map((blocks) => blocks.join('\n\n'));

describe('an entry cut into pieces', () => {
  test('loses no text, stays within 2,000 characters and breaks no surrogate pair, whatever it holds', () => {
    const blocks = fc.array(fc.oneof(paragraph, unbroken, code, table, list), { maxLength: 12 });
    fc.assert(
      fc.property(blocks, (parts) => {
        const text = parts.join('\n\n');
        const pieces = cut(text);
        expect(contentOf(pieces)).toBe(contentOf([text]));
      }),
      { numRuns: countRuns(50) },
    );
    fc.assert(
      fc.property(anyText, (text) => {
        for (const piece of cut(text)) {
          expect(piece.length).toBeLessThanOrEqual(LIMIT);
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: countRuns(50) },
    );
  });

  test('never splits a code block or a table row', () => {
    const blocks = fc.array(fc.oneof(paragraph, code, table, list), { maxLength: 12 });
    fc.assert(
      fc.property(blocks, (parts) => {
        const rows = new Set(
          parts
            .join('\n\n')
            .split('\n')
            .filter((line) => line.startsWith('|')),
        );
        for (const piece of cut(parts.join('\n\n'))) {
          const lines = piece.split('\n');
          expect(lines.filter((line) => /^\s*```/.test(line)).length % 2).toBe(0);
          expect(lines.filter((line) => line.startsWith('|') && !rows.has(line))).toEqual([]);
        }
      }),
      { numRuns: countRuns(50) },
    );
  });

  test('keeps a code block that fits whole, even if the piece before it stays short', () => {
    const block = `\`\`\`ts\n${'call(argument);\n'.repeat(110)}\`\`\``;
    const pieces = cut(`Before.\n\n${words(70)}\n\n${block}\n\nAfter.`);
    expect(pieces).toHaveLength(2);
    expect(pieces[1]).toBe(`${block}\n\nAfter.`);
  });

  test('closes a longer code block and opens it again with its language', () => {
    const lines = Array.from({ length: 300 }, (_, n) => `  const value${n} = ${n};`);
    const pieces = cut(`Intro.\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\``);
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces.slice(1)) expect(piece).toMatch(/^```ts\n {2}const value\d+/);
    for (const piece of pieces) expect(piece).toMatch(/\n```$/);
  });

  test('repeats the header rows of a longer table in every piece', () => {
    const rows = Array.from({ length: 120 }, (_, n) => `| key_${n} | ${words(8)} |`);
    const pieces = cut(`| Head | Meaning |\n| --- | --- |\n${rows.join('\n')}`);
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) expect(piece).toMatch(/^\| Head \| Meaning \|\n\| --- \| --- \|\n\| key_/);
  });

  test('does not take a number at the beginning of a wrapped line for an item', () => {
    const before = `${'The desk answers on working days. '.repeat(50)}It is closed until the`;
    const pieces = cut(
      `${before}\n3. of March for winter. ${'It opens at nine in the morning. '.repeat(12)}`,
    );
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every((piece) => /^(?:The desk|It )/.test(piece))).toBe(true);
  });

  test.each([
    ['a line without a full stop', 'Do what the list says', 1],
    ['a heading', '## Steps', 3],
    ['a bold line', '**Steps**', 3],
    ['a row of a table', '| a |\n| - |\n| b |', 3],
  ])('treats numbers below %s as items, and splits none of them', (_kind, before, first) => {
    const item = (n: number) =>
      `${n + first}. Open box ${n}. ${'Look into it for a while. '.repeat(8)}Close it`;
    const pieces = cut(`${before}\n${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(item).join('\n')}`);
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces.slice(1)) expect(piece).toMatch(/^\d+\. Open box/);
  });

  test('keeps a list item together with its nested items and code if it fits', () => {
    const item = (n: number) =>
      `- Step ${n}\n\n  \`\`\`sh\n  run ${n}\n\n  ${'x'.repeat(500)}\n  \`\`\`\n\n  - nested ${n}`;
    const pieces = cut([1, 2, 3, 4, 5, 6, 7, 8].map(item).join('\n'));
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) {
      expect(piece).toMatch(/^- Step/);
      expect(piece).toMatch(/nested \d$/);
    }
  });

  test.each(LONG_ENTRIES)('of 200,000 characters has pieces of at most 2,000: %s', (_title, textOf) => {
    for (const piece of cutMarkdown(textOf(200_000), LIMIT)) expect(piece.length).toBeLessThanOrEqual(LIMIT);
  });
});
