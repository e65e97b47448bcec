import { expect, test } from 'vitest';
import { importKnowledge, listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { ask } from '../support/app.ts';
import { readRows } from '../support/rows.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

async function importBodies(...entries: object[]) {
  const { id: serverId, key } = await app.addServer();
  const text = entries.map((entry) => JSON.stringify(entry)).join('\n');
  const result = await importKnowledge(app.core, { serverId, text, format: 'jsonl' });
  return { ...result, key, stored: await listKnowledge(app.core, serverId) };
}

const BODIES = readRows<{ what: string; body: string; text: string }>('import-html.jsonl', import.meta.url);

test.each(BODIES)('an exported body keeps what its HTML means: $what', async ({ body, text }) => {
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
