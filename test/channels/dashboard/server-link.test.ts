import { randomBytes } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { listActions } from '../../../src/core/members/audit.ts';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import { addServer, deleteServer } from '../../../src/core/owners/servers.ts';
import { createLocalLink, createServerLink } from '../../../src/core/owners/sign-in.ts';
import type { Right } from '../../../src/domain/types.ts';
import { showLog, UNABORTED } from '../../support/app.ts';
import { dumpTables, findInTables } from '../../support/tables.ts';
import { useApp } from '../../support/use-app.ts';
import { type Seen, Visitor } from '../../support/visitor.ts';
import { runOn } from '../cli-setup.ts';

const DAY = 24 * 3600 * 1000;

// Without Discord, on whichever database the tests run.
const app = useApp({ ROLES: 'api,dashboard', PUBLIC_URL: 'http://127.0.0.1' });
const run = (...argv: string[]) => runOn(async () => app.core, argv);
const toPath = (url: string) => url.replace('http://127.0.0.1', '');

async function makeLink(serverId: string, given: { right?: Right; name?: string } = {}): Promise<string> {
  const { shape } = await createServerLink(app.core, serverId, { right: 'admin', name: '', ...given });
  return toPath(shape.url);
}

/** Opens a link and presses the button that is there. */
async function press(visitor: Visitor, link: string): Promise<Seen> {
  const page = await visitor.get(link);
  const [token = ''] = page.attributes('input[name="token"]', 'value');
  return visitor.post('/login/link', { token: token ?? '' });
}

async function follow(link: string): Promise<Visitor> {
  const visitor = new Visitor(app.url);
  expect(await press(visitor, link)).toMatchObject({ status: 303, location: '/servers' });
  await visitor.get('/servers');
  return visitor;
}

const isSignedIn = async (visitor: Visitor) => (await visitor.get('/servers')).status === 200;
const wordsOf = (seen: Seen) => [seen.status, seen.text('main')];
const countSessions = async () =>
  (
    await app.core.database.kysely
      .selectFrom('server_sign_ins')
      .where('is_link', '=', false)
      .selectAll()
      .execute()
  ).length;

