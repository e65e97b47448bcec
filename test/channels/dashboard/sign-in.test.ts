import { randomBytes } from 'node:crypto';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, describe, expect, test } from 'vitest';
import { findInTables } from '../../support/tables.ts';
import { Visitor } from '../../support/visitor.ts';
import { type Dashboard, goToDiscord, signInWithDiscord, startDashboard, useDashboard } from './setup.ts';

describe('Signing in with Discord', () => {
  const dashboard = useDashboard();

  test('leads back to the page that was asked for', async () => {
    const visitor = new Visitor(dashboard.app.url);
    const asked = await visitor.get(dashboard.path('playground'));
    expect([asked.status, asked.location]).toEqual([
      303,
      `/login?next=${encodeURIComponent(dashboard.path('playground'))}`,
    ]);
    const login = await visitor.follow(asked);
    const next = new URLSearchParams(login.attribute('a[href^="/login/discord"]', 'href')?.split('?')[1]);
    expect(await signInWithDiscord(visitor, dashboard.discord, dashboard.owner, next.get('next') ?? '')).toBe(
      dashboard.path('playground'),
    );
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/servers\r\nSet-Cookie: a=b',
    'servers',
    '@evil.example',
    '.evil.example',
    '///evil.example',
    '/./\\evil.example',
    '/..//evil.example',
  ])('J81 · never leads anywhere else: next=%s', async (next) => {
    const location = await signInWithDiscord(
      new Visitor(dashboard.app.url),
      dashboard.discord,
      dashboard.owner,
      next,
    );
    const target = new URL(location, dashboard.app.url);
    expect(target.origin).toBe(new URL(dashboard.app.url).origin);
    expect(location).toMatch(/^\/(?![/\\])/);
  });

  test.each([
    ['without a state', ({ search }) => search.delete('state')],
    ['with a wrong state', ({ search }) => search.set('state', randomBytes(32).toString('base64url'))],
    ['without a code', ({ search }) => search.delete('code')],
    ['with a wrong code', ({ search }) => search.set('code', 'abc')],
    ['with its own state twice', ({ search }) => search.append('state', search.get('state') ?? '')],
    ['with a second state', ({ search }) => search.append('state', 'abc')],
    ['with a second code', ({ search }) => search.append('code', 'abc')],
    ['with an empty second code', ({ search }) => search.append('code', '')],
    ['in another browser', ({ visitor }) => visitor.cookies.clear()],
    [
      'with a sign-in cookie of another sign-in',
      ({ visitor }) => visitor.cookies.set('lotse_sign_in', randomBytes(32).toString('base64url')),
    ],
  ] as [
    string,
    (attempt: { search: URLSearchParams; visitor: Visitor }) => unknown,
  ][])('J81 · a return %s signs nobody in', async (_, change) => {
    const visitor = new Visitor(dashboard.app.url);
    const { path, search } = await goToDiscord(visitor, dashboard.discord, dashboard.owner);
    change({ search, visitor });
    const seen = await visitor.get(`${path}?${search}`);
    expect(seen.status).toBe(403);
    expect(visitor.cookies.has('lotse_session')).toBe(false);
  });

  test('J81 · a return works once; the same address again signs nobody in', async () => {
    const visitor = new Visitor(dashboard.app.url);
    const { path, search } = await goToDiscord(visitor, dashboard.discord, dashboard.owner);
    const kept = new Map(visitor.cookies);
    expect((await visitor.get(`${path}?${search}`)).status).toBe(303);
    const again = new Visitor(dashboard.app.url);
    for (const [name, value] of kept) again.cookies.set(name, value);
    expect((await again.get(`${path}?${search}`)).status).toBe(403);
  });

  test('a return that the same browser loads again, or that another tab has overtaken, leads on', async () => {
    const visitor = new Visitor(dashboard.app.url);
    const tabs = [
      await goToDiscord(visitor, dashboard.discord, dashboard.owner, dashboard.path('ki')),
      await goToDiscord(visitor, dashboard.discord, dashboard.owner, dashboard.path('links')),
    ];
    const load = async ({ path, search }: (typeof tabs)[number]) =>
      (await visitor.get(`${path}?${search}`)).location;
    const [first, second] = tabs as [(typeof tabs)[number], (typeof tabs)[number]];
    expect(await load(first)).toBe(dashboard.path('ki'));
    expect(await load(first)).toBe('/servers');
    expect(await load(second)).toBe('/servers');
    expect((await visitor.get(dashboard.path('links'))).status).toBe(200);
    const signedIn = await visitor.get(`/login?${new URLSearchParams({ next: dashboard.path('links') })}`);
    expect(signedIn.location).toBe(dashboard.path('links'));
  });

  test.each([
    ['no permissions', { permissions: undefined }],
    ['empty permissions', { permissions: '' }],
    ['permissions that are none', { permissions: null }],
    ['an owner that is none', { owner: 'yes' }],
    ['no id', { id: undefined }],
    ['an id that is a number', { id: 17 }],
    ['nothing at all', null],
  ])('a server with %s keeps nobody from the others', async (_, odd) => {
    dashboard.discord.signIn.oddGuilds = [odd];
    const visitor = await dashboard.signIn(dashboard.owner);
    dashboard.discord.signIn.oddGuilds = [];
    expect((await visitor.get('/servers')).html).toContain('Harbour');
  });

  test('J82 · gives a new session each time, never one that the browser brought, and ends it on signing out', async () => {
    const visitor = new Visitor(dashboard.app.url);
    const planted = randomBytes(32).toString('base64url');
    visitor.cookies.set('lotse_session', planted);
    await signInWithDiscord(visitor, dashboard.discord, dashboard.owner);
    const first = visitor.cookies.get('lotse_session') ?? '';
    expect(first).not.toBe(planted);
    expect(await findInTables(dashboard.app.core, first)).toEqual([]);
    const thief = new Visitor(dashboard.app.url);
    thief.cookies.set('lotse_session', first);
    expect((await thief.get('/servers')).status).toBe(200);
    expect((await visitor.post('/logout')).location).toBe('/login?done=signed_out');
    expect(visitor.cookies.has('lotse_session')).toBe(false);
    expect((await thief.get('/servers')).location).toBe('/login?next=%2Fservers');
  });

  test('J82 · signing out everywhere ends every session of that person and nobody else’s', async () => {
    const neighbour = await dashboard.signIn(dashboard.guild.addMember({ name: 'Bo', isAdmin: true }));
    const [here, there] = [await dashboard.signIn(dashboard.owner), await dashboard.signIn(dashboard.owner)];
    await here.post('/logout', { everywhere: 'yes' });
    expect((await there.get('/servers')).status).toBe(303);
    expect((await neighbour.get('/servers')).status).toBe(200);
  });

  test('shows only the servers that this person may manage and that have the bot', async () => {
    const member = dashboard.guild.addMember({ name: 'Mia' });
    await dashboard.app.addServer({ name: 'Elsewhere' });
    const theirs = await (await dashboard.signIn(member)).get('/servers');
    expect(theirs.html).not.toContain('Harbour');
    const mine = await (await dashboard.signIn(dashboard.owner)).get('/servers');
    expect(mine.html).toContain('Harbour');
    expect(mine.html).not.toContain('Elsewhere');
  });

  test('J84 · refuses a person at most 60 s after Discord revoked their permission', async () => {
    const role = dashboard.guild.addRole({ name: 'Managers', permissions: PermissionFlagsBits.ManageGuild });
    const admin = dashboard.guild.addMember({ name: 'Kim', roles: [role] });
    const visitor = await dashboard.signIn(admin);
    expect((await visitor.get(dashboard.path('playground'))).status).toBe(200);
    dashboard.guild.removeRole(role);
    dashboard.app.clock.now += 60_001;
    expect((await visitor.get(dashboard.path('playground'))).status).toBe(404);
    expect((await visitor.post(dashboard.path('playground'), { question: 'Hello?' })).status).toBe(404);
  });

  test('admits nobody on an old permission while Discord does not answer', async () => {
    const visitor = await dashboard.signIn(dashboard.owner);
    dashboard.app.clock.now += 60_001;
    dashboard.discord.rest.refuse(true);
    const seen = await visitor.get(dashboard.path('playground'));
    dashboard.discord.rest.refuse(false);
    expect(seen.status).toBe(503);
    expect(seen.text('main')).toContain('Discord is not responding');
  });
});

