import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError, readCause } from '../src/domain/errors.ts';
import { decodeUtf8, toCleanName, toCleanText } from '../src/domain/text.ts';
import { createCalendar } from '../src/domain/time.ts';
import { SEED } from './core/ledger/seed.ts';

const HOUR = 3_600_000;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Pacific/Apia',
];
const instants = fc.integer({
  min: Date.parse('2026-01-01T00:00:00Z'),
  max: Date.parse('2027-12-31T00:00:00Z'),
});

describe(`a calendar (FC_SEED=${SEED})`, () => {
  test('D33 · puts every instant of two years into one week of 167 to 169 hours that begins on a Monday', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (now, zone) => {
        const week = createCalendar(zone).weekOf(now);
        expect(week.startsAt).toBeLessThanOrEqual(now);
        expect(week.endsAt).toBeGreaterThan(now);
        expect(new Date(`${week.key}T12:00:00Z`).getUTCDay()).toBe(1);
        // Lord Howe moves its clocks by half an hour.
        expect([167, 167.5, 168, 168.5, 169]).toContain((week.endsAt - week.startsAt) / HOUR);
        expect(createCalendar(zone).weekOf(week.endsAt - 1).key).toBe(week.key);
        expect(createCalendar(zone).weekOf(week.endsAt).startsAt).toBe(week.endsAt);
      }),
    );
  });

  test('has days without gaps, even where clocks change at midnight', () => {
    for (const zone of ZONES) {
      const calendar = createCalendar(zone);
      let day = calendar.dayOf(Date.parse('2026-01-01T12:00:00Z'));
      for (let n = 0; n < 730; n++) {
        const next = calendar.dayOf(day.endsAt);
        expect(next.startsAt).toBe(day.endsAt);
        expect(next.key > day.key).toBe(true);
        day = next;
      }
    }
  });

  test('finds the same hour of the same weekday a week ago, also where clocks change in between', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (now, timeZone) => {
        const calendar = createCalendar(timeZone);
        const before = calendar.weekBefore(now);
        const read = (at: number) =>
          new Date(at).toLocaleString('sv-SE', {
            timeZone,
            weekday: 'short',
            hour: '2-digit',
            minute: '2-digit',
          });
        // Of the hour that is left out on one day the time stands after the gap.
        const isLeftOut = read(before) !== read(now);
        if (isLeftOut)
          expect(calendar.dayOf(before).endsAt - calendar.dayOf(before).startsAt).toBeLessThan(24 * HOUR);
        expect(calendar.weekOf(before).endsAt).toBe(calendar.weekOf(now).startsAt);
        expect(Math.abs(now - before - 168 * HOUR)).toBeLessThanOrEqual(HOUR);
      }),
    );
  });

  test('goes back when the clock does', () => {
    const calendar = createCalendar('UTC');
    const later = calendar.dayOf(Date.parse('2026-05-05T00:00:00Z'));
    expect(calendar.dayOf(later.startsAt - 1).key).toBe('2026-05-04');
  });
});

describe('text', () => {
  test('of any kind becomes something that a database accepts, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = toCleanText(`${text}\u0000\ud800`);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toContain('\u0000');
        expect(toCleanText(clean)).toBe(clean);
        expect(clean).toHaveLength(text.length + 2);
      }),
    );
  });

  test('for a name becomes one line without brackets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toCleanName(`<b>\n${text}\u202e`)).not.toMatch(/[\p{Cc}\p{Cf}<>\u2028\u2029]/u);
      }),
    );
  });
});

test('bytes that are not UTF-8 are reported as such; any other fault is not', () => {
  expect(decodeUtf8(Buffer.from('Grüße'))).toBe('Grüße');
  expect(decodeUtf8(Buffer.from('Grüße', 'latin1'))).toBeNull();
  expect(() => decodeUtf8('no bytes' as never)).toThrow(TypeError);
});

describe('The cause of an error', () => {
  const refused = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });
  const of = (cause: unknown) => readCause(new AppError('service_unavailable', { cause }));

  test('is one line with the address, also where every address of a host refused', () => {
    const told = { code: 'ECONNREFUSED', text: 'connect ECONNREFUSED ::1:5432' };
    expect(of(refused('::1:5432'))).toEqual(told);
    expect(readCause(refused('::1:5432'))).toEqual(told);
    // As Node makes it: a code and no text.
    const all = new AggregateError([refused('::1:5432'), refused('127.0.0.1:5432')], '');
    expect(of(Object.assign(all, { code: 'ECONNREFUSED' }))).toEqual(told);
  });

  test('has the text of what was gathered on purpose, and no more than a line of 200 characters', () => {
    expect(of(new AggregateError([new Error('a'), new Error('b')], 'a; b')).text).toBe('a; b');
    expect(of(new Error(`${'x'.repeat(300)}\nstack`)).text).toBe('x'.repeat(200));
    expect(of(new Error('first\nsecond')).text).toBe('first');
  });

  test('is its code or name where it has no text, and empty where there is none', () => {
    expect(of(Object.assign(new Error(''), { code: 'EPIPE' })).text).toBe('EPIPE');
    expect(of(new TypeError('')).text).toBe('TypeError');
    for (const none of [undefined, null, 'text']) expect(of(none)).toEqual({ code: '', text: '' });
  });
});
