import { afterAll, expect, test } from 'vitest';
import { claimLink } from '../../../src/adapters/db/knowledge/links.ts';
import { crawlWhenDue } from '../../../src/core/knowledge/due-links.ts';
import { addLink, crawlDueLinks, crawlNow, listLinks } from '../../../src/core/knowledge/links.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { plain, toPage, toSitemap } from '../../support/site.ts';
import { exportText, rowsOf } from '../backup-setup.ts';
import { SITE, startCrawlTest, stopCrawlApp } from './setup.ts';

afterAll(stopCrawlApp);

const INN = toPage('Inn', '<p>The inn has forty beds and a warm kitchen.</p>');
const HOUR_MS = 3_600_000;
const never = new AbortController().signal;
const quiet = () => undefined;

test('a new link waits for the next crawl and is read again after a day', async () => {
  await using run = await startCrawlTest({ '/inn': INN });
  const { core, clock } = run.app;
  expect(await addLink(core, run.serverId, `${SITE}/inn`)).toMatchObject({ state: 'queued', pages: 0 });
  await crawlWhenDue(core, never);
  expect((await listLinks(core, run.serverId))[0]).toMatchObject({ state: 'crawled', pages: 1 });
  run.site.forget();
  clock.now += 23 * HOUR_MS;
  await crawlWhenDue(core, never);
  expect(run.site.seen).toEqual([]);
  clock.now += 2 * HOUR_MS;
  await crawlWhenDue(core, never);
  expect(run.site.seen).toContain('304 /inn');
});

test('links of a server that the bot left are not read automatically', async () => {
  await using run = await startCrawlTest({ '/inn': INN });
  await addLink(run.app.core, run.serverId, `${SITE}/inn`);
  await changeServer(run.app.core, run.serverId, { active: false });
  await crawlWhenDue(run.app.core, never);
  expect(run.site.seen).toEqual([]);
  await changeServer(run.app.core, run.serverId, { active: true });
  await crawlWhenDue(run.app.core, never);
  expect(run.site.seen).toContain('200 /inn');
});

test('of many crawlers that see a due link, one reads it', async () => {
  await using run = await startCrawlTest({ '/inn': INN });
  await addLink(run.app.core, run.serverId, `${SITE}/inn`);
  await Promise.all(Array.from({ length: 6 }, () => crawlDueLinks(run.app.core, never)));
  expect(run.site.seen.filter((line) => line.endsWith(' /inn'))).toEqual(['200 /inn']);
});

test('a link that is being crawled cannot be crawled again until its crawler has been silent for two minutes', async () => {
  await using run = await startCrawlTest({ '/inn': INN });
  const { core, clock } = run.app;
  await addLink(core, run.serverId, `${SITE}/inn`);
  const now = new Date(clock.now);
  const dead = { by: crypto.randomUUID(), now, until: new Date(clock.now + 120_000) };
  await claimLink(core.database, null, dead);
  const crawl = () => crawlNow(core, run.serverId, `${SITE}/inn`, { signal: never, onProgress: quiet });
  await expect(crawl()).rejects.toMatchObject({ code: 'invalid_input' });
  clock.now += 121_000;
  expect(await crawl()).toMatchObject({ state: 'crawled', pages: 1 });
});

test('a crawl whose link another crawler took over stops and leaves it alone', async () => {
  await using run = await startCrawlTest({ '/inn': INN });
  const { core, clock } = run.app;
  run.site.answers['/inn'] = (_request, response) => {
    clock.now += 121_000;
    const now = new Date(clock.now);
    void claimLink(core.database, null, {
      by: crypto.randomUUID(),
      now,
      until: new Date(clock.now + 120_000),
    }).then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(INN));
  };
  await expect(run.crawl('/inn')).rejects.toThrow('another process');
  expect((await listLinks(core, run.serverId))[0]).toMatchObject({ state: 'crawling' });
  expect(await run.titles()).toEqual([]);
});

test('a crawl that is stopped keeps what it read and continues later', async () => {
  await using run = await startCrawlTest({
    '/sitemap.xml': toSitemap(`${SITE}/inn`, `${SITE}/slow`),
    '/inn': INN,
  });
  const stop = new AbortController();
  run.site.answers['/slow'] = () => setImmediate(() => stop.abort());
  const { core, serverId } = { core: run.app.core, serverId: run.serverId };
  await addLink(core, serverId, `${SITE}/sitemap.xml`);
  await crawlDueLinks(core, stop.signal).catch(quiet);
  expect((await listLinks(core, serverId))[0]).toMatchObject({ state: 'queued' });
  run.site.answers['/slow'] = toPage('Slow', '<p>This page took its time to be written.</p>');
  await crawlDueLinks(core, never);
  expect(await run.titles()).toEqual(['Inn', 'Slow']);
});

