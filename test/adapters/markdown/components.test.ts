import { expect, test } from 'vitest';
import { readMarkdown } from '../../../src/adapters/markdown/reader.ts';

const read = (...lines: string[]) =>
  readMarkdown(lines.join('\n'))
    .sections.filter(({ text }) => text !== '')
    .map(({ title, text }) => [title, text]);

test.each<[string, string[]]>([
  [
    'named by an attribute, in one line',
    [
      '<faq-item question="May I fish?">By day.</faq-item>',
      '<faq-item question="Dogs">On a <b>leash</b>.</faq-item>',
    ],
  ],
  [
    'named by an attribute, over several lines',
    [
      '<my-accordion',
      '  heading="May I fish?">',
      '',
      'By day.',
      '</my-accordion>',
      '<my-accordion heading="Dogs">',
      'On a **leash**.',
      '</my-accordion>',
    ],
  ],
  [
    'of a library, as JSX',
    [
      '<Accordion type="single">',
      '  <AccordionItem value="1">',
      '    <AccordionTrigger>May I fish?</AccordionTrigger>',
      '    <AccordionContent>By day.</AccordionContent>',
      '  </AccordionItem>',
      '  <AccordionItem value="2">',
      '    <AccordionTrigger>Dogs</AccordionTrigger>',
      '    <AccordionContent>',
      '',
      'On a **leash**.',
      '',
      '    </AccordionContent>',
      '  </AccordionItem>',
      '</Accordion>',
    ],
  ],
  [
    'with slots',
    [
      '<accordion-item>',
      '<span slot="title">May I fish?</span>',
      '<p>By day.</p>',
      '</accordion-item>',
      '<accordion-item>',
      '<template #header>Dogs</template>',
      'On a **leash**.',
      '</accordion-item>',
    ],
  ],
  [
    'as pairs in one box',
    [
      '<x-faq>',
      '<x-faq-q>May I fish?</x-faq-q><x-faq-a>By day.</x-faq-a>',
      '<x-faq-q>Dogs</x-faq-q>',
      '<x-faq-a>On a **leash**.</x-faq-a>',
      '</x-faq>',
    ],
  ],
  [
    'as pairs without a box',
    [
      '<Question>May I fish?</Question>',
      '<Answer>By day.</Answer>',
      '<Question>Dogs</Question>',
      '<Answer>',
      '',
      'On a **leash**.',
      '</Answer>',
    ],
  ],
  [
    'that hold both as attributes',
    ['<faq-item question="May I fish?" answer="By day." />', '<QA q="Dogs" a="On a **leash**."/>'],
  ],
])('components of any name with a question and its answer make an entry: %s', (_way, lines) => {
  const text = ['# Pier', 'Rules.', '', ...lines, '', '## Later', 'Soon.'];
  expect(read(...text)).toEqual([
    ['Pier', 'Rules.'],
    ['May I fish?', 'By day.'],
    ['Dogs', 'On a **leash**.'],
    ['Later', 'Soon.'],
  ]);
});

test.each<[string, string[], string]>([
  ['a badge within a line', ['It is <Badge text="new">new</Badge> here.'], 'It is new here.'],
  ['a placeholder', ['Type `/kick` <user-name> or <your-id>.'], 'Type `/kick` <user-name> or <your-id>.'],
  ['a card', ['<Card>', '<CardTitle>Fast</CardTitle>', 'Very.', '</Card>'], 'Fast\nVery.'],
  [
    'code',
    ['```html', '<faq-item question="Why?">So.</faq-item>', '```'],
    '```html\n<faq-item question="Why?">So.</faq-item>\n```',
  ],
])('other tags leave their section whole: %s', (_what, lines, expected) => {
  expect(read('# Pier', ...lines)).toEqual([['Pier', expected]]);
});
