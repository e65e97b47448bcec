import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImportFormat, importFile, listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { makeDocx, paragraph, tableOf } from '../../support/files/docx.ts';
import { makePdf, type Printed, writePdf } from '../../support/files/pdf.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function importAs(file: string, format: ImportFormat, bytes: Uint8Array, isStrict = false) {
  const { id: serverId } = await app.addServer();
  const result = await importFile(app.core, { serverId, bytes, format, file, isStrict });
  const stored = await listKnowledge(app.core, serverId);
  const entries = Object.fromEntries(stored.map(({ title, text }) => [title, text]));
  return { ...result, entries, stored };
}

const heading = (text: string): Printed => ({ text, size: 20, drop: 40 });
const foot = (page: number): Printed => ({ text: `page ${page} of 3`, size: 9, drop: 200 });
const HEAD: Printed = { text: 'Harbour handbook', size: 9 };

describe('A PDF', () => {
  test('makes one entry a heading, across pages, without what stands at the edge of each page', async () => {
    const bytes = makePdf([
      [
        HEAD,
        heading('Opening hours'),
        'We are open from nine to five, on Satur-',
        'days until noon.',
        foot(1),
      ],
      [HEAD, 'On holidays we are closed.', heading('Fees'), 'Five euros.', foot(2)],
      [HEAD, heading('Moorings'), { text: '\u0095 north', drop: 30 }, '\u0095 south', foot(3)],
    ]);
    const { entries, warnings, stored } = await importAs('harbour.pdf', 'pdf', bytes);
    expect(entries).toEqual({
      'Opening hours':
        'We are open from nine to five, on Saturdays until noon.\n\nOn holidays we are closed.',
      Fees: 'Five euros.',
      Moorings: '- north\n- south',
    });
    expect(warnings).toEqual([]);
    const pages = stored.map(({ title, provenance }) => [title, provenance.line]);
    expect(Object.fromEntries(pages)).toEqual({ 'Opening hours': 1, Fees: 2, Moorings: 3 });
  });

  test('in which all letters are alike makes one entry a page, and an empty page is a warning with its number', async () => {
    const { entries, warnings, unit } = await importAs(
      'opening-hours.pdf',
      'pdf',
      makePdf([['Nine to five.', 'Every day but Sunday.'], [], ['Closed in winter.']]),
    );
    expect(entries).toEqual({
      'opening hours (p. 1)': 'Nine to five.\nEvery day but Sunday.',
      'opening hours (p. 3)': 'Closed in winter.',
    });
    expect([unit, warnings]).toEqual(['page', [{ line: 2, reason: 'this page has no text' }]]);
  });

  test('keeps what is printed: marks of Markdown and HTML are letters, and hyphens of pairs of words stay', async () => {
    const text = ['Write <b> or &lt; as it is,', 'and enter by the Ein-', 'und Ausgang.', '# one'];
    const { entries } = await importAs('x.pdf', 'pdf', makePdf([[heading('Signs'), ...text]]));
    expect(entries).toEqual({
      Signs: 'Write &lt;b> or &lt; as it is, and enter by the Ein- und Ausgang.\n# one',
    });
  });

  test.each<[string, Buffer, string]>([
    ['of pictures alone', writePdf([Buffer.from('q Q')]), 'has no text, only pictures'],
    ['with a password', LOCKED(), 'needs a password'],
    ['that is cut', makePdf([['Some words']]).subarray(0, 60), 'cannot be read'],
    ['that is none', Buffer.from('words'), 'is of a kind that cannot be imported'],
  ])('%s is refused with what to do', async (_, bytes, reason) => {
    const { rejected, entries } = await importAs('x.pdf', 'pdf', bytes);
    expect(rejected).toEqual([{ line: 1, reason: expect.stringContaining(reason), isOfFile: true }]);
    expect(entries).toEqual({});
  });
});

/** Encrypted with a password that nobody gave: the digests of it are none. */
function LOCKED(): Buffer {
  const digest = `<${'ab'.repeat(32)}>`;
  const encryption = `<< /Filter /Standard /V 1 /R 2 /O ${digest} /U ${digest} /P -1 >>`;
  return writePdf([Buffer.from('BT ET')], '/Encrypt 4 0 R /ID [<00> <00>]', [encryption]);
}

