import { expect, test } from 'vitest';
import { Versions } from '../../../src/core/knowledge/crawl/versions.ts';

/** Those of the paths that are read, where all of them can be. */
function readOf(...paths: string[]): string[] {
  const versions = new Versions();
  const urls = paths.map((path) => `https://docs.example${path}`);
  for (const url of urls) versions.add(url);
  return paths.filter((_, n) => versions.newerThan(urls[n] ?? '').length === 0);
}

test.each([
  [['/docs/1.0/lamp', '/docs/2.0/lamp'], ['/docs/2.0/lamp']],
  [['/docs/2.9/lamp', '/docs/2.10/lamp', '/docs/2.x/lamp'], ['/docs/2.10/lamp']],
  [['/v1/lamp', '/v2/lamp', '/v10/lamp'], ['/v10/lamp']],
  [
    ['/en/stable/lamp', '/en/latest/lamp', '/en/1.4/lamp', '/de/1.4/lamp'],
    ['/en/stable/lamp', '/de/1.4/lamp'],
  ],
  [['/en/latest/lamp', '/en/1.4/lamp'], ['/en/latest/lamp']],
  [['/docs/lamp', '/docs/1.0/lamp', '/docs/next/lamp'], ['/docs/lamp']],
  [['/docs/next/lamp', '/docs/1.0/lamp'], ['/docs/1.0/lamp']],
])('of the versions of a page the current one is read: %j', (paths, read) => {
  expect(readOf(...paths)).toEqual(read);
});

test.each([
  [['/docs/1.0/lamp', '/docs/1.0/door']],
  [['/docs/1.0/lamp', '/docs/2.0/door']],
  [['/api/users', '/api/v2/users']],
  [['/changelog/1.0', '/changelog/2.0']],
  [['/chapter/1/tasks', '/chapter/2/tasks']],
  [['/2023/05/report', '/2024/06/report']],
  [['/posts/ipv4/lamp', '/posts/ipv6/lamp']],
])('pages that are no versions of each other are all read: %j', (paths) => {
  expect(readOf(...paths)).toEqual(paths);
});
