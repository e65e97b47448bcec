import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/channels/dashboard/app.ts';
import { setRight } from '../../../src/core/owners/access.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { parseSettings } from '../../../src/core/owners/settings.ts';
import { createServerLink } from '../../../src/core/owners/sign-in.ts';
import { RIGHTS, type Right } from '../../../src/domain/types.ts';
import { dumpKept } from '../../support/tables.ts';
import { Visitor } from '../../support/visitor.ts';
import { type Examples, fill, fillIn } from './examples.ts';
import { lastAction, useDashboard } from './setup.ts';

const MINUTE = 60_000;
const OF_SERVERS = ROUTES.filter((route) => route.access === 'server');
const named = (right: Right) =>
  OF_SERVERS.filter((route) => route.right === right).map(({ method, path }) =>
    `${method} ${path.replace('/servers/:server', '')}`.trim(),
  );

const dashboard = useDashboard({}, { seesRoles: true });
const roles = {} as Record<Right, ReturnType<typeof dashboard.guild.addRole>>;
let examples: Examples;
let nightShift: string;
let outsider: Visitor;
const people = {} as Record<Right, Visitor>;
/** Without Discord, by a link to this one server. */
const guests = {} as Record<Right, Visitor>;

beforeAll(async () => {
  const { guild, app } = dashboard;
  examples = await fill(dashboard, guild.id);
  // Names are kept for a minute of the real clock.
  nightShift = guild.addRole({ name: 'Night shift' }).id;
  for (const right of RIGHTS) {
    roles[right] = guild.addRole({ name: `The ${right}s` });
    await setRight(app.core, guild.id, { role: roles[right].id, right });
    people[right] = await dashboard.signIn(guild.addMember({ name: right, roles: [roles[right]] }));
    const { shape } = await createServerLink(app.core, guild.id, { right, name: right });
    guests[right] = new Visitor(app.url);
    const token = new URL(shape.url).searchParams.get('token') ?? '';
    await guests[right].post('/login/link', { token });
    await guests[right].get('/servers');
  }
  outsider = await dashboard.signIn(guild.addMember({ name: 'none', roles: [guild.addRole()] }));
});

/** Pages keep what they read for a moment. */
async function dumpOwn() {
  const { cache: _, sessions: __, ...kept } = await dumpKept(dashboard.app.core);
  return kept;
}

const reaches = (held: Right, needed: Right) => RIGHTS.indexOf(held) >= RIGHTS.indexOf(needed);
const isOfServer = (address: string | null): address is string => address?.startsWith('/servers/') === true;
/** With a wrong token a form that may be sent is refused for that alone, and does nothing. */
const look = (visitor: Visitor, { method, path }: { method: string; path: string }) =>
  method === 'get' ? visitor.get(path) : visitor.post(path, {}, { csrf: 'wrong' });

