import { expect, test } from 'vitest';
import { importKnowledge, listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { ask } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

async function importBodies(...entries: object[]) {
  const { id: serverId, key } = await app.addServer();
  const text = entries.map((entry) => JSON.stringify(entry)).join('\n');
  const result = await importKnowledge(app.core, { serverId, text, format: 'jsonl' });
  return { ...result, key, stored: await listKnowledge(app.core, serverId) };
}

test.each<[string, string, string]>([
  [
    'lists within lists',
    '<p>Bring:</p><ul><li>an ID</li><li>a card<ul><li>gold</li></ul></li></ul>',
    'Bring:\n\n- an ID\n- a card\n  - gold',
  ],
  ['steps', '<ol start="3"><li>Go.</li><li>Pay.</li></ol>', '3. Go.\n4. Pay.'],
  [
    'a table',
    '<table><tr><th>Boat</th><th>Fee</th></tr><tr><td>Dinghy</td><td>5&nbsp;&euro;</td></tr></table>',
    '| Boat | Fee |\n| --- | --- |\n| Dinghy | 5 € |',
  ],
  [
    'a table without a head, in a box',
    '<div class="t"><table><tbody><tr><td>Mon</td><td>9&ndash;5</td></tr><tr><td>Tue</td><td>closed</td></tr></tbody></table></div>',
    '| Mon | 9–5 |\n| --- | --- |\n| Tue | closed |',
  ],
  ['breaks', 'Pier 3<br>Sylt<br/>Germany', 'Pier 3\nSylt\nGermany'],
  ['breaks in a paragraph', '<p>Pier 3<br />Sylt</p><p>Ring twice.</p>', 'Pier 3\nSylt\n\nRing twice.'],
  ['boxes', '<div>One</div><div>Two</div>', 'One\n\nTwo'],
  [
    'links',
    '<p>See <a href="https://x.example/a?b=1&amp;c=2">the plan</a> or <a href="#top">above</a>.</p>',
    'See [the plan](https://x.example/a?b=1&c=2) or [above](https://x.example/help/1#top).',
  ],
  [
    'a link to a place beside it',
    '<p>See <a href="/help/2">this</a>.</p>',
    'See [this](https://x.example/help/2).',
  ],
  [
    'emphasis and headings',
    '<h2>Fees</h2><p><b>Five</b> or <em>six</em>.</p>',
    '**Fees**\n\n**Five** or *six*.',
  ],
  ['entities', 'Tom &amp; Jo &ndash; gr&uuml;n &quot;now&quot; &#8364; 5', 'Tom & Jo – grün "now" € 5'],
  ['HTML that was escaped', '&lt;p&gt;Tom &amp;amp; Jo&lt;/p&gt;', 'Tom & Jo'],
  ['code', '<pre><code>sail --up\n  --fast</code></pre>', '```\nsail --up\n  --fast\n```'],
  [
    'what opens',
    '<details><summary>And dogs?</summary>On a leash.</details><p>Have fun.</p>',
    '**And dogs?**\n\nOn a leash.\n\nHave fun.',
  ],
  ['scripts and styles', '<style>p{color:red}</style><p>Calm.</p><script>alert(1)</script>', 'Calm.'],
  ['tags within Markdown', '## Fees\n- <b>Five</b><br>\n- six', '## Fees\n- **Five**\n\n- six'],
  ['prose that speaks of tags', 'Write <div> or a < b & c.', 'Write <div> or a < b & c.'],
])('an exported body keeps what its HTML means: %s', async (_what, body, text) => {
  const { stored, rejected } = await importBodies({ title: 'T', body, html_url: 'https://x.example/help/1' });
  expect(rejected).toEqual([]);
  expect(stored.map((entry) => entry.text)).toEqual([text]);
});

test('a title becomes plain words, and a body without words gives a warning', async () => {
  const { stored, warnings } = await importBodies(
    { title: '<b>Fees</b> &amp; more', text: '<p>Five.</p>' },
    { name: 'Nothing', answer: '<p>&nbsp;<br></p>' },
    { subject: 'Picture', content: '<img src="x.png">' },
  );
  expect(stored.map(({ title }) => title)).toEqual(['Fees & more']);
  expect(warnings.map(({ line }) => line)).toEqual([2, 3]);
});

test('lists and tables in HTML stay lists and tables, without tags', async () => {
  const { key } = await importBodies({
    question: 'What does a berth cost?',
    answer: '<p>Berths &amp; fees:</p><ul><li>Dinghy: 5 &euro;</li><li>Yacht: &lt; 20 &euro;</li></ul>',
  });
  const { body } = await app.chat(key, ask('how much is a berth for a yacht?'));
  expect(body.needs_team).toBe(false);
  expect(body.answer).toContain('- Dinghy: 5 €');
  expect(body.answer).not.toMatch(/<\/?\w|&\w+;/);
});
