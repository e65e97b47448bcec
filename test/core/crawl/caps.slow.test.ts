import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { plain, type SiteAnswer, toPage, toSitemap } from '../../support/site.ts';
import { askedFor, SITE, startCrawlTest, stopCrawlApp } from './setup.ts';

afterAll(stopCrawlApp);

const MEGABYTE = 1024 * 1024;
const MINUTE_MS = 60_000;

/** A site without end: what stands on a path is thought of when it is asked for. */
function answerWith(think: (path: string) => SiteAnswer | undefined): Record<string, SiteAnswer> {
  const get = (_: unknown, path: string | symbol) =>
    typeof path === 'string' && path.startsWith('/') ? think(path) : undefined;
  return new Proxy<Record<string, SiteAnswer>>({}, { get });
}

/** A page with text of its own that leads to `paths`. */
function leadTo(name: string, paths: readonly string[]): string {
  const links = paths.map((path) => `<li><a href="${path}">${path}</a></li>`).join('');
  return toPage(`Page ${name}`, `<p>What there is to say about ${name}.</p><ul>${links}</ul>`);
}

/** Sent gzipped, so that a test need not move what it counts. */
function zipped(type: string, body: string): SiteAnswer {
  const bytes = gzipSync(body);
  return (_request, response) =>
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bytes);
}

test('I77 a page more than six links away from the entry is not read', async () => {
  const chain = answerWith((path) => {
    const number = path === '/' ? '0' : /^\/page-(\d+)$/.exec(path)?.[1];
    return number === undefined ? undefined : leadTo(`number ${number}`, [`/page-${Number(number) + 1}`]);
  });
  await using run = await startCrawlTest(chain);
  expect(await run.crawl()).toMatchObject({ state: 'crawled', pages: 7, queued: 0 });
  expect(askedFor(run.site.seen)).toEqual(['/', ...[1, 2, 3, 4, 5, 6].map((n) => `/page-${n}`)]);
});

test('I77 a site that never ends gets requests for 2,000 addresses, and the link says so', async () => {
  // 1,500 are listed and 40 more stand on each page that leads on; a 404 is the quickest answer of all.
  const listed = toSitemap(...Array.from({ length: 1_500 }, (_, n) => `${SITE}/listed-${n}`));
  const broad = answerWith((path) => {
    if (path === '/sitemap.xml') return listed;
    const paths = Array.from({ length: 40 }, (_, n) => `/${path.slice(1)}${n}x`);
    return /^\/(\d+x){0,2}$/.test(path) ? leadTo(path, paths) : undefined;
  });
  await using run = await startCrawlTest(broad);
  const link = await run.crawl();
  expect(link).toMatchObject({ state: 'crawled', limits: ['pages'], queued: 0 });
  expect(link.pages + link.failed).toBe(2_000);
  expect(new Set(askedFor(run.site.seen)).size).toBe(2_000);
});

test('I77 a path is requested with at most 50 queries, and session ids and tracking make no new page', async () => {
  const days = (first: number) => Array.from({ length: 30 }, (_, n) => `/days?from=${first + n}`);
  const calendar = answerWith((path) => {
    const day = /^\/days\?from=(\d+)$/.exec(path)?.[1];
    if (day !== undefined) return leadTo(`day ${day}`, days(Number(day) + 1));
    const marked = ['/inn?utm_source=a', '/inn?sid=7', '/inn?PHPSESSID=8', '/inn#beds'];
    return { '/': leadTo('start', [...days(0), ...marked]), '/inn': leadTo('inn', []) }[path];
  });
  await using run = await startCrawlTest(calendar);
  expect(await run.crawl()).toMatchObject({ state: 'crawled', pages: 52, failed: 0 });
  const asked = askedFor(run.site.seen);
  expect(asked.filter((path) => path.startsWith('/days'))).toHaveLength(50);
  expect(asked.filter((path) => path.startsWith('/inn'))).toEqual(['/inn']);
});

test('I77 relative links that a server answers at any depth end when a part of the path repeats a third time', async () => {
  const trap = answerWith((path) =>
    path.startsWith('/a/') || path === '/' ? leadTo(path, ['a/b/', '../', 'b/']) : undefined,
  );
  await using run = await startCrawlTest(trap);
  await run.crawl();
  const asked = askedFor(run.site.seen);
  expect(asked.length).toBeLessThan(40);
  for (const path of asked) {
    const parts = path.split('/').filter((part) => part !== '');
    for (const part of parts) expect(parts.filter((other) => other === part).length).toBeLessThanOrEqual(2);
  }
});