describe('A right of a role', () => {
  test('is what each route says: viewers see, editors work, and admins alone reach everything else', () => {
    expect(named('viewer')).toEqual(['get', 'get /answers', 'get /answers.csv', 'get /answers/:answer']);
    const words = new Set(named('editor').map((one) => one.split(/[ /]+/)[1]));
    expect(words).toEqual(
      new Set([
        'playground',
        'knowledge',
        'links',
        'training',
        'marks',
        'answers',
        'outdated',
        'drafts',
        'unanswered',
        'tests',
      ]),
    );
    expect(OF_SERVERS.filter(({ right }) => right === 'admin')).toEqual([]);
    expect(OF_SERVERS.filter(({ right }) => right === undefined).length).toBeGreaterThan(30);
  });

  test.each(
    RIGHTS.flatMap((held) => [
      { held, by: 'a role', who: people },
      { held, by: 'a link', who: guests },
    ]),
  )('$held by $by opens every door that it reaches, and finds nothing behind any other', async ({
    held,
    who,
  }) => {
    const before = await dumpOwn();
    for (const { method, path, right = 'admin' } of OF_SERVERS) {
      const { status } = await look(who[held], { method, path: fillIn(path, examples) });
      const open = method === 'get' ? 200 : 403;
      expect([method, path, status]).toEqual([method, path, reaches(held, right) ? open : 404]);
    }
    expect(await dumpOwn()).toEqual(before);
  });

  test('is what nobody has by another role', async () => {
    for (const { method, path } of OF_SERVERS)
      expect([path, (await look(outsider, { method, path: fillIn(path, examples) })).status]).toEqual([
        path,
        404,
      ]);
    expect((await outsider.get('/servers')).html).not.toContain(dashboard.path());
  });

  test('by a link is none on any other server', async () => {
    const { id } = await dashboard.app.addServer();
    const elsewhere = { ...examples, server: id };
    for (const { method, path } of OF_SERVERS)
      expect([path, (await look(guests.admin, { method, path: fillIn(path, elsewhere) })).status]).toEqual([
        path,
        404,
      ]);
    for (const right of RIGHTS)
      expect((await guests[right].get('/servers')).attributes('.cards a', 'href')).toEqual([
        dashboard.path(),
      ]);
  });

  test.each(['viewer', 'editor'] as const)('%s sees no link and no form that leads nowhere', async (held) => {
    const visitor = people[held];
    const doors: Record<'get' | 'post', string[]> = { get: [], post: [] };
    for (const { method, path, right = 'admin' } of OF_SERVERS) {
      if (method !== 'get' || !reaches(held, right)) continue;
      const { attributes } = await visitor.get(fillIn(path, examples));
      doors.get.push(...attributes('main a, nav.menu a', 'href').filter(isOfServer));
      doors.post.push(...attributes('form[method=post]', 'action').filter(isOfServer));
    }
    for (const path of new Set(doors.get))
      expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
    for (const path of new Set(doors.post))
      expect([path, (await look(visitor, { method: 'post', path })).status]).toEqual([path, 403]);
    expect([doors.get.length > 3, doors.post.length > 0]).toEqual([true, held === 'editor']);
  });

  test('decides what stands in the menu and which servers are listed', async () => {
    const menu = async (right: Right) => (await people[right].get(dashboard.path())).texts('nav.menu a');
    expect(await menu('viewer')).toEqual(['Overview', 'Answers']);
    expect(await menu('editor')).toContain('Knowledge');
    expect(await menu('editor')).not.toContain('API');
    expect(await menu('admin')).toEqual((await dashboard.visitor.get(dashboard.path())).texts('nav.menu a'));
    for (const right of RIGHTS)
      expect((await people[right].get('/servers')).attributes('main a', 'href')).toEqual([dashboard.path()]);
  });

  test('ends within a minute of the role being taken away', async () => {
    const { guild, app } = dashboard;
    const member = guild.addMember({ name: 'Leo', roles: [roles.editor] });
    const visitor = await dashboard.signIn(member);
    const status = async () => (await visitor.get(dashboard.path('knowledge'))).status;
    expect(await status()).toBe(200);
    member.setRoles([roles.viewer]);
    expect(await status()).toBe(200);
    app.clock.now += MINUTE;
    expect(await status()).toBe(404);
    expect((await visitor.get(dashboard.path())).status).toBe(200);
  });

  test('ends at once when the role loses it here', async () => {
    const { guild, app } = dashboard;
    const role = guild.addRole({ name: 'Helpers' });
    await setRight(app.core, guild.id, { role: role.id, right: 'editor' });
    const visitor = await dashboard.signIn(guild.addMember({ name: 'Ida', roles: [role] }));
    expect((await visitor.get(dashboard.path('knowledge'))).status).toBe(200);
    await setRight(app.core, guild.id, { role: role.id, right: null });
    expect((await visitor.get(dashboard.path('knowledge'))).status).toBe(404);
  });

  test('is none while Discord does not say which roles somebody has, and costs nobody the other servers', async () => {
    const { guild, discord, app } = dashboard;
    const other = discord.addGuild({ name: 'Other' });
    await app.addServer({ id: other.id, name: 'Other' });
    const member = guild.addMember({ name: 'Noa', roles: [roles.editor] });
    other.state.members.set(member.id, { ...member.state, roles: [] });
    other.setOwner(member);
    discord.failNext({ path: new RegExp(`/members/${member.id}`), status: 500, count: 2 });
    const visitor = await dashboard.signIn(member);
    expect((await visitor.get('/servers')).attributes('main a', 'href')).toEqual([`/servers/${other.id}`]);
    expect((await visitor.get(dashboard.path('knowledge'))).status).toBe(200);
    app.clock.now += MINUTE;
    discord.failNext({ path: new RegExp(`/members/${member.id}`), status: 403 });
    expect((await visitor.get(dashboard.path('knowledge'))).status).toBe(404);
  });
});