describe('A Word document', () => {
  test('makes one entry a heading and keeps lists, tables and links', async () => {
    const bytes = makeDocx(
      paragraph('Handbook', 1) +
        paragraph('Read this first.') +
        paragraph('Fees', 2) +
        tableOf([
          ['Boat', 'Fee'],
          ['Dinghy', '5 €'],
        ]) +
        paragraph('Rules', 2) +
        paragraph('Be kind &amp; calm.'),
    );
    const { entries, unit } = await importAs('handbook.docx', 'docx', bytes);
    expect(entries).toEqual({
      Handbook: 'Read this first.',
      'Handbook › Fees': '| Boat | Fee |\n| --- | --- |\n| Dinghy | 5 € |',
      'Handbook › Rules': 'Be kind & calm.',
    });
    expect(unit).toBe('section');
  });

  test('takes whole paragraphs in the style of a heading for the text that they are', async () => {
    const long = 'Orders are sent on the day after they were paid, and on Saturdays too. '.repeat(3).trim();
    const sentence =
      'The word berth means a place in the harbour where a ship may lie for a day or for a whole season.';
    const question =
      'May I send something back that I ordered as a gift for somebody who lives in another country than I do?';
    const parts = [
      'When is it sent?',
      long,
      'What is a berth?',
      `${sentence} Ask us.`,
      question,
      'Yes, you may.',
    ];
    const body = parts.map((text, n) => paragraph(text, n < 5 ? 3 : undefined)).join('');
    const { entries } = await importAs('shop.docx', 'docx', makeDocx(body));
    expect(entries).toEqual({
      'When is it sent?': long,
      'What is a berth?': `${sentence} Ask us.`,
      [question]: 'Yes, you may.',
    });
  });

  test('has its headings by their outline, whatever their style is called', async () => {
    const level = (text: string, n: number) =>
      `<w:p><w:pPr><w:outlineLvl w:val="${n}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const styled = (text: string, id: string) =>
      `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const styles =
      '<w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Überschrift 2"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Haus"><w:name w:val="Haus"/><w:basedOn w:val="Kapitel"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>';
    const body =
      styled('Handbook', 'Titel') +
      styled('Fees 3', 'Verzeichnis1') +
      level('1. Fees', 0) +
      paragraph('Five euros.') +
      styled('1.1 Reduced', 'Haus') +
      paragraph('Two euros.') +
      level('2. Rules', 0) +
      paragraph('Be kind.');
    const { entries } = await importAs('x.docx', 'docx', makeDocx(body, styles));
    expect(entries).toEqual({
      'Handbook › Fees': 'Five euros.',
      'Handbook › Fees › Reduced': 'Two euros.',
      'Handbook › Rules': 'Be kind.',
    });
  });

  test('without any outline has those lines as headings that are bold as a whole; bold words stay words', async () => {
    const bold = (text: string) => `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
    const body =
      bold('Fees') +
      paragraph('Five euros.') +
      paragraph('Or four.') +
      bold('Rules') +
      `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Important:</w:t></w:r><w:r><w:t> be kind.</w:t></w:r></w:p>` +
      paragraph('And calm.');
    const { entries } = await importAs('x.docx', 'docx', makeDocx(body));
    expect(entries).toEqual({
      Fees: 'Five euros.\n\nOr four.',
      Rules: '**Important:** be kind.\n\nAnd calm.',
    });
  });

  test('keeps from customers what is hidden, deleted or a comment, and has its notes where they are called', async () => {
    const hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:t> Our margin is 40 %.</w:t></w:r>';
    const deleted = '<w:del w:id="1" w:author="a"><w:r><w:delText> or six</w:delText></w:r></w:del>';
    const added = '<w:ins w:id="2" w:author="a"><w:r><w:t> euros</w:t></w:r></w:ins>';
    const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
    const body =
      paragraph('Fees', 1) +
      `<w:p><w:r><w:t>Five</w:t></w:r>${deleted}${added}${note}${hidden}</w:p>` +
      `<w:p>${hidden}</w:p>` +
      paragraph('Rules', 1) +
      paragraph('Be kind.');
    const notes = '<w:footnote w:id="2"><w:p><w:r><w:t>since May</w:t></w:r></w:p></w:footnote>';
    const { entries } = await importAs('x.docx', 'docx', makeDocx(body, '', notes));
    expect(entries).toEqual({ Fees: 'Five euros (since May)', Rules: 'Be kind.' });
  });

  test('of an old Word or with a password is refused with what to do', async () => {
    const bytes = Buffer.from('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', 'latin1');
    const { rejected } = await importAs('x.docx', 'docx', bytes);
    expect(rejected).toMatchObject([{ reason: expect.stringContaining('Save it without a password') }]);
  });
});

describe('A web page', () => {
  const page = (head: string) =>
    `<html><head><title>Harbour</title>${head}</head><body><nav>Home</nav><main><h1>Harbour</h1><p>It is large.</p>
     <h2 id="hours">Hours</h2><p>Nine to <a href="/five">five</a>.</p></main></body></html>`;

  test('makes one entry a heading, without what stands around its text', async () => {
    const { entries } = await importAs('harbour.html', 'html', Buffer.from(page('')));
    expect(entries).toEqual({ Harbour: 'It is large.', 'Harbour › Hours': 'Nine to five.' });
  });

  test('that names its own address keeps its links and is linked itself', async () => {
    const head = '<link rel="canonical" href="https://a.example/harbour">';
    const { stored } = await importAs('harbour.html', 'html', Buffer.from(page(head)));
    expect(stored.map(({ link }) => link).toSorted()).toEqual([
      'https://a.example/harbour',
      'https://a.example/harbour#hours',
    ]);
    expect(stored.map(({ text }) => text)).toContain('Nine to [five](https://a.example/five).');
  });
});
