import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CLOSED,
  type Hours,
  isOpen,
  listOvernight,
  listZones,
  nextOpening,
  toDay,
  toHoliday,
  toZone,
  WEEKDAYS,
} from '../src/domain/hours.ts';
import { SEED } from './core/ledger/seed.ts';
import { countRuns } from './support/runs.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HORIZON_DAYS = 9;

/** Clocks that change by an hour, by half an hour, at midnight, at odd offsets, or never. */
const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo'],
  ...['America/Santiago', 'Asia/Beirut', 'Pacific/Chatham', 'America/St_Johns', 'Africa/Casablanca'],
];
const FIRST = Date.parse('2026-01-01T00:00:00Z');
const LAST = Date.parse('2028-01-01T00:00:00Z');

const closedAll = Object.fromEntries(WEEKDAYS.map((day) => [day, CLOSED])) as Record<
  (typeof WEEKDAYS)[number],
  string
>;

function hoursOf(given: Partial<Hours>): Hours {
  return { zone: 'Europe/Berlin', ...closedAll, holidays: [], ...given };
}

/** The clock on the wall, as the platform and not our library tells it. */
function createWall(zone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  return (at: number) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return {
      date: `${parts.year}-${parts.month}-${parts.day}`,
      minute: Number(parts.hour) * 60 + Number(parts.minute),
    };
  };
}

