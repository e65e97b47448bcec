import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MessagePart, splitMessage, splitParts } from '../../../src/channels/discord/text/render.ts';
import { LONG_ANSWERS } from '../../support/hostile-text.ts';
import { countRuns } from '../../support/runs.ts';

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

/** Where the bodies stand in the text; throws when there is more than white space between them. */
function locate(text: string, parts: readonly MessagePart[]): { from: number; to: number }[] {
  let at = 0;
  const places = parts.map(({ body }) => {
    const from = text.indexOf(body, at);
    const gap = text.slice(at, from);
    if (from < 0 || gap.trim() !== '') throw new Error(`lost before ${JSON.stringify(body.slice(0, 40))}`);
    at = from + body.length;
    return { from, to: at };
  });
  if (text.slice(at).trim() !== '') throw new Error(`lost at the end: ${text.slice(at, at + 40)}`);
  return places;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Characters as people see them that a cut took apart although they would have fitted into a part. */
function findTornCharacters(text: string, cuts: readonly number[], limit: number): string[] {
  const segments = graphemes.segment(text);
  return cuts.flatMap((cut) => {
    const found = segments.containing(cut);
    return found && found.index < cut && found.segment.length < limit / 2 ? [found.segment] : [];
  });
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
  const cuts = locate(text, parts).map(({ from }) => from);
  expect(findTornCharacters(text, cuts, limit)).toEqual([]);
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

const COMMAND = '</open a new ticket:12345>';
const long = fc.integer({ min: 20, max: 30_000 });
/** What answers are made of, of any length: a line, a paragraph with and without blanks, code, a list, a table. */
const shape = fc.oneof(
  fc.constantFrom('One line.', `Type ${COMMAND} now.`, '**A bold line**', '- an item'),
  long.map((length) => 'x'.repeat(length)),
  long.map((length) => '👩‍👩‍👧‍👦'.repeat(1 + Math.floor(length / 11))),
  long.map((length) => `Words ${COMMAND} of a sentence. `.repeat(1 + Math.floor(length / 45)).trim()),
  long.map((length) => `words without an end ${COMMAND} `.repeat(1 + Math.floor(length / 45)).trim()),
  long.map((length) => `\`\`\`js\n${'const line = 1;\n'.repeat(1 + Math.floor(length / 16))}\`\`\``),
  long.map((length) => `\`\`\`\n${'y'.repeat(length)}\n\`\`\``),
  long.map((length) => `- ${'an item goes on '.repeat(1 + Math.floor(length / 16)).trim()}`),
  long.map((length) => '- a short item\n'.repeat(1 + Math.floor(length / 15)).trim()),
  long.map((length) =>
    `| a | b |\n| - | - |\n${'| cell | cell |\n'.repeat(1 + Math.floor(length / 16))}`.trim(),
  ),
);

describe('a split text', () => {
  test('G63 · has parts of at most 2,000 characters with balanced fences and loses no character, whatever the text', () => {
    fc.assert(
      fc.property(text, (made) => expectSound(made)),
      { numRuns: countRuns(10_000) },
    );
  }, 120_000);

  test('has the same properties with small limits that cut every text', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 120 }), (made, limit) => expectSound(made, limit)),
      { numRuns: countRuns(500) },
    );
  }, 120_000);

  test('that fits is one unchanged part; white space alone is no part', () => {
    expect(splitMessage('Hello\n\n- a\n  - b')).toEqual(['Hello\n\n- a\n  - b']);
    expect(splitMessage('')).toEqual([]);
    expect(splitMessage(' \n\t\r\n\u00A0')).toEqual([]);
  });

  test('is cut at a paragraph, else a line, else a sentence, else a word', () => {
    expect(splitMessage('One two three.\n\nFour.\nFive. Six seven', 24)).toEqual([
      'One two three.',
      'Four.\nFive. Six seven',
    ]);
    expect(splitMessage('First line here.\nSecond. line', 24)).toEqual(['First line here.', 'Second. line']);
    expect(splitMessage('It really is so. And more', 22)).toEqual(['It really is so.', 'And more']);
    expect(splitMessage('one two three four five six', 20)).toEqual(['one two three four', 'five six']);
  });

  test('closes a code block at a cut and opens it again with its info string', () => {
    const code = Array.from({ length: 300 }, (_, index) => `  let line${index};`).join('\n');
    const parts = splitMessage(`Code:\n\n\`\`\`ts title="a b"\n${code}\n\`\`\`\nDone.`);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts.slice(1)) expect(part).toMatch(/^```ts title="a b"\n {2}let line/);
    for (const part of parts.slice(0, -1)) expect(part).toMatch(/;\n```$/);
    expect(parts.at(-1)).toMatch(/\n```\nDone\.$/);
  });

  test('keeps shorter fences inside longer ones, indented fences and tilde fences', () => {
    const inner = `\`\`\`js\n${'let a;\n'.repeat(200)}\`\`\`\n`;
    for (const [open, close] of [
      ['````md', '````'],
      ['   ~~~~ x', '   ~~~~'],
    ] as const) {
      const parts = splitMessage(`${open}\n${inner}${inner}${close}`);
      expect(parts.length).toBeGreaterThan(1);
      for (const part of parts) expect(part.startsWith(`${open}\n`)).toBe(true);
      for (const part of parts) expect(part.endsWith(`\n${close}`)).toBe(true);
    }
  });

  test('closes a list item’s code block at the depth where it was opened', () => {
    const parts = splitMessage(`1. Type:\n    \`\`\`sh\n${'    echo x\n'.repeat(300)}    \`\`\`\n2. Done`);
    expect(parts[0]).toMatch(/\n {4}```$/);
    expect(parts[1]).toMatch(/^ {4}```sh\n {4}echo x/);
  });

  test('begins a short code block in the next part rather than cutting it', () => {
    const block = `\`\`\`\n${'x'.repeat(900)}\n${'y'.repeat(300)}\n\`\`\``;
    expect(splitMessage(`${'word '.repeat(210)}\n${block}`)[1]).toBe(block);
  });

  test('has no part shorter than half of its room, but the last, and no mark of the platform is torn', () => {
    fc.assert(
      fc.property(fc.array(shape, { minLength: 2, maxLength: 12 }), (shapes) => {
        const made = shapes.join('\n\n');
        const parts = splitParts(made, LIMIT);
        for (const { prefix, body, suffix } of parts.slice(0, -1))
          expect(body.length).toBeGreaterThanOrEqual((LIMIT - prefix.length - suffix.length) / 2 - 1);
        for (const { body } of parts) expect(body.replaceAll(COMMAND, '')).not.toMatch(/<\/open|12345>/);
      }),
      { numRuns: countRuns(500) },
    );
  });

  test('leaves no heading at the end of a part', () => {
    const body = 'word '.repeat(60).trim();
    const parts = splitMessage(`${'text '.repeat(360).trim()}\n\n## Heading\n\n${body}`);
    expect(parts[1]).toBe(`## Heading\n\n${body}`);
  });

  test('ends no part within a list item that fits into half a part', () => {
    const words = fc.nat({ max: 120 }).map((count) => 'word and so on. '.repeat(1 + (count % 12)).trim());
    const item = fc.tuple(
      fc.constantFrom('- ', '* ', '1. ', '  - '),
      words,
      fc.array(words, { maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(item, { minLength: 30, maxLength: 60 }), fc.boolean(), (items, isLoose) => {
        const blocks = items.map(([mark, first, more]) =>
          [mark + first, ...more.map((text) => `    ${text}`)].join(isLoose ? '\n\n' : '\n'),
        );
        const parts = splitMessage(blocks.join('\n'));
        for (const part of parts.slice(1)) expect(part).toMatch(/^ *(?:[-*]|1\.) /);
      }),
      { numRuns: countRuns(300) },
    );
  });

  test('cuts an item that is longer than a part at its sentences', () => {
    const parts = splitMessage(`Steps:\n\n- ${'One sentence of it. '.repeat(300)}\n- The next.`);
    for (const part of parts) expect(part).toMatch(/\.$/);
  });

  test('cuts neither links nor inline code nor bold text that fit into a part', () => {
    for (const whole of [
      '[the whole page](https://docs.example/a)',
      '`npm run all of it`',
      '**very bold words**',
    ]) {
      for (let length = 1_930; length < 2_010; length += 1) {
        const before = `${'ab '.repeat(700).slice(0, length)} `;
        expect(splitMessage(`${before}${whole} and more`).some((part) => part.includes(whole))).toBe(true);
      }
    }
  });

  test('keeps characters whole, and cuts a character that is longer than a message between code points', () => {
    const family = '👩‍👩‍👧‍👦';
    for (const part of splitMessage(family.repeat(700))) expect(part.replaceAll(family, '')).toBe('');
    const tower = `a${'\u0301'.repeat(3_000)}`;
    expect(splitMessage(tower).join('')).toBe(tower);
    const pairs = `x\u200D${'😀\u200D'.repeat(2_000)}`;
    for (const part of splitMessage(pairs)) expect(part.isWellFormed()).toBe(true);
  });

  test('makes messages of at most 2,000 characters without an open fence of 100,000 characters of any kind', () => {
    for (const message of LONG_ANSWERS.flatMap((answer) => splitMessage(answer))) {
      expect(message.length).toBeLessThanOrEqual(LIMIT);
      expect(openFence(message)).toBe('');
    }
  });
});
