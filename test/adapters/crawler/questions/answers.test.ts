import { test } from 'vitest';
import { expectEntries, type PageSample } from '../../../support/page-entries.ts';

const NEXT = '<h2>Who pays the label?</h2><p>We do.</p>';
const WHOLE = {
  title: 'How do I return a boat?',
  keeps: ['It depends', '**By sea**', 'Use the crane', 'Ring the bell'],
  lacks: ['We do'],
};

const whole: PageSample[] = [
  {
    name: 'headings below one of several that ask',
    html: `<h2>How do I return a boat?</h2><p>It depends.</p><h3>By sea</h3><p>Use the crane.</p><h3>By land</h3><p>Ring the bell.</p>${NEXT}`,
    entries: [WHOLE],
    count: 2,
  },
  {
    name: 'a question in bold that it asks back',
    html: `<h2>How do I return a boat?</h2><p>It depends on the tide.</p><p><b>Is nobody there?</b></p><p>Ring the bell.</p>${NEXT}`,
    entries: [{ ...WHOLE, keeps: ['It depends', '**Is nobody there?**', 'Ring the bell'] }],
    count: 2,
  },
  {
    name: 'a list of what to check',
    html: `<h2>How do I return a boat?</h2><p>It depends. Check:</p><ul><li><b>Is it dry?</b> Dry it.</li><li><b>Is it clean?</b> Ring the bell.</li></ul>${NEXT}`,
    entries: [{ ...WHOLE, keeps: ['It depends', 'Dry it', 'Ring the bell'] }],
    count: 2,
  },
];

test.each(whole)('a divider within an answer does not split it: $name', expectEntries);

test.each<PageSample>([
  {
    name: 'lower headings that ask',
    html: `<h2>Do you rent boats?</h2><p>Yes.</p><h3>What do they cost?</h3><p>Five.</p>${NEXT}`,
    entries: [{ title: 'What do they cost?', keeps: ['Five'], lacks: ['Yes'] }],
    count: 3,
  },
  {
    name: 'questions below a heading that leads to them',
    html: `<h2>Do you have questions?</h2><p>Here are answers.</p><details><summary>May I fish?</summary><p>By day.</p></details>
      <details><summary>May I swim?</summary><p>In July.</p></details><h2>Do you need more help?</h2><p>Write to us.</p>`,
    entries: [{ title: 'May I fish?', keeps: ['By day'], lacks: ['July'] }],
    count: 4,
  },
  {
    name: 'chapters below a title that asks',
    html: `<h2>What is a pier?</h2><p>A walk.</p><h3>History</h3><p>Long.</p><h3>Uses</h3><p>Many.</p><h2>Contact</h2><p>None.</p>`,
    count: 4,
  },
  {
    name: 'an answer longer than a passage',
    html: `<h2>How do I sail?</h2><p>${'The wind turns. '.repeat(100)}</p><h3>Upwind</h3><p>${'Tack again now. '.repeat(60)}</p>${NEXT}`,
    entries: [{ title: 'Upwind', keeps: ['Tack'], lacks: ['wind turns'] }],
    count: 3,
  },
])('a different question or statement stays a separate entry: $name', expectEntries);
