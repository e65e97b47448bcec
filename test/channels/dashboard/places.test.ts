import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActions } from '../../../src/core/members/audit.ts';
import { changeSettings, getServer } from '../../../src/core/owners/servers.ts';
import { parseSettings } from '../../../src/core/owners/settings.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { FakeChannel, FakeDiscord, FakeGuild } from '../../support/discord.ts';
import { startDiscord } from '../../support/discord.ts';
import { Visitor } from '../../support/visitor.ts';
import { signInWithDiscord } from './setup.ts';

let discord: FakeDiscord;
let app: TestApp;
let visitor: Visitor;
let guild: FakeGuild;
let foreign: FakeGuild;
let help: FakeChannel;
let roleId: string;
const path = (tab: string) => `/servers/${guild.id}/${tab}`;

beforeAll(async () => {
  discord = await startDiscord();
  app = await startApp({
    ...{ ROLES: 'api,dashboard', DISCORD_TOKEN: discord.token },
    ...discord.signInSettings,
  });
});
afterAll(async () => {
  await app.stop();
  await discord.stop();
});
// Names are kept for a minute of the real clock: every test has servers of its own.
beforeEach(async () => {
  guild = discord.addGuild({ name: 'Harbour' });
  foreign = discord.addGuild({ name: 'Elsewhere' });
  const owner = guild.addMember({ name: 'Ada', isAdmin: true });
  help = guild.addChannel({ name: 'help' });
  roleId = guild.addRole({ name: 'Patrons' }).id;
  await app.addServer({ id: guild.id, name: 'Harbour' });
  visitor = new Visitor(app.url);
  await signInWithDiscord(visitor, discord, owner);
  await visitor.get(path('limits'));
});

const settings = async () => parseSettings((await getServer(app.core, guild.id)).settings);
const audited = async () => {
  const [entry] = await listActions(app.core, guild.id, { limit: 1 });
  return `${entry?.action}: ${entry?.subject}`;
};
const send = (to: string, fields: Record<string, string>) => visitor.post(path(to), fields);

describe('Limits of roles and places', () => {
  test('are set by name, stand in a list, and go with the button of their row', async () => {
    const page = await visitor.get(path('limits'));
    expect(page.texts('#role-id option')).toEqual(['Choose a role', 'Patrons', 'admin']);
    expect(page.texts('#place-id option')).toEqual(['Choose a channel', '#help']);
    const saved = await send('limits/role', { id: roleId, number: '50' });
    expect(saved.location).toMatch(/#role-said$/);
    expect(await audited()).toBe(`limits.changed: role_questions ${roleId}: – → 50`);
    await send('limits/place', { id: help.id, number: '10' });
    expect(await audited()).toBe(`limits.changed: place_shares ${help.id}: – → 10`);
    expect(await settings()).toMatchObject({
      role_questions: { [roleId]: 50 },
      place_shares: { [help.id]: 10 },
    });
    const seen = await visitor.get(path('limits'));
    expect(seen.text('#role tr[data-limit]')).toMatch(/Patrons\s+50\s+Remove/);
    expect(seen.text('#place tr[data-limit]')).toMatch(
      /#help\s+10 \(0% of this share used this week\)\s+Remove/,
    );
    await send('limits/role', { id: roleId, number: '0' });
    expect((await visitor.get(`${path('limits')}?lang=de`)).text('#role tr[data-limit]')).toContain(
      'kein Limit',
    );
    for (const [to, id] of [
      ['limits/role', roleId],
      ['limits/place', help.id],
    ] as const)
      await send(to, { id, remove: 'yes' });
    expect(await settings()).toMatchObject({ role_questions: {}, place_shares: {} });
  });

  test.each([
    ['limits/role', 'role', '1001', 'from 0 to 1000'],
    ['limits/role', 'role', '', 'from 0 to 1000'],
    ['limits/place', 'place', '0', 'from 1 to 100'],
    ['limits/place', 'place', '101', 'from 1 to 100'],
  ])('%s refuses the number of its form (%s: "%s") with what was typed', async (to, form, number, rule) => {
    const id = form === 'role' ? roleId : help.id;
    const seen = await send(to, { id, number });
    expect(seen.status).toBe(422);
    expect(seen.text(`#${form}-number-fault`)).toContain(rule);
    expect(seen.document.querySelector(`#${form}-number`)?.getAttribute('value')).toBe(number);
    expect(seen.document.querySelector(`#${form}-id option[selected]`)?.getAttribute('value')).toBe(id);
    expect(await settings()).toMatchObject({ role_questions: {}, place_shares: {} });
  });

  test('never are of another server, of @everyone or of more than the most', async () => {
    const other = { role: foreign.addRole({ name: 'Crew' }).id, place: foreign.addChannel().id };
    for (const form of ['role', 'place'] as const) {
      const fault = async (id: string) => {
        const seen = await send(`limits/${form}`, { id, number: '5' });
        return [seen.status, seen.text(`#${form}-id-fault`)];
      };
      expect(await fault(other[form])).toEqual([422, expect.stringContaining('not')]);
      expect(await fault('x')).toEqual([422, expect.any(String)]);
      expect(await fault('')).toEqual([422, expect.stringContaining('Please choose')]);
    }
    expect((await send('limits/role', { id: guild.id, number: '5' })).text('#role-id-fault')).toContain(
      '@everyone',
    );
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [String(100 + n), 1]));
    await changeSettings(app.core, guild.id, () => ({ role_questions: many(25), place_shares: many(50) }));
    expect((await send('limits/role', { id: roleId, number: '5' })).text('#role-id-fault')).toContain(
      'at most 25',
    );
    expect((await send('limits/place', { id: help.id, number: '5' })).text('#place-id-fault')).toContain(
      'at most 50',
    );
    // One that is gone from the server can still be taken away.
    expect((await send('limits/place', { id: '100', remove: 'yes' })).status).toBe(303);
  });
});