describe('Cookies and header fields', () => {
  test('J82 · over https, the session cookie is held to this host and hidden from scripts, and https to this host alone', async () => {
    const dashboard = await startDashboard({ PUBLIC_URL: 'https://lotse.example' });
    const visitor = new Visitor(dashboard.app.url);
    const { path, search } = await goToDiscord(visitor, dashboard.discord, dashboard.owner);
    const seen = await visitor.get(`${path}?${search}`);
    const lines = seen.headers.getSetCookie();
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^__Host-lotse_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/,
      ),
    );
    expect(seen.headers.get('strict-transport-security')).toBe('max-age=31536000');
    await dashboard.stop();
  });

  test('J87 · no page may be framed, and none runs or loads anything from elsewhere', async () => {
    const dashboard = await startDashboard();
    for (const path of ['/login', '/servers', dashboard.path('playground'), '/servers/999', '/nowhere']) {
      const { headers } = await dashboard.visitor.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cache-control')).toBe('no-store');
    }
    await dashboard.stop();
  });

  test.each([
    '/assets/../../../../etc/passwd',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/%c0%ae%c0%ae/package.json',
    '/assets/dashboard.js%00.css',
    '/assets/dashboard.js.map',
    '/assets/.env',
    '/.env',
    '/.git/config',
    '/src/main.ts',
    '/servers/%',
    '/servers/%zz/ki',
    '/servers/%c0%ae%c0%ae/ki',
    '/servers/..%2f..%2f/ki',
    '/login/%E0%A4%A',
    '//servers',
  ])('J86 · %s leads to no file and breaks nothing', async (path) => {
    const dashboard = await shared();
    const { status } = await rawGet(dashboard.app.url, path, dashboard.visitor);
    expect([400, 404]).toContain(status);
  });

  let started: Promise<Dashboard> | undefined;
  const shared = () => {
    started ??= startDashboard();
    return started;
  };
  afterAll(async () => {
    await (await started)?.stop();
  });
});

/** As written: fetch would tidy the path first. */
async function rawGet(url: string, path: string, visitor: Visitor): Promise<{ status: number }> {
  const { request } = await import('node:http');
  const { hostname, port } = new URL(url);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, headers: { Cookie: cookie, Accept: 'text/html' } },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0 }));
      },
    );
    sent.once('error', reject);
    sent.end();
  });
}
