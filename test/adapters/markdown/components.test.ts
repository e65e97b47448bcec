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
    'of a library, as JSX',
    [
      '<Accordion type="single">\n  <AccordionItem value="1">',
      '    <AccordionTrigger>May I fish?</AccordionTrigger>',
      '    <AccordionContent>By day.</AccordionContent>\n  </AccordionItem>',
      '  <AccordionItem value="2">\n    <AccordionTrigger>Dogs</AccordionTrigger>',
      '    <AccordionContent>\n\nOn a **leash**.\n\n    </AccordionContent>\n  </AccordionItem>',
      '</Accordion>',
    ],
  ],
  [
    'with slots',
    [
      '<accordion-item>\n<span slot="title">May I fish?</span>\n<p>By day.</p>\n</accordion-item>',
      '<accordion-item>\n<template #header>Dogs</template>\nOn a **leash**.\n</accordion-item>',
    ],
  ],
  [
    'as pairs in one box',
    [
      '<x-faq>\n<x-faq-q>May I fish?</x-faq-q><x-faq-a>By day.</x-faq-a>\n<x-faq-q>Dogs</x-faq-q>',
      '<x-faq-a>On a **leash**.</x-faq-a>\n</x-faq>',
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
  ['a card', ['<Card>', '<CardTitle>Fast</CardTitle>', 'Very.', '</Card>'], 'Fast\nVery.'],
  [
    'code',
    ['```html', '<faq-item question="Why?">So.</faq-item>', '```'],
    '```html\n<faq-item question="Why?">So.</faq-item>\n```',
  ],
])('other tags leave their section whole: %s', (_what, lines, expected) => {
  expect(read('# Pier', ...lines)).toEqual([['Pier', expected]]);
});
