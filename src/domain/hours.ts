import { DateTime } from 'luxon';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * A team's hours by the clock of one IANA zone. A day is `closed` or its ranges, such as `09:00-12:00, 13:00-17:00`;
 * `22:00-02:00` belongs to the day it begins on.
 */
export type Hours = Readonly<Record<Weekday, string>> & {
  readonly zone: string;
  /** Dates on which no range begins: `2026-12-25`, or `2026-12-24..2027-01-01`. */
  readonly holidays: readonly string[];
};

/** Minutes after the day's midnight; an end above DAY_MINUTES is on the next day. */
type Range = readonly [from: number, to: number];

export const CLOSED = 'closed';
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
const NOON = DAY_MINUTES / 2;
const MINUTE_MS = 60_000;
const MAX_RANGES = 6;

const CLOSED_WORDS = /^(?:closed|geschlossen|zu|-|–)$/;
const BETWEEN_RANGES = /\s*(?:[,/&]|\bund\b|\band\b)\s*/;
const DASH = '(?:[-–—‑−]|bis|to)';
const TIME = '(\\d{1,2})(?:[:.](\\d{2}))?\\s*(am|pm|uhr|h)?';
const RANGE = new RegExp(`^${TIME}\\s*${DASH}\\s*${TIME}$`);

/**
 * A day's hours as people type them, in their stored form; null: unclear. `9-5` ends in the afternoon; `09:00-05:00`
 * is by a clock of 24 hours, like the stored form.
 */
export function toDay(typed: string): string | null {
  const ranges = readRanges(typed);
  if (!ranges) return null;
  return ranges.length === 0 ? CLOSED : ranges.map(([from, to]) => `${clock(from)}-${clock(to)}`).join(', ');
}

/** The ranges of a day in its stored form; none where it is closed. */
export function listRanges(day: string): { from: string; to: string }[] {
  return (readRanges(day) ?? []).map(([from, to]) => ({ from: clock(from), to: clock(to) }));
}

export function listOvernight(day: string): { from: string; to: string; hours: number }[] {
  const ends = (readRanges(day) ?? []).filter(([, to]) => to > DAY_MINUTES);
  return ends.map(([from, to]) => ({ from: clock(from), to: clock(to), hours: (to - from) / 60 }));
}

function readRanges(typed: string): Range[] | null {
  const text = typed.trim().toLowerCase();
  if (CLOSED_WORDS.test(text)) return [];
  const ranges = text.split(BETWEEN_RANGES).map(readRange);
  if (ranges.length > MAX_RANGES || !ranges.every((range) => range !== null)) return null;
  const sorted = ranges.toSorted(([one], [other]) => one - other);
  const isApart = sorted.every(([from], index) => index === 0 || from >= (sorted[index - 1]?.[1] ?? 0));
  return isApart ? sorted : null;
}

function readRange(text: string): Range | null {
  const [, hour, minute, half, endHour, endMinute, endHalf] = RANGE.exec(text) ?? [];
  const from = toMinutes(hour, minute, half);
  const to = toMinutes(endHour, endMinute, endHalf);
  if (from === null || to === null || from === DAY_MINUTES || from === to) return null;
  if (to > from) return [from, to];
  // An evening is marked as such, or written by a clock of 24 hours.
  const isInAfternoon = !isOf24Hours(text) && !isTwelfths(endHalf) && half !== 'pm';
  if (isInAfternoon && from <= NOON && to >= HOUR_MINUTES) return [from, to + NOON];
  return [from, to + DAY_MINUTES];
}

function isOf24Hours(text: string): boolean {
  return /^\d\d:\d\d-\d\d:\d\d$/.test(text);
}

function isTwelfths(half: string | undefined): boolean {
  return half === 'am' || half === 'pm';
}

function toMinutes(hour = '', minute = '0', half = ''): number | null {
  if (hour === '') return null;
  if (isTwelfths(half) && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = isTwelfths(half) ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour);
  const minutes = hours * 60 + Number(minute);
  return Number(minute) < 60 && minutes <= DAY_MINUTES ? minutes : null;
}