test('I77 a crawl ends at 200 MB of pages, and the link says so', async () => {
  const paths = Array.from({ length: 130 }, (_, n) => `/large-${n}`);
  const comment = `<script>${' '.repeat(1.9 * MEGABYTE)}</script>`;
  const answers = Object.fromEntries(
    paths.map((path) => [path, zipped('text/html', leadTo(path, []) + comment)]),
  );
  await using run = await startCrawlTest({
    ...answers,
    '/sitemap.xml': toSitemap(...paths.map((path) => SITE + path)),
  });
  const link = await run.crawl('/sitemap.xml');
  expect(link).toMatchObject({ state: 'crawled', limits: ['bytes'], failed: 0 });
  // 105.3 pages are 200 MB; four are read at a time.
  expect(link.pages).toBeGreaterThanOrEqual(105);
  expect(link.pages).toBeLessThanOrEqual(110);
});

test('I77 the bytes of unusable pages count too', async () => {
  const paths = Array.from({ length: 130 }, (_, n) => `/large-${n}`);
  const useless = zipped('text/html', 'x'.repeat(1.9 * MEGABYTE).replace(/^/, '%PDF-1.7 '));
  await using run = await startCrawlTest({
    ...Object.fromEntries(paths.map((path) => [path, useless])),
    '/inn': leadTo('inn', []),
    '/sitemap.xml': toSitemap(`${SITE}/inn`, ...paths.map((path) => SITE + path)),
  });
  expect(await run.crawl('/sitemap.xml')).toMatchObject({ state: 'crawled', limits: ['bytes'] });
  expect(askedFor(run.site.seen).length).toBeLessThanOrEqual(112);
});

test('I77 a crawl ends after 30 minutes, says so, and continues with the pages it has not seen', async () => {
  const paths = Array.from({ length: 12 }, (_, n) => `/page-${n}`);
  await using run = await startCrawlTest({ '/': leadTo('start', paths) });
  for (const path of paths) {
    run.site.answers[path] = (_request, response) => {
      run.app.clock.now += 10 * MINUTE_MS;
      response.writeHead(200, { 'content-type': 'text/html', etag: `"${path}"` }).end(leadTo(path, []));
    };
  }
  const first = await run.crawl();
  expect(first).toMatchObject({ state: 'crawled', limits: ['time'] });
  // Three make 30 minutes, three more may be on their way.
  expect(first.pages).toBeGreaterThanOrEqual(4);
  expect(first.pages).toBeLessThanOrEqual(7);
  expect(first.pages + first.queued).toBe(13);
  for (const path of paths) run.site.answers[path] = leadTo(path, []);
  expect(await run.crawl()).toMatchObject({ limits: [], pages: 13, queued: 0 });
});

test('I77 the crawler keeps the pause that a site requests between any two pages', async () => {
  const paths = Array.from({ length: 5 }, (_, n) => `/page-${n}`);
  const pauseMs = 80;
  const times: number[] = [];
  await using run = await startCrawlTest({
    '/': leadTo('start', paths),
    '/robots.txt': plain(`User-agent: *\nCrawl-delay: ${pauseMs / 1000}\n`),
  });
  for (const path of paths) {
    run.site.answers[path] = (_request, response) => {
      times.push(performance.now());
      response.writeHead(200, { 'content-type': 'text/html' }).end(leadTo(path, []));
    };
  }
  expect(await run.crawl()).toMatchObject({ state: 'crawled', pages: 6 });
  const pauses = times.slice(1).map((time, n) => time - (times[n] ?? 0));
  // Timers may fire a millisecond early.
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(pauseMs - 2);
});

test('I77 of a page with 100,000 links the first 2,000 are examined', async () => {
  const links = Array.from({ length: 100_000 }, (_, n) => `<a href=/x${n}>a</a>`).join('');
  await using run = await startCrawlTest({
    '/': toPage('Start', `<p>All the pages that there are.</p>${links.slice(0, 1.9 * MEGABYTE)}`),
    '/robots.txt': plain('User-agent: *\nDisallow: /x\n'),
  });
  const link = await run.crawl();
  expect(link).toMatchObject({ state: 'crawled', pages: 1 });
  // One of the 2,000 is the home page in the navigation.
  expect(link.failed).toBe(1_999);
  expect(askedFor(run.site.seen)).toEqual(['/']);
});
