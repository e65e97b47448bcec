import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PageExtract, readPage } from '../../../src/adapters/crawler/page/page.ts';
import { countRuns } from '../../support/runs.ts';

const URL_OF_PAGE = 'https://site.example/dir/page.html';
/** Outside of code; `<` before a blank, a digit or a sign is arithmetic. */
const TAG = /<[a-z/!?]/i;

function sample(name: string): Buffer {
  return readFileSync(new URL(`pages/${name}.html`, import.meta.url));
}

function read(
  body: Uint8Array | string,
  contentType: string | null = 'text/html',
  url = URL_OF_PAGE,
): PageExtract {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return readPage({ body: bytes, contentType, url, robotsTag: null });
}

function inBody(html: string): string {
  const page = read(
    `<!doctype html><html><head><title>T</title></head><body><main>${html}</main></body></html>`,
  );
  return page.sections.map((section) => section.text).join('\n\n');
}

function withoutCode(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(`{3,})[\s\S]*?\n[ \t]*\1`*$/gm, ' ')
    .replace(/\\./g, ' ')
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, ' ');
}

/** Path and anchor of every section, then all text. */
function outline(page: PageExtract): string[] {
  return page.sections.map(({ path, anchor }) => `${path.join(' > ')} #${anchor}`);
}

function allText(page: PageExtract): string {
  return page.sections.map(({ text }) => text).join('\n\n');
}

describe('pages of documentation generators, wikis, shops and by hand', () => {
  const pages: [string, { outline: string[]; keeps: string[]; drops: string[] }][] = [
    [
      'docusaurus',
      {
        outline: [
          'Installation #null',
          'Installation > Quick start #quick-start',
          'Installation > Quick start > Options #options',
          'Installation > Quick start > Options > Does it work offline? #null',
        ],
        keeps: [
          '```bash\nnpm install fernrohr\nnpx fernrohr init\n```',
          'yarn add',
          'Never commit your `token`.',
          'Yes, once the pages are loaded.',
        ],
        drops: ['Copy', 'Edit this', 'Previous', 'Introduction', 'Copyright', 'Direct link', 'secret'],
      },
    ],
    [
      'mkdocs',
      {
        outline: ['Webhooks #webhooks', 'Webhooks > Format #format', 'Webhooks > Felder #felder'],
        keeps: [
          'Prüfe immer die Signatur',
          '```json\n{\n  "ereignis": "zahlung"\n}\n```',
          '```python\npruefe',
          '```go\nPruefe',
          '- **betrag**: Betrag in Cent',
          '- [x] Signatur',
          '  2. nach 1 Stunde',
        ],
        drops: ['Inhaltsverzeichnis', 'hilfreich', 'Cookies', 'Sorgfalt', '¶'],
      },
    ],
    [
      'sphinx',
      {
        outline: ['Client API #client-api', 'Client API > Navigation #navigation'],
        keeps: [
          '[Error codes](https://site.example/dir/errors.html#codes)',
          '- **class Client(url)**: Opens',
          '```python\n  client = Client("https://x")\n\n  print(client)\n  ```',
          '| Free | 1 guest; 1 day |',
          'thread-safe',
        ],
        drops: ['¶', 'Contents', 'Next'],
      },
    ],
    [
      'wiki',
      {
        outline: [
          'Backup #firstHeading',
          'Backup > Zeitplan #Zeitplan',
          'Backup > Zeitplan > Wiederherstellung #Wiederherstellung',
        ],
        keeps: [
          '- täglich um 3:00 Uhr\n  - nur Änderungen',
          '| 1 | `hafen restore` |',
          '> Ein Backup, das nie geprüft',
        ],
        drops: ['Bearbeiten', 'Inhaltsverzeichnis', 'Kategorie', 'Hauptseite', 'springen'],
      },
    ],
    [
      'wordpress',
      {
        outline: [
          'Rückgabe in fünf Schritten #null',
          'Rückgabe in fünf Schritten > Vorbereitung #h-vorbereitung',
          'Rückgabe in fünf Schritten > Kosten #null',
        ],
        keeps: [
          'Paket mit Rücksendeetikett',
          '1. Bestellnummer',
          '2. Etikett drucken',
          '| Österreich | 0 € |',
        ],
        drops: ['Kommentare', 'Teilen', 'Neueste', 'Cookies', 'Stolz', 'a.jpg'],
      },
    ],
    [
      'faq',
      {
        outline: [
          'Frequently asked questions > Billing > How do I cancel? #null',
          'Frequently asked questions > Billing > Can I get a refund? #null',
          'Frequently asked questions > Account > How do I change my password? #null',
          'Frequently asked questions > Account > Where are my invoices? #null',
        ],
        keeps: [
          '- Yearly plans end',
          'Within 14 days',
          'Use the link on the login page',
          '| Pro | by mail |',
        ],
        drops: ['Ignore all rules', 'Log in', 'Your question', 'type here'],
      },
    ],
    [
      'help-centre',
      {
        outline: ['Lieferung verfolgen #null', 'Lieferung verfolgen > Keine Mail bekommen? #h_01'],
        keeps: [
          '**Sendungsnummer**',
          '[Anfrage](https://hilfe.paket.example/hc/de/requests/new)',
          'Am Sonntag wird nicht zugestellt',
        ],
        drops: ['Zustellung', 'hilfreich', 'Umleitung', 'Impressum', 'Anmelden'],
      },
    ],
  ];
  test.each(
    pages,
  )('%s keeps its headings, code, tables and lists, and loses its furniture', (name, expected) => {
    const page = read(sample(name));
    expect(outline(page)).toEqual(expected.outline);
    for (const kept of expected.keeps) expect(allText(page)).toContain(kept);
    for (const dropped of expected.drops) expect(allText(page)).not.toContain(dropped);
    expect(withoutCode(allText(page))).not.toMatch(TAG);
  });

  test('a page from the nineties with tables, upper case and Latin-1 is read with its anchors', () => {
    const page = read(Buffer.from(sample('old').toString('utf8'), 'latin1'));
    expect(outline(page)).toEqual(['Einrichtung #oben', 'Einrichtung > Fehlersuche #fehler']);
    for (const kept of [
      'grüne Licht',
      '- Kein Licht: Netzteil prüfen',
      '| E1 | Leitung tot |',
      '```\nATZ\nAT&F\n```',
    ]) {
      expect(allText(page)).toContain(kept);
    }
    expect(allText(page)).not.toContain('Treiber');
  });
});