/** Whether the clock on the wall shows a time of one of the ranges, read from the text in the plainest way. */
function readsOpen(hours: Hours, { date, minute }: { date: string; minute: number }): boolean {
  const rangesOf = (day: string) => {
    const isHoliday = hours.holidays.some((holiday) => {
      const [first = '', last = first] = holiday.split('..');
      return first <= day && day <= last;
    });
    const text = hours[WEEKDAYS[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday'];
    if (isHoliday || text === CLOSED) return [];
    return text.split(', ').map((range) => {
      const [from = 0, to = 0] = range.split('-').map((time) => {
        const [h = 0, m = 0] = time.split(':').map(Number);
        return h * 60 + m;
      });
      return { from, to: to <= from ? to + 1440 : to };
    });
  };
  const before = new Date(Date.parse(`${date}T12:00:00Z`) - DAY).toISOString().slice(0, 10);
  return (
    rangesOf(date).some(({ from, to }) => from <= minute && minute < to) ||
    rangesOf(before).some(({ to }) => minute + 1440 < to)
  );
}

/** Moments at which the clocks of a zone have just changed. */
function changesOf(zone: string): number[] {
  const wall = createWall(zone);
  const shown = (at: number) => {
    const { date, minute } = wall(at);
    return Date.parse(`${date}T00:00:00Z`) + minute * MINUTE - at;
  };
  const found: number[] = [];
  for (let at = FIRST; at < LAST; at += 6 * 60 * MINUTE)
    if (shown(at) !== shown(at + 6 * 60 * MINUTE)) found.push(at);
  return found;
}

const changes = new Map(ZONES.map((zone) => [zone, changesOf(zone)]));

const times = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15);
const days = fc.array(fc.tuple(times, fc.integer({ min: 1, max: 90 })), { maxLength: 2 }).map((ranges) => {
  const clock = (at: number) =>
    `${String(Math.floor(at / 60) % 24).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
  const text = ranges.map(([from, quarters]) => `${clock(from)}-${clock(from + quarters * 15)}`).join(', ');
  return toDay(text === '' ? CLOSED : text) ?? CLOSED;
});

const cases = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    week: fc.tuple(days, days, days, days, days, days, days),
    /** Days around the moment that are holidays. */
    free: fc.array(fc.tuple(fc.integer({ min: -2, max: 8 }), fc.integer({ min: 0, max: 3 }), fc.boolean()), {
      maxLength: 3,
    }),
    anywhere: fc.integer({ min: FIRST / MINUTE, max: LAST / MINUTE }),
    /** Minutes from a change of the clocks. */
    near: fc.option(fc.integer({ min: -2 * 1440, max: 1440 })),
    which: fc.nat(),
  })
  .map(({ zone, week, free, anywhere, near, which }) => {
    const own = changes.get(zone) ?? [];
    const change = own[which % Math.max(1, own.length)];
    const now = near === null || change === undefined ? anywhere * MINUTE : change + near * MINUTE;
    const dateIn = (offset: number) => new Date(now + offset * DAY).toISOString().slice(0, 10);
    const holidays = free.map(([from, length]) =>
      length === 0 ? dateIn(from) : `${dateIn(from)}..${dateIn(from + length)}`,
    );
    const byDay = Object.fromEntries(WEEKDAYS.map((day, index) => [day, week[index] ?? CLOSED]));
    return { now, hours: hoursOf({ ...byDay, zone, holidays }) };
  });

describe(`hours of a team (FC_SEED=${SEED})`, () => {
  test('hold at every minute what the clock on the wall says, and the next opening is the first such minute, also where clocks change', () => {
    fc.assert(
      fc.property(cases, ({ now, hours }) => {
        const wall = createWall(hours.zone);
        const next = nextOpening(hours, now)?.getTime() ?? Number.POSITIVE_INFINITY;
        for (let at = now; at < now + HORIZON_DAYS * DAY; at += MINUTE) {
          const isThere = readsOpen(hours, wall(at));
          if (at === now) expect(isOpen(hours, at)).toBe(isThere);
          if (!isThere) continue;
          expect(new Date(next).toISOString()).toBe(new Date(at).toISOString());
          return;
        }
        expect(next).toBeGreaterThanOrEqual(now + HORIZON_DAYS * DAY);
      }),
      { seed: SEED, numRuns: countRuns(400) },
    );
  });

  test('count the seconds within a minute', () => {
    const hours = hoursOf({ friday: '09:00-17:00' });
    expect(isOpen(hours, Date.parse('2026-11-27T07:59:59.999Z'))).toBe(false);
    expect(nextOpening(hours, Date.parse('2026-11-27T07:59:59.999Z'))?.toISOString()).toBe(
      '2026-11-27T08:00:00.000Z',
    );
    expect(isOpen(hours, Date.parse('2026-11-27T15:59:59.999Z'))).toBe(true);
    expect(isOpen(hours, Date.parse('2026-11-27T16:00:00.000Z'))).toBe(false);
  });

  test.each([
    ['the hour that spring leaves out opens when it is over', '02:30-04:00', '2026-03-29T01:00:00.000Z'],
    ['nine o’clock after the change in spring is an hour earlier', '09:00-17:00', '2026-03-29T07:00:00.000Z'],
  ])('in Berlin, %s', (_, sunday, opens) => {
    const now = Date.parse('2026-03-28T20:00:00Z');
    expect(nextOpening(hoursOf({ sunday }), now)?.toISOString()).toBe(opens);
  });

  test('in Berlin, a range within the hour that autumn repeats is open both times', () => {
    const hours = hoursOf({ sunday: '02:15-02:45' });
    expect(nextOpening(hours, Date.parse('2026-10-24T20:00:00Z'))?.toISOString()).toBe(
      '2026-10-25T00:15:00.000Z',
    );
    expect(nextOpening(hours, Date.parse('2026-10-25T00:50:00Z'))?.toISOString()).toBe(
      '2026-10-25T01:15:00.000Z',
    );
  });

  test('a holiday of two weeks over the end of the year moves the opening behind it', () => {
    const week = Object.fromEntries(WEEKDAYS.slice(0, 5).map((day) => [day, '09:00-17:00']));
    const hours = hoursOf({ ...week, holidays: ['2026-12-24..2027-01-06'] });
    expect(nextOpening(hours, Date.parse('2026-12-23T16:00:00Z'))?.toISOString()).toBe(
      '2027-01-07T08:00:00.000Z',
    );
  });

  test('years of holidays are looked past, and where every day is closed there is no opening', () => {
    const holidays = ['2026-01-01..2031-12-31', '2032-01-02..2032-01-09'];
    const hours = hoursOf({ monday: '08:00-09:00', holidays });
    const now = Date.parse('2026-11-27T12:00:00Z');
    expect(nextOpening(hours, now)?.toISOString()).toBe('2032-01-12T07:00:00.000Z');
    expect(nextOpening(hoursOf({}), now)).toBeNull();
  });

  test('a range over midnight belongs to the day it begins on: a holiday after it leaves its end', () => {
    const hours = hoursOf({ friday: '22:00-02:00', saturday: '22:00-02:00', holidays: ['2026-11-28'] });
    expect(isOpen(hours, Date.parse('2026-11-28T00:30:00Z'))).toBe(true);
    expect(isOpen(hours, Date.parse('2026-11-28T22:00:00Z'))).toBe(false);
    expect(isOpen(hours, Date.parse('2026-11-29T00:30:00Z'))).toBe(false);
  });
});

describe('hours as people type them', () => {
  test.each([
    ['09:00-17:00', '09:00-17:00'],
    ['9-17', '09:00-17:00'],
    ['9.30 – 17.00 Uhr', '09:30-17:00'],
    ['09:00—12:00,13:00−17:00', '09:00-12:00, 13:00-17:00'],
    ['13-17 und 9 bis 12', '09:00-12:00, 13:00-17:00'],
    ['9am-5pm', '09:00-17:00'],
    ['12am to 12pm', '00:00-12:00'],
    ['22:00-02:00', '22:00-02:00'],
    ['22-0', '22:00-24:00'],
    ['0-24', '00:00-24:00'],
    // A clock of twelve hours, where another reading would be a day of twenty.
    ['9-5', '09:00-17:00'],
    ['9 - 5 Uhr', '09:00-17:00'],
    ['9:00-5:00', '09:00-17:00'],
    ['8.30-5.30', '08:30-17:30'],
    ['10 to 6', '10:00-18:00'],
    ['12-8', '12:00-20:00'],
    ['9am-5', '09:00-17:00'],
    // What cannot be meant so stays.
    ['9-5am', '09:00-05:00'],
    ['9pm-5', '21:00-05:00'],
    ['22-6', '22:00-06:00'],
    ['13-5', '13:00-05:00'],
    ['9-0', '09:00-24:00'],
    ['09:00-05:00', '09:00-05:00'],
    ['11:00-10:00', '11:00-10:00'],
    [' Closed ', 'closed'],
    ['geschlossen', 'closed'],
  ])('%j is %s', (typed, stored) => {
    expect(toDay(typed)).toBe(stored);
    expect(toDay(stored)).toBe(stored);
  });

  test('that end on the next day say how long they are', () => {
    expect(listOvernight('09:00-05:00')).toEqual([{ from: '09:00', to: '05:00', hours: 20 }]);
    expect(listOvernight('08:00-12:00, 22:30-02:00')).toEqual([{ from: '22:30', to: '02:00', hours: 3.5 }]);
    for (const day of ['09:00-17:00', '00:00-24:00', 'closed']) expect(listOvernight(day)).toEqual([]);
  });

  test.each([
    ...['', '9', '9-9', '25-26', '9:60-10', '24-3', '9-12, 11-13', '13pm-2pm', '0am-3'],
    ...['-1-5', '9--17', 'immer', '1-2,3-4,5-6,7-8,9-10,11-12,13-14'],
  ])('%j is refused', (typed) => {
    expect(toDay(typed)).toBeNull();
  });

  test.each([
    ['2026-12-25', '2026-12-25'],
    ['25.12.2026', '2026-12-25'],
    ['2026-12-24..2027-01-01', '2026-12-24..2027-01-01'],
    ['24.12.2026 – 1.1.2027', '2026-12-24..2027-01-01'],
    ['2026-12-24 to 2026-12-24', '2026-12-24'],
  ])('the holiday %j is %s', (typed, stored) => {
    expect(toHoliday(typed)).toBe(stored);
    expect(toHoliday(stored)).toBe(stored);
  });

  test.each([
    '',
    '2026-02-30',
    '29.2.2027',
    '2027-01-01..2026-12-24',
    '12-25',
    'Weihnachten',
    '2026-12-25 2026-12-26',
  ])('the holiday %j is refused', (typed) => {
    expect(toHoliday(typed)).toBeNull();
  });

  test('any text is refused or read the same again', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[0-9:.,–-]{0,20}$/));
    fc.assert(
      fc.property(texts, (typed) => {
        for (const read of [toDay, toHoliday]) {
          const stored = read(typed);
          if (stored !== null) expect(read(stored)).toBe(stored);
        }
      }),
      { seed: SEED, numRuns: countRuns(5_000) },
    );
  });

  test('a zone is found whatever its case and spaces, an older name too; an offset or a word is none', () => {
    expect(toZone(' europe/berlin ')).toBe('Europe/Berlin');
    expect(toZone('America/New York')).toBe('America/New_York');
    expect(toZone('Asia/Kolkata')).toBe('Asia/Kolkata');
    expect(toZone('utc')).toBe('UTC');
    for (const typed of ['', 'UTC+2', '+02:00', 'system', 'local', 'Berlin', 'Europe/Nowhere', '../x'])
      expect(toZone(typed)).toBeNull();
    expect(listZones().every((zone) => toZone(zone) === zone)).toBe(true);
  });
});
