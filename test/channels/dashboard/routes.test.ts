import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api,dashboard', HOST: '0.0.0.0' });
});
afterAll(() => app.stop());

/** The answer to these very bytes as a target, which no client library would send. */
async function ask(target: string, method = 'GET'): Promise<{ status: number; page: string }> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `${method} ${target} HTTP/1.1\r\nHost: lotse.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
    'latin1',
  );
  const [head = '', page = ''] = (await readText(socket)).split(/\r\n\r\n(.*)/s);
  return { status: Number(head.split(' ')[1]), page };
}

/** Hosts that the links and forms of a page lead to, as a browser resolves them. */
function hostsOf(page: string, target: string): Set<string> {
  const base = `http://lotse.example${target.startsWith('/') ? target : '/'}`;
  const { document } = parseHTML(page === '' ? '<html></html>' : page);
  const addresses = [...document.querySelectorAll('[href], [src], [action]')].flatMap((element) =>
    ['href', 'src', 'action'].map((name) => element.getAttribute(name)),
  );
  return new Set(addresses.flatMap((address) => (address ? [new URL(address, base).host] : [])));
}

/** What reads as the address of another host, or of none. */
const FOREIGN = [
  '//',
  '///',
  '//[',
  '//x',
  '//x//evil.com/',
  '//evil.com/servers',
  '//evil.com\\@lotse.example/',
  '//a:b@evil',
  '//evil.com:99999/',
  '//login',
  '//servers/1',
  '//?lang=de',
  '//x#/',
  '/\\evil.com',
  '/\\/evil.com',
  '/\\[',
  '/\\x#/',
  '/%5cevil.com',
  '/%2f/evil.com',
  '/%09/evil.com',
  '/x/..//evil.com/',
  '/x\\..\\..//evil.com/',
  '/%2e%2e//evil.com/',
  '/.//evil.com/',
  '/servers/..//evil.com/',
  '/servers//evil.com/knowledge?done=x',
  'http://evil//evil.com/',
  'http://evil/x',
  'http://[/',
  'http://',
  'http://e:x/',
  'https://a:99999/x',
  'javascript://x',
  '\\\\evil.com',
  '*',
];

describe('a target that is not one of our paths', () => {
  test.each(FOREIGN)('is refused, and the page links nowhere else: %s', async (target) => {
    app.logged.length = 0;
    for (const method of ['GET', 'POST', 'HEAD']) {
      const { status, page } = await ask(target, method);
      const isRefused = status >= 400 && status < 500;
      // An unknown page of a known kind asks for the sign-in first.
      expect([method, status, isRefused || target.startsWith('/servers/')]).toEqual([method, status, true]);
      expect([...hostsOf(page, target)].filter((host) => host !== 'lotse.example')).toEqual([]);
    }
    expect(app.logged.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
  });

  test('with one slash too many gives a page whose language switch leads to the right place', async () => {
    const { status, page } = await ask('//servers?lang=en&x=1');
    const { document } = parseHTML(page);
    expect([status, document.querySelector('h1')?.textContent]).toEqual([404, 'This did not work']);
    expect(document.querySelector('a[hreflang=de]')?.getAttribute('href')).toBe('/servers?lang=de&x=1');
  });
});

test('a full address counts as its path, whatever host it names', async () => {
  expect((await ask('http://evil/healthz')).status).toBe(200);
  expect((await ask('http://evil/login?lang=en')).page).toContain('<html lang="en"');
  expect((await ask('HTTP://evil')).status).toBe((await ask('/')).status);
});

test('a service that listens on all addresses is named by one that can be opened', async () => {
  expect(new URL(app.url).hostname).toBe('127.0.0.1');
  expect((await ask('/login')).status).toBe(200);
});
