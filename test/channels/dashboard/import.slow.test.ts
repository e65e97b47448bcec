import { beforeEach, describe, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { makeDocx, paragraph } from '../../support/files/docx.ts';
import { makePdf } from '../../support/files/pdf.ts';
import type { Seen } from '../../support/visitor.ts';
import { lastAction, useDashboard } from './setup.ts';

const dashboard = useDashboard();
beforeEach(async () => {
  await dashboard.app.core.database.query(null, 'DELETE FROM knowledge', []);
  await dashboard.visitor.get(dashboard.path('knowledge?lang=en'));
});

const all = () => listKnowledge(dashboard.app.core, dashboard.server.id);
const importPath = () => dashboard.path('knowledge/import');
const confirmPath = () => dashboard.path('knowledge/import/confirm');
const upload = (name: string, text: string | Uint8Array<ArrayBuffer>, fields = {}) =>
  dashboard.visitor.upload(importPath(), fields, { field: 'file', name, text });
const paste = (text: string) => dashboard.visitor.post(importPath(), { text });
const line = (entry: object) => JSON.stringify(entry);

/** The token of a preview, as its form has it. */
const tokenOf = ({ document }: Seen) =>
  document.querySelector('input[name=preview]')?.getAttribute('value') ?? '';
const confirm = (preview: Seen) => dashboard.visitor.post(confirmPath(), { preview: tokenOf(preview) });
const rowsOf = ({ document }: Seen, mark: string) =>
  [...document.querySelectorAll(`[data-${mark}]`)].map((row) => row.textContent?.replace(/\s+/g, ' ').trim());

describe('A preview', () => {
  test('writes nothing and says what would be added, changed and stay; confirming it does just that', async () => {
    const two = [line({ id: 'a', title: 'A', text: '1' }), line({ id: 'b', title: 'B', text: '2' })];
    await confirm(await upload('a.jsonl', two.join('\n')));
    const changed = [
      line({ id: 'a', title: 'A', text: 'new words' }),
      two[1],
      line({ title: 'C', text: '3' }),
    ];
    const preview = await upload('b.jsonl', changed.join('\n'));
    expect([preview.status, (await all()).map(({ text }) => text).toSorted()]).toEqual([200, ['1', '2']]);
    expect(preview.text('[data-preview]')).toBe(
      'b.jsonl: Nothing has been imported yet. New: 1, changed: 1, unchanged: 1.',
    );
    expect(rowsOf(preview, 'shown')).toEqual(['changedA new words', 'newC 3']);
    const seen = await dashboard.visitor.follow(await confirm(preview));
    expect(seen.text('[data-imported]')).toBe('1 added, 1 updated, 1 unchanged.');
    expect((await all()).map(({ text }) => text).toSorted()).toEqual(['2', '3', 'new words']);
    expect(await lastAction(dashboard.app, dashboard.server.id)).toMatchObject({
      action: 'knowledge.imported',
      subject: 'b.jsonl +1 ~1',
    });
  });

  test('of a large file is kept whole: what is written is what was shown, in every field', async () => {
    const entries = Array.from({ length: 3_000 }, (_, n) => ({
      ...{ id: `e${n}`, title: `Entry ${n}`, text: `Text ${n} `.repeat(40).trim(), language: 'en' },
      ...{ link: `https://a.example/${n}`, valid_until: '2027-01-31', questions: [`What is ${n}?`] },
    }));
    const preview = await upload('a.jsonl', entries.map(line).join('\n'));
    expect(rowsOf(preview, 'shown')).toHaveLength(20);
    expect(preview.html).toContain('and 2,980 more');
    expect((await confirm(preview)).status).toBe(303);
    const stored = await all();
    expect(stored).toHaveLength(3_000);
    const [first] = stored.filter(({ id }) => id === 'e0');
    expect(first).toMatchObject({
      ...{ title: 'Entry 0', link: 'https://a.example/0', questions: ['What is 0?'], source: 'import' },
      ...{ validUntil: new Date('2027-02-01T00:00:00Z'), provenance: { file: 'a.jsonl', line: 1 } },
    });
  });

  test('names every place that makes no entry, in the reader’s language, and imports the others', async () => {
    const text = [
      line({ title: 'A', text: 'x' }),
      '{no json',
      line({ title: '', text: 'x' }),
      line({ id: 'page:1', title: 'P', text: 'x' }),
      line({ title: 'D', text: 'x', valid_until: 'soon' }),
      line({ title: 'a', text: 'x' }),
      '7',
    ].join('\n');
    const preview = await dashboard.visitor.post(`${importPath()}?lang=de`, { text });
    expect([preview.status, await all()]).toEqual([200, []]);
    expect(rowsOf(preview, 'warning')).toEqual([
      '2Diese Zeile ist kein JSON.',
      '3title: Bitte fülle das aus.',
      expect.stringMatching(/^4id: 1 bis 120/),
      '5valid_until: Das muss ein Datum sein.',
      '6„a“ steht schon dort: Zeile 1.',
      expect.stringMatching(/^7Diese Zeile ist kein Eintrag/),
    ]);
    await confirm(preview);
    expect((await all()).map(({ title }) => title)).toEqual(['A']);
  });

  test.each([
    ['JSON lines', line({ title: 'A', text: 'x' })],
    ['Markdown', '# A\n\nx'],
    [
      'an export of a help desk',
      JSON.stringify({ articles: [{ id: 1, title: 'A', body: '<p>x</p>' }] }, null, 2),
    ],
  ])('is made of pasted %s too', async (_, text) => {
    expect((await confirm(await paste(text))).status).toBe(303);
    expect((await all()).map(({ title }) => title)).toEqual(['A']);
  });

  test.each<[string, () => [string, Buffer<ArrayBuffer>]]>([
    ['a PDF', () => ['fees.pdf', Buffer.from(makePdf([['Five euros a night, for every berth.']]))]],
    [
      'a Word document',
      () => ['x.docx', Buffer.from(makeDocx(paragraph('fees', 1) + paragraph('Five euros.')))],
    ],
    ['a web page', () => ['x.html', Buffer.from('<title>fees</title><h1>fees</h1><p>Five euros.</p>')]],
  ])('is made of %s', async (_, make) => {
    const preview = await upload(...make());
    expect(rowsOf(preview, 'shown')).toEqual([expect.stringContaining('fees Five euros')]);
    await confirm(preview);
    expect(await all()).toMatchObject([{ title: 'fees', text: expect.stringContaining('Five euros') }]);
  });

  test('offers no import where all of it is stored already', async () => {
    await confirm(await paste('# A\nx'));
    const again = await paste('# A\nx');
    expect([tokenOf(again), again.html.includes('nothing to import')]).toEqual(['', true]);
  });
});

describe('A confirmation', () => {
  test('opens only for the person and the server that the preview was made for', async () => {
    const preview = await paste('# A\nx');
    const fields = { preview: tokenOf(preview) };
    const other = await dashboard.signIn(dashboard.guild.addMember({ isAdmin: true }));
    await other.get(dashboard.path('knowledge'));
    const stranger = await other.post(confirmPath(), fields);
    expect([stranger.status, stranger.text('#import [role=alert]')]).toEqual([
      422,
      expect.stringContaining('Choose the file again'),
    ]);
    const foreign = await dashboard.app.addServer();
    expect(
      (await dashboard.visitor.post(`/servers/${foreign.id}/knowledge/import/confirm`, fields)).status,
    ).toBe(404);
    expect((await dashboard.visitor.post(confirmPath(), fields, { csrf: false })).status).toBe(403);
    expect(await all()).toEqual([]);
    expect((await confirm(preview)).status).toBe(303);
  });

  test('of a preview that a later one replaced writes neither', async () => {
    const first = await paste('# A\nx');
    const second = await paste('# B\ny');
    const seen = await confirm(first);
    expect([seen.status, await all()]).toEqual([422, []]);
    expect(seen.text('#import [role=alert]')).toContain('was replaced by a newer one');
    await confirm(second);
    expect((await all()).map(({ title }) => title)).toEqual(['B']);
  });

  test('of what the cache lost asks for the file again', async () => {
    const preview = await paste('# A\nx');
    await dashboard.app.core.database.query(null, 'DELETE FROM cache', []);
    const seen = await confirm(preview);
    expect([seen.status, seen.text('#import [role=alert]'), await all()]).toEqual([
      422,
      expect.stringContaining('Choose the file again'),
      [],
    ]);
  });

  test('counts what changed since the preview: it is compared with what is stored then', async () => {
    const preview = await paste('# A\nx');
    await dashboard.app.addKnowledge(dashboard.server.id, [{ title: 'A', text: 'x' }]);
    const seen = await dashboard.visitor.follow(await confirm(preview));
    expect(seen.text('[data-imported]')).toBe('0 added, 0 updated, 1 unchanged.');
  });
});

test.each([
  ['neither file nor text', () => paste(' '), 'Choose a file'],
  ['both', () => upload('a.md', '# A\nx', { text: 'pasted' }), 'not both'],
  ['another kind of file', () => upload('a.png', 'PK'), 'kind of file cannot be imported'],
  ['a spreadsheet', () => upload('a.xlsx', 'PK'), 'Save it as CSV'],
  ['a kind that every object knows', () => upload('a.constructor', '# A\nx'), 'Markdown (.md)'],
  [
    'a file that is not UTF-8',
    () => upload('a.md', Buffer.from('# A\nGr\u00fc\u00dfe', 'latin1')),
    'not UTF-8',
  ],
  ['a file without entries', () => upload('a.md', '# Heading'), 'No entries were found'],
  ['JSON of another shape', () => upload('a.json', '{"users":[]}'), 'Zendesk'],
  ['a document that is none', () => upload('a.docx', 'nothing'), 'cannot be read'],
])('%s is refused with an explanation, and what was pasted stays', async (_, act, words) => {
  const seen = await act();
  expect([seen.status, await all()]).toEqual([422, []]);
  expect(seen.text('#import')).toContain(words);
});

test('a file with nothing but bad lines is refused, and what was pasted stays in the form', async () => {
  const seen = await paste('{no json\n{"title":""}');
  expect(rowsOf(seen, 'rejected')).toEqual(['1This line is not JSON.', expect.stringContaining('2title')]);
  // The parser of the tests leaves the text of a field escaped.
  expect(seen.text('#import-text')?.replaceAll('&quot;', '"')).toBe('{no json\n{"title":""}');
});
