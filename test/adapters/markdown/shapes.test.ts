import { expect, test } from 'vitest';
import { readMarkdown } from '../../../src/adapters/markdown/reader.ts';

const read = (...lines: string[]) =>
  readMarkdown(lines.join('\n'))
    .sections.filter(({ text }) => text !== '')
    .map(({ title, text }) => [title, text]);

const PIER = [
  ['May I fish?', 'Only by day.'],
  ['May I swim?', 'In July.\n\nNot alone.'],
];

test.each<[string, string[]]>([
  [
    'a list of definitions',
    ['May I fish?', ': Only by day.', '', 'May I swim?', ':   In July.', '', '    Not alone.'],
  ],
  [
    'numbers of chapters',
    ['### 2.1 May I fish?', 'Only by day.', '### 2.2. May I swim?', 'In July.', '', 'Not alone.'],
  ],
  [
    'small pictures',
    ['### ❓ May I fish?', 'Only by day.', '### :ocean: May I swim?', 'In July.', '', 'Not alone.'],
  ],
  [
    'quotations',
    [
      '> **Q: May I fish?**\n>\n> A: Only by day.\n\n> **Q: May I swim?**\n>\n> A: In July.\n>',
      '> Not alone.',
    ],
  ],
  [
    'underlines beside other headings',
    ['May I fish?', '---', 'Only by day.', '', 'May I swim?', '-----', 'In July.', '', 'Not alone.'],
  ],
  [
    'headings within what opens',
    [
      '<details><summary>\n\n### May I fish?\n\n</summary>\nOnly by day.\n</details>\n<details>',
      '<summary>## May I swim?</summary>\nIn July.\n\nNot alone.\n</details>',
    ],
  ],
  [
    'shortcodes of Hugo',
    [
      '{{% details title="May I fish?" closed="true" %}}\nOnly by day.\n{{% /details %}}',
      '{{< expand "May I swim?" "..." >}}\nIn July.\n\nNot alone.\n{{< /expand >}}',
    ],
  ],
  [
    'shortcodes of Jekyll',
    [
      '{% details "May I fish?" %}\nOnly by day.\n{% enddetails %}',
      '{% accordion-item title="May I swim?" %}\nIn July.\n\nNot alone.\n{% endaccordion-item %}',
    ],
  ],
])('questions are found by their marks in any flavour of Markdown: %s', (_way, lines) => {
  expect(read('# Pier', 'Rules.', '', ...lines, '', '# Later', 'Soon.')).toEqual([
    ['Pier', 'Rules.'],
    ...PIER,
    ['Later', 'Soon.'],
  ]);
});

test.each<[string, string[], string[][]]>([
  [
    'a rule below text',
    ['# Pier', 'Open.', '', 'Closed at night.', '---', 'Bye.'],
    [['Pier', 'Open.\n\nClosed at night.\n---\nBye.']],
  ],
  [
    'a colon that begins a line',
    ['# Pier', ': see below', '', '- a list', ': not of terms'],
    [['Pier', ': see below\n\n- a list\n: not of terms']],
  ],
  [
    'tabs, which keep their names',
    ['# Fees', '{% tabs %}', '{% tab title="Boats" %}', 'Five.', '{% endtab %}', '{% endtabs %}'],
    [['Fees', '**Boats**\n\nFive.']],
  ],
  [
    'terms',
    ['# Words', 'Berth', ': A place.', '', 'Mole', ': A wall.'],
    [
      ['Berth', 'A place.'],
      ['Mole', 'A wall.'],
    ],
  ],
])('lookalikes are read as what they are: %s', (_what, lines, expected) => {
  expect(read(...lines)).toEqual(expected);
});
