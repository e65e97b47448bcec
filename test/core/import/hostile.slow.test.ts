import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ImportFormat, listKnowledge, readImport } from '../../../src/core/knowledge/knowledge.ts';
import { ask, startApp, type TestApp } from '../../support/app.ts';
import { makeDocx, makeZip } from '../../support/files/docx.ts';
import { assemble, writePdf } from '../../support/files/pdf.ts';

let app: TestApp;
let server: { id: string; key: string };
beforeAll(async () => {
  app = await startApp();
  server = await app.addServer();
  await app.addKnowledge(server.id, [{ title: 'When do you open?', text: 'At nine.' }]);
});
afterAll(() => app.stop());

/** Its own caps are 512 MB and 30 s; what is taken between two looks comes on top. */
const MOST_CHILD_MB = 640;
const MOST_OWN_MB = 160;
const MOST_MS = 45_000;
/** One answer beside it, on a machine whose other cores are busy. */
const MOST_ANSWER_MS = 2_000;

const PAGE = Buffer.from('BT /F1 11 Tf 1 0 0 1 50 700 Tm (Words on this page) Tj ET');
const FORM_CIRCLE = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >> /Contents 5 0 R >>',
  '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >> /Length 11 >>\nstream\n/X Do /X Do\nendstream',
  '<< /Length 5 >>\nstream\n/X Do\nendstream',
];
const COLUMNS = Array.from({ length: 198 }, (_, n) => `c${n}`).join(',');
const GIVEN_UP = ['too_slow', 'too_much_memory'];

test.skipIf(process.platform !== 'linux').each<[string, ImportFormat, () => Buffer, string[]]>([
  ['a PDF that unpacks to 700 MB', 'pdf', () => writePdf([Buffer.alloc(700_000_000, ' ')]), GIVEN_UP],
  [
    'a PDF of 10,000 pages',
    'pdf',
    () => writePdf(Array.from({ length: 10_000 }, () => PAGE)),
    ['too_many_pages'],
  ],
  ['a PDF whose forms draw themselves', 'pdf', () => assemble(FORM_CIRCLE), ['pictures', ...GIVEN_UP]],
  [
    'an archive that unpacks to 700 MB',
    'docx',
    () => makeZip({ '[Content_Types].xml': Buffer.alloc(700_000_000) }),
    // It holds no document, which is seen before anything is unpacked.
    ['broken', ...GIVEN_UP],
  ],
  [
    'a Word document of a million runs',
    'docx',
    () => makeDocx(`<w:p>${'<w:r><w:t>a</w:t></w:r>'.repeat(1_000_000)}</w:p>`),
    GIVEN_UP,
  ],
  ['a page nested 100,000 deep', 'html', () => Buffer.from(`${'<div>'.repeat(100_000)}x`), ['broken']],
  ['a page of 30 MB', 'html', () => Buffer.from('<p>some words here</p>'.repeat(1_300_000)), GIVEN_UP],
  ['a table with a line of 31 MB', 'csv', () => Buffer.from(`q,a\n${'x'.repeat(31_000_000)}`), ['long_row']],
  [
    'ten million lines that are no entries',
    'jsonl',
    () => Buffer.from('{}\n'.repeat(10_000_000)),
    ['too_many', ...GIVEN_UP],
  ],
  [
    'JSON nested 30 million deep',
    'json',
    () => Buffer.from('['.repeat(30_000_000)),
    ['bad_json', ...GIVEN_UP],
  ],
  [
    'four million headings',
    'markdown',
    () => Buffer.from('# a\n\nx\n'.repeat(4_000_000)),
    ['too_many', ...GIVEN_UP],
  ],
])(
  '%s is refused in time, within its memory, while the service answers',
  async (_what, format, make, faults) => {
    const bytes = make();
    const before = residentMb('self');
    const peaks = { child: 0, own: 0 };
    const look = setInterval(() => {
      peaks.own = Math.max(peaks.own, residentMb('self') - before);
      for (const pid of childrenOf(process.pid)) peaks.child = Math.max(peaks.child, residentMb(pid));
    }, 25);
    const began = performance.now();
    const reading = readImport(app.core, { serverId: server.id, bytes, format, file: `x.${format}` });
    const asked = performance.now();
    expect((await app.chat(server.key, ask('When do you open?'))).body.answer).toContain('nine');
    expect(performance.now() - asked).toBeLessThan(MOST_ANSWER_MS);
    const { rejected, entries } = await reading;
    clearInterval(look);
    expect(entries).toEqual([]);
    expect(faults).toContain(rejected[0]?.kind);
    expect(performance.now() - began).toBeLessThan(MOST_MS);
    expect(peaks.child).toBeGreaterThan(0);
    expect(peaks.child).toBeLessThan(MOST_CHILD_MB);
    expect(peaks.own).toBeLessThan(MOST_OWN_MB);
    expect(childrenOf(process.pid)).toEqual([]);
  },
  90_000,
);

test('a table of 200 columns makes entries of those that are known', async () => {
  const bytes = Buffer.from(`question,answer,${COLUMNS}\nWho?,Me.,${COLUMNS}`);
  const { entries, warnings } = await readImport(app.core, { serverId: server.id, bytes, format: 'csv' });
  expect(entries).toMatchObject([{ entry: { title: 'Who?', text: 'Me.' } }]);
  expect(warnings).toMatchObject([{ kind: 'unknown_columns' }]);
});

test('a reading that nobody waits for any more is ended at once, and the next file gets its turn', async () => {
  const bytes = Buffer.from(`${'<div>'.repeat(100_000)}x`);
  const leaving = new AbortController();
  const left = readImport(app.core, { serverId: server.id, bytes, format: 'html' }, leaving.signal);
  const next = readImport(app.core, {
    serverId: server.id,
    bytes: Buffer.from('# A\nx'),
    format: 'markdown',
  });
  leaving.abort();
  await expect(left).rejects.toThrow();
  expect((await next).entries).toHaveLength(1);
});

test('a third file of the same server is refused while two are read, and nothing of it stays', async () => {
  const read = () =>
    readImport(app.core, { serverId: server.id, bytes: Buffer.from('# A\nx'), format: 'markdown' });
  const two = [read(), read()];
  await expect(read()).rejects.toMatchObject({ code: 'too_many_uploads' });
  await Promise.all(two);
  expect((await read()).entries).toHaveLength(1);
  expect(await listKnowledge(app.core, server.id)).toHaveLength(1);
});

function residentMb(pid: number | string): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Processes that this one started and that still run. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}
