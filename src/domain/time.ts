import { DateTime, Settings } from 'luxon';

// Formats nothing, but asking the platform for a locale takes a start 10 ms.
Settings.defaultLocale = 'en';

/** The current instant in milliseconds since 1970; injected so that tests own the time. */
export type Clock = () => number;

export interface Period {
  /** Local date of its first day, `YYYY-MM-DD`. */
  key: string;
  startsAt: number;
  endsAt: number;
}

export interface Calendar {
  /** From Monday 00:00 to Monday 00:00 local: 167 to 169 hours. */
  weekOf(now: number): Period;
  /** 23 to 25 hours. */
  dayOf(now: number): Period;
  /** The first moment after a local date `YYYY-MM-DD`. */
  endOfDate(date: string): number;
  /** The same local time a week ago; where the clocks leave it out, as much after the gap. */
  weekBefore(now: number): number;
}

/**
 * Weeks and days of one IANA time zone. The last period is kept: luxon costs 20 us a call, and a request asks four
 * times.
 */
export function createCalendar(zone: string): Calendar {
  return {
    weekOf: rememberLast(zone, 'week'),
    dayOf: rememberLast(zone, 'day'),
    endOfDate: (date) => periodAt(DateTime.fromISO(date, { zone }).toMillis(), zone, 'day').endsAt,
    weekBefore: (now) => DateTime.fromMillis(now, { zone }).minus({ weeks: 1 }).toMillis(),
  };
}

function rememberLast(zone: string, unit: 'week' | 'day'): (now: number) => Period {
  let last: Period | null = null;
  return (now) => {
    if (last === null || now < last.startsAt || now >= last.endsAt) last = periodAt(now, zone, unit);
    return last;
  };
}

function periodAt(now: number, zone: string, unit: 'week' | 'day'): Period {
  const start = DateTime.fromMillis(now, { zone }).startOf(unit);
  // Where clocks change at midnight the first hour is missing, so the next start is asked for again.
  const end = start.plus({ [`${unit}s`]: 1 }).startOf(unit);
  return { key: start.toFormat('yyyy-MM-dd'), startsAt: start.toMillis(), endsAt: end.toMillis() };
}

export function isTimeZone(zone: string): boolean {
  return DateTime.local({ zone }).isValid;
}

/** When a date (`YYYY-MM-DD`) begins and ends by the clock of a zone. */
export function boundsOf(date: string, zone: string): Period {
  return periodAt(DateTime.fromISO(date, { zone }).toMillis(), zone, 'day');
}

/** `Monday, 2026-11-30`, by the calendar of a zone. */
export function nameDay(now: number, zone: string): string {
  return DateTime.fromMillis(now, { zone }).toFormat('cccc, yyyy-MM-dd');
}
