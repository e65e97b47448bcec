import { beforeAll, describe, expect, test } from 'vitest';
import { addLink } from '../../../src/core/knowledge/links.ts';
import { suggest } from '../../../src/core/learning/suggestions/suggestions.ts';
import { addTest, runTests } from '../../../src/core/learning/test-questions/test-questions.ts';
import { welcomeServers } from '../../../src/core/members/arrivals.ts';
import { createKey, revokeKey } from '../../../src/core/owners/keys.ts';
import { changeSettings } from '../../../src/core/owners/servers.ts';
import { grantCredit } from '../../../src/core/quota/usage.ts';
import { ask, NOON } from '../../support/app.ts';
import { keepAnswers, spendWeek } from '../../support/usage.ts';
import type { Seen } from '../../support/visitor.ts';
import { type Dashboard, startDashboard, useDashboard } from './setup.ts';

const HOUR = 3_600_000;
const SUMMER_NOON = Date.parse('2026-07-15T12:00:00Z');

const dashboard = useDashboard({ QUOTA_TIME_ZONE: 'Europe/Berlin', DISCORD_TOKEN: 'not.a.token' });
/** As the script of a reader in Berlin says it. */
beforeAll(() => {
  dashboard.visitor.cookies.set('lotse_zone', 'Europe/Berlin');
});

/** Another server of the same owner, with its overview. */
async function addServer(change: Parameters<Dashboard['app']['addServer']>[0] = {}) {
  const { app, discord, owner } = dashboard;
  const guild = discord.addGuild({ name: 'Pier' });
  guild.addMember({ person: owner, isAdmin: true });
  const server = await app.addServer({ id: guild.id, name: 'Pier', ...change });
  // What may be managed is read anew after a minute.
  app.clock.now += 61_000;
  return { ...server, open: (search = '') => dashboard.visitor.get(`/servers/${guild.id}${search}`) };
}

const figure = (seen: Seen, name: string) => seen.text(`[data-figure=${name}] .figure`);
const openSteps = (seen: Seen) => seen.attributes('[data-done=false]', 'data-step');
const waiting = (seen: Seen) => seen.texts('[data-waiting]');
const days = (seen: Seen) =>
  [...seen.document.querySelectorAll('tr[data-day]')].map((row) => [
    row.getAttribute('data-day'),
    ...[...row.querySelectorAll('td')].map((cell) => cell.textContent),
  ]);

