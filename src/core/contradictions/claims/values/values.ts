import { CURRENCIES, MINUTES, NUMBERS } from '../../../learning/statements/units.ts';
import { termOf } from '../terms.ts';

export type Dimension =
  | 'duration'
  | 'interval'
  | 'lead'
  | 'price'
  | 'percent'
  | 'age'
  | 'version'
  | 'hours'
  | 'time'
  | 'date'
  | 'weekday'
  | 'count'
  | 'size';

/** Something that a sentence measures, and where it stands in it. */
export interface Quantity {
  dimension: Dimension;
  /** What else must be equal to compare it: the currency, what is counted. */
  of: string;
  low: number;
  high: number;
  /** `max`: up to that, `min`: at least that. */
  limit: 'exact' | 'min' | 'max';
  isApproximate: boolean;
  /** Of versions, whose parts count one by one. */
  version?: string;
  /** Of counts, what follows: `3 private channels` are channels. */
  also?: readonly string[];
  /** A number that names, `port 25565`, and counts nothing. */
  isName?: boolean;
  at: number;
  end: number;
}

/** A value as it is read, before its place and its limit are known. */
export type Found = Pick<Quantity, 'dimension' | 'of' | 'low' | 'high'> &
  Partial<Pick<Quantity, 'version' | 'limit' | 'isName' | 'also'>>;
const WORKING = /werktag|arbeitstag|working|business/;
export const DAY_MINUTES = 1440;

export function toNumber(text: string): number {
  const word = NUMBERS.get(text);
  if (word !== undefined) return Number(word);
  if (/^(?:an?|one|eine?[nmr]?)$/.test(text)) return 1;
  const [, first, second] = /^(\p{L}+)(?:[- ]|und)(\p{L}+)$/u.exec(text) ?? [];
  if (first && second) return toNumber(first === 'ein' ? 'one' : first) + toNumber(second);
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(text)) return Number(text.replace(/[.,]/g, ''));
  return Number(text.replace(',', '.'));
}

export function span(first: string, second: string | undefined): { low: number; high: number } {
  const [one, other] = [toNumber(first), toNumber(second ?? first)];
  return { low: Math.min(one, other), high: Math.max(one, other) };
}

/** A month has 28 to 31 days, and five working days are a week: what may be equal overlaps. */
export function durationOf(first: string, second: string | undefined, unit: string, adjective = ''): Found {
  const { low, high } = span(first, second);
  const minutes = MINUTES.get(unit) ?? DAY_MINUTES;
  const isWorking = WORKING.test(adjective + unit);
  const [least, most] =
    minutes === 43_200 ? [28 / 30, 31 / 30] : minutes === 525_600 ? [336 / 365, 1.02] : [1, 1];
  return {
    dimension: 'duration',
    of: isWorking ? 'working' : '',
    low: low * minutes * least,
    high: high * minutes * most,
  };
}

/** How often something is done, in one word. */
export const OFTEN = 'often';
const OFTEN_UNITS = new Map([
  ['dai', 'day'],
  ['stünd', 'stunde'],
  ['täg', 'tag'],
  ['wöchent', 'woche'],
  ['jähr', 'jahr'],
]);

export function oftenOf(unit: string): Found {
  const found = durationOf('1', undefined, OFTEN_UNITS.get(unit) ?? unit);
  return { ...found, dimension: 'interval', of: OFTEN };
}

const TIMES = new Map([
  ['einmal', 1],
  ['once', 1],
  ['zweimal', 2],
  ['twice', 2],
  ['dreimal', 3],
  ['thrice', 3],
]);

/** `Twice a week` is every three and a half days. */
export function timesOf(times: string, unit: string): Found {
  const { low } = durationOf('1', undefined, unit);
  const each = low / (TIMES.get(times) ?? toNumber(times));
  return { dimension: 'interval', of: OFTEN, low: each, high: each * WIDE };
}

export function halfOf(unit: string): Found {
  if (unit === 'fortnight') return durationOf('2', undefined, 'week');
  const { low, high, ...rest } = durationOf('1', undefined, unit === 'halbjahr' ? 'jahr' : unit);
  return { ...rest, low: low / 2, high: high / 2 };
}

export function priceOf(sign: string, first: string, second?: string): Found | null {
  const currency = CURRENCIES.get(sign) ?? '';
  if (currency === '') return null;
  const { low, high } = span(first, second);
  if (currency === 'percent') return { dimension: 'percent', of: '', low, high };
  const factor = currency === 'cent' ? 0.01 : 1;
  return {
    dimension: 'price',
    of: currency === 'cent' ? 'eur' : currency,
    low: low * factor,
    high: high * factor,
  };
}