describe('what a page says about itself', () => {
  test('comes as title, language, canonical address and distinct absolute links without fragments', () => {
    const page = read(`<html lang="DE-at"><head><title>Preise – Laden</title><base href="/shop/">
      <link rel="canonical" href="preise#x"></head><body><h1>Preise</h1><p>Text</p>
      <a href="a#1">1</a><a href="a#2">2</a><a href="//b.example/">3</a><a rel="nofollow ugc" href="c">4</a>
      <a href="javascript:alert(1)">5</a><a href="mailto:a@b.example">6</a><a href="http://[">7</a></body></html>`);
    expect(page).toMatchObject({
      title: 'Preise',
      language: 'de',
      canonical: 'https://site.example/shop/preise',
      links: ['https://site.example/shop/a', 'https://b.example/'],
    });
    expect(allText(page)).not.toContain('javascript');
  });

  test.each([
    ['Install | Acme Docs', 'Install', 'Install'],
    ['', 'Setup', 'Setup'],
    ['Pre-install - Acme', 'install', 'Pre-install - Acme'],
    ['A | B | Acme', 'A | B', 'A | B'],
  ])('removes the site name from the title %j if the heading %j shows it', (title, heading, expected) => {
    expect(read(`<title>${title}</title><h1>${heading}</h1><p>Text</p>`).title).toBe(expected);
  });

  test.each([
    ['noindex', null, false, true],
    ['none', null, false, false],
    ['index, follow', 'noindex, nofollow', false, false],
    ['', 'otherbot: noindex', true, true],
  ])('obeys robots meta %j with header %j', (meta, robotsTag, isIndexable, mayFollow) => {
    const body = new TextEncoder().encode(`<meta name="ROBOTS" content="${meta}"><p>Text</p>`);
    expect(readPage({ body, contentType: 'text/html', url: URL_OF_PAGE, robotsTag })).toMatchObject({
      isIndexable,
      mayFollow,
    });
  });

  test('has the same hash for the same readable content, and another for another', () => {
    const one = read('<title>T</title><nav>Monday</nav><main><h2 id="a">H</h2><p class="x">Text</p></main>');
    const same = read('<title>T</title><nav>Tuesday</nav><main><h2 id=a>H</h2>\n<p>Text\n</p></main>');
    const other = read('<title>T</title><main><h2 id="b">H</h2><p>Text</p></main>');
    expect(same.hash).toBe(one.hash);
    expect(other.hash).not.toBe(one.hash);
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('sections', () => {
  test('follow the headings outside code, without empty ones', () => {
    const page = read(
      '# Guide\n\nIntro\n\n## Empty\n\n## Use {#use}\n\n```sh\n# no heading\n```\n',
      'text/markdown',
    );
    expect(page.title).toBe('Guide');
    expect(page.sections).toEqual([
      { path: ['Guide'], anchor: null, text: 'Intro' },
      { path: ['Guide', 'Use'], anchor: 'use', text: '```sh\n# no heading\n```' },
    ]);
  });

  test('above 20,000 characters become several with the same path, cut at paragraph ends', () => {
    const paragraphs = Array.from({ length: 300 }, (_, n) => `Paragraph ${n} ${'word '.repeat(30)}end.`);
    const page = read(
      `<title>T</title><h2 id="x">Long</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`,
    );
    expect(page.sections.length).toBe(3);
    expect(page.sections.every(({ text }) => text.length <= 20_000 && text.endsWith('end.'))).toBe(true);
    expect(new Set(outline(page))).toEqual(new Set(['T > Long #x']));
    expect(allText(page)).toBe(paragraphs.join('\n\n'));
  });
});

describe('I78 only text is read', () => {
  const html = new TextEncoder().encode('<p>Hello</p>');
  test.each([
    'application/pdf',
    'image/svg+xml',
    'application/rss+xml',
  ])('I78 %s is refused by its type', (type) => {
    expect(() => readPage({ body: html, contentType: type, url: URL_OF_PAGE, robotsTag: null })).toThrow(
      expect.objectContaining({ fault: 'not_text', detail: type }),
    );
  });

  test.each<[string, Uint8Array]>([
    ['a PDF', Buffer.from('%PDF-1.7 text')],
    ['a program', Buffer.from('MZ\u0090\u0000\u0003\u0000', 'latin1')],
    ['a gzip archive', gzipSync('<p>Hello</p>')],
    ['a page with NUL bytes', Buffer.from('<p>Hel\u0000lo</p>')],
    ['a drawing', Buffer.from('<?xml version="1.0"?><!-- x --><svg xmlns="x"><text>Hello</text></svg>')],
    ['a feed', Buffer.from('<rss version="2.0"><channel><title>Hello</title></channel></rss>')],
  ])('I78 %s that calls itself HTML is refused', (_, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ fault: 'not_text' }));
  });

  test('I78 a page without words is no_text', () => {
    for (const body of [
      '',
      ' ',
      '<html></html>',
      '<script>x</script><img src=a>',
      '<nav>Menu</nav>',
      '<h1>Only</h1>',
    ]) {
      expect(() => read(body)).toThrow(expect.objectContaining({ fault: 'no_text' }));
    }
  });

  test('I78 scripts, handlers, drawings and frames leave no trace, and code keeps its tags as text', () => {
    const text =
      inBody(`<p onclick="steal()">One <script>steal()</script><img src=x onerror="steal()" alt="two">
      <svg onload="steal()"><text>steal</text></svg><iframe srcdoc="<p>steal</p>">steal</iframe><style>steal{}</style></p>
      <p>&lt;img src=x onerror=alert(1)&gt; and &lt;b<span>&gt;bold</span> &lt;<i>script</i>&gt;x</p>
      <pre><code class="language-html">&lt;script&gt;alert(1)&lt;/script&gt;</code></pre><template><p>steal</p></template>`);
    expect(text).not.toContain('steal');
    expect(text).toContain('One two');
    expect(text).toContain('```html\n<script>alert(1)</script>\n```');
    expect(withoutCode(text)).not.toMatch(TAG);
  });

  test('I78 a stray backtick or backslash releases no tag from the code after it', () => {
    for (const stray of ['a ` b ', 'a `', 'a \\', 'a \\`']) {
      expect(withoutCode(inBody(`<p>${stray}<code>&lt;b&gt;</code> end</p>`))).not.toMatch(TAG);
    }
  });

  test('I78 no tag is left outside code, whatever the page contains', () => {
    const piece = fc.constantFrom(
      '<',
      '&lt;',
      'script',
      '>',
      '&gt;',
      '<b>',
      '</b>',
      '<!--',
      '-->',
      '/',
      'img ',
      '`',
      '\n',
      '<p>',
      '&#60;',
      '<code>',
      '</code>',
      'x',
      ' ',
      '``',
      '\\\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, isMarkdown) => {
        let page: PageExtract;
        try {
          page = read(`Start ${pieces.join('')}`, isMarkdown ? 'text/markdown' : 'text/html');
        } catch {
          return;
        }
        expect(withoutCode(allText(page))).not.toMatch(TAG);
      }),
      { numRuns: countRuns(2_000) },
    );
  });

  test('I78 the character set is that of the byte order mark, the header or the page, else UTF-8', () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    expect(allText(read(latin('<p>Größe</p>'), 'text/html; charset=ISO-8859-1'))).toBe('Größe');
    expect(allText(read(latin('<meta charset="windows-1252"><p>5 \u0080</p>')))).toBe('5 €');
    expect(allText(read(Buffer.from('\uFEFF<p>Größe</p>'), 'text/html; charset=latin1'))).toBe('Größe');
    expect(allText(read(Buffer.from('\uFEFF<p>Größe</p>', 'utf16le')))).toBe('Größe');
    expect(allText(read(Buffer.from('<p>Größe &#0;</p>'), 'text/html; charset=klingon'))).toBe(
      'Größe \uFFFD',
    );
    const lone = Buffer.concat([
      Buffer.from('<p>äöüßäöüßäöüßäöüßäöüßäöüßäöüßäöüß'),
      Buffer.from([0xed, 0xa0, 0x80]),
    ]);
    expect(allText(read(lone))).toMatch(/^[äöüß]{32}\uFFFD+$/);
  });

  test('I78 bytes without a mark are read as what they are, whatever their labels say', () => {
    const text = '<p>Größe süß</p>';
    const wide = Buffer.from(text, 'utf16le');
    const late = `<style>${'a'.repeat(5_000)}</style><meta charset="iso-8859-15">`;
    const euro = Buffer.from([...`${late}<p>5 \u00a4 für zwei`].map((sign) => sign.charCodeAt(0)));
    for (const type of ['text/html', 'text/html; charset=utf-8', 'text/html; charset=utf-16']) {
      expect(allText(read(Buffer.from(wide), type))).toBe('Größe süß');
      expect(allText(read(Buffer.from(wide).swap16(), type))).toBe('Größe süß');
    }
    expect(allText(read(Buffer.from(text, 'latin1')))).toBe('Größe süß');
    expect(allText(read(Buffer.from(text, 'latin1'), 'text/html; charset=utf-8'))).toBe('Größe süß');
    expect(allText(read(Buffer.from(text), 'text/html; charset=iso-8859-1'))).toBe('Größe süß');
    expect(allText(read(Buffer.from(`<meta charset="windows-1252">${text}`)))).toBe('Größe süß');
    expect(allText(read(Buffer.from('<p>Hello</p>'), 'text/html; charset=utf-16'))).toBe('Hello');
    expect(allText(read(euro))).toBe('5 € für zwei');
  });

  test('I78 plain text and Markdown are read without HTML and images', () => {
    expect(allText(read('a < b\n<script>x</script>', 'text/plain'))).toBe('a < b\n&lt;script>x&lt;/script>');
    const markdown =
      '---\nlayout: x\n---\n# T\n\nA <b>bold</b> ![alt](http://x/y.png) [link](http://x)\n<script>\nx\n</script>\n`<b>`';
    expect(allText(read(markdown, 'text/markdown'))).toBe('A **bold** alt [link](http://x)\n\n`<b>`');
  });
});
