import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Part, splitMessage, splitParts } from '../../../src/channels/discord/split.ts';

const LIMIT = 2_000;

/** CommonMark's rule for fences, written a second time: the fence that is open at the end, or ''. */
function openFence(message: string): string {
  let open = '';
  for (const line of message.split('\n')) {
    const [, mark = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line) ?? [];
    const isBare = rest.replace(/[ \t\r]/g, '') === '';
    if (mark === '') continue;
    if (open === '') open = mark[0] === '`' && rest.includes('`') ? '' : mark;
    else if (mark[0] === open[0] && mark.length >= open.length && isBare) open = '';
  }
  return open;
}

/** What of the text is in no body: must be white space at cuts alone. */
function leftOut(text: string, parts: readonly Part[]): string {
  let at = 0;
  let out = '';
  for (const { body } of parts) {
    const found = text.indexOf(body, at);
    if (found < 0) return `not found: ${body.slice(0, 40)}`;
    const gap = text.slice(at, found);
    if (gap.trim() !== '') return `lost: ${gap.slice(0, 40)}`;
    out += gap;
    at = found + body.length;
  }
  return (out + text.slice(at)).trim();
}

/** Everything that holds for every text. */
function expectSound(text: string, limit = LIMIT): void {
  const parts = splitParts(text, limit);
  const messages = splitMessage(text, limit);
  expect(messages).toEqual(parts.map(({ prefix, body, suffix }) => prefix + body + suffix));
  for (const message of messages) {
    expect(message.length).toBeLessThanOrEqual(limit);
    expect(message.trim()).not.toBe('');
    expect(openFence(message)).toBe('');
  }
  for (const { prefix, suffix } of parts) {
    expect(prefix).toMatch(/^(?:[ \t]*(?:`{3,}|~{3,}).*\n)?\u200B?$/s);
    expect(suffix).toMatch(/^(?:\n[ \t]*(?:`{3,}|~{3,}))?$/);
  }
  expect(leftOut(text, parts)).toBe('');
  // The part between two bodies is white space, so no character of the text is hidden in prefix or suffix.
  expect(
    parts
      .map(({ body }) => body)
      .join('')
      .replace(/\s/g, ''),
  ).toBe(text.replace(/\s/g, ''));
}

const mark = fc.constantFrom('```', '~~~', '````', '~~~~~', '``', '``````');
const word = fc.oneof(
  { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme', size: 'max' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'größer',
      '👩‍👩‍👧‍👦',
      'e\u0301',
      '🇩🇪',
      '\uD800',
      '\u00A0',
      '。',
      '[a b](https://a.example/x)',
      '`a b`',
      '**b c**',
      '\r',
    ),
  },
  { weight: 1, arbitrary: fc.nat({ max: 3_000 }).map((length) => 'x'.repeat(length)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('`', '~', ' ', '\t', '[', '👍🏽', '\u0301'), fc.nat({ max: 900 }))
      .map(([unit, times]) => unit.repeat(times)),
  },
);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.array(word, { maxLength: 12, size: 'max' }).map((words) => words.join(' ')) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', ' ', '   ', '    ', '\t'),
        mark,
        fc.constantFrom('', 'js', 'ts title="a b"', ' ', 'a`b', '\u00A0'),
      )
      .map((fence) => fence.join('')),
  },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '# Heading', '- item', '> quote', '| a | b |') },
);
const text = fc
  .tuple(fc.array(line, { maxLength: 20, size: 'max' }), fc.constantFrom('\n', '\n', '\r\n', '\n\n'))
  .map(([lines, end]) => lines.join(end));

describe('a split text', () => {
  test('has parts of at most 2,000 with balanced fences and every character, for 10,000 texts', () => {
    fc.assert(
      fc.property(text, (made) => expectSound(made)),
      { numRuns: 10_000 },
    );
  }, 120_000);

  test('holds the same for small limits, where every text is cut', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 120 }), (made, limit) => expectSound(made, limit)),
      { numRuns: 2_000 },
    );
  }, 120_000);
});
