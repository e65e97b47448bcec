import { describe, expect, inject, test } from 'vitest';
import { COMMANDS } from '../../../commands/commands.ts';
import { type Actor, recordAction } from '../../../src/core/members/audit.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { createLocalLink } from '../../../src/core/owners/sign-in.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../../src/domain/types.ts';
import { invoke } from '../../commands/setup.ts';
import { startApp } from '../../support/app.ts';
import { type Seen, Visitor } from '../../support/visitor.ts';
import { runOn } from '../cli-setup.ts';
import { useDashboard } from './setup.ts';

const OPERATOR: Actor = { channel: 'cli', memberId: null, memberName: null };

const dashboard = useDashboard();

const record = (action: AuditAction, subject: string | null = null, actor = OPERATOR) =>
  recordAction(dashboard.app.core, { serverId: dashboard.server.id, actor, action, subject });
const open = (search = '') => dashboard.visitor.get(`${dashboard.path('audit')}${search}`);
const rows = (seen: Seen) =>
  [...seen.document.querySelectorAll('tr[data-entry]')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()),
  );
const linkTo = (seen: Seen, text: string) =>
  [...seen.document.querySelectorAll('main a')]
    .find((link) => link.textContent === text)
    ?.getAttribute('href');

describe('The audit log', () => {
  test('says so if nothing has been changed', async () => {
    expect((await open()).html).toContain('Nothing has been changed here yet.');
  });

  test('says who did what where and when, the newest first', async () => {
    await record('key.created', 'shop …abcd', { channel: 'dashboard', memberId: '42', memberName: 'Ada' });
    dashboard.app.clock.now += 1_000;
    await record('premium.started', null, { channel: 'payment', memberId: null, memberName: null });
    dashboard.app.clock.now += 1_000;
    await record('credit.granted', '25 %');
    dashboard.app.clock.now += 1_000;
    await record('team.changed', null, { channel: 'discord', memberId: null, memberName: null });
    dashboard.app.clock.now += 2 * 3_600_000;
    expect(rows(await open())).toEqual([
      [
        ...['The settings for the team were changed.', '–'],
        ...['A member whose name is not stored', 'Discord', '2 hours ago'],
      ],
      ['Credit was granted.', '25 %', 'Operator', 'Command line', '2 hours ago'],
      ['Premium was started.', '–', 'Payment service', 'Payment service', '2 hours ago'],
      ['A key was created.', 'shop …abcd', 'Ada', 'Dashboard', '2 hours ago'],
    ]);
    expect(rows(await open('?lang=de'))[3]).toEqual([
      ...['Ein Schlüssel wurde angelegt.', 'shop …abcd', 'Ada', 'Dashboard', 'vor 2 Stunden'],
    ]);
    await open('?lang=en');
  });

  test('has a word for every channel, and for whoever is not named there', async () => {
    const WORDS: Record<Actor['channel'], [who: string, where: string]> = {
      dashboard: ['A member whose name is not stored', 'Dashboard'],
      discord: ['A member whose name is not stored', 'Discord'],
      cli: ['Operator', 'Command line'],
      payment: ['Payment service', 'Payment service'],
      api: ['Operator', 'Administration API'],
    };
    for (const [channel, words] of Object.entries(WORDS) as [Actor['channel'], string[]][]) {
      await record('server.changed', channel, { channel, memberId: null, memberName: null });
      // The embedded database has a link for the operator, who is not named on pages either.
      const expected =
        channel === 'dashboard' ? expect.stringContaining('member whose name is not stored') : words[0];
      expect(rows(await open())[0]?.slice(1, 4)).toEqual([channel, expected, words[1]]);
    }
    const filtered = await open('?who=api');
    expect(rows(filtered).map(([, subject]) => subject)).toEqual(['api']);
    expect(filtered.text('select[name=who] option[value=api]')).toBe('Operator: Administration API');
    expect((await open('?lang=de&who=api')).text('tr[data-entry]')).toContain('Verwaltungs-API');
    await open('?lang=en');
  });

  test('shows what people wrote as text', async () => {
    const at = new Date(dashboard.app.clock.now);
    await dashboard.app.core.database.kysely
      .insertInto('audit_log')
      .values({
        ...{ server_id: dashboard.server.id, at, channel: 'cli', action: 'knowledge.added' },
        ...{ member_id: '7', member_name: '<i>Eve</i>', subject: '<img src=x>' },
      })
      .execute();
    const seen = await open();
    expect(seen.document.querySelectorAll('main td img, main td i')).toHaveLength(0);
    expect(rows(seen)[0]?.slice(0, 4)).toEqual([
      ...['An entry was added to the knowledge.', '<img src=x>', '<i>Eve</i>', 'Command line'],
    ]);
  });

  test.each(['en', 'de'])('has its own sentence for every action (%s)', async (language) => {
    const sentences: string[] = [];
    // A page holds fewer than there are.
    for (const some of [AUDIT_ACTIONS.slice(0, 40), AUDIT_ACTIONS.slice(40)]) {
      for (const action of some) await record(action);
      const seen = await open(`?lang=${language}`);
      const cells = [...seen.document.querySelectorAll('[data-action]')].slice(0, some.length);
      expect(cells.map((cell) => cell.getAttribute('data-action'))).toEqual(some.toReversed());
      sentences.push(...cells.map((cell) => cell.textContent));
    }
    expect(new Set(sentences).size).toBe(AUDIT_ACTIONS.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^_]+\.$/);
    await open('?lang=en');
  });

  test('pages through all entries, 50 per page, none twice and none left out', async () => {
    await Promise.all(Array.from({ length: 120 }, (_, n) => record('test.added', `t${n}`)));
    const subjects: string[] = [];
    let pages = 0;
    for (let seen = await open(); ; pages += 1) {
      const found = rows(seen);
      expect(found.length).toBeLessThanOrEqual(50);
      subjects.push(...found.flatMap(([, subject]) => (subject?.startsWith('t') ? [subject] : [])));
      const older = linkTo(seen, 'Older');
      if (!older) break;
      seen = await dashboard.visitor.get(older);
      expect(linkTo(seen, 'Newest')).toBe(dashboard.path('audit'));
    }
    expect(pages).toBeGreaterThanOrEqual(2);
    expect(subjects.toSorted()).toEqual(Array.from({ length: 120 }, (_, n) => `t${n}`).toSorted());
  });

  test('finds what somebody did, of one kind, between two days by the reader’s clock, and keeps older pages within that', async () => {
    const by = (memberId: string) => ({ channel: 'discord' as const, memberId, memberName: `M${memberId}` });
    const { clock } = dashboard.app;
    clock.now = Date.UTC(2026, 2, 18, 23, 30);
    await record('learning.changed', 'on', by('501'));
    clock.now = Date.UTC(2026, 2, 20, 12);
    await record('learning.changed', 'off', by('502'));
    await record('test.added', 'x', by('501'));
    const found = async (query: Record<string, string>) =>
      rows(await open(`?${new URLSearchParams(query)}`)).map(([, subject, who]) => `${who} ${subject}`);
    expect(await found({ who: '501' })).toEqual(['M501 x', 'M501 on']);
    expect(await found({ what: 'learning.changed', who: '501' })).toEqual(['M501 on']);
    expect(await found({ who: '501', from: '2026-03-18', to: '2026-03-18' })).toEqual(['M501 on']);
    dashboard.visitor.cookies.set('lotse_zone', 'Europe/Berlin');
    expect(await found({ who: '501', from: '2026-03-18', to: '2026-03-18' })).toEqual([]);
    expect(await found({ who: '501', from: '2026-03-19', to: '2026-03-19' })).toEqual(['M501 on']);
    dashboard.visitor.cookies.delete('lotse_zone');
    expect(await found({ from: 'never', who: "' OR true", what: 'x', to: '2026-13-40' })).not.toEqual([]);
  });

  test('says in words what a setting was and is, whichever door changed it', async () => {
    const { app, server, visitor, path } = dashboard;
    await changeServer(app.core, server.id, { level: 'V1', tone: 'dry', learning: false, hours: null });
    const told = async (language: string, newest = 1) =>
      rows(await open(`?lang=${language}`))
        .slice(0, newest)
        .map(([, subject]) => subject);
    await visitor.post(path('persona'), { tone: 'cheerful → warm' });
    expect(await told('en')).toEqual(['Tone: dry → cheerful › warm']);
    await runOn(async () => app.core, ['server', 'set', server.id, '--level', 'V2', '--learning', 'true']);
    const level = 'Stufe: V1: kurz und schnell → V2: gründlich, prüft jede Antwort ein zweites Mal';
    expect(await told('de', 2)).toEqual(['Vom Team lernen: aus → an', level]);
    const use = { serverId: server.id, subcommand: 'set' };
    const command = COMMANDS.find(({ data }) => data.name === 'channels');
    const reply = await command?.run(app.core, invoke({ ...use, options: { channel: '88', mode: 'off' } }));
    expect(reply).toMatchObject({ audited: [{ subject: 'channels 88: – → off' }] });
    await visitor.post(path('hours'), { zone: 'UTC', monday: '9-17' });
    await visitor.post(path('hours'), { zone: 'UTC', monday: '9-18' });
    expect(await told('en')).toEqual(['Hours (Friday): 09:00-17:00 → 09:00-18:00']);
    await visitor.post(path('access'), { role: '77', right: 'editor' });
    expect(await told('de')).toEqual(['Recht (77): – → Bearbeiten']);
    await open('?lang=en');
    await visitor.post(path('team-names'), { team_names: 'Ole' });
    expect(await told('en')).toEqual(['Names of the team in tickets']);
  });

  test.each([
    '0',
    '-1',
    'x',
    '999999999999999',
    "1' OR true",
  ])('has nothing older than %s', async (before) => {
    const seen = await open(`?${new URLSearchParams({ before })}`);
    expect([seen.status, rows(seen)]).toEqual([200, []]);
    expect(seen.html).toContain('Nothing older is recorded.');
  });
});

describe.skipIf(inject('database').url)('Signing in with the link of the embedded database', () => {
  test('counts as the operator in the log', async () => {
    const app = await startApp({ ROLES: 'api,dashboard' });
    const { id } = await app.addServer();
    const visitor = new Visitor(app.url);
    const { pathname, search } = new URL(await createLocalLink(app.core));
    await visitor.get(pathname + search);
    await visitor.get(`/servers/${id}/data`);
    await visitor.post(`/servers/${id}/export`);
    const [entry] = rows(await visitor.get(`/servers/${id}/audit`));
    expect(entry?.slice(0, 4)).toEqual(['The stored data was exported.', '–', 'Operator', 'Dashboard']);
    await app.stop();
  });
});
