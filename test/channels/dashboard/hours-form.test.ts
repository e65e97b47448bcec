import { beforeEach, expect, test } from 'vitest';
import { changeSettings, getServer } from '../../../src/core/owners/servers.ts';
import { parseSettings } from '../../../src/core/owners/settings.ts';
import { WEEKDAYS } from '../../../src/domain/hours.ts';
import { useDashboard } from './setup.ts';

const dashboard = useDashboard();
beforeEach(async () => {
  await changeSettings(dashboard.app.core, dashboard.server.id, () => ({ hours: null }));
  await dashboard.visitor.get(dashboard.path('hours'));
});

const stored = async () =>
  parseSettings((await getServer(dashboard.app.core, dashboard.server.id)).settings).hours;

/** The form as a browser sends it: times of all days, of which the ticked ones count. */
function fill(ticked: readonly string[], times: Record<string, [from: string, to: string][]>) {
  const fields: Record<string, string | string[]> = {
    zone: 'Europe/Berlin',
    holidays: '',
    open: [...ticked],
  };
  for (const day of WEEKDAYS) {
    const ranges = times[day] ?? [['', '']];
    fields[`${day}_from`] = ranges.map(([from]) => from);
    fields[`${day}_to`] = ranges.map(([, to]) => to);
  }
  return fields;
}
const post = (fields: Record<string, string | string[]>) =>
  dashboard.visitor.submit(dashboard.path('hours'), fields);

test('ticked days have the times of their fields, with a break and to midnight; all others are closed', async () => {
  const times = {
    monday: [
      ['09:00', '12:00'],
      ['13:00', '17:00'],
    ],
    tuesday: [['09:00', '17:00']],
    friday: [['18:00', '00:00']],
    sunday: [['00:00', '00:00']],
  } satisfies Record<string, [string, string][]>;
  const seen = await post(fill(['monday', 'friday', 'sunday'], times));
  expect(await stored()).toMatchObject({
    ...{ monday: '09:00-12:00, 13:00-17:00', tuesday: 'closed', wednesday: 'closed' },
    ...{ friday: '18:00-24:00', sunday: '00:00-24:00' },
  });
  const valuesOf = (name: string) => seen.attributes(`[name=${name}]`, 'value');
  expect([valuesOf('monday_from'), valuesOf('monday_to')]).toEqual([
    ['09:00', '13:00'],
    ['12:00', '17:00'],
  ]);
  expect(valuesOf('friday_to')).toEqual(['00:00', '']);
  expect(seen.attributes('[name=open][checked]', 'value')).toEqual(['monday', 'friday', 'sunday']);
});

test('Tuesday to Friday are as Monday with one tick, which stays as long as they are', async () => {
  const times = {
    monday: [['10:00', '18:00']],
    tuesday: [['01:00', '02:00']],
  } satisfies Record<string, [string, string][]>;
  const seen = await post({ ...fill(['monday', 'tuesday'], times), as_monday: 'on' });
  expect(await stored()).toMatchObject({
    ...{ tuesday: '10:00-18:00', friday: '10:00-18:00', saturday: 'closed' },
  });
  expect(seen.document.querySelector('[name=as_monday]')?.hasAttribute('checked')).toBe(true);
  const other = await post(fill(['monday'], times));
  expect(other.document.querySelector('[name=as_monday]')?.hasAttribute('checked')).toBe(false);
});

test.each([
  ['without an end', [['09:00', '']]],
  ['without any time', [['', '']]],
  [
    'with ranges that overlap',
    [
      ['09:00', '13:00'],
      ['12:00', '17:00'],
    ],
  ],
] as [
  string,
  [string, string][],
][])('a ticked day %s is refused beside its times, which stay as they were typed', async (_, ranges) => {
  const seen = await post(fill(['monday'], { monday: ranges }));
  expect(seen.status).toBe(422);
  expect(seen.text('[data-day=monday] .fault')).toContain('needs a start and an end');
  expect(seen.attributes('[name=monday_from]', 'value')[0]).toBe(ranges[0]?.[0]);
  expect(await stored()).toBeNull();
});