describe('The checklist', () => {
  test('shows open and completed steps until it is folded', async () => {
    const { app } = dashboard;
    const { id, keyId, key, open } = await addServer();
    await revokeKey(app.core, id, keyId);
    expect(openSteps(await open())).toEqual(['knowledge', 'question', 'persona', 'key', 'bot', 'team']);
    await app.addKnowledge(id, [{ id: 'join', title: 'How do I join?', text: 'Press Join.' }]);
    await dashboard.visitor.post(`/servers/${id}/playground`, { question: 'How do I join?' });
    expect(openSteps(await open())).toEqual(['persona', 'key', 'bot', 'team']);
    await changeSettings(app.core, id, () => ({ bot_name: 'Pilot', teach_roles: ['44'] }));
    expect(openSteps(await open())).toEqual(['key', 'bot', 'team']);
    await changeSettings(app.core, id, () => ({ handover_role: '44' }));
    await welcomeServers(app.core, [
      { id, name: 'Pier', icon: null, members: 5, joinedAt: null, language: 'en' },
    ]);
    expect(openSteps(await open())).toEqual(['key']);
    expect((await app.chat(key, ask('Hello'))).status).toBe(401);
    await createKey(app.core, { serverId: id });
    const seen = await open();
    expect(openSteps(seen)).toEqual([]);
    expect(seen.text('details[data-steps=done] summary')).toBe('Set up: all 6 steps are done');
  });

  test('counts a documentation link as knowledge, and the first answer as a tried question', async () => {
    const { id, key, open } = await addServer();
    await addLink(dashboard.app.core, id, 'https://docs.example.org/');
    expect((await dashboard.app.chat(key, ask('Hello, how do I join?'))).status).toBe(200);
    expect(openSteps(await open())).toEqual(['persona', 'bot', 'team']);
  });

  test('links to the page of each step', async () => {
    const { id, open } = await addServer();
    const links = [...(await open()).document.querySelectorAll('[data-step] a')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    const pages = ['knowledge', 'playground', 'ki', 'ki', 'team'].map((tab) => `/servers/${id}/${tab}`);
    const invitation = links.splice(4, 1)[0] ?? '';
    expect(links).toEqual(pages);
    const { pathname, searchParams } = new URL(invitation);
    expect([pathname, searchParams.get('guild_id')]).toEqual(['/oauth2/authorize', id]);
  });

  test('has no Discord steps without a bot', async () => {
    const plain = await startDashboard();
    const seen = await plain.visitor.get(plain.path());
    expect(openSteps(seen)).toEqual(['knowledge', 'question', 'persona']);
    await plain.stop();
  });
});

describe('The plan', () => {
  test('says what the API requires without premium, and what the server has', async () => {
    const { app } = dashboard;
    const { open } = await addServer({
      ...{ plan: 'free', members: 12, joined: new Date(app.clock.now - 3 * 24 * HOUR - HOUR) },
    });
    const seen = await open();
    expect(seen.text('[data-trial]')).toContain(
      'the server has enough members (at least 20, now 12) and has had the bot for enough days (at least 7, now 3)',
    );
    expect(seen.text('[data-plan=free]')).toContain('Plan: free. Answers at level V1.');
  });

  test('requires nothing of a premium server', async () => {
    const { open } = await addServer({ members: 1, level: 'V2' });
    const seen = await open();
    expect(seen.text('[data-plan=premium]')).toContain('Plan: premium. Answers at level V2.');
    expect(seen.document.querySelector('[data-trial]')).toBeNull();
  });
});

describe('The quota', () => {
  test('matches what the API says', async () => {
    const { app } = dashboard;
    const { id, key, open } = await addServer();
    await grantCredit(app.core, { serverId: id, percent: 25, reference: 'gift' });
    await spendWeek(dashboard.app, id, { used: 1_234_567, api: 600_000 });
    for (let n = 0; n < 3; n += 1) await app.chat(key, ask(`How do I join, ${n}?`));
    const { usage } = (await app.status(key)).body;
    expect(usage.requests_today).toBe(3);
    const seen = await open();
    expect(figure(seen, 'api')).toBe(`${usage.available_percent}%`);
    expect(figure(seen, 'credit')).toBe(`${usage.credit_percent}%`);
    expect(figure(seen, 'requests')).toBe('3 of 1,000');
    expect(seen.text('[data-figure=requests]')).toContain('At most 20 per minute');
    expect(Number.parseFloat(figure(seen, 'week') ?? '')).toBeCloseTo(30.87, 0);
    expect(seen.attribute('[data-figure=api] progress', 'value')).toBe(String(usage.available_percent));
    const inGerman = await open('?lang=de');
    expect(figure(inGerman, 'api')).toBe(`${String(usage.available_percent).replace('.', ',')} %`);
    await open('?lang=en');
  });

  test('says when the week restarts, by the reader’s clock and in their language', async () => {
    const { open } = await addServer();
    expect((await open()).text('[data-figure=week]')).toContain('23 Mar 2026, 00:00 (Europe/Berlin)');
    expect((await open('?lang=de')).text('[data-figure=week]')).toContain(
      '23.03.2026, 00:00 (Europe/Berlin)',
    );
    await open('?lang=en');
  });

  test.each([
    [{ used: 0, api: 0 }, 0, 'unknown', 'No forecast yet'],
    [{ used: 1_000, api: 1_000 }, 0, 'lasts', 'it lasts until the quota resets on 23 Mar 2026'],
    [{ used: 1_800_000, api: 1_800_000 }, 0, 'runs_out', 'it is used up on 18 Mar 2026'],
    [{ used: 2_000_000, api: 2_000_000 }, 25, 'empty', 'requests now use credit'],
    [{ used: 2_000_000, api: 2_000_000 }, 0, 'empty', 'requests are refused'],
  ])('with %j used and %i percent of credit has the forecast: %s', async (spent, percent, kind, words) => {
    const { id, open } = await addServer();
    if (percent > 0) await grantCredit(dashboard.app.core, { serverId: id, percent, reference: 'gift' });
    await spendWeek(dashboard.app, id, spent);
    expect((await open()).text(`[data-forecast=${kind}]`)).toContain(words);
  });

  test('shows this week’s alerts, and why nobody received them', async () => {
    const { core, clock } = dashboard.app;
    const { id, open } = await addServer({ alerts_channel: '4242' });
    const of = { server_id: id, week_start: core.calendar.weekOf(clock.now).key };
    const at = new Date(NOON);
    await core.database.kysely
      .insertInto('quota_alerts')
      .values([
        { ...of, scope: 'api', percent: 80, reached_at: at, delivered_at: at, fault: null },
        { ...of, scope: 'api', percent: 100, reached_at: at, delivered_at: null, fault: 'channel_gone' },
        { ...of, scope: 'week', percent: 80, reached_at: at, delivered_at: null, fault: 'right_missing' },
      ])
      .execute();
    const lines = async (search = '') =>
      [...(await open(search)).document.querySelectorAll('[data-alerts] li')].map((line) => line.textContent);
    expect(await lines()).toEqual([
      "80% of the API's share was used by 18 Mar 2026, 13:00. The alert was posted on 18 Mar 2026, 13:00.",
      "100% of the API's share was used by 18 Mar 2026, 13:00. Nobody was told: the channel is gone.",
      '80% of the weekly quota was used by 18 Mar 2026, 13:00. Nobody was told: the bot may not write in the channel.',
    ]);
    expect((await lines('?lang=de'))[1]).toContain('Den Kanal gibt es nicht mehr');
    await changeSettings(core, id, () => ({ alerts_channel: null }));
    expect((await lines('?lang=en'))[1]).toContain('no channel is chosen');
  });
});

describe('The use', () => {
  test('is a table by days of the time zone, the newest first, with channels and hand-overs', async () => {
    const summer = await startDashboard({ QUOTA_TIME_ZONE: 'Europe/Berlin' });
    summer.app.clock.now = SUMMER_NOON;
    const visitor = await summer.signIn(summer.owner);
    await keepAnswers(summer.app, summer.server.id, [
      // Two hours ahead of UTC: already the 15th there.
      { at: '2026-07-14T22:00:00Z', needsTeam: true },
      { at: '2026-07-15T09:00:00Z', channel: 'discord' },
      { at: '2026-07-14T21:59:59Z' },
      { at: '2026-07-14T08:00:00Z', channel: 'playground' },
      { at: '2026-06-16T00:00:00Z', channel: 'discord', needsTeam: true },
      { at: '2026-06-15T12:00:00Z' },
    ]);
    const seen = await visitor.get(summer.path());
    await summer.stop();
    const rows = days(seen);
    expect(rows).toHaveLength(30);
    expect(rows.slice(0, 2)).toEqual([
      ['2026-07-15', '1', '1', '1'],
      ['2026-07-14', '1', '0', '0'],
    ]);
    expect(rows.at(-1)).toEqual(['2026-06-16', '0', '1', '1']);
    expect(rows.slice(2, -1).flatMap(([, ...counts]) => counts)).toEqual(Array(81).fill('0'));
    expect(seen.text('tr[data-day] th')).toBe('15 Jul 2026');
    expect(seen.text('[data-use]')).toContain('Answers: 4 in 30 days, 2 of them handed over');
  });

  test('is drawn without a script, each bar with its number in words', async () => {
    const { id, open } = await addServer();
    const now = new Date(dashboard.app.clock.now).toISOString();
    await keepAnswers(dashboard.app, id, [{ at: now }, { at: now, channel: 'discord', needsTeam: true }]);
    const seen = await open();
    const drawing = seen.document.querySelector('[data-use] svg[role=img]');
    expect(drawing?.getAttribute('aria-label')).toContain('30 days');
    expect([...(drawing?.querySelectorAll('title') ?? [])].map((title) => title.textContent)).toEqual([
      ...['18 Mar 2026, API: 1', '18 Mar 2026, Discord: 1', '18 Mar 2026, Handed over: 1'],
    ]);
    const scripts = [...seen.document.querySelectorAll('script')].map((one) => one.getAttribute('src') ?? '');
    expect(scripts.map((address) => address.replace(/\?.*/, ''))).toEqual([
      '/assets/htmx.js',
      '/assets/dashboard.js',
    ]);
  });

  test('is left out where there was none in eight weeks', async () => {
    const { open } = await addServer();
    expect((await open()).document.querySelector('[data-use]')).toBeNull();
  });
});

describe('The list of open tasks', () => {
  test('is counted, each item with a link to its page', async () => {
    const { core } = dashboard.app;
    const { id, key, open } = await addServer();
    expect((await open()).html).toContain('Nothing is waiting for you.');
    await suggest(core, { serverId: id, question: 'How?', answer: 'Like this.', source: 'reply' });
    await dashboard.app.chat(key, ask('Is there a map editor?'));
    await dashboard.app.chat(key, ask('Which colours does the ferry have?'));
    await addTest(core, id, { question: 'Is there a ferry?', expected: 'yes' });
    await runTests(core, id);
    await addLink(core, id, 'https://docs.example.org/');
    await core.database.kysely
      .updateTable('links')
      .set({ state: 'failed' })
      .where('server_id', '=', id)
      .execute();
    const seen = await open();
    expect(waiting(seen)).toEqual([
      '1 suggestion to decide on',
      '2 questions without a good answer',
      '1 test question fails',
      '1 documentation link cannot be read',
    ]);
    const links = seen.attributes('[data-waiting] a', 'href');
    expect(links).toEqual(['training', 'unanswered', 'tests', 'links'].map((tab) => `/servers/${id}/${tab}`));
    expect(waiting(await open('?lang=de'))[0]).toBe('1 Vorschlag zu entscheiden');
    await open('?lang=en');
  });
});
