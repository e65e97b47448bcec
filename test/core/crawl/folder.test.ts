import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { addLink, crawlNow, listLinkPages, removeLink } from '../../../src/core/knowledge/links.ts';
import { startApp, type TestApp, UNABORTED } from '../../support/app.ts';
import { type FakeGithub, startGithub } from '../../support/github.ts';

const URL = 'https://github.com/acme/help/tree/main/docs';
const PAGE = 'https://github.com/acme/help/blob/main/docs';
const HOUR_MS = 3_600_000;

let github: FakeGithub;
let app: TestApp;
let serverId: string;
beforeAll(async () => {
  github = await startGithub('acme/help', 'main');
  app = await startApp({}, github.world);
});
afterAll(async () => {
  await app.stop();
  await github.close();
});
beforeEach(async () => {
  serverId = (await app.addServer()).id;
  github.files.clear();
  github.stale.clear();
  Object.assign(github, { remaining: 60, truncated: false, ref: 'main' });
  github.files.set(
    'docs/ferry.md',
    '# Ferry\nFrom the old pier.\n\n## Fares & times\nTwo coins.\n\n## Fares & times\nAt noon.\n',
  );
  github.files.set(
    'docs/inn/beds.mdx',
    'import X from "x";\n\n# 1. Beds\nForty beds.\n\n# 2. Kitchen\nIt is warm.\n',
  );
  github.files.set('docs/logo.png', 'png');
  github.files.set('README.md', '# Acme\nNot in the folder.\n');
  github.forget();
});

const crawl = (url = URL) =>
  crawlNow(app.core, serverId, url, { signal: UNABORTED, onProgress: () => undefined });
async function link(url = URL) {
  await addLink(app.core, serverId, url);
  return crawl(url);
}
const known = async () =>
  (await listKnowledge(app.core, serverId)).map(({ link: to, text }) => `${to} ${text}`).toSorted();

test('the Markdown files of a folder become entries by heading, each linked to its heading on GitHub', async () => {
  expect(await link()).toMatchObject({ state: 'crawled', pages: 2, failed: 0, limits: [] });
  expect(await known()).toEqual([
    `${PAGE}/ferry.md#fares--times Two coins.`,
    `${PAGE}/ferry.md#fares--times-1 At noon.`,
    `${PAGE}/ferry.md#ferry From the old pier.`,
    `${PAGE}/inn/beds.mdx#1-beds Forty beds.`,
    `${PAGE}/inn/beds.mdx#2-kitchen It is warm.`,
  ]);
  expect(github.seen.filter((line) => line.includes('api.github.com'))).toHaveLength(1);
  expect(github.seen).toHaveLength(3);
});

test('a folder of a branch with slashes in its name is found, as GitHub names it in addresses', async () => {
  github.ref = 'next/docs';
  expect(await link('https://github.com/acme/help/tree/next/docs/docs')).toMatchObject({
    pages: 2,
    failed: 0,
  });
  expect(await known()).toContain(
    'https://github.com/acme/help/blob/next/docs/docs/ferry.md#ferry From the old pier.',
  );
});

test('a file that holds the same is not fetched again; a changed one is, and one that is gone goes', async () => {
  await link();
  github.forget();
  await crawl();
  expect(github.seen).toEqual(['200 api.github.com/repos/acme/help/git/trees/main?recursive=1']);
  github.files.set('docs/ferry.md', '# Ferry\nFrom the new pier.\n');
  github.files.delete('docs/inn/beds.mdx');
  github.forget();
  expect(await crawl()).toMatchObject({ pages: 1, failed: 0 });
  expect(github.seen).toHaveLength(2);
  expect(await known()).toEqual([`${PAGE}/ferry.md#ferry From the new pier.`]);
  await removeLink(app.core, serverId, URL);
  expect(await known()).toEqual([]);
});

test('a copy that is older than the list is fetched again by the next crawl', async () => {
  await link();
  github.stale.set('docs/ferry.md', github.files.get('docs/ferry.md') ?? '');
  github.files.set('docs/ferry.md', '# Ferry\nFrom the new pier.\n');
  await crawl();
  expect(await known()).toContain(`${PAGE}/ferry.md#ferry From the old pier.`);
  github.stale.clear();
  await crawl();
  expect(await known()).toContain(`${PAGE}/ferry.md#ferry From the new pier.`);
});

test('a whole repository is a folder too, and names with blanks and umlauts are read', async () => {
  github.files.set('docs/häfen und kais.md', '# Häfen\nDrei Häfen.\n');
  const url = 'https://github.com/acme/help/tree/main';
  expect(await link(url)).toMatchObject({ state: 'crawled', pages: 4 });
  const page = 'https://github.com/acme/help/blob/main/docs/h%C3%A4fen%20und%20kais.md';
  expect((await listLinkPages(app.core, serverId, url)).map((one) => one.url)).toContain(page);
  expect(await known()).toContain(`${page}#h%C3%A4fen Drei Häfen.`);
});

test('what is not there, or not public, is a clear fault, and what was known stays', async () => {
  expect(await link('https://github.com/acme/secret/tree/main/docs')).toMatchObject({ fault: 'no_folder' });
  expect(await link('https://github.com/acme/help/tree/main/none')).toMatchObject({ fault: 'no_folder' });
  await link();
  const before = await known();
  github.remaining = 0;
  const limited = await crawl();
  expect(limited).toMatchObject({ state: 'failed', fault: 'rate_limited' });
  expect(limited.dueAt.getTime() - app.clock.now).toBe(6 * HOUR_MS);
  expect(await known()).toEqual(before);
});

test('a list that GitHub cuts off is told, and removes nothing', async () => {
  await link();
  github.truncated = true;
  github.files.delete('docs/ferry.md');
  expect(await crawl()).toMatchObject({ state: 'crawled', pages: 2, limits: ['tree'] });
  expect(await known()).toHaveLength(5);
});

test('a file that is too large, without words or hostile costs only itself', async () => {
  github.files.set('docs/large.md', `# Large\n${'so on '.repeat(400_000)}`);
  github.files.set('docs/empty.md', '\n');
  github.files.set('docs/evil.md', '# Evil\n<script>alert(1)</script>[x](javascript:alert(1)) Fine words.\n');
  expect(await link()).toMatchObject({ state: 'crawled', pages: 3, failed: 2 });
  const pages = await listLinkPages(app.core, serverId, URL);
  expect(pages.flatMap(({ fault }) => fault ?? []).toSorted()).toEqual(['no_text', 'too_large']);
  expect((await known()).join('\n')).not.toContain('<script');
});