describe('A link to one server', () => {
  test('from the command line signs an owner in there, for a week, by the name that it was given', async () => {
    const [server, other] = [await app.addServer({ name: 'Pier' }), await app.addServer({ name: 'Quay' })];
    const made = await run('dashboard', 'link', server.id, '--right', 'admin', '--name', 'Ida of Pier');
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/^http:\/\/127\.0\.0\.1\/login\/link\?token=[\w-]{43}\n$/);
    const visitor = await follow(toPath(made.out.trim()));
    const list = await visitor.get('/servers');
    expect(list.attributes('.cards a', 'href')).toEqual([`/servers/${server.id}`]);
    expect(list.text('.account span')).toBe('Signed in as Ida of Pier');

    const none = await visitor.get('/servers/nobody/audit');
    for (const path of [`/servers/${other.id}`, `/servers/${other.id}/payments`, '/servers/%00'])
      expect(wordsOf(await visitor.get(path))).toEqual(wordsOf(none));
    expect(none.status).toBe(404);

    await visitor.get(`/servers/${server.id}/data`);
    await visitor.post(`/servers/${server.id}/export`);
    const told = await listActions(app.core, server.id, { limit: 5 });
    expect(
      told.map(({ channel, action, subject, memberName }) => [channel, action, subject, memberName]),
    ).toEqual([
      ['dashboard', 'server.exported', null, 'Ida of Pier'],
      ['cli', 'sign_in.offered', 'Ida of Pier (admin)', null],
    ]);
    expect((await visitor.get(`/servers/${server.id}/audit`)).text('main')).toContain('Ida of Pier');

    const since = app.clock.now;
    app.clock.now += 7 * DAY - 1;
    expect(await isSignedIn(visitor)).toBe(true);
    app.clock.now += 1;
    expect(await isSignedIn(visitor)).toBe(false);
    app.clock.now = since;
  });

  test('is told as JSON with its end and its right', async () => {
    const { id } = await app.addServer();
    const { out } = await run('dashboard', 'link', id, '--right', 'viewer', '--json');
    expect(JSON.parse(out)).toEqual({
      ...{ url: expect.stringContaining('/login/link?token='), right: 'viewer' },
      expires_at: new Date(app.clock.now + DAY).toISOString(),
    });
    const wrong: [number, string, ...string[]][] = [
      [2, '--right: must be one of viewer, editor, admin', id, '--right', 'owner'],
      [2, 'SERVER: is required', '--name', 'Ida'],
      [2, 'SERVER: is required', '--right', 'viewer'],
      [3, 'There is no server', 'nobody'],
    ];
    for (const [code, said, ...argv] of wrong)
      expect(await run('dashboard', 'link', ...argv)).toMatchObject({
        ...{ code, out: '', err: expect.stringContaining(said) },
      });
  });

  test('lets in one of ten browsers at once, and makes one session', async () => {
    const { id } = await app.addServer();
    const [link, before] = [await makeLink(id), await countSessions()];
    const visitors = Array.from({ length: 10 }, () => new Visitor(app.url));
    const seen = await Promise.all(visitors.map((visitor) => press(visitor, link)));
    expect(seen.map(({ status }) => status).toSorted()).toEqual([303, ...new Array(9).fill(403)]);
    expect(await Promise.all(visitors.map(isSignedIn))).toEqual(seen.map(({ status }) => status === 303));
    expect(await countSessions()).toBe(before + 1);
  });

  test('that is used, too old, unknown, malformed, given twice or of another kind is refused in the same words', async () => {
    const { id } = await app.addServer();
    const [used, late, ended] = [await makeLink(id), await makeLink(id), await makeLink(id)];
    const visitor = await follow(used);
    const cookie = visitor.cookies.get('lotse_session') ?? '';
    app.clock.now += DAY;
    expect((await run('dashboard', 'end', id)).out).toBe('Links and sessions ended: 3.\n');
    const own = inject('database').url ? '' : new URL(await createLocalLink(app.core)).search;
    const at = (token: string) => `/login/link?token=${token}`;
    const links = [
      ...[used, late, ended, at(cookie), at(randomBytes(32).toString('base64url')), at(''), at('%00')],
      ...['/login/link', `/login/link${own}`],
    ];
    const words = await Promise.all(
      links.map(async (link) => wordsOf(await press(new Visitor(app.url), link))),
    );
    expect(new Set(words.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(words[0]).toEqual([403, expect.stringContaining('has been used or has expired')]);
    app.clock.now -= DAY;
  });

  test('is no session, opens nothing at the door of the operator, and is not used up by a look ahead', async () => {
    const { id } = await app.addServer();
    const link = await makeLink(id);
    const token = link.split('=')[1] ?? '';
    const thief = new Visitor(app.url);
    thief.cookies.set('lotse_session', token);
    expect(await isSignedIn(thief)).toBe(false);
    const door = await thief.get(`/login/local?token=${token}`);
    expect(door.status).toBe(inject('database').url ? 404 : 403);
    for (const _ of [1, 2]) expect((await new Visitor(app.url).get(link)).status).toBe(200);
    await follow(link);
  });

  test('and its session are in tables and logs only as digests', async () => {
    const { id } = await app.addServer();
    const [unused, used] = [await makeLink(id), await makeLink(id)];
    const visitor = await follow(used);
    await press(new Visitor(app.url), used);
    const kept = JSON.stringify(await dumpTables(app.core)) + showLog(app);
    const secrets = [unused, used].map((link) => link.split('=')[1] ?? '');
    for (const secret of [...secrets, visitor.cookies.get('lotse_session') ?? 'none'])
      for (const form of [secret, Buffer.from(secret, 'base64url').toString('hex')])
        expect(kept.includes(form)).toBe(false);
  });

  test('is never looked at by a process of an earlier version, which knows the table `sessions` alone', async () => {
    const { id } = await app.addServer();
    await follow(await makeLink(id));
    expect(await app.core.database.kysely.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
});

describe('A session of such a link ends', () => {
  test('with its server, whose id opens nothing when it comes back', async () => {
    const { id } = await app.addServer();
    const [visitor, unused] = [await follow(await makeLink(id)), await makeLink(id)];
    await deleteServer(app.core, id);
    expect(await findInTables(app.core, id)).toEqual([]);
    await addServer(app.core, id, { name: 'Again' });
    expect(await isSignedIn(visitor)).toBe(false);
    expect((await press(visitor, unused)).status).toBe(403);
  });

  test('by the command line, with all links to that server and no other', async () => {
    const [server, other] = [await app.addServer(), await app.addServer()];
    const inside = [await follow(await makeLink(server.id)), await follow(await makeLink(server.id))];
    const [unused, neighbour] = [await makeLink(server.id), await follow(await makeLink(other.id))];
    expect(await run('dashboard', 'end', server.id, '--json')).toMatchObject({
      code: 0,
      out: '{"ended":3}\n',
    });
    expect(await Promise.all([...inside, neighbour].map(isSignedIn))).toEqual([false, false, true]);
    expect((await press(new Visitor(app.url), unused)).status).toBe(403);
    const [told] = await listActions(app.core, server.id, { limit: 1 });
    expect(told).toMatchObject({ channel: 'cli', action: 'sign_in.ended' });
    expect((await run('dashboard', 'end', 'nobody')).code).toBe(3);
  });

  test('where its person signs out: here alone, or everywhere, and nobody else does', async () => {
    const [server, other] = [await app.addServer(), await app.addServer()];
    const enter = async (id: string, name: string) => follow(await makeLink(id, { name }));
    const ida = [await enter(server.id, 'Ida'), await enter(server.id, 'Ida'), await enter(server.id, 'Ida')];
    const others = [await enter(server.id, 'Bo'), await enter(other.id, 'Ida')];
    await ida[0]?.post('/logout');
    expect(await Promise.all(ida.map(isSignedIn))).toEqual([false, true, true]);
    await ida[1]?.post('/logout', { everywhere: 'yes' });
    expect(await Promise.all(ida.map(isSignedIn))).toEqual([false, false, false]);
    expect(await Promise.all(others.map(isSignedIn))).toEqual([true, true]);
  });

  test('and is removed from the tables by housekeeping, as links are', async () => {
    const { id } = await app.addServer();
    await follow(await makeLink(id));
    await makeLink(id);
    const before = app.clock.now;
    app.clock.now += 40 * DAY;
    expect(await keepHouse(app.core, UNABORTED)).toBe(true);
    app.clock.now = before;
    expect((await findInTables(app.core, id)).filter((row) => row.startsWith('server_sign_ins'))).toEqual([]);
  });
});

test('Without Discord, the login page says what owners do, in both languages', async () => {
  for (const [lang, said] of [
    ['en', 'Ask the operator of this service for a sign-in link'],
    ['de', 'Bitte den Betreiber dieses Dienstes um einen Anmelde-Link'],
  ])
    expect((await new Visitor(app.url).get(`/login?lang=${lang}`)).text('main')).toContain(said);
});
