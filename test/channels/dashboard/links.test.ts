import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { crawlDueLinks, listLinks } from '../../../src/core/knowledge/links.ts';
import { type DocsSite, startDocsSite, toPage, toSitemap } from '../../support/site.ts';
import { type Dashboard, lastAction, startDashboard } from './setup.ts';

const SITE = 'http://docs.example';

let dashboard: Dashboard;
let site: DocsSite;
beforeAll(async () => {
  site = await startDocsSite({
    '/inn': toPage('Inn', '<p>The inn has forty beds and a warm kitchen.</p>'),
    '/sitemap.xml': toSitemap(`${SITE}/inn`, `${SITE}/gone`),
  });
  dashboard = await startDashboard({}, { world: site.world });
});
afterAll(async () => {
  await dashboard.stop();
  await site.close();
});
beforeEach(async () => {
  await dashboard.app.core.database.query(null, 'DELETE FROM links', []);
  await dashboard.visitor.get(dashboard.path('links?lang=en'));
});

const post = (tab: string, url?: string) => dashboard.visitor.post(dashboard.path(tab), url ? { url } : {});
const crawlAll = () => crawlDueLinks(dashboard.app.core, new AbortController().signal);
const all = () => listLinks(dashboard.app.core, dashboard.server.id);

describe('A documentation link', () => {
  test('can be added without its scheme, waits to be read and is in the audit log', async () => {
    const seen = await dashboard.visitor.follow(await post('links', 'docs.example/help/'));
    expect(seen.text('.note.good')).toContain('being read');
    expect(seen.attribute('[data-link]', 'data-state')).toBe('queued');
    expect(await all()).toMatchObject([{ url: 'https://docs.example/help/', state: 'queued' }]);
    expect(await lastAction(dashboard.app, dashboard.server.id)).toMatchObject({
      action: 'link.added',
      subject: 'https://docs.example/help/',
    });
  });

  test('refreshes every two seconds while it is being read, and only then', async () => {
    await post('links', `${SITE}/inn`);
    const waiting = await dashboard.visitor.get(dashboard.path('links'));
    const poll = waiting.document.querySelector('#progress [hx-trigger="every 2s"]');
    expect(poll?.getAttribute('hx-get')).toBe(dashboard.path('links'));
    expect(poll?.querySelector('a')?.getAttribute('href')).toBe(dashboard.path('links'));
    await crawlAll();
    const read = await dashboard.visitor.get(dashboard.path('links'));
    expect(read.document.querySelector('[hx-trigger]')).toBeNull();
    expect(read.attribute('[data-link]', 'data-state')).toBe('crawled');
    expect(read.text('[data-link]')).toContain('1 page read');
    expect(read.text('[data-link]')).toContain('18 Mar 2026');
  });

  test('shows its pages, failed ones first, with the reason in the reader’s language', async () => {
    await post('links', `${SITE}/sitemap.xml`);
    await crawlAll();
    const address = dashboard.path(`links?${new URLSearchParams({ url: `${SITE}/sitemap.xml` })}`);
    const list = await dashboard.visitor.get(dashboard.path('links'));
    expect(list.attribute('[data-link] .actions a', 'href')).toBe(address);
    const seen = await dashboard.visitor.get(`${address}&lang=de`);
    const rows = [...seen.document.querySelectorAll('[data-page]')];
    expect(rows.map((row) => row.getAttribute('data-page'))).toEqual(['failed', 'fetched']);
    expect(rows[0]?.textContent).toContain('Die Website hat mit HTTP 404 geantwortet.');
  });

  test('that cannot be read says why', async () => {
    await post('links', `${SITE}/gone`);
    await crawlAll();
    const seen = await dashboard.visitor.get(dashboard.path('links'));
    expect(seen.attribute('[data-link]', 'data-state')).toBe('failed');
    expect(seen.text('[data-fault]')).toBe('The site answered with HTTP 404.');
  });

  test('is read again, alone or with all, when asked', async () => {
    await post('links', `${SITE}/inn`);
    await post('links', `${SITE}/gone`);
    await crawlAll();
    expect((await post('links/crawl', `${SITE}/inn`)).location).toContain('done=link_queued');
    expect((await all()).map(({ state }) => state)).toEqual(['queued', 'failed']);
    await post('links/crawl');
    expect((await all()).map(({ state }) => state)).toEqual(['queued', 'queued']);
    expect(await lastAction(dashboard.app, dashboard.server.id)).toMatchObject({
      action: 'link.crawled',
      subject: `${SITE}/inn ${SITE}/gone`,
    });
  });

  test('is removed with what it brought', async () => {
    await post('links', `${SITE}/inn`);
    await crawlAll();
    const known = await dashboard.visitor.get(dashboard.path('knowledge?source=link'));
    expect(known.text('[data-entry]')).toContain('Inn');
    await post('links/delete', `${SITE}/inn`);
    expect(await all()).toEqual([]);
    expect(await lastAction(dashboard.app, dashboard.server.id)).toMatchObject({
      action: 'link.removed',
      subject: `${SITE}/inn`,
    });
    const after = await dashboard.visitor.get(dashboard.path('knowledge?source=link'));
    expect(after.document.querySelector('[data-entry]')).toBeNull();
  });

  test('that somebody else has removed is reported as gone', async () => {
    for (const tab of ['links/crawl', 'links/delete']) {
      const seen = await post(tab, `${SITE}/inn`);
      expect([seen.status, seen.text('[role=alert]')]).toEqual([422, 'This link no longer exists.']);
    }
    const pages = await dashboard.visitor.get(dashboard.path('links?url=http%3A%2F%2Fx.example%2F'));
    expect(pages.status).toBe(404);
  });
});

describe('An address', () => {
  test.each([
    ['', 'Bitte fülle das aus.'],
    ['no address at all', 'Das ist keine Adresse'],
    ['http://127.0.0.1/', 'nicht öffentlich'],
    ['http://[::1]/', 'nicht öffentlich'],
    ['http://169.254.169.254/latest/meta-data/', 'nicht öffentlich'],
    ['localhost', 'nicht öffentlich'],
    ['https://user:word@docs.example/', 'ohne Benutzername und Passwort'],
    ['https://docs.example:22/', 'Ports 80, 443'],
    ['ftp://docs.example/', 'Adresse'],
    [`https://docs.example/${'x'.repeat(2_000)}`, 'Höchstens 2.000 Zeichen.'],
  ])('%j is refused beside the field and kept in it', async (url, words) => {
    const seen = await dashboard.visitor.post(dashboard.path('links?lang=de'), { url });
    expect(seen.status).toBe(422);
    expect(seen.text('#url-fault')).toContain(words);
    expect(seen.attribute('#url', 'value')).toBe(url);
    expect(await all()).toEqual([]);
  });

  test('that is already known links to its pages', async () => {
    await post('links', `${SITE}/inn`);
    const seen = await post('links', `${SITE}/inn#beds`);
    expect(seen.status).toBe(422);
    const href = seen.attribute('[role=alert] a', 'href') ?? '';
    expect((await dashboard.visitor.get(href)).status).toBe(200);
  });

  test('beyond fifty is refused in words', async () => {
    const fill = `INSERT INTO links (server_id, id, url, due_at)
      SELECT $1, 'l' || n, 'https://a.example/' || n, now() FROM generate_series(1, 50) AS n`;
    await dashboard.app.core.database.query(null, fill, [dashboard.server.id]);
    const seen = await post('links', `${SITE}/inn`);
    expect([seen.status, (await all()).length]).toEqual([422, 50]);
    expect(seen.text('[role=alert]')).toContain('at most 50 links');
  });
});
