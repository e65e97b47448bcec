import { expect, test } from 'vitest';
import { readMarkdown } from '../../../src/adapters/markdown/reader.ts';

/** Titles with their texts, as far as something is said. */
const read = (...lines: string[]) =>
  readMarkdown(lines.join('\n'))
    .sections.filter(({ text }) => text !== '')
    .map(({ title, text }) => [title, text]);
const titles = (...lines: string[]) => read(...lines).map(([title]) => title);

const SECOND = ['', '## Where may I anchor?', 'Behind the mole.'];
const ANCHOR = ['Where may I anchor?', 'Behind the mole.'];

test.each<[string, string[], string]>([
  [
    'headings for each case',
    [
      '## How do I book a berth?\nIt depends.\n### By radio\nChannel nine.\n\n### At the office',
      'Ring the bell.',
    ],
    'It depends.\n\n**By radio**\n\nChannel nine.\n\n**At the office**\n\nRing the bell.',
  ],
  [
    'a question in bold that it asks back',
    ['## How do I book a berth?\nCall us on channel nine.\n', '**Does nobody answer?** Then ring the bell.'],
    'Call us on channel nine.\n\n**Does nobody answer?** Then ring the bell.',
  ],
  [
    'a list of what to check',
    [
      '## How do I book a berth?\nBefore you call, go through this:\n',
      '1. **Is your boat shorter than nine metres?** Longer ones stay outside.',
      '2. **Is it insured?** We ask for the papers.',
    ],
    'Before you call, go through this:\n\n1. **Is your boat shorter than nine metres?** Longer ones stay outside.\n2. **Is it insured?** We ask for the papers.',
  ],
])('a divider within an answer does not split it: %s', (_what, lines, answer) => {
  expect(read('# Harbour', ...lines, ...SECOND)).toEqual([['How do I book a berth?', answer], ANCHOR]);
});

test('a problem with a checklist keeps its list among questions', () => {
  const lines = ['## The pump does not start!', 'Please check:', '- **Is there a coin in it?** Any will do.'];
  const text = 'Please check:\n- **Is there a coin in it?** Any will do.';
  expect(read(...lines, ...SECOND, '## Is there water?', 'Yes.')[0]).toEqual([
    'The pump does not start!',
    text,
  ]);
});

test('described problems count as questions if a third of the headings are questions', () => {
  const told = ['The door is stuck!', 'It is cold.', 'I lost my key.', 'I found a bug!'];
  const lines = told.flatMap((title) => [`## ${title}`, 'Check:', '- **Is it locked?** Unlock it.', '']);
  expect(titles(...lines, ...SECOND, '## Is there water?', 'Yes.')).toEqual([
    ...told,
    'Where may I anchor?',
    'Is there water?',
  ]);
});

test('bold items below an item or after a colon belong to the answer, whatever they ask', () => {
  const items = [
    '1. **How do I return a boat?**\n   Have a look:\n   - **Is it dry?** Dry it.',
    '   - **Is it clean?** Wash it.\n\n   Then ring the bell.\n2. **Who pays?** We do.',
  ];
  expect(read(...items)).toEqual([
    [
      'How do I return a boat?',
      'Have a look:\n- **Is it dry?** Dry it.\n- **Is it clean?** Wash it.\n\nThen ring the bell.',
    ],
    ['Who pays?', 'We do.'],
  ]);
  const lines = [
    '**How do I return a boat?**\n\nHave a look:\n\n- **Is it dry?** Dry it.',
    '- **Is it clean?** Wash it.',
  ];
  expect(read('## Boats', ...lines, '', '**Who pays?**', '', 'We do.')).toEqual([
    ['How do I return a boat?', 'Have a look:\n\n- **Is it dry?** Dry it.\n- **Is it clean?** Wash it.'],
    ['Who pays?', 'We do.'],
  ]);
});

test('if Q: and A: mark questions, a bold one between them belongs to the answer', () => {
  const lines = ['Q: May I fish?', 'A: Only by day.', '', '**Why only by day?**', 'Because of the nets.'];
  expect(read(...lines, '', 'Q: May I swim?', 'A: In July.')).toEqual([
    ['May I fish?', 'Only by day.\n\n**Why only by day?**\nBecause of the nets.'],
    ['May I swim?', 'In July.'],
  ]);
});

