import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRobots } from '../../../src/adapters/crawler/robots.ts';
import { countRuns } from '../../support/runs.ts';

const allows = (text: string, path: string) =>
  parseRobots(text, 'LotseBot').isAllowed(`https://site.example${path}`);

describe('a robots.txt', () => {
  test.each([
    ['', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow: /a', '/a/b', false],
    ['User-agent: *\nDisallow: /a', '/b/a', true],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['user-AGENT: lotsebot/2.0 \n disallow : /a # why', '/a', false],
    ['User-agent: *\nDisallow: /\nUser-agent: LotseBot\nDisallow: /x', '/a', true],
    ['User-agent: a\nUser-agent: *\nDisallow: /a', '/a', false],
    ['User-agent: *\nAllow: /a/b\nDisallow: /a', '/a/b/c', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?v=1', true],
    ['User-agent: *\nDisallow: /a*b*c', '/a1b2c3', false],
    ['User-agent: *\nDisallow: /a$', '/a', false],
    ['User-agent: *\nDisallow: /a$', '/ab', true],
    ['User-agent: *\nDisallow: /a*aa$', '/aa', true],
    ['User-agent: *\nDisallow: /private', '/%70rivate', false],
    ['User-agent: *\nDisallow: /grüße', '/gr%C3%BC%c3%9fe', false],
    ['\uFEFFUser-agent: *\r\nDisallow: /a\r\n', '/a', false],
    ['Sitemap: /s\nUser-agent: *\nSitemap: /t\nDisallow: /a', '/a', false],
  ])('%j decides about %s: %s', (text, path, allowed) => {
    expect(allows(text, path)).toBe(allowed);
  });

  test('gives its sitemaps and the crawl delay, at most ten seconds', () => {
    const text = 'Sitemap: https://a.example/1.xml\nUser-agent: *\nCrawl-delay: 0.5\nsitemap: /2.xml';
    expect(parseRobots(text, 'LotseBot')).toMatchObject({
      delayMs: 500,
      sitemaps: ['https://a.example/1.xml', '/2.xml'],
    });
    expect(parseRobots('User-agent: *\nCrawl-delay: 9999', 'LotseBot').delayMs).toBe(10_000);
    expect(parseRobots('User-agent: *\nCrawl-delay: soon', 'LotseBot').delayMs).toBe(0);
  });

  test('matches patterns as regular expressions would', () => {
    const pattern = fc.stringMatching(/^\/[ab*]{0,8}\$?$/);
    const path = fc.stringMatching(/^\/[ab]{0,10}$/);
    fc.assert(
      fc.property(pattern, path, (given, tried) => {
        const body = given.replace(/\$$/, '').replaceAll('*', '.*');
        const expected = !new RegExp(`^${body}${given.endsWith('$') ? '$' : ''}`).test(tried);
        expect(allows(`User-agent: *\nDisallow: ${given}`, tried)).toBe(expected);
      }),
      { numRuns: countRuns(2_000) },
    );
  });
});
