import { afterAll, expect, test } from 'vitest';
import { plain, toPage } from '../../support/site.ts';
import { askedFor, startCrawlTest, stopCrawlApp } from './setup.ts';

afterAll(stopCrawlApp);

const MEGABYTE = 1024 * 1024;

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
