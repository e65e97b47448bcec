import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { plain, redirectTo, type SiteAnswer, toPage, toSitemap } from '../../support/site.ts';
import { SITE, startCrawlTest, stopCrawlApp } from './setup.ts';

afterAll(stopCrawlApp);

const MEGABYTE = 1024 * 1024;
const INN = toPage('Inn', '<p>The inn has forty beds and a warm kitchen.</p>');

/** A page that leads to every path of `answers`, with the answers themselves. */
function linkAll(answers: Record<string, SiteAnswer>): Record<string, SiteAnswer> {
  const links = Object.keys(answers).map((path) => `<li><a href="${path}">${path}</a></li>`);
  return { '/': toPage('Start', `<p>Welcome to the harbour.</p><ul>${links.join('')}</ul>`), ...answers };
}

function send(type: string, body: string | Buffer, headers: Record<string, string> = {}): SiteAnswer {
  return (_request, response) => response.writeHead(200, { 'content-type': type, ...headers }).end(body);
}

/** Chunk after chunk until the other end has had enough. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, 'and so on ');
  while (!response.destroyed && response.write(chunk)) {
    // The buffer takes more.
  }
  if (!response.destroyed) response.once('drain', () => pour(response));
}

describe('I77 a page that is larger than it may be', () => {
  test('I77 is a fault of only that page, whether it is a bomb, endless or merely large', async () => {
    const decoded = Buffer.alloc(64 * MEGABYTE, 'boom ');
    const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
    await using run = await startCrawlTest(
      linkAll({
        '/gzip': send('text/html', gzipSync(decoded), { 'content-encoding': 'gzip' }),
        '/brotli': send('text/html', brotliCompressSync(decoded, quick), { 'content-encoding': 'br' }),
        '/endless': (_request, response) => pour(response.writeHead(200, { 'content-type': 'text/html' })),
        '/large': send('text/html', INN + ' '.repeat(2 * MEGABYTE)),
        '/cut': send('text/html', gzipSync(INN).subarray(0, 80), { 'content-encoding': 'gzip' }),
        '/inn': INN,
      }),
    );
    expect(await run.crawl()).toMatchObject({ state: 'crawled', pages: 2, failed: 5 });
    expect(await run.pages()).toEqual([
      'failed /brotli too_large',
      'failed /cut unreadable gzip',
      'failed /endless too_large',
      'failed /gzip too_large',
      'failed /large too_large',
      'fetched /',
      'fetched /inn',
    ]);
    expect(await run.titles()).toEqual(['Inn', 'Start']);
  });

  test('I77 does no harm as the sitemap or as the entered page', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE, '<url><loc>'));
    await using run = await startCrawlTest({
      '/': INN,
      '/sitemap.xml': send('application/gzip', bomb),
      '/bomb': send('text/html', bomb, { 'content-encoding': 'gzip' }),
    });
    expect(await run.crawl()).toMatchObject({ state: 'crawled', pages: 1 });
    expect(await run.crawl('/bomb')).toMatchObject({ state: 'failed', fault: 'too_large' });
  });
});

/** Where a redirect must not lead, and what the page says then. */
const REDIRECTS = [
  ['http://169.254.169.254/latest/meta-data/', 'not_public 169.254.169.254'],
  ['http://127.0.0.1/admin', 'not_public 127.0.0.1'],
  ['http://2130706433/', 'not_public 127.0.0.1'],
  ['http://0x7f.1/', 'not_public 127.0.0.1'],
  ['http://[::ffff:10.0.0.1]/', 'not_public ::ffff:a00:1'],
  ['http://localhost/', 'not_public localhost'],
  ['http://inner.docs.example/', 'leads_elsewhere inner.docs.example'],
  ['file:///etc/passwd', 'invalid_address only http and https'],
  ['gopher://docs.example/', 'invalid_address only http and https'],
  ['javascript:alert(1)', 'invalid_address only http and https'],
  ['http://docs.example:25/', 'invalid_address only the ports 80, 443, 8080 and 8443'],
  ['http://docs.example:8080/', 'leads_elsewhere docs.example:8080'],
  ['http://user:pw@docs.example/inn', 'invalid_address no user name or password'],
  ['http://other.example/', 'leads_elsewhere other.example'],
  ['//other.example/', 'leads_elsewhere other.example'],
] as const;