test('a site that stops answering keeps its last good version, says why and is tried again in six hours', async () => {
  await using run = await startCrawlTest({ '/': INN });
  await run.crawl();
  run.site.answers['/'] = plain('busy', 503);
  const link = await run.crawl();
  expect(link).toMatchObject({ state: 'failed', fault: 'http_status', detail: '503' });
  expect(link.crawledAt).not.toBeNull();
  expect(link.dueAt.getTime() - run.app.clock.now).toBe(6 * HOUR_MS);
  expect(await run.titles()).toEqual(['Inn']);
});

test('a site that answers every page with 410 keeps its last good version', async () => {
  await using run = await startCrawlTest({ '/': INN });
  await run.crawl();
  run.site.answers['/'] = plain('nothing', 410);
  expect(await run.crawl()).toMatchObject({ state: 'failed', detail: '410' });
  expect(await run.titles()).toEqual(['Inn']);
  run.site.answers['/'] = INN;
  expect(await run.crawl()).toMatchObject({ state: 'crawled' });
  expect(await run.titles()).toEqual(['Inn']);
});

test('a site that fails page after page is left alone after eight', async () => {
  const paths = Array.from({ length: 40 }, (_, n) => `/page-${n}`);
  await using run = await startCrawlTest({
    '/': INN,
    '/sitemap.xml': toSitemap(...paths.map((path) => SITE + path)),
  });
  for (const path of paths) run.site.answers[path] = plain('busy', 503);
  expect(await run.crawl()).toMatchObject({ state: 'failed', detail: '503' });
  const asked = run.site.seen.filter((line) => line.startsWith('503'));
  expect(asked.length).toBeLessThanOrEqual(12);
});

test('robots.txt is obeyed: what it forbids is never requested, and nothing is if it cannot be fetched', async () => {
  await using run = await startCrawlTest({
    '/': INN.replace('<p>', '<p><a href="/private/x">x</a> '),
    '/private/x': INN,
    '/robots.txt': plain('User-agent: *\nDisallow: /private/\n'),
  });
  await run.crawl();
  expect(await run.pages()).toEqual(['failed /private/x robots', 'fetched /']);
  expect(run.site.seen.join()).not.toContain('/private');
  run.site.answers['/robots.txt'] = plain('busy', 503);
  run.site.forget();
  expect(await run.crawl()).toMatchObject({ state: 'failed', fault: 'robots_unavailable' });
  expect(run.site.seen).toEqual(['503 /robots.txt']);
  expect(await run.titles()).toEqual(['Inn']);
});

test('a server holds at most 50 links, each once', async () => {
  await using run = await startCrawlTest({});
  const add = (n: number) => addLink(run.app.core, run.serverId, `${SITE}/${n}`);
  await Promise.all(Array.from({ length: 49 }, (_, n) => add(n)));
  const outcomes = await Promise.allSettled([add(100), add(101), add(102)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(add(1)).rejects.toMatchObject({ code: 'already_exists' });
  await expect(add(200)).rejects.toThrow('at most 50');
});

test('an inner address, another port or a password is refused when it is added', async () => {
  await using run = await startCrawlTest({});
  for (const url of ['http://127.0.0.1/', 'http://[::1]/', 'http://localhost/'])
    await expect(addLink(run.app.core, run.serverId, url)).rejects.toThrow('public internet');
  for (const url of ['http://docs.example:25/', 'http://user:pw@docs.example/'])
    await expect(addLink(run.app.core, run.serverId, url)).rejects.toThrow('not the address of a web page');
  expect(await listLinks(run.app.core, run.serverId)).toEqual([]);
});

test('a link of a server with full knowledge says so at the page, and reads it when there is room', async () => {
  await using run = await startCrawlTest({ '/inn': INN });
  const { database } = run.app.core;
  const fill = `INSERT INTO knowledge (server_id, id, title, text, source)
    SELECT $1, 'e' || n, 'Entry', 'text', 'manual' FROM generate_series(1, 20000) AS n`;
  await database.query(null, fill, [run.serverId]);
  expect(await run.crawl('/inn')).toMatchObject({ state: 'failed', fault: 'knowledge_full', failed: 1 });
  await database.query(null, "DELETE FROM knowledge WHERE server_id = $1 AND id = 'e7'", [run.serverId]);
  expect(await run.crawl('/inn')).toMatchObject({ state: 'crawled', pages: 1 });
});

test("a server's export contains its links and pages, and its deletion removes them", async () => {
  await using run = await startCrawlTest({ '/inn': INN });
  await run.crawl('/inn');
  const rows = rowsOf(await exportText(run.app.core, run.serverId)).map((line) => JSON.parse(line).table);
  expect(rows.filter((table) => table === 'links' || table === 'pages').toSorted()).toEqual([
    'links',
    'pages',
  ]);
});
