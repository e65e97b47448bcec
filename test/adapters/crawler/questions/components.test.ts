import { expect, test } from 'vitest';
import { expectEntries, type PageSample, readSample } from '../../../support/page-entries.ts';

const ENTRIES = [
  { title: 'May I fish?', keeps: ['Only by day'], lacks: ['leash'] },
  { title: 'Dogs', keeps: ['On a **leash**'], lacks: ['day'] },
];

const samples: PageSample[] = [
  {
    name: 'named by an attribute',
    html: `<faq-item question="May I fish?">Only by day.</faq-item>
      <faq-item question="Dogs"><p>On a <b>leash</b>.</p></faq-item>`,
    entries: ENTRIES,
  },
  {
    name: 'with slots',
    html: `<my-accordion><accordion-item><span slot="title">May I fish?</span><p>Only by day.</p></accordion-item>
      <accordion-item><h3 slot="header">Dogs <i class="icon"></i></h3><div slot="content">On a <b>leash</b>.</div></accordion-item></my-accordion>`,
    entries: ENTRIES,
  },
  {
    name: 'as pairs in one box',
    html: `<x-faq><x-faq-q>May I fish?</x-faq-q><x-faq-a>Only by day.</x-faq-a>
      <x-faq-q>Dogs</x-faq-q><x-faq-a>On a <b>leash</b>.</x-faq-a></x-faq>`,
    entries: ENTRIES,
  },
  {
    name: 'as pairs among other text',
    html: `<div><p>Two rules.</p><faq-question>May I fish?</faq-question><faq-answer>Only by day.</faq-answer>
      <faq-question>Dogs</faq-question><faq-answer>On a <b>leash</b>.</faq-answer><p>Have fun.</p></div>`,
    entries: ENTRIES.map((entry) => ({ ...entry, lacks: [...entry.lacks, 'Have fun'] })),
    keeps: ['Two rules', 'Have fun'],
  },
  {
    name: 'with both as attributes',
    html: `<faq-item question="May I fish?" answer="Only by day."></faq-item><faq-item question="Dogs" answer="On a **leash**."></faq-item>`,
    entries: ENTRIES.map(({ title, lacks }) => ({
      title,
      keeps: [title === 'Dogs' ? 'leash' : 'Only by day'],
      lacks,
    })),
  },
];

test.each(samples)('components of any name that expand make one entry each: $name', expectEntries);

test.each<PageSample>([
  {
    name: 'a card',
    html: `<p>Ours.</p><x-card title="Fast"><p>Very fast boats for everyone.</p></x-card>`,
    count: 1,
    keeps: ['Very fast boats'],
  },
  {
    name: 'an icon',
    html: `<p>Press <fa-icon title="Why?"></fa-icon> to begin.</p>`,
    count: 1,
    keeps: ['to begin'],
  },
])('other components leave their section whole: $name', expectEntries);

test.each<PageSample>([
  {
    name: 'a short and a detailed answer',
    html: `<div class="faq-item"><div class="faq-question" role="button" aria-controls="c1"><span>May I fish?</span></div>
      <div class="faq-content" id="c1" style="display: none"><div class="faq-short-answer">Yes, you may.</div>
      <div class="faq-detailed-answer"><p>Only by day.</p></div></div></div>`,
    entries: [{ title: 'May I fish?', keeps: ['Yes, you may', 'Only by day'], lacks: [] }],
    count: 1,
  },
])('an answer in named parts stays whole: $name', expectEntries);

test('the label of a field above questions is not their title', () => {
  const filter =
    '<div class="faq-bar"><label for="t">Topic: </label><select id="t"><option>All</option></select></div>';
  const { sections } = readSample(
    `${filter}<div class="faq-list"><h3>Sea</h3><p>Salt water.</p><h3>Lake</h3><p>No salt.</p></div>`,
  );
  const paths = sections.map(({ path }) => path.slice(1).join(' › '));
  expect(paths.filter((path) => path !== '')).toEqual(['Sea', 'Lake']);
});
