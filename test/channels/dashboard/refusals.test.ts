import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/channels/dashboard/app.ts';
import { findBrokenIds } from '../../support/markup.ts';
import { dumpKept } from '../../support/tables.ts';
import { type PostOptions, Visitor } from '../../support/visitor.ts';
import { type Examples, fill, fillIn, parametersOf } from './examples.ts';
import { type Dashboard, useDashboard } from './setup.ts';

/** Every change that a person can ask for. */
const UNSAFE = ROUTES.filter(({ method, access }) => method === 'post' && access !== 'signature');
const PAGES = ROUTES.filter(({ method, access }) => method === 'get' && access === 'server');
const pathsOf = (routes: typeof ROUTES) => [...new Set(routes.map(({ path }) => path))];

/** What a form of any page might hold: if a refused one did anything, something would be different. */
const FIELDS = {
  name: 'Intruder',
  bot_name: 'Intruder',
  title: 'Intruder',
  text: 'Intruder was here',
  question: 'Intruder?',
  answer: 'Intruder!',
  expected: 'Intruder',
  url: 'https://intruder.example/',
  channel: '4242',
  mode: 'off',
  teach_roles: '4242',
  handover_role: '4242',
  topics: 'Intruder',
  team_names: 'Intruder',
  state: 'on',
  pack: '25',
  confirm: 'Harbour',
  everywhere: 'yes',
};

describe('Every change requested from elsewhere is refused and changes nothing', () => {
  const dashboard = useDashboard();
  /** Of another owner: what nobody may reach by a path of their own server. */
  let other: Examples;
  let own: Examples;
  let stranger: Visitor;

  beforeAll(async () => {
    own = await fill(dashboard, dashboard.server.id);
    const { id } = await dashboard.app.addServer();
    other = await fill(dashboard, id);
    stranger = await dashboard.signIn(dashboard.guild.addMember({ name: 'Zoe', isAdmin: true }));
  });

  /** As it stays through all refusals: each leaves it as the one before did. */
  let before: Record<string, unknown>;
  const unchanged = async (act: () => Promise<void>) => {
    before ??= await dumpWithoutSessions(dashboard);
    await act();
    expect(await dumpWithoutSessions(dashboard)).toEqual(before);
  };
  const post = (path: string, ids: Examples, options = {}) =>
    dashboard.visitor.post(fillIn(path, ids), FIELDS, options);

  test('there are changes to request', () => {
    expect(UNSAFE.length).toBeGreaterThan(20);
  });

  test.each<[string, PostOptions[]]>([
    ['any other token', ['', 'wrong', 'A'.repeat(43)].map((csrf) => ({ csrf }))],
    [
      'any other origin',
      [
        { headers: { Origin: 'null' } },
        { headers: { Origin: 'https://lotse.evil.example' } },
        { headers: { 'Sec-Fetch-Site': 'same-site' } },
        { headers: { 'Sec-Fetch-Site': 'cross-site' } },
      ],
    ],
  ])('J80 · with %s', (_, attempts) =>
    unchanged(async () => {
      for (const options of attempts)
        expect([(await post('/servers/:server/keys', own, options)).status, options]).toEqual([403, options]);
    }));

  test.each(
    pathsOf(UNSAFE),
  )('J80 · J83 · %s without the session’s token, from another site, signed out, or for another’s server', (path) =>
    unchanged(async () => {
      const foreign = { headers: { Origin: `${dashboard.app.url}.evil.example` } };
      for (const options of [{ csrf: false } as const, { csrf: stranger.csrf }, foreign])
        expect([(await post(path, own, options)).status, options]).toEqual([403, options]);
      if (path === '/logout' || path === '/login/link') return;
      const seen = await new Visitor(dashboard.app.url).post(fillIn(path, own), FIELDS);
      expect([seen.status, seen.location]).toEqual([
        303,
        expect.stringMatching(/^\/login\?next=%2Fservers%2F/),
      ]);
      const others = [other, { ...other, server: '999' }];
      if (parametersOf(path).length > 1) others.push({ ...other, server: own.server });
      for (const ids of others)
        expect([(await post(path, ids)).status, ids.server]).toEqual([404, ids.server]);
    }));

  for (const path of pathsOf(PAGES)) {
    test(`J83 · ${path} of another's server is not there; on one's own every id is there once, and every label and reference leads to one`, async () => {
      const { document, status } = await dashboard.visitor.get(fillIn(path, own));
      expect([status, findBrokenIds(document)]).toEqual([200, []]);
      const foreign = await dashboard.visitor.get(fillIn(path, other));
      const unknown = await dashboard.visitor.get(fillIn(path, { ...other, server: '999' }));
      expect([foreign.status, unknown.status]).toEqual([404, 404]);
      expect(foreign.text('main')).toBe(unknown.text('main'));
      if (parametersOf(path).length < 2) return;
      const mixed = await dashboard.visitor.get(fillIn(path, { ...other, server: own.server }));
      expect(mixed.status).toBe(404);
    });
  }
});

test('what the test looks for is found', () => {
  const { document } = parseHTML(
    '<html><body><section id="a"></section><label for="a">A</label><select id="a"></select><p aria-describedby="b"></p><a href="#c"></a></body></html>',
  );
  expect(findBrokenIds(document)).toEqual(['twice: a', 'no target: b', 'no target: c']);
  document.querySelector('select')?.remove();
  expect(findBrokenIds(document)).toContain('no field: a');
});

/** Signing in and looking at pages writes sessions; nothing else may differ. */
async function dumpWithoutSessions({ app }: Dashboard): Promise<Record<string, unknown>> {
  const { sessions: _, sign_ins: __, cache: ___, job_claims: ____, ...tables } = await dumpKept(app.core);
  return tables;
}
