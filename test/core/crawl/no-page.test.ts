import { afterAll, describe, expect, test } from 'vitest';
import { redirectTo, type SiteAnswer, toPage } from '../../support/site.ts';
import { startCrawlTest, stopCrawlApp } from './setup.ts';

afterAll(stopCrawlApp);

const GOOD = toPage('Lamp', '<p>Hold the button for seven seconds.</p><p><a href="/help/door">Door</a></p>');
const LOGIN =
  '<title>Anmelden</title><main><h1>Anmelden</h1><form method="post"><input name="u"><input type="password"></form><p>Passwort vergessen?</p></main>';
const MAIL_FIRST =
  '<title>Acme</title><div><h1>Willkommen</h1><form method="post"><input type="email"><button>Weiter</button></form></div>';
const CHECK =
  '<title>Un instant…</title><meta name="robots" content="noindex,nofollow"><h1>docs.example</h1><p>Nous vérifions votre connexion.</p><script>run()</script>';
const GONE = '<title>Acme</title><h1>404</h1><p>Hier ist nichts. <a href="/">Start</a></p>';
const CLOSED = '<title>Bald zurück</title><h1>Wir bauen um</h1><p>Gegen zehn sind wir wieder da.</p>';

const sendWith =
  (headers: Record<string, string>, body: string, status = 200): SiteAnswer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);

describe('What a site shows in the place of a page', () => {
  test.each<[string, Record<string, SiteAnswer>, string]>([
    ['a form with a password', { '*': LOGIN }, 'sign_in'],
    [
      'a form that asks for a mail address first, behind a redirect that brings back',
      { '/help/': redirectTo('/hi?to=%2Fhelp%2F'), '/hi?to=%2Fhelp%2F': MAIL_FIRST },
      'sign_in',
    ],
    ['a check of the browser', { '*': CHECK }, 'robot_check'],
    [
      'a check by its header',
      { '/help/': sendWith({ 'cf-mitigated': 'challenge' }, CHECK, 403) },
      'robot_check',
    ],
    ['a page of nothing but 404', { '*': GONE }, 'not_found'],
    ['a text that stands at every address', { '*': CLOSED }, 'maintenance'],
    ['a tiny text with Retry-After', { '/help/': sendWith({ 'retry-after': '60' }, CLOSED) }, 'maintenance'],
  ])('is none: %s', async (_what, answers, fault) => {
    await using site = await startCrawlTest(answers);
    expect(await site.crawl('/help/')).toMatchObject({ state: 'failed', fault });
    expect(await site.titles()).toEqual([]);
  });

  test.each<[string, SiteAnswer]>([
    ['redirects to a form', redirectTo('/help/login')],
    ['shows a check', CHECK],
    ['says what it says everywhere', CLOSED],
  ])('never replaces what is known when a page %s', async (_what, answer) => {
    await using site = await startCrawlTest({
      '/help/': GOOD,
      '/help/door': toPage('Door', '<p>Push it.</p>'),
    });
    await site.crawl('/help/');
    const known = await site.titles();
    expect(known).toHaveLength(2);
    Object.assign(site.site.answers, { '/help/door': answer, '/help/login': LOGIN, '*': CLOSED });
    await site.crawl('/help/');
    expect(await site.titles()).toEqual(known);
    expect((await site.pages('/help/')).find((page) => page.includes('/help/door'))).toMatch(/^failed/);
    for (const path of Object.keys(site.site.answers)) delete site.site.answers[path];
    site.site.answers['*'] = answer;
    expect(await site.crawl('/help/')).toMatchObject({ state: 'failed' });
    expect(await site.titles()).toEqual(known);
  });

  test.each<[string, string]>([
    [
      'an answer beside a box to sign in',
      GOOD.replace('<main>', '<header><form><input type="password"></form></header><main>'),
    ],
    ['an error 404 with its cure', toPage('Error 404 at sign-in', '<p>Delete your cookies.</p>')],
    ['a page with a field for news', `${GOOD}<aside><form><input type="email"></form></aside>`],
  ])('is told apart from %s', async (_what, page) => {
    await using site = await startCrawlTest({ '/help/': page });
    expect(await site.crawl('/help/')).toMatchObject({ state: 'crawled' });
    expect(await site.titles()).not.toEqual([]);
  });

  test('is looked for with one request a crawl', async () => {
    await using site = await startCrawlTest({
      '/help/': GOOD,
      '/help/door': toPage('Door', '<p>Push it.</p>'),
    });
    await site.crawl('/help/');
    expect(site.site.seen.filter((line) => /\/help\/[0-9a-f]{32}$/.test(line))).toHaveLength(1);
  });
});

