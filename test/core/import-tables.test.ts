import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCandidates } from '../../src/core/knowledge/import/texts.ts';
import { importKnowledge, listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

/** What a table makes, and what is said of it. */
async function importTable(text: string) {
  const { id: serverId, key } = await app.addServer();
  const result = await importKnowledge(app.core, { serverId, text, format: 'csv' });
  const stored = await listKnowledge(app.core, serverId);
  const entries = stored.map(({ title, text: said }) => [title, said]).toSorted();
  return { ...result, entries, stored, key };
}

const FERRY = [
  ['Does the ferry carry bikes?', 'Yes, ten of them.'],
  ['When does the ferry leave?', 'At eight; on Sundays at nine.'],
];

test.each<[string, string]>([
  [
    'commas and quotes',
    'Question,Answer\n"When does the ferry leave?","At eight; on Sundays at nine."\nDoes the ferry carry bikes?,"Yes, ten of them."\n',
  ],
  [
    'semicolons, a byte order mark and carriage returns, as German Excel writes it',
    '\uFEFFFrage;Antwort\r\nWhen does the ferry leave?;"At eight; on Sundays at nine."\r\nDoes the ferry carry bikes?;Yes, ten of them.\r\n',
  ],
  [
    'a line that names the separator',
    'sep=;\r\nFrage;Antwort\r\nWhen does the ferry leave?;"At eight; on Sundays at nine."\r\nDoes the ferry carry bikes?;Yes, ten of them.',
  ],
  [
    'tabs after a line that names them, with quotes',
    'sep=\t\nFrage\tAntwort\n"When does the ferry leave?"\t"At eight; on Sundays at nine."\n"Does the ferry carry bikes?"\t"Yes, ten of them."',
  ],
  [
    'blanks before quotes',
    'question, answer\n"When does the ferry leave?", "At eight; on Sundays at nine."\n"Does the ferry carry bikes?", "Yes, ten of them."',
  ],
  [
    'line ends of old computers and rows that are blank',
    'Question,Answer\r\rWhen does the ferry leave?,At eight; on Sundays at nine.\r,\rDoes the ferry carry bikes?,"Yes, ten of them."\r',
  ],
])('a table makes one entry per row, whatever separates its cells: %s', async (_way, text) => {
  expect(await importTable(text)).toMatchObject({ entries: FERRY, rejected: [], warnings: [] });
});

test.each<[string, string[]]>([
  ['German', ['Nr.;Frage;Antwort;Gültig bis', '1;Q?;A.;2999-12-31']],
  ['German, said closer', ['Frage (DE);Antwort (DE);Datum der Antwort', 'Q?;A.;1.1.2026']],
  ['English', ['ID,Title,Body,URL,Locale', '7,Q?,A.,https://x.example/q,en-gb']],
  ['in bold and with colons', ['**Question:**,**Answer:**', 'Q?,A.']],
  ['below a title and a blank row', ['FAQ, as of May,,', ',,', 'Question,Answer,Category', 'Q?,A.,Sea']],
  ['none, where all rows ask', ['Q?,A.', 'Is it far?,No.']],
])('columns are recognised by the names people give them: %s', async (_way, rows) => {
  const { entries, rejected } = await importTable(rows.join('\n'));
  expect(rejected).toEqual([]);
  expect(entries).toContainEqual(['Q?', 'A.']);
});

test('a cell keeps the meaning of its quotes, line breaks, lists and HTML', async () => {
  const rows = [
    'Frage;Antwort\n"Was heißt ""Hafen""?";"Ein Ort:\r\n- für Boote\r\n- für Möwen"',
    '"Say \\"ahoy\\"?";"Then \\"bye\\""\nWie hoch?;6" und "mehr"',
    'Plan?;"<p>Siehe <a href=""https://x.example/p"">Plan</a> &amp; Karte</p><ul><li>Nord</li></ul>"',
    'Pfad?;"C:\\Boote\\"',
  ];
  const { entries } = await importTable(rows.join('\r\n'));
  expect(Object.fromEntries(entries)).toEqual({
    'Was heißt "Hafen"?': 'Ein Ort:\n- für Boote\n- für Möwen',
    'Say "ahoy"?': 'Then "bye"',
    'Wie hoch?': '6" und "mehr"',
    'Plan?': 'Siehe [Plan](https://x.example/p) & Karte\n\n- Nord',
    'Pfad?': 'C:\\Boote\\',
  });
});

test('several answers to a question are joined, and each language makes its own entry', async () => {
  const long = await importTable('Frage;Kurze Antwort;Lange Antwort\nWo?;Am Kai.;Hinter dem Turm.');
  expect(long.entries).toEqual([['Wo?', 'Am Kai.\n\nHinter dem Turm.']]);
  const both = await importTable(
    'id,Frage,Antwort,Question,Answer\nq,Wo liegt sie?,Am Kai.,Where is it?,At the quay.',
  );
  expect(both.stored.map(({ id, title }) => [id, title]).toSorted()).toEqual([
    ['q', 'Wo liegt sie?'],
    ['q-2', 'Where is it?'],
  ]);
});

test('the same question in two categories makes two entries that name their category', async () => {
  const { entries, warnings } = await importTable(
    'Kategorie,Frage,Antwort\nBoot,Was kostet es?,Fünf Euro.\nRad,Was kostet es?,Zwei Euro.\nRad,Was kostet es?,Zwei Euro.',
  );
  expect(entries).toEqual([
    ['Boot › Was kostet es?', 'Fünf Euro.'],
    ['Rad › Was kostet es?', 'Zwei Euro.'],
  ]);
  expect(warnings.map(({ line }) => line).toSorted()).toEqual([2, 3, 4]);
});

test.each<[string, string, object]>([
  [
    'no column of answers',
    'Frage,Datum\nWo?,heute',
    { line: 1, reason: expect.stringContaining('name the columns') },
  ],
  [
    'a quote that is never closed',
    'sep=,\nquestion,answer\n"Wo?,Da.\nWer?,Ich.',
    { line: 3, reason: expect.stringContaining('never closed') },
  ],
])('an unreadable table is refused with the faulty line: %s', async (_what, text, issue) => {
  expect(await importTable(text)).toMatchObject({ rejected: [issue], entries: [] });
});

test('a row without an answer gives a warning with its line, even below multi-line cells', async () => {
  const { warnings } = await importTable('question,answer\nWhere?,"At\r\nthe quay."\nWhen?,');
  expect(warnings).toEqual([{ line: 4, reason: 'this heading or question has no text' }]);
});

test('columns that are not used are named in a warning, and the entry is made of the others', async () => {
  const others = Array.from({ length: 198 }, (_, n) => `other ${n}`).join(',');
  const { entries, warnings } = await importTable(`question,answer,${others}\nWhere?,Here.,${others}`);
  expect(entries).toEqual([['Where?', 'Here.']]);
  expect(warnings).toEqual([
    { line: 1, reason: expect.stringMatching(/^columns that are not used: other 0, .*other 9, … \(198\)$/) },
  ]);
});

test.each<[string, string, string]>([
  ['a row without end', `question,answer\nWho?,${'x'.repeat(1_100_000)}`, 'more than a million characters'],
  ['too many rows', `question,answer\n${'a?,b\n'.repeat(50_001)}`, 'more than a server can'],
])('a table with %s is refused', async (_what, text, reason) => {
  expect(await importTable(text)).toMatchObject({
    ...{ entries: [], rejected: [{ reason: expect.stringContaining(reason) }] },
  });
});

test('words behind a closed quote are kept, as they stand there', async () => {
  const { entries } = await importTable('question,answer\n"Six" inches?,"Yes" and no.\nWho?,"Me, too."');
  expect(entries).toEqual([
    ['"Six" inches?', '"Yes" and no.'],
    ['Who?', 'Me, too.'],
  ]);
});

/** Cells as a spreadsheet may hold them; what only shapes a text, such as HTML or a `\` before a quote, aside. */
const CELL = fc
  .string({ unit: fc.constantFrom(...'abcäß€😀 ,;\t|"\n?.'), minLength: 1, maxLength: 30 })
  .filter((cell) => /[a-z]/.test(cell) && cell === cell.trim());
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

test('what a spreadsheet writes is read back as it was, by any separator and line end', () => {
  const rows = fc.uniqueArray(fc.tuple(CELL, CELL), {
    minLength: 1,
    maxLength: 8,
    selector: ([title]) => title.toLowerCase(),
  });
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      (given, sign, end) => {
        const table = [['id', 'question', 'answer'], ...given.map((cells, n) => [`r${n}`, ...cells])];
        const text = table.map((cells) => cells.map(quote).join(sign)).join(end);
        const read = [...readCandidates(text, 'csv')].map(({ value }) => value);
        expect(read).toEqual(
          given.map(([title, answer], n) => expect.objectContaining({ id: `r${n}`, title, text: answer })),
        );
      },
    ),
  );
});
