import { test } from 'vitest';
import { expectEntries, type PageSample } from '../../../support/page-entries.ts';

const samples: PageSample[] = [
  {
    name: 'questions in a graph, with HTML and entities',
    html: `<!doctype html><html lang="en"><head><title>Help</title><script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebPage","name":"x"},{"@type":["WebPage","FAQPage"],"mainEntity":[{"@type":"Question","name":"How heavy is it?","acceptedAnswer":{"@type":"Answer","text":"<p>Nine kg.</p><ul><li>With box ten</li></ul>"}},{"@type":"Question","name":"Is it &quot;new&quot;?","acceptedAnswer":{"@type":"Answer","text":"Yes &amp; sealed."}}]}]}</script></head><body><div id="app"></div></body></html>`,
    entries: [
      { title: 'How heavy is it?', keeps: ['Nine kg', '- With box'], lacks: ['sealed'] },
      { title: 'Is it "new"?', keeps: ['Yes & sealed'], lacks: ['&amp;'] },
    ],
  },
  {
    name: 'questions of several scripts, one of them broken',
    html: `<!doctype html><html lang="en"><head><title>Help</title><script type="application/ld+json">{broken</script><script type="application/ld+json">[{"@type":"Organization"},{"@type":"FAQPage","mainEntity":{"@type":"Question","name":"Is it red?","acceptedAnswer":{"@type":"Answer","text":"&lt;p&gt;Dark red.&lt;/p&gt;"}}}]</script><script type="application/ld+json">{"@type":"QAPage","mainEntity":{"@type":"http://schema.org/Question","name":"Is it blue?","acceptedAnswer":[{"text":"Light blue."}]}}</script></head><body><h1>FAQ</h1><p>Ask us.</p></body></html>`,
    entries: [
      { title: 'Is it red?', keeps: ['Dark red'], lacks: ['<'] },
      { title: 'Is it blue?', keeps: ['Light blue'], lacks: [] },
    ],
    keeps: ['Ask us'],
  },
  {
    name: 'questions that the page shows as well',
    html: `<script type="application/ld+json">{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"Do you deliver?","acceptedAnswer":{"@type":"Answer","text":"<p>Yes, on Monday.</p>"}},{"@type":"Question","name":"Is pickup possible?","acceptedAnswer":{"@type":"Answer","text":"In Kiel only."}}]}</script><div class="z"><div class="zz">Do you deliver?</div><div>Yes, on <b>Monday</b>.</div></div><p>Is pickup possible? In Kiel only.</p>`,
    entries: [{ title: 'Do you deliver?', keeps: ['Monday'], lacks: [] }],
    count: 2,
  },
  {
    name: 'answers with scripts in them',
    html: `<!doctype html><html lang="en"><head><title>Help</title><script type="application/ld+json">{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"Is it safe?","acceptedAnswer":{"@type":"Answer","text":"<script>alert(1)<\\/script><img src=x onerror=a()><p>Yes.</p>"}}]}</script></head><body><h1>x</h1></body></html>`,
    entries: [{ title: 'Is it safe?', keeps: ['Yes.'], lacks: ['alert', '<'] }],
  },
];

test.each(samples)('$name are one entry each, as plain Markdown', expectEntries);