test.each<[string, string[], string[]]>([
  [
    'lower headings that ask',
    ['## Do you rent boats?', 'Yes.', '### What do they cost?', 'Five.', ...SECOND],
    ['Do you rent boats?', 'What do they cost?', 'Where may I anchor?'],
  ],
  [
    'chapters below a title that asks',
    ['# What is Pier?', 'A tool.', '## Install', 'Copy it.', '## Use', 'Run it.'],
    ['What is Pier?', 'Install', 'Use'],
  ],
  [
    'questions in bold below a heading that only leads to them',
    ['## More questions?', '', '**May I fish?** No.', '', '**May I swim?** Yes.', ...SECOND],
    ['May I fish?', 'May I swim?', 'Where may I anchor?'],
  ],
])('a different question stays a separate entry: %s', (_what, lines, expected) => {
  expect(titles(...lines)).toEqual(expected);
});

test('the parts of an answer that is longer than a passage are entries that name the whole', () => {
  const long = 'The wind turns at noon. '.repeat(60).trim();
  const lines = ['## How do I sail?', long, '### Upwind', long, ...SECOND];
  const [, part] = readMarkdown(lines.join('\n')).sections.filter(({ text }) => text !== '');
  expect(part).toMatchObject({ title: 'Upwind', path: ['How do I sail?'], isPart: true });
});

test.each<[string, string[]]>([
  [
    'beside each other',
    ['### Frage 1', '', 'Darf ich hier', 'angeln?', '', '### Antwort 1', '', 'Nur am Tag.'],
  ],
  ['by letters', ['#### Q1', '> Darf ich hier angeln?', '#### A1', 'Nur am Tag.']],
  ['of which only the answer is named', ['## Darf ich hier angeln?', '### Antwort', 'Nur am Tag.']],
])('headings that only say question and answer are replaced by the words below them: %s', (_way, lines) => {
  expect(read('# Hafen', ...lines)).toEqual([['Darf ich hier angeln?', 'Nur am Tag.']]);
});

test.each<[string, string[], string[]]>([
  ['a glossary', ['## A', 'Anchor: an iron.', '## F', 'Fender: a cushion.'], ['A', 'F']],
  [
    'an answer to nothing',
    ['## Question hours', 'At nine.', '## Answer', '42.'],
    ['Question hours', 'Answer'],
  ],
])('letters and words that only look like such headings stay: %s', (_what, lines, expected) => {
  expect(titles(...lines)).toEqual(expected);
});

test.each<[string, string[], [string, string][]]>([
  [
    'short and detailed answers',
    [
      '| Topic | Question | Short Answer | Detailed Answer |\n|:--|:--|:--|:--|',
      '| Sea | May I fish? | Yes. | By day. |',
    ],
    [['May I fish?', 'Yes.\n\nBy day.\n\nTopic: Sea']],
  ],
])('tables of questions may name their columns differently: %s', (_way, lines, expected) => {
  expect(read('## Sea', ...lines)).toEqual(expected);
});

test('a number at the beginning of a wrapped line starts no question, and no word of it is lost', () => {
  const prose = [
    '## Winter\nThe desk is closed until the\n3. Where shall parcels go until then?\nTo the depot.',
  ];
  expect(titles(...prose)).toEqual(['Winter']);
  const list = ['Ask away\n1. Who pays?\nThe sender\n2. Who carries?\nThe depot\n3. Who signs?\nYou'];
  expect(titles(...list).slice(-3)).toEqual(['Who pays?', 'Who carries?', 'Who signs?']);
  const same = ['1. Who pays?', 'The sender', '1. Who carries?', 'The depot'];
  expect(titles(...same)).toEqual(['Who pays?', 'Who carries?']);
});

test.each<[string, string[], string[]]>([
  [
    'begins at 1 below a line without a full stop, a second time too',
    ['1. Who pays?\nYou\n2. Who signs?\nMe\n\nOther matters\n1. Who calls?\nThey\n2. Who waits?\nWe'],
    ['Who pays?', 'Who signs?', 'Who calls?', 'Who waits?'],
  ],
  [
    'leaves numbers out',
    ['1. Who pays?', 'The sender', '4. Who carries?', 'The depot'],
    ['Who pays?', 'Who carries?'],
  ],
])('a list of questions that %s keeps them all', (_kind, lines, expected) => {
  expect(titles('# FAQ', ...lines).slice(-expected.length)).toEqual(expected);
});