describe('I76 a redirect', () => {
  test('I76 that leads out of the site is a fault of the page, and the other host is not asked', async () => {
    const pages = REDIRECTS.map(([location], n): [string, SiteAnswer] => [
      `/go-${n + 10}`,
      redirectTo(location),
    ]);
    let victims = 0;
    await using run = await startCrawlTest({
      ...linkAll({ ...Object.fromEntries(pages), '/inn': INN }),
      'other.example/': () => (victims += 1),
      'other.example/robots.txt': () => (victims += 1),
    });
    expect(await run.crawl()).toMatchObject({ state: 'crawled', pages: 2, failed: REDIRECTS.length });
    expect(await run.pages()).toEqual([
      ...REDIRECTS.map(([, fault], n) => `failed /go-${n + 10} ${fault}`),
      'fetched /',
      'fetched /inn',
    ]);
    expect(victims).toBe(0);
    expect(run.site.seen.some((line) => /admin|meta-data|passwd/.test(line))).toBe(false);
  });

  test.each(
    REDIRECTS.slice(0, 6),
  )('I76 of the entered page to %s ends the crawl with %s', async (location, fault) => {
    await using run = await startCrawlTest({ '/': redirectTo(location) });
    expect(await run.crawl()).toMatchObject({ state: 'failed', fault: fault.split(' ')[0] });
    expect(run.site.seen).toEqual(['404 /robots.txt', '302 /']);
  });

  test('I76 in a circle of two pages is a fault, like one of a page to itself', async () => {
    await using run = await startCrawlTest(
      linkAll({ '/a': redirectTo('/b'), '/b': redirectTo('/a'), '/self': redirectTo('/self') }),
    );
    await run.crawl();
    expect(await run.pages()).toEqual([
      'failed /a too_many_redirects',
      'failed /b too_many_redirects',
      'failed /self too_many_redirects',
      'fetched /',
    ]);
  });

  test('I76 is a fault after five in a row, however often the site is crawled', async () => {
    const chain = Array.from({ length: 20 }, (_, n): [string, SiteAnswer] => [
      `/c${n}`,
      redirectTo(`/c${n + 1}`),
    ]);
    await using run = await startCrawlTest({ '/': toPage('Start', '<p>Go <a href="/c0">there</a>.</p>') });
    for (const [path, answer] of chain) {
      // Every visit is written by itself.
      run.site.answers[path] = (request, response) => {
        run.app.clock.now += 4_000;
        if (typeof answer === 'function') answer(request, response);
      };
    }
    await run.crawl();
    const pages = await run.pages();
    expect(pages.filter((line) => line.startsWith('failed'))).toEqual(['failed /c5 too_many_redirects']);
    expect(pages).toHaveLength(7);
    await run.crawl();
    expect((await run.pages()).filter((line) => line.startsWith('failed'))).toEqual([
      'failed /c5 too_many_redirects',
    ]);
    expect(run.site.seen.some((line) => line.endsWith('/c6'))).toBe(false);
  });

  test('I76 into a forbidden folder requests nothing there', async () => {
    await using run = await startCrawlTest({
      ...linkAll({ '/door': redirectTo('/private/a') }),
      '/private/a': INN,
      '/robots.txt': plain('User-agent: *\nDisallow: /private/\n'),
      '/entry': redirectTo('/private/a'),
    });
    await run.crawl();
    expect(await run.crawl('/entry')).toMatchObject({ state: 'failed', fault: 'robots' });
    expect(run.site.seen.filter((line) => line.includes('/private'))).toEqual([]);
  });
});

test('I78 content that is not a page of text is not stored, whatever it calls itself', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>drawn words</text></svg>';
  await using run = await startCrawlTest(
    linkAll({
      '/manual': send('application/pdf', '%PDF-1.7 words of a manual'),
      '/manual-as-page': send('text/html', '%PDF-1.7 words of a manual'),
      '/setup': send('application/octet-stream', Buffer.from('MZ\u0000\u0001 program')),
      '/setup-as-page': send('text/html', Buffer.from('MZ\u0090\u0000\u0003 program')),
      '/drawing': send('image/svg+xml', svg),
      '/drawing-as-page': send('text/html', svg),
      '/data': send('application/json', '{"words":"data"}'),
      '/empty': send('text/html', '<html><body></body></html>'),
      '/inn': INN,
      '/manual.pdf': INN,
      '/setup.exe': INN,
    }),
  );
  expect(await run.crawl()).toMatchObject({ state: 'crawled', pages: 2, failed: 8 });
  const faults = (await run.pages()).map((line) => line.split(' ').slice(0, 3).join(' '));
  expect(faults).toEqual([
    'failed /data not_text',
    'failed /drawing not_text',
    'failed /drawing-as-page not_text',
    'failed /empty no_text',
    'failed /manual not_text',
    'failed /manual-as-page not_text',
    'failed /setup not_text',
    'failed /setup-as-page not_text',
    'fetched /',
    'fetched /inn',
  ]);
  expect(await run.titles()).toEqual(['Inn', 'Start']);
  expect(run.site.seen.filter((line) => /\.(pdf|exe)$/.test(line))).toEqual([]);
});

