import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitiseAnswer } from '../src/core/answering/sanitise/sanitise.ts';
import { cutBeginning } from '../src/domain/markdown/cut.ts';
import { countRuns } from './support/runs.ts';

const COMMAND = '</open a new ticket:12345>';
const FAMILY = '👩‍👩‍👧‍👦';
const long = fc.integer({ min: 20, max: 30_000 });
const times = (text: string, length: number) => text.repeat(1 + Math.floor(length / text.length)).trim();
/** What answers are made of, of any length. */
const shape = fc.oneof(
  fc.constantFrom(
    'One line.',
    `Type ${COMMAND} now.`,
    '## A heading',
    'It leads in:',
    '- an item',
    '**Bold**',
  ),
  ...[
    'x',
    FAMILY,
    `A sentence ${COMMAND} ends. `,
    `words ${COMMAND} without an end `,
    'a line\n',
    '- an item\n',
  ].map((text) => long.map((length) => times(text, length))),
  long.map((length) => `\`\`\`js\n${times('const line = 1;\n', length)}\n\`\`\``),
  long.map((length) => `\`\`\`\n${'y'.repeat(length)}\n\`\`\``),
  long.map((length) => `- ${times('an item goes on ', length)}`),
  long.map((length) => `| a | b |\n| - | - |\n${times('| cell | cell |\n', length)}`),
  long.map((length) => `| ${'head '.repeat(200)} |\n| - |\n| ${times('cell ', length)} |`),
);

test.each([
  200, 2_000, 5_900,
])('the beginning of a text fills at least half of %i characters, and tears nothing', (limit) => {
  fc.assert(
    fc.property(fc.array(shape, { minLength: 1, maxLength: 8 }), (shapes) => {
      const text = shapes.join('\n\n');
      const cut = cutBeginning(text, limit);
      expect(cut.length).toBeLessThanOrEqual(limit);
      if (text.length > limit) expect(cut.length).toBeGreaterThanOrEqual(limit / 2 - 2);
      expect((cut.match(/^```/gm) ?? []).length % 2).toBe(0);
      expect(cut.replaceAll(COMMAND, '')).not.toMatch(/<\/|12345/);
      expect(cut.replaceAll(FAMILY, '')).not.toMatch(/[\u{1F466}-\u{1F469}\u200D]/u);
    }),
    { numRuns: countRuns(300) },
  );
});

test('one line and a paragraph of 30,000 characters are more than the line', () => {
  for (const paragraph of [
    'x'.repeat(30_000),
    'word '.repeat(6_000),
    `\`\`\`\n${'line\n'.repeat(6_000)}\`\`\``,
  ]) {
    const allowedHosts = () => new Set<string>();
    const { text, isCut } = sanitiseAnswer(`One line.\n\n${paragraph}`, { allowedHosts, canary: 'secret' });
    expect([isCut, text.length > 2_900 && text.length <= 6_000]).toEqual([true, true]);
  }
});
