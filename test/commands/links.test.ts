import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { links } from '../../commands/links.ts';
import { claimLink } from '../../src/adapters/db/knowledge/links.ts';
import { crawlDueLinks, listLinks } from '../../src/core/knowledge/links.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type DocsSite, plain, startDocsSite, toPage } from '../support/site.ts';
import { invoke, textOf } from './setup.ts';

const HOME = 'http://docs.example/';
let app: TestApp;
let site: DocsSite;
beforeAll(async () => {
  site = await startDocsSite({
    '/': toPage(
      'Start',
      '<p>Welcome. Read <a href="/inn">about the inn</a> or <a href="/gone">more</a>.</p>',
    ),
    '/inn': toPage('Inn', '<p>The inn has forty beds.</p>'),
    'other.example/robots.txt': plain('busy', 503),
  });
  app = await startApp({}, site.world);
});
afterAll(async () => {
  await app.stop();
  await site.close();
});

const run = (
  serverId: string,
  subcommand: string,
  options: Record<string, string> = {},
  language: 'de' | 'en' = 'en',
) => links.run(app.core, invoke({ serverId, subcommand, options, language })).then(textOf);
const read = () => crawlDueLinks(app.core, new AbortController().signal);
const urls = async (serverId: string) => (await listLinks(app.core, serverId)).map(({ url }) => url);

test('a link is added, read by the next crawl, listed with its pages, and removed', async () => {
  const { id } = await app.addServer();
  expect(await run(id, 'list')).toContain('/links add');
  expect(await run(id, 'add', { url: HOME })).toContain(`<${HOME}>`);
  expect(await run(id, 'list', {}, 'de')).toContain('wird gleich gelesen · 0 Seiten');
  await read();
  const listed = await run(id, 'list', {}, 'de');
  expect(listed).toMatch(
    /<http:\/\/docs\.example\/>\n {2}✅ gelesen · 2 Seiten · 1 fehlgeschlagen · <t:\d+:R>/,
  );
  expect(await run(id, 'add', { url: HOME })).toContain('already been added');
  expect(await run(id, 'remove', { url: HOME })).toContain('has been removed');
  expect(await urls(id)).toEqual([]);
});

test('the list says why a link cannot be read, in the user’s language', async () => {
  const { id } = await app.addServer();
  await run(id, 'add', { url: 'http://other.example/' });
  await read();
  expect(await run(id, 'list')).toContain(
    "The site's robots.txt cannot be read (HTTP 503), so no page may be read.",
  );
  expect(await run(id, 'list', {}, 'de')).toContain(
    'Die robots.txt der Website ist nicht lesbar (HTTP 503), also ist nichts erlaubt.',
  );
});

describe('/links add', () => {
  test.each([
    ['an address that is not public', 'http://127.0.0.1/', 'nicht öffentlich', 'not on the public internet'],
    ['another scheme', 'ftp://docs.example/', 'keine Adresse', 'not an address'],
    ['one too long', `https://docs.example/${'x'.repeat(2_000)}`, 'keine Adresse', 'not an address'],
  ])('refuses %s and says why', async (_, url, de, en) => {
    const { id } = await app.addServer();
    expect(await run(id, 'add', { url }, 'de')).toContain(de);
    expect(await run(id, 'add', { url })).toContain(en);
    expect(await urls(id)).toEqual([]);
  });

  test('allows 50 links per server and names the limit', async () => {
    const { id } = await app.addServer();
    for (let number = 0; number < 50; number++) await run(id, 'add', { url: `${HOME}${number}` });
    expect(await run(id, 'add', { url: `${HOME}51` })).toContain('at most 50 links');
    expect(await urls(id)).toHaveLength(50);
    await run(id, 'remove', { url: `${HOME}49` });
    const cleared = await Promise.all((await urls(id)).map((url) => run(id, 'remove', { url })));
    expect(cleared).toHaveLength(49);
  });
});

describe('/links remove', () => {
  test('finds links by a part of the address, even the longest one', async () => {
    const { id } = await app.addServer();
    const long = `${HOME}${'long/'.repeat(40)}`;
    await run(id, 'add', { url: long });
    await run(id, 'add', { url: HOME });
    const complete = (typed: string) =>
      links.complete?.(app.core, {
        serverId: id,
        language: 'en',
        subcommand: 'remove',
        option: 'url',
        typed,
      });
    const [found] = (await complete('LONG/')) ?? [];
    expect([found?.name.length, (found?.value.length ?? 101) <= 100]).toEqual([100, true]);
    expect(await complete('nowhere')).toEqual([]);
    await run(id, 'remove', { url: found?.value ?? '' });
    expect(await urls(id)).toEqual([HOME]);
    await run(id, 'remove', { url: HOME });
  });

  test("of another server's link changes nothing", async () => {
    const [mine, other] = [await app.addServer(), await app.addServer()];
    await run(other.id, 'add', { url: HOME });
    expect(await run(mine.id, 'remove', { url: HOME })).toContain('no such link');
    expect(await run(mine.id, 'crawl', { url: HOME }, 'de')).toContain('hat der Server nicht');
    expect(await urls(other.id)).toEqual([HOME]);
    await run(other.id, 'remove', { url: HOME });
  });
});

describe('/links crawl', () => {
  const dueAt = async (serverId: string) =>
    (await listLinks(app.core, serverId)).map((link) => link.dueAt.getTime());

  test('makes one link or all of them due at once, and reads nothing itself', async () => {
    const { id } = await app.addServer();
    await run(id, 'add', { url: HOME });
    await run(id, 'add', { url: `${HOME}inn` });
    await read();
    const later = await dueAt(id);
    expect(later.every((due) => due > app.clock.now)).toBe(true);
    const before = site.seen.length;
    expect(await run(id, 'crawl', { url: HOME })).toContain('1 link will be read');
    expect(await dueAt(id)).toEqual([app.clock.now, later[1]]);
    expect(await run(id, 'crawl', {}, 'de')).toContain('2 Links werden gleich gelesen');
    expect(await dueAt(id)).toEqual([app.clock.now, app.clock.now]);
    expect(site.seen.length).toBe(before);
    await read();
    expect(site.seen.length).toBeGreaterThan(before);
    expect(await run(id, 'list')).not.toContain('in a moment');
  });

  test('leaves a link that is being read alone, and says so', async () => {
    const { id } = await app.addServer();
    await run(id, 'add', { url: HOME });
    const [link] = await listLinks(app.core, id);
    const now = app.clock.now;
    const claim = { by: randomUUID(), now: new Date(now), until: new Date(now + 60_000) };
    expect(await claimLink(app.core.database, { serverId: id, id: link?.id ?? '' }, claim)).not.toBeNull();
    expect(await run(id, 'crawl')).toBe('🔄 1 link is already being read.');
    expect((await listLinks(app.core, id))[0]?.state).toBe('crawling');
  });
});