describe('A page that sends its reader on', () => {
  test.each<[string, SiteAnswer]>([
    ['a refresh', '<meta http-equiv="refresh" content="0; url=latest/"><p>Moved.</p>'],
    [
      'a script',
      '<script>window.location.replace("latest/" + location.search + location.hash)</script><p>Moved.</p>',
    ],
    ['a header', sendWith({ refresh: '0; url=latest/' }, '<p>Moved.</p>')],
  ])('is followed: %s', async (_how, answer) => {
    await using site = await startCrawlTest({ '/help/': answer, '/help/latest/': GOOD });
    expect(await site.crawl('/help/')).toMatchObject({ state: 'crawled' });
    expect(await site.titles()).toContain('Lamp');
  });

  test('is followed once, and a page that is read for minutes stays', async () => {
    const on = (to: string) => `<meta http-equiv="refresh" content="0; url=${to}"><p>Moved.</p>`;
    await using site = await startCrawlTest({ '/help/': on('a'), '/help/a': on('b'), '/help/b': GOOD });
    expect(await site.crawl('/help/')).toMatchObject({ state: 'failed', fault: 'too_many_redirects' });
    site.site.answers['/help/'] = GOOD.replace(
      '</head>',
      '<meta http-equiv="refresh" content="600; url=/"></head>',
    );
    expect(await site.crawl('/help/')).toMatchObject({ state: 'crawled' });
  });
});

test('the pause that the entrance asks for is kept by the next crawl', async () => {
  await using site = await startCrawlTest({ '/help/': sendWith({ 'retry-after': '86400' }, 'later', 503) });
  const { dueAt } = await site.crawl('/help/');
  expect(dueAt.getTime() - site.app.core.clock()).toBe(86_400_000);
});

describe('Versions of a manual', () => {
  const page = (text: string) => toPage('Lamp', `<p>${text}</p>`);
  const links = (...paths: string[]) =>
    `<main><h1>Manual</h1><p>Choose.</p></main><nav>${paths.map((path) => `<a href="${path}">x</a>`).join('')}</nav>`;

  test('are read once, the current one, and what an older one brought goes', async () => {
    const old = '/docs/1.0/lamp';
    await using site = await startCrawlTest({ '/': links(old), [old]: page('Press it three times.') });
    await site.crawl();
    expect(await site.titles()).toHaveLength(2);
    Object.assign(site.site.answers, {
      '/': links(old, '/docs/2.0/lamp'),
      '/docs/2.0/lamp': page('Hold it.'),
    });
    await site.crawl();
    expect(await site.pages()).toEqual(['fetched /docs/2.0/lamp', 'unchanged /']);
    expect(await site.titles()).toHaveLength(2);
  });

  test('of which the current one cannot be read leave the older one', async () => {
    const paths = ['/docs/1.0/lamp', '/docs/2.0/lamp'];
    await using site = await startCrawlTest({ '/': links(...paths), '/docs/1.0/lamp': page('Press it.') });
    await site.crawl();
    expect(await site.pages()).toContain('fetched /docs/1.0/lamp');
    expect(await site.titles()).toHaveLength(2);
  });
});
