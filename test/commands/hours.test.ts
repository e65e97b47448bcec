import { expect, test } from 'vitest';
import { hours } from '../../commands/team/hours.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { useApp } from '../support/use-app.ts';
import { invoke, textOf } from './setup.ts';

const app = useApp();

const use = (serverId: string, subcommand: string, options: Record<string, string> = {}, more: object = {}) =>
  hours.run(app.core, invoke({ serverId, subcommand, options, ...more }));
const stored = async (serverId: string) =>
  parseSettings((await getServer(app.core, serverId)).settings).hours;
const suggest = async (typed: string) => {
  const found = await hours.complete?.(app.core, {
    ...{ serverId: 's', language: 'en', subcommand: 'set', option: 'zone', typed },
  });
  return found?.map(({ value }) => value) ?? [];
};

test('Monday alone is enough: the reply says what becomes of the other days', async () => {
  const { id } = await app.addServer();
  expect(textOf(await use(id, 'show'))).toContain('No hours');
  app.clock.now = Date.parse('2026-11-27T20:00:00Z');
  const text = textOf(await use(id, 'set', { zone: 'europe/berlin', monday: '9–12 und 13–17' }));
  expect(text).toContain('- Friday: 09:00-12:00, 13:00-17:00\n- Saturday: closed');
  expect(text).toContain('Tuesday to Friday have Monday’s hours; Saturday and Sunday are closed');
  expect(text).toContain(`back <t:${Date.parse('2026-11-30T08:00:00Z') / 1000}:F>`);
  expect(await stored(id)).toMatchObject({
    zone: 'Europe/Berlin',
    friday: '09:00-12:00, 13:00-17:00',
    holidays: [],
  });
});

test('what is left out later stays, “-” takes the holidays away, and off takes all away', async () => {
  const { id } = await app.addServer();
  await use(id, 'set', {
    zone: 'UTC',
    monday: '8-16',
    saturday: '22:00-02:00',
    holidays: '2026-12-25, 2026-12-31..2027-01-01',
  });
  const text = textOf(await use(id, 'set', { zone: 'Asia/Tokyo', friday: 'closed' }, { language: 'de' }));
  expect(text).toMatch(
    /Asia\/Tokyo[\s\S]*Freitag: geschlossen\n- Samstag: 22:00-02:00[\s\S]*Frei: 2026-12-25, 2026-12-31 – 2027-01-01/,
  );
  expect(text).toContain('(22:00 bis 02:00 am nächsten Tag, 4 h)');
  expect(text).not.toContain('ausgelassen');
  await use(id, 'set', { zone: 'Asia/Tokyo', holidays: '-' });
  expect(await stored(id)).toMatchObject({ monday: '08:00-16:00', friday: 'closed', holidays: [] });
  const off = await use(id, 'off');
  const subject = expect.stringMatching(/^hours: Asia\/Tokyo; monday 08:00-16:00; .*… → off$/);
  expect(off).toMatchObject({ audited: [{ action: 'hours.changed', subject }] });
  expect(await stored(id)).toBeNull();
});

test.each([
  [{ zone: 'Berlin', monday: '9-17' }, '`zone`: “Berlin” → a time zone from the list'],
  [{ zone: 'UTC', monday: '9-25' }, '`monday`: “9-25” → times such as'],
  [{ zone: 'UTC', holidays: '2026-12-25' }, 'at least `monday`'],
  [{ zone: 'UTC', monday: '<@&1>', sunday: '`x`' }, '“\\<@&1>”'],
])('%j is refused in words, and nothing changes', async (given, said) => {
  const { id } = await app.addServer();
  expect(textOf(await use(id, 'set', given))).toContain(said);
  expect(await stored(id)).toBeNull();
});

test('zones are suggested by any part of their name, 25 at most', async () => {
  expect(await suggest('berl')).toEqual(['Europe/Berlin']);
  expect(await suggest('new york')).toContain('America/New_York');
  expect((await suggest(''))[0]).toBe(app.core.config.QUOTA_TIME_ZONE);
  expect(await suggest('')).toHaveLength(25);
  expect(await suggest('nowhere')).toEqual([]);
});