describe('The section of rights', () => {
  const stored = async () =>
    parseSettings((await getServer(dashboard.app.core, dashboard.guild.id)).settings).access;

  test('gives a role a right and takes it away, and the audit log says so', async () => {
    const saved = await dashboard.visitor.submit(dashboard.path('access'), {
      role: nightShift,
      right: 'viewer',
    });
    expect(saved.text(`tr[data-role="${nightShift}"]`)).toMatch(/Night shift.*Viewer/s);
    expect(await lastAction(dashboard.app, dashboard.guild.id)).toMatchObject({
      ...{ action: 'access.changed', subject: `access ${nightShift}: – → viewer`, memberName: 'Ada' },
    });
    await dashboard.visitor.submit(dashboard.path('access'), { role: nightShift, right: 'none' });
    expect(await stored()).not.toHaveProperty(nightShift);
    expect(await lastAction(dashboard.app, dashboard.guild.id)).toMatchObject({
      subject: `access ${nightShift}: viewer → –`,
    });
  });

  test('is open to a role with the admin right, which takes nothing from those who manage the server', async () => {
    const { admin } = people;
    await admin.get(dashboard.path());
    const adminRole = dashboard.guild.state.roles.values().find(({ name }) => name === 'admin')?.id ?? '';
    await admin.post(dashboard.path('access'), { role: adminRole, right: 'viewer' });
    expect((await dashboard.visitor.get(dashboard.path('data'))).status).toBe(200);
    await admin.post(dashboard.path('access'), { role: adminRole, right: 'none' });
  });

  test.each([
    ['no role', { role: '', right: 'viewer' }],
    ['what is no id', { role: 'everyone', right: 'viewer' }],
    ['a role of another server', { role: '4242', right: 'viewer' }],
    ['no right', { role: '4242', right: 'owner' }],
  ])('refuses %s, and keeps what was typed', async (_, fields) => {
    const before = await stored();
    const seen = await dashboard.visitor.post(dashboard.path('access'), fields);
    expect([seen.status, seen.document.querySelectorAll('#access .fault').length]).toEqual([422, 1]);
    expect(await stored()).toEqual(before);
  });

  test('refuses @everyone', async () => {
    const seen = await dashboard.visitor.post(dashboard.path('access'), {
      ...{ role: dashboard.guild.id, right: 'viewer' },
    });
    expect([seen.status, seen.text('#access .fault')]).toEqual([422, expect.stringContaining('@everyone')]);
  });

  test('still lists a role that was deleted, by its id, and can take its right away', async () => {
    await setRight(dashboard.app.core, dashboard.guild.id, { role: '777', right: 'editor' });
    const page = await dashboard.visitor.get(dashboard.path('team'));
    expect(page.text('tr[data-role="777"]')).toContain('777');
    await dashboard.visitor.submit(dashboard.path('access'), { role: '777', right: 'none' });
    expect(await stored()).not.toHaveProperty('777');
  });
});