describe('Hours of a place', () => {
  const hours = { zone: 'Europe/Berlin', monday: '9-17' };

  test('have the same form at ?place=, begin with what holds everywhere, and go as everywhere', async () => {
    await send('hours', { ...hours, zone: 'UTC' });
    const page = await visitor.get(`${path('hours')}?place=${help.id}`);
    expect(page.texts('#place option')).toEqual(['All places without hours of their own', '#help']);
    expect(page.document.querySelector('#place option[selected]')?.getAttribute('value')).toBe(help.id);
    expect(page.document.querySelector('#zone option[selected]')?.getAttribute('value')).toBe('UTC');
    expect(page.text('#hours')).toContain('no hours of its own');
    expect(page.document.querySelector('form[action$="/hours/off"]')).toBeNull();
    const saved = await send('hours', { ...hours, place: help.id });
    const seen = await visitor.follow(saved);
    expect(seen.document.querySelector('#zone option[selected]')?.getAttribute('value')).toBe(
      'Europe/Berlin',
    );
    expect(seen.text('#hours-said')).not.toBe('');
    expect(await audited()).toMatch(`hours.changed: place_hours ${help.id}: – → Europe/Berlin; monday`);
    expect(await settings()).toMatchObject({
      hours: { zone: 'UTC' },
      place_hours: { [help.id]: { zone: 'Europe/Berlin' } },
    });
    expect(
      (await visitor.get(path('hours'))).document
        .querySelector('#zone option[selected]')
        ?.getAttribute('value'),
    ).toBe('UTC');
    expect(await visitor.follow(await send('hours/off', { place: help.id }))).toMatchObject({ status: 200 });
    expect(await settings()).toMatchObject({ hours: { zone: 'UTC' }, place_hours: {} });
  });

  test('are refused with what was typed, for a place of another server, and beyond fifty', async () => {
    const wrong = await send('hours', { ...hours, monday: '9-99', place: help.id });
    expect([wrong.status, wrong.text('#monday-fault')]).toEqual([
      422,
      expect.stringContaining('09:00-17:00'),
    ]);
    expect(
      wrong.document.querySelector('form[action$="/hours"] input[name=place]')?.getAttribute('value'),
    ).toBe(help.id);
    for (const place of [foreign.addChannel().id, 'x']) {
      const seen = await send('hours', { ...hours, place });
      expect([seen.status, seen.text('#place-fault')]).toEqual([422, expect.stringContaining('not')]);
      expect(seen.document.querySelector('#monday')?.getAttribute('value')).toBe('9-17');
      const { document } = await visitor.get(`${path('hours')}?place=${place}`);
      expect(document.querySelector(`#place option[value="${place}"]`)).toBeNull();
    }
    await send('hours', hours);
    const { hours: set } = await settings();
    if (!set) throw new Error('no hours');
    const full = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [String(100 + n), set]));
    await changeSettings(app.core, guild.id, () => ({ place_hours: full }));
    const seen = await send('hours', { ...hours, place: help.id });
    expect([seen.status, seen.text('#place-fault')]).toEqual([422, expect.stringContaining('At most 50')]);
  });
});
