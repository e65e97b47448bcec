import { expect, test } from 'vitest';
import { listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { startAiStub } from '../support/ai-stub.ts';
import { startApp } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { runOn } from './cli-setup.ts';

const app = useApp();

async function importFile(name: string, content: string | Uint8Array, ...options: string[]) {
  const { id } = await app.addServer();
  const words = ['knowledge', 'import', id, name, ...options];
  const run = await runOn(async () => app.core, words, { [name]: content });
  const stored = await listKnowledge(app.core, id);
  return { ...run, entries: stored.map(({ title, text }) => [title, text]) };
}

const toBigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
const MARKDOWN = '# Größe der Boote\r\nHöchstens neun Meter – äußerst.\r\n';
const ENTRY = [['Größe der Boote', 'Höchstens neun Meter – äußerst.']];
const TABLE = 'Frage\tAntwort\r\nGröße der Boote\t"Höchstens neun Meter – äußerst."\r\n';

test.each<[string, string, Uint8Array]>([
  ['UTF-8 with its mark', 'a.md', Buffer.from(`\uFEFF${MARKDOWN}`)],
  ['UTF-16 of Notepad', 'a.md', Buffer.from(`\uFEFF${MARKDOWN}`, 'utf16le')],
  ['UTF-16, high bytes first', 'a.md', toBigEndian(`\uFEFF${MARKDOWN}`)],
  ['UTF-16 without its mark', 'a.md', Buffer.from(MARKDOWN, 'utf16le')],
  ['UTF-16 without its mark, high bytes first', 'a.md', toBigEndian(MARKDOWN)],
  ['Unicode text of Excel', 'a.tsv', Buffer.from(`\uFEFF${TABLE}`, 'utf16le')],
  ['a table in UTF-16, high bytes first', 'a.csv', toBigEndian(`\uFEFF${TABLE}`)],
])('a file is read in the encoding of its editor: %s', async (_way, name, content) => {
  expect(await importFile(name, content)).toMatchObject({ code: 0, err: '', entries: ENTRY });
});

test('a table in windows-1252 is read with a word of it as a warning; one of DOS is refused', async () => {
  const table = 'Frage;Antwort\r\nGröße?;Neun Meter.\r\n;Eine Antwort allein.\r\n';
  const { code, out, entries } = await importFile('a.csv', Buffer.from(table, 'latin1'));
  expect([code, out]).toEqual([0, expect.stringContaining('read as Windows-1252, with words like "Größe"')]);
  expect(out).toContain('line 3: this row has no question; its title becomes "Eine Antwort allein."');
  expect(entries.map(([title]) => title).toSorted()).toEqual(['Eine Antwort allein.', 'Größe?']);
  const dos = Buffer.from(table.replace('ö', '\u0094').replace('ß', '\u0081'), 'latin1');
  expect(await importFile('b.csv', dos)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not UTF-8'),
  });
});

test.each<[string, string, Uint8Array]>([
  ['windows-1252 in Markdown', 'a.md', Buffer.from('# Größe\nNeun Meter – äußerst.', 'latin1')],
  ['half a letter of UTF-16', 'a.md', Buffer.from(`\uFEFF${MARKDOWN}`, 'utf16le').subarray(0, -1)],
])('a file in another encoding is refused as a whole, with advice: %s', async (_way, name, content) => {
  const { code, err, entries } = await importFile(name, content);
  expect([code, err, entries]).toEqual([1, `${name} is not UTF-8. Save it as UTF-8 and try again.\n`, []]);
});

test.each<[string, string, string, string]>([
  ['text above the first heading', 'a.md', 'Ahoy.\n# Fees\nFive.', 'line 1: this text has no heading'],
  [
    'a heading without text',
    'a.md',
    '# Fees\nFive.\n# Boats\n',
    'line 3: this heading or question has no text',
  ],
  [
    'a title twice',
    'a.md',
    '# A\n## Fees\nFive.\n# B\n## Fees\nSix.',
    'line 2: the file has this title more',
  ],
  [
    'a row without an answer',
    'a.csv',
    'question,answer\nFees?,Five.\nBoats?,',
    'line 3: this heading or question',
  ],
  [
    'a row twice',
    'a.tsv',
    'question\tanswer\nFees?\tFive.\nFees?\tFive.',
    'line 3: the file already has the same title',
  ],
  [
    'a body without words',
    'a.jsonl',
    '{"title":"Fees","text":"Five."}\n{"title":"B","text":"<p> </p>"}',
    'line 2: this',
  ],
])('a warning does not stop an import, unless --strict is set: %s', async (_what, name, text, said) => {
  const lenient = await importFile(name, text);
  expect([lenient.code, lenient.out.includes(said), lenient.err]).toEqual([0, true, '']);
  expect(lenient.entries.length).toBeGreaterThan(0);
  const strict = await importFile(name, text, '--strict');
  expect([strict.code, strict.err.includes(said), strict.entries]).toEqual([1, true, []]);
});

test('--strict imports a sound file as usual, and prints refusals for programs', async () => {
  const sound = await importFile('a.csv', 'Frage;Antwort\nWo?;Hier.', '--strict', '--json');
  expect([sound.code, sound.entries]).toEqual([0, [['Wo?', 'Hier.']]]);
  const refused = await importFile('a.md', '# A\n# B\nx', '--strict', '--json');
  expect(JSON.parse(refused.out)).toMatchObject({
    added: 0,
    rejected: [{ line: 1, reason: 'this heading or question has no text' }],
    warnings: [],
  });
});

test('--propose says how many wordings came, why it stopped, and nothing is imported where there is no backend', async () => {
  const bare = await importFile('a.md', MARKDOWN, '--propose');
  expect(bare).toMatchObject({
    code: 1,
    entries: [],
    err: expect.stringContaining('No AI backend is configured'),
  });
  const stub = await startAiStub();
  const other = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' });
  const { id } = await other.addServer();
  const load = (text: string, ...options: string[]) =>
    runOn(async () => other.core, ['knowledge', 'import', id, 'a.md', '--propose', ...options], {
      'a.md': text,
    });
  stub.reply({ questions: ['Wie groß darf mein Boot sein?'] });
  expect((await load(MARKDOWN)).out).toContain('Wordings proposed: 1 (entries looked at: 1)');
  stub.reply('nothing');
  const failed = await load('# Gebühren\nZehn Euro.', '--json');
  expect(JSON.parse(failed.out)).toMatchObject({
    ...{ added: 1, proposed: { entries: 0, wordings: 0, fault: expect.stringContaining('AI backend') } },
  });
  await other.stop();
  await stub.close();
});

test('a large file says how far it is, on stderr alone; a small one and --json say nothing', async () => {
  const line = (n: number) => JSON.stringify({ id: `e${n}`, title: `Entry ${n}`, text: 'word '.repeat(120) });
  const large = Array.from({ length: 2_500 }, (_, n) => line(n)).join('\n');
  const seen = await importFile('large.jsonl', large);
  expect(seen.out).toBe('Imported: 2500 added, 0 updated, 0 unchanged.\n');
  expect(seen.err.split('\n')).toEqual([
    'large.jsonl: reading 1.5 MB',
    ...['1,000', '2,000', '2,500'].map((written) => `large.jsonl: ${written} of 2,500 entries`),
    '',
  ]);
  const silent = await importFile('large.jsonl', large, '--json');
  expect([silent.err, JSON.parse(silent.out).added]).toEqual(['', 2_500]);
  expect((await importFile('small.jsonl', line(1))).err).toBe('');
});
