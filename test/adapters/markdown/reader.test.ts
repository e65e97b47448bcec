import { expect, test } from 'vitest';
import { readMarkdown } from '../../../src/adapters/markdown/reader.ts';

/** Titles with their texts, as far as something is said. */
const read = (...lines: string[]) =>
  readMarkdown(lines.join('\n'))
    .sections.filter(({ text }) => text !== '')
    .map(({ title, text }) => [title, text]);

const HARBOUR = [
  ['When does the harbour open?', 'At six.'],
  ['Where may I anchor?', 'Behind the mole.'],
];

test.each<[string, string[]]>([
  [
    'in bold',
    ['# Harbour\n**When does the harbour open?**\nAt six.\n\n__Where may I anchor?__\n', 'Behind the mole.'],
  ],
  [
    'in the line of the answer',
    ['**When does the harbour open?** At six.', '**Where may I anchor?** – Behind the mole.'],
  ],
  [
    'numbered',
    ['1. **When does the harbour open?** At six.', '2. **Where may I anchor?**', '   Behind the mole.'],
  ],
  [
    'items with answers within',
    ['- When does the harbour open?', '  - At six.', '- Where may I anchor?', '  - Behind the mole.'],
  ],
  [
    'Q: and A:',
    ['Q: When does the harbour open?', 'A: At six.', '', 'Q: Where may I anchor?', 'A: Behind the mole.'],
  ],
  [
    'both in one line',
    ['Q: When does the harbour open? A: At six.', '', 'Q: Where may I anchor? A: Behind the mole.'],
  ],
  [
    'Frage and Antwort',
    [
      '*Frage:* When does the harbour open?\n*Antwort:* At six.\n\n**Frage 2:** Where may I anchor?',
      'Antwort: Behind the mole.',
    ],
  ],
  [
    'a table',
    [
      '| Nr | Frage | Antwort |\n|---|---|---|\n| | When does the harbour open? | At six. |',
      '| | Where may I anchor? | Behind the mole. |',
    ],
  ],
  [
    'details',
    [
      '<details><summary><b>When does the harbour open?</b></summary>\n\nAt six.\n</details>',
      '<details>\n<summary>\nWhere may I anchor?\n</summary>\nBehind the mole.\n</details>',
    ],
  ],
  [
    'a definition list',
    [
      '<dl>\n<dt>When does the harbour open?</dt><dd>At six.</dd>\n<dt>Where may I anchor?</dt>',
      '<dd>Behind the mole.</dd>\n</dl>',
    ],
  ],
  [
    'boxes of MkDocs',
    [
      '??? question "When does the harbour open?"\n    At six.\n\n???+ faq "Where may I anchor?"\n',
      '    Behind the mole.',
    ],
  ],
  [
    'boxes of VitePress',
    [
      '::: details When does the harbour open?\nAt six.\n:::\n\n::: details Where may I anchor?',
      'Behind the mole.\n:::',
    ],
  ],
  [
    'components',
    [
      '<Accordion title="When does the harbour open?">\nAt six.\n</Accordion>\n<Accordion',
      '  title="Where may I anchor?"\n>\nBehind the mole.\n</Accordion>',
    ],
  ],
  [
    'no marks at all',
    ['When does the harbour open?', 'At six.', '', 'Where may I anchor?', 'Behind the mole.'],
  ],
])('each question is a separate entry, however it is marked: %s', (_way, lines) => {
  expect(read(...lines)).toEqual(HARBOUR);
});

test.each<[string, string[], string[][]]>([
  [
    'a remark in bold',
    ['## Anchor', '**Note:** only by day.', '', '**Important**', '', 'No fires.'],
    [['Anchor', '**Note:** only by day.\n\n**Important**\n\nNo fires.']],
  ],
  [
    'a check list',
    ['## Before you write', '- Did you restart?', '- Did you update?', '', 'Then write to us.'],
    [['Before you write', '- Did you restart?\n- Did you update?\n\nThen write to us.']],
  ],
  [
    'a table of prices',
    ['## Prices', '| Boat | Day |', '|---|---|', '| Dinghy | 5 |'],
    [['Prices', '| Boat | Day |\n|---|---|\n| Dinghy | 5 |']],
  ],
  [
    'panels of an answer',
    ['## How do I sail?', '**Upwind**', 'Tack.', '', '**Downwind**', 'Run.'],
    [['How do I sail?', '**Upwind**\nTack.\n\n**Downwind**\nRun.']],
  ],
  [
    'a rhetorical question',
    ['## Tides', 'Why care? Because boats ground.', '', 'More below.'],
    [['Tides', 'Why care? Because boats ground.\n\nMore below.']],
  ],
])('text that only looks like a question stays in its entry: %s', (_what, lines, expected) => {
  expect(read(...lines)).toEqual(expected);
});

test.each([
  ['## **`2FA`** &amp; [keys](https://x.example) {#keys}', '2FA & keys'],
  ['## <a id="q1"></a>Q1: May I fish?', 'May I fish?'],
  ['## 3D charts with C#', '3D charts with C#'],
  ['## 1. Mai: closed', '1. Mai: closed'],
  ['## my_boat_name __now__ {: .wide }', 'my_boat_name now'],
])('a title becomes plain words: %s', (heading, title) => {
  expect(read(heading, 'Text.')).toEqual([[title, 'Text.']]);
});

test('markup that only a site generator reads is not text', () => {
  const page = [
    '+++\ntitle = "Quay"\n+++\nimport Tabs from \'@theme/Tabs\';\nexport const x = 1;\n\n[[toc]]',
    '- [Fees](#fees)\n- [Boats](#boats)\n## Fees\n> [!NOTE]\n> Paid in cash.\n\n{/* hidden */}',
    '<Tabs>\n<TabItem value="d" label="Dinghy">\n\nFive.\n\n</TabItem>\n</Tabs>\n',
    '[Back to top](#quay)\n',
    'See the [list][l] or <a href="https://x.example/m">map</a>.<br/>Bye &ndash; soon\n',
    '[l]: https://x.example/list "List"',
  ].join('\n');
  const { title, sections } = readMarkdown(page);
  expect(title).toBe('Quay');
  expect(sections.filter(({ text }) => text !== '')).toMatchObject([
    {
      title: 'Fees',
      text: 'Paid in cash.\n\n**Dinghy**\n\nFive.\n\nSee the [list](https://x.example/list) or [map](https://x.example/m).\nBye – soon',
    },
  ]);
});
