import { afterAll, expect, test } from 'vitest';
import { crawlDueLinks, removeLink } from '../../../src/core/knowledge/links.ts';
import { plain, redirectTo, toPage, toSitemap } from '../../support/site.ts';
import { SITE, startCrawlTest, stopCrawlApp } from './setup.ts';

afterAll(stopCrawlApp);

const INN = toPage('Inn', '<p>The inn has forty beds and a warm kitchen.</p>');
const PIER = toPage('Pier', '<p>The old pier is where the ferry lands every morning.</p>');
const mapOf = (...paths: string[]) => toSitemap(...paths.map((path) => SITE + path));

test('pages with the same content are stored once, and the others name the one that has it', async () => {
  await using run = await startCrawlTest({
    '/sitemap.xml': mapOf('/inn', '/inn?from=mail', '/old/inn'),
    '/inn': INN,
  });
  run.site.answers['/inn?from=mail'] = INN;
  run.site.answers['/old/inn'] = INN;
  await run.crawl('/sitemap.xml');
  expect(await run.titles()).toEqual(['Inn']);
  expect(await run.pages('/sitemap.xml')).toHaveLength(3);
});

test('the content of a page moves to another page when the page that held it is gone', async () => {
  await using run = await startCrawlTest({
    ...{ '/sitemap.xml': mapOf('/a', '/b', '/pier'), '/a': INN, '/b': INN, '/pier': PIER },
  });
  await run.crawl('/sitemap.xml');
  delete run.site.answers['/a'];
  await run.crawl('/sitemap.xml');
  expect(await run.titles()).toEqual(['Inn', 'Pier']);
  delete run.site.answers['/b'];
  await run.crawl('/sitemap.xml');
  expect(await run.titles()).toEqual(['Pier']);
});

test('a page whose twin changes keeps its own content', async () => {
  await using run = await startCrawlTest({ '/sitemap.xml': mapOf('/a', '/b'), '/a': INN, '/b': INN });
  await run.crawl('/sitemap.xml');
  run.site.answers['/a'] = PIER;
  await run.crawl('/sitemap.xml');
  expect(await run.titles()).toEqual(['Inn', 'Pier']);
});

test('a page yields to the canonical one it names, and is used itself if that one cannot be read', async () => {
  const print = toPage(
    'Inn, to print',
    '<p>The inn has forty beds and a warm kitchen. Printed page.</p>',
    '<link rel="canonical" href="/inn">',
  );
  await using run = await startCrawlTest({
    '/': toPage('Start', '<p>See <a href="/print">the inn</a>.</p>'),
    '/print': print,
    '/inn': INN,
  });
  await run.crawl();
  expect(await run.titles()).toEqual(['Inn', 'Start']);
  run.site.answers['/inn'] = plain('gone', 410);
  await run.crawl();
  expect(await run.titles()).toEqual(['Inn, to print', 'Start']);
});

test('a whole site that names its home page as canonical keeps its pages', async () => {
  const page = PIER.replace('<title>', '<link rel="canonical" href="/"><title>');
  await using run = await startCrawlTest({
    '/': toPage('Start', '<p>See <a href="/pier">the pier</a>.</p>'),
    '/pier': page,
  });
  await run.crawl();
  expect(await run.titles()).toEqual(['Pier', 'Start']);
});

test('a redirect inside the site is the page it leads to; one that leads out is named', async () => {
  await using run = await startCrawlTest({
    '/': toPage(
      'Start',
      '<p><a href="/old">old</a> <a href="/out">out</a> <a href="/round">round</a> text.</p>',
    ),
    '/old': redirectTo('/inn'),
    '/inn': INN,
    '/out': redirectTo('http://other.example/inn'),
    '/round': redirectTo('/round'),
    'other.example/inn': PIER,
  });
  await run.crawl();
  expect(await run.titles()).toEqual(['Inn', 'Start']);
  expect(await run.pages()).toEqual([
    'failed /out leads_elsewhere other.example',
    'failed /round too_many_redirects',
    'fetched /',
    'fetched /inn',
    'fetched /old',
  ]);
});

test('an address that leads to another host of the same owner is read there', async () => {
  await using run = await startCrawlTest({
    'docs.example/': redirectTo('http://www.docs.example/'),
    'www.docs.example/': toPage(
      'Start',
      '<p>Read about <a href="http://www.docs.example/inn">the inn</a>.</p>',
    ),
    'www.docs.example/inn': INN,
  });
  expect(await run.crawl()).toMatchObject({ state: 'crawled', pages: 2 });
  expect(await run.titles()).toEqual(['Inn', 'Start']);
});

test('what two links have in common is stored once and stays when one of them is removed', async () => {
  await using run = await startCrawlTest({
    '/': toPage('Start', '<p><a href="/inn">The inn</a> is open.</p>'),
    '/inn': INN,
  });
  await run.crawl('/');
  await run.crawl('/inn');
  expect(await run.titles()).toEqual(['Inn', 'Start']);
  await removeLink(run.app.core, run.serverId, `${SITE}/`);
  expect(await run.titles()).toEqual(['Inn']);
  await removeLink(run.app.core, run.serverId, `${SITE}/inn`);
  expect(await run.titles()).toEqual([]);
});

test('removing a link whose pages held the content of another link makes that one due at once', async () => {
  await using run = await startCrawlTest({ '/a': INN, '/b': INN });
  await run.crawl('/a');
  const second = await run.crawl('/b');
  expect(second.dueAt.getTime()).toBeGreaterThan(run.app.clock.now);
  run.app.clock.now += 11 * 60_000;
  await removeLink(run.app.core, run.serverId, `${SITE}/a`);
  expect(await run.titles()).toEqual([]);
  await crawlDueLinks(run.app.core, new AbortController().signal);
  expect(await run.titles()).toEqual(['Inn']);
});
