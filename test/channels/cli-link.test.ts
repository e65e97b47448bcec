import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { type DocsSite, plain, startDocsSite, toPage } from '../support/site.ts';
import { runOn } from './cli-setup.ts';

const HOME = 'http://docs.example/';
let app: TestApp;
let site: DocsSite;
beforeAll(async () => {
  site = await startDocsSite({
    '/': toPage(
      'Start',
      '<p>Welcome. Read about <a href="/inn">the inn</a> and <a href="/gone">more</a>.</p>',
    ),
    '/inn': toPage('Inn', '<p>The inn has forty beds and a warm kitchen.</p>'),
    'other.example/robots.txt': plain('busy', 503),
  });
  app = await startApp({}, site.world);
});
afterAll(async () => {
  await app.stop();
  await site.close();
});

const run = (...argv: string[]) => runOn(async () => app.core, argv);
const READ_AT = '2026-03-18T12:00:00.000Z';

test('a link is added, listed, crawled, inspected and removed', async () => {
  const { id } = await app.addServer();
  const empty = await run('link', 'list', id);
  expect(empty.out).toContain(`link add ${id} URL`);
  const added = JSON.parse((await run('link', 'add', id, 'http://docs.example', '--json')).out);
  expect(added).toMatchObject({
    url: HOME,
    state: 'queued',
    pages: 0,
    failed: 0,
    error: null,
    crawled_at: null,
  });
  const again = await run('link', 'add', id, HOME);
  expect(again).toMatchObject({ code: 1, out: '', err: `The link ${HOME} already exists.\n` });

  const crawled = await run('link', 'crawl', id, '--json');
  expect(crawled).toMatchObject({ code: 0, err: '' });
  const shape = { url: HOME, state: 'crawled', pages: 2, failed: 1, error: null, crawled_at: READ_AT };
  expect(JSON.parse(crawled.out)).toMatchObject([shape]);
  expect(JSON.parse((await run('link', 'list', id, '--json')).out)).toMatchObject([shape]);
  const failed = JSON.parse((await run('link', 'pages', id, HOME, '--failed', '--json')).out);
  expect(failed).toMatchObject([
    { url: `${HOME}gone`, state: 'failed', error: 'The site answered with HTTP 404.' },
  ]);
  const entries = JSON.parse((await run('knowledge', 'list', id, '--json')).out);
  expect(entries.map(({ title }: { title: string }) => title).toSorted()).toEqual(['Inn', 'Start']);
  const [{ id: entryId }] = entries;
  expect((await run('knowledge', 'remove', id, entryId)).err).toContain('remove the link instead');

  expect((await run('link', 'remove', id, HOME)).out).toBe(`Removed ${HOME}.\n`);
  expect(JSON.parse((await run('knowledge', 'list', id, '--json')).out)).toEqual([]);
  expect((await run('link', 'remove', id, HOME)).err).toBe(`There is no link ${HOME}.\n`);
});

test('a crawl prints its progress on stderr and the result on stdout', async () => {
  const { id } = await app.addServer();
  await run('link', 'add', id, HOME);
  const { code, out, err } = await run('link', 'crawl', id, HOME);
  expect(code).toBe(0);
  expect(err).toContain(`${HOME}, pages done: 3 of about 3, 1 failed\n`);
  expect(out).toMatch(/docs\.example\/ +crawled +2 +1 +0 +2026-03-18 12:00/);
});

test('a link that cannot be read is named with the reason, after the others were read', async () => {
  const { id } = await app.addServer();
  await run('link', 'add', id, 'http://other.example/');
  await run('link', 'add', id, 'http://nowhere.example/');
  await run('link', 'add', id, HOME);
  const { code, out, err } = await run('link', 'crawl', id, '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject([
    { state: 'failed', error: "The site's robots.txt cannot be read (HTTP 503), so no page may be read." },
    { state: 'failed', error: 'There is no site with this name.' },
    { state: 'crawled', pages: 2 },
  ]);
  expect(JSON.parse(err).error.message.split('\n')).toHaveLength(2);
});

test.each([
  'http://127.0.0.1/',
  'http://169.254.169.254/latest',
  'http://[::ffff:7f00:1]/',
  'http://localhost/',
])('I74 the address %s is refused at once', async (url) => {
  const { id } = await app.addServer();
  const { code, err } = await run('link', 'add', id, url);
  expect([code, err]).toEqual([1, `${url}: This address is not on the public internet.\n`]);
});

test('a channel without a bot is refused in a sentence, and so is what is no address', async () => {
  const { id } = await app.addServer();
  const refused = await run('link', 'add', id, 'discord:123456789012345678');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('No bot is connected')]);
  expect((await run('link', 'add', id, 'discord:help')).code).toBe(2);
  expect((await run('link', 'list', id, '--json')).out.trim()).toBe('[]');
});