export function dateOf(month: string | undefined, day: string | undefined, year = ''): Found | null {
  const [monthNumber, dayNumber] = [Number(month), Number(day)];
  if (!(monthNumber >= 1 && monthNumber <= 12 && dayNumber >= 1 && dayNumber <= 31)) return null;
  const at = monthNumber * 100 + dayNumber;
  return { dimension: 'date', of: year.length === 2 ? `20${year}` : year, low: at, high: at };
}

function minutesOf(hour: string | undefined, minute: string | undefined, half = ''): number {
  const plain = toNumber(hour ?? '');
  const hours = /^[ap]/.test(half) ? (plain % 12) + (half.startsWith('p') ? 12 : 0) : plain;
  return hours * 60 + Number(minute ?? 0);
}

function isClock(hour = '', minute = '0'): boolean {
  return toNumber(hour) <= 24 && Number(minute) <= 59;
}

export function hoursOf(
  [whole, h1, m1, u1 = '', h2, m2, u2 = '']: RegExpExecArray,
  isOpen: boolean,
): Found | null {
  const isMarked = u1 !== '' || u2 !== '' || (m1 !== undefined && m2 !== undefined);
  if (!isMarked && !isOpen) return null;
  if (!isClock(h1, m1) || !isClock(h2, m2) || (whole.includes('.') && !isMarked)) return null;
  const end = minutesOf(h2, m2, u2);
  const isHalf = /^[ap]/.test(u2) && u1 === '';
  const same = minutesOf(h1, m1, isHalf ? u2 : u1);
  const start = isHalf && same >= end ? minutesOf(h1, m1, 'am') : same;
  return start === end ? null : { dimension: 'hours', of: '', low: start, high: end };
}

const PARTS = new Map([
  ['quarter', 15],
  ['viertel', 15],
]);

/** `Quarter past seven`. */
export function timeAround(hour: string, part: string, side: string): Found | null {
  const minutes = PARTS.get(part) ?? toNumber(part);
  const at = toNumber(hour) * 60 + (side === 'to' || side === 'vor' ? -minutes : minutes);
  return at > 0 && at < DAY_MINUTES ? { dimension: 'time', of: '', low: at, high: at } : null;
}

export function timeOf(hour: string | undefined, minute: string | undefined, half?: string): Found | null {
  const at = minutesOf(hour, minute, half);
  return at <= DAY_MINUTES && Number(minute ?? 0) < 60
    ? { dimension: 'time', of: '', low: at, high: at }
    : null;
}

/** @param said `Android from version 10` names the oldest. */
export function versionOf(product: string, version: string, said = ''): Found {
  const [major = '', minor = '0'] = version.split('.');
  const low = Number(major) * 1000 + Number(minor);
  const limit = / (?:ab|from|mindestens|at least) /.test(said) ? ({ limit: 'min' } as const) : {};
  return { dimension: 'version', of: product.replace('.js', ''), low, high: low, version, ...limit };
}

const PERSONS =
  /^(?:members?|mitglied\p{L}*|players?|spielern?|people|persons?|personen|users?|nutzern?|leuten?|teilnehmern?|participants?|guests?|gästen?|accounts?|friends|freunden?|kinder\p{L}*|children|kids|seats?|plätzen?|sitzen?)$/u;

/** The thing that is counted: `3 free homes`; empty for `2 million` and the like. */
export function countedIn(unit: string): string {
  const parts = unit.split(/[ -]/);
  const [first = '', second = ''] = [parts[0], parts.slice(1).at(-1)];
  if (
    /^(?:million|billion|mio|mrd|milliard|per|pro|of|von|in|or|and|und|oder)$|^(?:million|billion|milliard)/.test(
      first,
    )
  )
    return '';
  if (PERSONS.test(second === '' ? first : second)) return 'persons';
  return termOf(second) || termOf(first);
}

/** The words behind it as far as each may be what is counted. */
export function alsoIn(behind: string): string[] {
  const terms = behind.trim().split(' ').map(countedIn);
  const end = terms.indexOf('');
  return end < 0 ? terms : terms.slice(0, end);
}

/** From here on it is a range; a month is none, though it has 28 to 31 days. */
export const WIDE = 1.2;
