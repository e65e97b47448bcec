import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/channels/dashboard/app.ts';
import { findBrokenIds } from '../../support/markup.ts';
import { dumpKept } from '../../support/tables.ts';
import { Visitor } from '../../support/visitor.ts';
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

  beforeAll(async () => {
    own = await fill(dashboard, dashboard.server.id);
    const { id } = await dashboard.app.addServer();
    other = await fill(dashboard, id);
  });

  const unchanged = async (act: () => Promise<void>) => {
    const before = await dumpWithoutSessions(dashboard);
    await act();
    expect(await dumpWithoutSessions(dashboard)).toEqual(before);
  };

  test('there are changes to request', () => {
    expect(UNSAFE.length).toBeGreaterThan(20);
  });

  for (const path of pathsOf(UNSAFE)) {
    test(`J80 · ${path} without the token of the session, or with another's`, () =>
      unchanged(async () => {
        for (const csrf of [false, '', 'wrong', 'A'.repeat(43)] as const) {
          const seen = await dashboard.visitor.post(fillIn(path, own), FIELDS, { csrf });
          expect([seen.status, csrf]).toEqual([403, csrf]);
        }
        const stranger = await dashboard.signIn(dashboard.guild.addMember({ name: 'Zoe', isAdmin: true }));
        const borrowed = await dashboard.visitor.post(fillIn(path, own), FIELDS, { csrf: stranger.csrf });
        expect(borrowed.status).toBe(403);
      }));

    test(`J80 · ${path} from a page of another site`, () =>
      unchanged(async () => {
        const foreign: Record<string, string>[] = [
          { Origin: 'https://evil.example' },
          { Origin: 'null' },
          { Origin: `${dashboard.app.url}.evil.example` },
          { 'Sec-Fetch-Site': 'cross-site' },
          { 'Sec-Fetch-Site': 'same-site' },
        ];
        for (const headers of foreign) {
          const seen = await dashboard.visitor.post(fillIn(path, own), FIELDS, { headers });
          expect([seen.status, headers]).toEqual([403, headers]);
        }
      }));

    if (path === '/logout') continue;

    test(`${path} by somebody who is not signed in leads to the sign-in and back to its page`, () =>
      unchanged(async () => {
        const seen = await new Visitor(dashboard.app.url).post(fillIn(path, own), FIELDS);
        expect(seen.status).toBe(303);
        expect(seen.location).toMatch(/^\/login\?next=%2Fservers%2F/);
      }));

    test(`J83 · ${path} for another's server`, () =>
      unchanged(async () => {
        const seen = await dashboard.visitor.post(fillIn(path, other), FIELDS);
        expect(seen.status).toBe(404);
        const unknown = await dashboard.visitor.post(fillIn(path, { ...other, server: '999' }), FIELDS);
        expect(unknown.status).toBe(404);
      }));

    if (parametersOf(path).length < 2) continue;

    test(`J83 · ${path} for something of another's server`, () =>
      unchanged(async () => {
        const seen = await dashboard.visitor.post(fillIn(path, { ...other, server: own.server }), FIELDS);
        expect(seen.status).toBe(404);
      }));
  }

  for (const path of pathsOf(PAGES)) {
    test(`J83 · ${path} of another's server is not there`, async () => {
      const foreign = await dashboard.visitor.get(fillIn(path, other));
      const unknown = await dashboard.visitor.get(fillIn(path, { ...other, server: '999' }));
      expect([foreign.status, unknown.status]).toEqual([404, 404]);
      expect(foreign.text('main')).toBe(unknown.text('main'));
      if (parametersOf(path).length < 2) return;
      const mixed = await dashboard.visitor.get(fillIn(path, { ...other, server: own.server }));
      expect(mixed.status).toBe(404);
    });
  }

  test.each(PAGES)('on $path every id is there once, and every label and reference leads to one', async ({
    path,
  }) => {
    const { document, status } = await dashboard.visitor.get(fillIn(path, own));
    expect([status, findBrokenIds(document)]).toEqual([200, []]);
  });
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
