import { expect, test } from 'vitest';
import {
  addEntry,
  changeEntry,
  type ImportFormat,
  importKnowledge,
  listKnowledge,
} from '../../../src/core/knowledge/knowledge.ts';
import { useApp } from '../../support/use-app.ts';

const app = useApp();

async function importInto(serverId: string, text: string, format: ImportFormat) {
  const result = await importKnowledge(app.core, { serverId, text, format });
  const stored = await listKnowledge(app.core, serverId);
  const entries = Object.fromEntries(
    stored.map((one) => [one.title, { text: one.text, questions: one.questions }]),
  );
  return { ...result, entries };
}

const importNew = async (text: string, format: ImportFormat) =>
  importInto((await app.addServer()).id, text, format);

const line = (questions: unknown) =>
  JSON.stringify({ title: 'Opening hours', text: 'Nine to five.', questions });
const many = (count: number) => Array.from({ length: count }, (_, n) => `Question ${n}`);
const OPEN = { text: 'Nine to five.', questions: ['When are you open?', 'Wann habt ihr offen?'] };

test.each<[string, ImportFormat, string]>([
  ['a list in a JSON line', 'jsonl', line(OPEN.questions)],
  [
    'lines below a heading',
    'markdown',
    '# Opening hours\n\nQ: When are you open?\nQ: Wann habt ihr offen?\n\nNine to five.',
  ],
  [
    'a column with bars',
    'csv',
    'title,text,questions\nOpening hours,Nine to five.,When are you open? | Wann habt ihr offen?',
  ],
])('other wordings are imported from %s', async (_from, format, text) => {
  const { entries, rejected, warnings } = await importNew(text, format);
  expect({ entries, rejected, warnings }).toEqual({
    ...{ entries: { 'Opening hours': OPEN }, rejected: [], warnings: [] },
  });
});

test('a single text in a JSON line is one wording, and blank or repeated ones are none', async () => {
  expect((await importNew(line('Open?'), 'jsonl')).entries).toMatchObject({
    'Opening hours': { questions: ['Open?'] },
  });
  const repeated = ['Open?', ' ', 'OPEN?', 'opening  hours'];
  expect((await importNew(line(repeated), 'jsonl')).entries).toMatchObject({
    'Opening hours': { questions: ['Open?'] },
  });
});

test.each<[string, ImportFormat, string]>([
  ['JSON', 'jsonl', line(many(21))],
  ['a table', 'csv', `title,text,questions\nOpening hours,Nine to five.,${many(21).join('|')}`],
])('of more than 20 wordings in %s the first 20 are taken with a warning, and a strict import refuses', async (_from, format, text) => {
  const { entries, warnings } = await importNew(text, format);
  expect(entries).toMatchObject({ 'Opening hours': { text: 'Nine to five.', questions: many(20) } });
  const reason = '"Opening hours" has more than 20 other wordings; only the first 20 are used';
  expect(warnings).toEqual([{ line: format === 'csv' ? 2 : 1, reason }]);
  const { id: serverId } = await app.addServer();
  const strict = await importKnowledge(app.core, { serverId, text, format, isStrict: true });
  expect(strict).toMatchObject({ added: 0, rejected: [{ reason }] });
});

test.each([
  ['a number', 5],
  ['one longer than a title', ['a'.repeat(301)]],
])('what is no wording is refused with its line: %s', async (_what, questions) => {
  const { rejected, added } = await importNew(line(questions), 'jsonl');
  expect({ rejected, added }).toEqual({
    added: 0,
    rejected: [{ line: 1, reason: expect.stringMatching(/^questions/) }],
  });
});

test.each<[string, string, Record<string, { text: string; questions: string[] }>]>([
  [
    'questions with answers',
    '# FAQ\nQ: When are you open?\nA: Nine to five.\n\nQ: Where are you?\nA: In town.',
    {
      'When are you open?': { text: 'Nine to five.', questions: [] },
      'Where are you?': { text: 'In town.', questions: [] },
    },
  ],
  [
    'two questions above one answer',
    '# Hours\nQ: Open when?\nQ: When are you open?\nA: Nine to five.',
    {
      'Hours › When are you open?': { text: 'Nine to five.', questions: [] },
      Hours: { text: 'Q: Open when?', questions: [] },
    },
  ],
  [
    'a question within the text',
    '# Hours\nWe are open.\nQ: a line\nof the text',
    { Hours: { text: 'We are open.\nQ: a line\nof the text', questions: [] } },
  ],
  ['another letter', '# Hours\nF: offen\nNine.', { Hours: { text: 'F: offen\nNine.', questions: [] } }],
  [
    'a line too long for a wording',
    `# Hours\nQ: ${'a'.repeat(301)}\nNine.`,
    { Hours: { text: `Q: ${'a'.repeat(301)}\nNine.`, questions: [] } },
  ],
])('lines that begin with Q: and are no other wordings are imported as ever: %s', async (_what, text, entries) => {
  expect((await importNew(text, 'markdown')).entries).toEqual(entries);
});

test('every heading keeps its own wordings, also below one that asks', async () => {
  const text = `# Shop
## When do you deliver?
Q: How long does it take?
In three days.
### Abroad
Q: Do you ship to Norway?
Within a week.
## Where are you?
Q: What is the address?
In town.`;
  expect((await importNew(text, 'markdown')).entries).toEqual({
    'When do you deliver?': { text: 'In three days.', questions: ['How long does it take?'] },
    Abroad: { text: 'Within a week.', questions: ['Do you ship to Norway?'] },
    'Where are you?': { text: 'In town.', questions: ['What is the address?'] },
  });
});

test('a file that says nothing of other wordings keeps those of an entry; one that lists none takes them out', async () => {
  const { id: serverId } = await app.addServer();
  const { id } = await addEntry(app.core, { serverId, title: 'Opening hours', ...OPEN });
  const silent = { id, title: 'Opening hours', text: 'Ten to six.' };
  const kept = await importInto(serverId, JSON.stringify(silent), 'jsonl');
  expect(kept.entries['Opening hours']).toEqual({ text: 'Ten to six.', questions: OPEN.questions });
  const again = await importInto(serverId, JSON.stringify(silent), 'jsonl');
  expect(again).toMatchObject({ updated: 0, unchanged: 1 });
  await changeEntry(app.core, { serverId, entryId: id, ...silent, questions: ['Open?'] });
  const emptied = await importInto(serverId, JSON.stringify({ ...silent, questions: [] }), 'jsonl');
  expect(emptied).toMatchObject({ updated: 1, entries: { 'Opening hours': { questions: [] } } });
});