function clock(minutes: number): string {
  const within = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(within / 60))}:${two(within % 60)}`;
}

const DATE = '(?:(\\d{4})-(\\d{1,2})-(\\d{1,2})|(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}))';
const DATES = new RegExp(`^${DATE}(?:\\s*(?:\\.\\.|${DASH})\\s*${DATE})?$`);

/** A date, or the first and the last of several, as people type them; null: none. */
export function toHoliday(typed: string): string | null {
  const found = DATES.exec(typed.trim().toLowerCase());
  if (!found) return null;
  const first = toDate(found.slice(1, 7));
  const isAlone = found.slice(7, 13).every((part) => part === undefined);
  const last = isAlone ? first : toDate(found.slice(7, 13));
  if (first === null || last === null || last < first) return null;
  return first === last ? first : `${first}..${last}`;
}

function toDate([year, month, day, germanDay, germanMonth, germanYear]: readonly (string | undefined)[]) {
  const date = DateTime.fromObject(
    { year: Number(year ?? germanYear), month: Number(month ?? germanMonth), day: Number(day ?? germanDay) },
    { zone: 'utc' },
  );
  return date.toISODate();
}

/** @param now in milliseconds */
export function isOpen(hours: Hours, now: number): boolean {
  const local = DateTime.fromMillis(now, { zone: hours.zone });
  const minute = local.hour * 60 + local.minute;
  const isWithin = (day: DateTime, at: number) =>
    rangesOn(hours, day).some(([from, to]) => from <= at && at < to);
  return isWithin(local, minute) || isWithin(local.minus({ days: 1 }), minute + DAY_MINUTES);
}

/** The first opening from `now` on; null: never. */
export function nextOpening(hours: Hours, now: number): Date | null {
  if (isOpen(hours, now)) return new Date(now);
  if (WEEKDAYS.every((day) => hours[day] === CLOSED)) return null;
  // Between two holidays it opens within a week; one week more for an opening that the clocks leave out.
  const mostSteps = 9 * (hours.holidays.length + 2);
  let day: DateTime = DateTime.fromMillis(now, { zone: hours.zone }).startOf('day');
  for (let step = 0; step < mostSteps; step += 1) {
    const openings = momentsOf(hours, day).filter((at) => at > now && isOpen(hours, at));
    if (openings.length > 0) return new Date(Math.min(...openings));
    day = nextDay(hours, day);
  }
  return null;
}

/**
 * Moments of a day at which it can open: its ranges begin, before and after a change of the clocks, or the clocks
 * change. A day has at most one change.
 */
function momentsOf(hours: Hours, day: DateTime): number[] {
  const [before, after] = [day.toMillis() - MINUTE_MS, day.plus({ days: 1 }).startOf('day').toMillis()];
  const offsets = [...new Set([before, after].map((at) => offsetAt(hours.zone, at)))];
  const midnight = Date.UTC(day.year, day.month - 1, day.day);
  const begins = rangesOn(hours, day).flatMap(([from]) =>
    offsets.map((offset) => midnight + (from - offset) * MINUTE_MS),
  );
  return offsets.length === 1 ? begins : [...begins, findChange(hours.zone, before, after)];
}

/** Minutes east of UTC. */
function offsetAt(zone: string, at: number): number {
  return DateTime.fromMillis(at, { zone }).offset;
}

/** The first moment after `before` with the offset of `after`; all are whole minutes. */
function findChange(zone: string, before: number, after: number): number {
  const old = offsetAt(zone, before);
  let [early, late] = [before, after];
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / MINUTE_MS / 2) * MINUTE_MS;
    if (offsetAt(zone, middle) === old) early = middle;
    else late = middle;
  }
  return late;
}

/** Skips holidays in a row but the last. */
function nextDay(hours: Hours, day: DateTime): DateTime {
  const last = holidayOn(hours, day)?.last ?? '';
  const next = day.plus({ days: 1 }).startOf('day');
  return last > dateOf(next) ? DateTime.fromISO(last, { zone: hours.zone }).startOf('day') : next;
}

function rangesOn(hours: Hours, day: DateTime): Range[] {
  const name = WEEKDAYS[day.weekday - 1];
  return name === undefined || holidayOn(hours, day) ? [] : (readRanges(hours[name]) ?? []);
}

function holidayOn({ holidays }: Hours, day: DateTime): { last: string } | null {
  const date = dateOf(day);
  for (const holiday of holidays) {
    const [first = '', last = first] = holiday.split('..');
    if (first <= date && date <= last) return { last };
  }
  return null;
}

function dateOf(day: DateTime): string {
  return day.toISODate() ?? '';
}

/** The zone as the IANA spells it; null for none, and for an offset such as `UTC+2`. */
export function toZone(typed: string): string | null {
  const name = typed.trim().replaceAll(' ', '_');
  const known = listZones().find((zone) => zone.toLowerCase() === name.toLowerCase());
  if (known !== undefined) return known;
  // Older names, such as Asia/Calcutta, are in no list and valid all the same.
  const isName = /^[a-z]+(?:[/_-][a-z_-]+)+$/i.test(name);
  return isName && DateTime.local({ zone: name }).isValid ? name : null;
}

let zones: readonly string[] | undefined;

/** Listed on demand: the platform takes a moment. */
export function listZones(): readonly string[] {
  zones ??= [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];
  return zones;
}