test('I78 no tag, script, handler or comment of a page is stored', async () => {
  const article = `<p onclick="pwned()">The <b onerror='pwned()'>old</b> pier<script>pwned()</script> is long.</p>
    <img src=x onerror=pwned() alt="a <b>view</b>"><style>.pwned{}</style><!-- pwned -->
    <iframe srcdoc="<script>pwned()</script>">pwned</iframe><svg onload=pwned()><text>pwned</text></svg>
    <h2 id='"><script>pwned()</script>'>Times <img src=x onerror=pwned()></h2><p>Daily <<b>at</b>> eight.</p>
    <a href="javascript:pwned()">inn</a> <math><mtext></p><img src=x onerror=pwned()></math>
    <table><tr><td>fare<script>pwned()</script></td><td>2 coins</td></tr></table><noscript>pwned</noscript>
    <template>pwned</template><p>&lt;script&gt;told()&lt;/script&gt; is text.</p>`;
  await using run = await startCrawlTest({ '/': toPage('Pier</title><script>pwned()</script>', article) });
  await run.crawl();
  const entries = await listKnowledge(run.app.core, run.serverId);
  const stored = entries.map(({ title, text }) => `${title}\n${text}`).join('\n');
  expect(stored).toContain('old');
  expect(stored).toContain('2 coins');
  expect(stored).not.toMatch(/<\/?(script|img|b|p|svg|iframe|style|table|td|a|h2|math|template)\b/i);
  expect(stored).not.toMatch(/pwned\(|onerror|javascript:/);
});

describe("I76 a site's robots.txt", () => {
  test('I76 prevents requests for forbidden pages, however they are named', async () => {
    const canonical = '<link rel="canonical" href="/private/c">';
    await using run = await startCrawlTest({
      ...linkAll({
        '/inn': INN.replace('</head>', `${canonical}</head>`),
        '/private/a': INN,
        '/%70rivate/b': INN,
        '/x/../private/d': INN,
        '/open/print.html': INN,
        '/open/page?print=1': INN,
      }),
      '/private/c': INN,
      '/sitemap.xml': toSitemap(`${SITE}/private/e`, `${SITE}/open/`),
      '/open/': toPage('Open', '<p>Open all the year to everybody.</p>'),
      '/robots.txt': plain('User-agent: *\nDisallow: /private/\nDisallow: /*?print=\nDisallow: /*.html$\n'),
    });
    await run.crawl();
    expect(await run.titles()).toEqual(['Inn', 'Open', 'Start']);
    expect(run.site.seen.filter((line) => /rivate|print/.test(line))).toEqual([]);
  });

  test.each([
    ['HTTP 503', plain('busy', 503)],
    ['a broken connection', (_: unknown, response: ServerResponse) => response.destroy()],
    ['a broken archive', send('text/plain', Buffer.from('no gzip'), { 'content-encoding': 'gzip' })],
    ['a redirect in circles', redirectTo('/robots.txt')],
  ] as [
    string,
    SiteAnswer,
  ][])('I76 that answers with %s lets nothing be asked for', async (_title, answer) => {
    await using run = await startCrawlTest({ '/robots.txt': answer, '/': INN });
    expect(await run.crawl()).toMatchObject({ state: 'failed', fault: 'robots_unavailable' });
    expect(run.site.seen.filter((line) => !line.endsWith(' /robots.txt'))).toEqual([]);
  });

  test('I76 cannot cause a read of a sitemap in the inner network', async () => {
    const sitemaps = ['http://169.254.169.254/s.xml', 'http://127.0.0.1/s.xml', 'file:///etc/passwd'];
    await using run = await startCrawlTest({
      '/': INN,
      '/robots.txt': plain(sitemaps.map((url) => `Sitemap: ${url}`).join('\n')),
    });
    expect(await run.crawl()).toMatchObject({ state: 'crawled', pages: 1 });
    // A page of a few words is held against what the site says at an address that cannot exist.
    const asked = run.site.seen.filter((line) => !/^404 \/[\da-f]{32}$/.test(line));
    expect(asked.toSorted()).toEqual(['200 /', '200 /robots.txt', '404 /sitemap.xml']);
  });

  // 2,000 letters is the longest address that is read; each pattern is tried at each of them.
  const steep = `/${'a'.repeat(1_900)}`;
  test.each([
    ['36,000 rules', `User-agent: *\n${'Disallow: /x/\n'.repeat(36_000)}`],
    ['patterns of stars', `User-agent: *\n${`Disallow: /${'*'.repeat(1_900)}b\n`.repeat(265)}`],
    ['patterns of stars and letters', `User-agent: *\n${`Disallow: /${'*a'.repeat(950)}b\n`.repeat(265)}`],
    // Kept once for every name above them, the rules would be 330 million.
    [
      '22,000 names of robots with 15,000 rules',
      'User-agent:*\n'.repeat(22_000) + 'Disallow:/x\n'.repeat(15_000),
    ],
  ])('I77 of %s delays nobody', async (_title, rules) => {
    await using run = await startCrawlTest({
      '/': toPage('Start', `<p>To <a href="/inn">the inn</a> and <a href="${steep}">a steep path</a>.</p>`),
      '/inn': INN,
      [steep]: toPage('Steep', '<p>A path that takes its time.</p>'),
      '/robots.txt': plain(rules),
    });
    const startedAt = performance.now();
    const before = performance.eventLoopUtilization();
    expect(await run.crawl()).toMatchObject({ state: 'crawled', pages: 3 });
    expect(performance.eventLoopUtilization(before).active).toBeLessThan(1_500);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});
