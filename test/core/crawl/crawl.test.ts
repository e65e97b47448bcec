import { afterAll, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { ask } from '../../support/app.ts';
import { plain, toPage, toSitemap } from '../../support/site.ts';
import { SITE, startCrawlTest, stopCrawlApp } from './setup.ts';

afterAll(stopCrawlApp);

const FERRY = toPage(
  'Ferry',
  `<p>The ferry to the island leaves from the old pier.</p>
   <h2 id="times">Times</h2><p>It leaves every day at eight and at noon, in summer also at six.</p>
   <h2 id="fares">Fares</h2><table><tr><th>who</th><th>fare</th></tr><tr><td>children</td><td>2 coins</td></tr></table>`,
);
const START = toPage('Start', '<p>Welcome to the harbour handbook.</p><p><a href="/ferry">Ferry</a></p>');

test('a site becomes entries of the knowledge, one per section, with the path of headings and the address', async () => {
  await using run = await startCrawlTest({ '/': START, '/ferry': FERRY });
  const link = await run.crawl();
  expect(link).toMatchObject({ state: 'crawled', pages: 2, failed: 0, queued: 0, fault: null, limits: [] });
  expect(await run.titles()).toEqual(['Ferry', 'Ferry › Fares', 'Ferry › Times', 'Start']);
  const entries = await listKnowledge(run.app.core, run.serverId);
  const fares = entries.find(({ title }) => title === 'Ferry › Fares');
  expect(fares).toMatchObject({ source: 'link', link: `${SITE}/ferry#fares`, language: 'en' });
  expect(fares?.text).toMatch(/\| who\s+\| fare\s+\|/);
  expect(fares?.provenance).toMatchObject({ url: `${SITE}/ferry` });
});

test('the next question is answered from the site, with the section as its source', async () => {
  await using run = await startCrawlTest({ '/': START, '/ferry': FERRY });
  const question = ask('When does the ferry leave in summer?');
  expect((await run.app.chat(run.key, question)).body.needs_team).toBe(true);
  await run.crawl();
  const { body } = await run.app.chat(run.key, question);
  expect(body.answer).toContain('also at six');
  expect(body.sources[0]).toEqual({ title: 'Ferry › Times', url: `${SITE}/ferry#times` });
});

test('a second crawl of an unchanged site reads nothing and changes nothing', async () => {
  await using run = await startCrawlTest({ '/': START, '/ferry': FERRY });
  await run.crawl();
  const { revision } = await getServer(run.app.core, run.serverId);
  run.site.forget();
  const link = await run.crawl();
  expect(link).toMatchObject({ state: 'crawled', pages: 2, failed: 0 });
  expect(await run.pages()).toEqual(['unchanged /', 'unchanged /ferry']);
  expect(run.site.seen.filter((line) => line.startsWith('200'))).toEqual([]);
  expect((await getServer(run.app.core, run.serverId)).revision).toBe(revision);
});

test('a page without ETag that reads the same is unchanged, whatever its markup', async () => {
  const bare = (markup: string) => (_request: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(markup);
  await using run = await startCrawlTest({ '/': bare(START) });
  await run.crawl();
  run.site.answers['/'] = bare(START.replace('<main>', '<script>stamp = 17</script><main class="v2">'));
  await run.crawl();
  expect(await run.pages()).toContain('unchanged /');
});

test('a changed page changes its own sections and leaves the ids of the others', async () => {
  await using run = await startCrawlTest({ '/': START, '/ferry': FERRY });
  await run.crawl();
  const idsOf = async () =>
    Object.fromEntries((await listKnowledge(run.app.core, run.serverId)).map(({ id, title }) => [title, id]));
  const before = await idsOf();
  run.site.answers['/ferry'] = FERRY.replace('2 coins', '3 coins').replace('Times', 'Departures');
  await run.crawl();
  expect(await run.pages()).toEqual(['fetched /ferry', 'unchanged /']);
  const after = await idsOf();
  expect(Object.keys(after).toSorted()).toEqual(['Ferry', 'Ferry › Departures', 'Ferry › Fares', 'Start']);
  expect([after.Ferry, after['Ferry › Fares']]).toEqual([before.Ferry, before['Ferry › Fares']]);
  const { body } = await run.app.chat(run.key, ask('What is the fare for children on the ferry?'));
  expect(body.answer).toContain('3 coins');
});

test('a page that is gone loses its sections; one that fails keeps them and says why', async () => {
  await using run = await startCrawlTest({
    '/': START,
    '/ferry': FERRY,
    '/sitemap.xml': toSitemap(`${SITE}/inn`),
    '/inn': toPage('Inn', '<p>The inn has forty beds and a warm kitchen.</p>'),
  });
  await run.crawl();
  expect(await run.titles()).toContain('Inn');
  delete run.site.answers['/ferry'];
  run.site.answers['/inn'] = plain('down', 500);
  const link = await run.crawl();
  expect(link).toMatchObject({ state: 'crawled', pages: 1, failed: 2 });
  expect(await run.pages()).toEqual([
    'failed /ferry http_status 404',
    'failed /inn http_status 500',
    'unchanged /',
  ]);
  expect(await run.titles()).toEqual(['Inn', 'Start']);
});

test('a sitemap as a link reads the pages it names and no others', async () => {
  const index = `<?xml version="1.0"?><sitemapindex><sitemap><loc>${SITE}/part.xml</loc></sitemap></sitemapindex>`;
  await using run = await startCrawlTest({
    '/map.xml': index,
    '/part.xml': toSitemap(`${SITE}/ferry`, 'http://other.example/x', `${SITE}/inn#beds`),
    '/ferry': FERRY.replace('<p>', '<p><a href="/secret">more</a> '),
    '/inn': toPage('Inn', '<p>The inn has forty beds and a warm kitchen.</p>'),
    '/secret': toPage('Secret', '<p>Nobody is meant to read this page.</p>'),
  });
  expect(await run.crawl('/map.xml')).toMatchObject({ state: 'crawled', pages: 2 });
  expect(await run.pages('/map.xml')).toEqual(['fetched /ferry', 'fetched /inn']);
  run.site.answers['/part.xml'] = toSitemap(`${SITE}/inn`);
  await run.crawl('/map.xml');
  expect(await run.titles()).toEqual(['Inn']);
});

test('a sitemap that cannot be read, or is empty, removes no page', async () => {
  await using run = await startCrawlTest({
    '/map.xml': `<?xml version="1.0"?><sitemapindex><sitemap><loc>${SITE}/part.xml</loc></sitemap></sitemapindex>`,
    '/part.xml': toSitemap(`${SITE}/ferry`),
    '/ferry': FERRY,
  });
  await run.crawl('/map.xml');
  const known = await run.titles();
  run.site.answers['/part.xml'] = plain('busy', 503);
  expect(await run.crawl('/map.xml')).toMatchObject({ state: 'crawled', pages: 1 });
  run.site.answers['/part.xml'] = toSitemap();
  expect(await run.crawl('/map.xml')).toMatchObject({ state: 'crawled', pages: 1 });
  expect(await run.titles()).toEqual(known);
});

test('a part of a site is everything below its address', async () => {
  await using run = await startCrawlTest({
    '/docs/': START.replace('/ferry', '/docs/ferry').replace('href="/"', 'href="/shop"'),
    '/docs/ferry': FERRY,
    '/shop': toPage('Shop', '<p>Ropes, sails and lanterns for every ship.</p>'),
  });
  await run.crawl('/docs/');
  expect(await run.pages('/docs/')).toEqual(['fetched /docs/', 'fetched /docs/ferry']);
});
