import { normalise } from '../../search/words/analyse.ts';
import { CURRENCIES, MINUTES, MONTHS, NUMBERS, WEEKDAYS } from './units.ts';

/** What a text fixes, by what it measures: `minutes` -> 20160, `price` -> `5 eur`, `level` -> 10. */
export type Facts = ReadonlyMap<string, ReadonlySet<string>>;

/** Longer texts are no short answers, and every expression below stays quick. */
const MAX_CHARACTERS = 4_000;

const MONTH = [...MONTHS.keys()].join('|');

/** Takes out what an expression matches, so that nothing is read twice. */
type FactReader = [
  expression: RegExp,
  read: (match: RegExpExecArray) => [unit: string, value: string] | null,
];

const READERS: readonly FactReader[] = [
  [/https?:\/\/\S+|<[#@:][^>\s]{1,80}>/g, () => null],
  [/(?<![\d.])\d{4}-(\d{1,2})-(\d{1,2})(?!\d)/g, ([, month, day]) => dateOf(month, day)],
  [/\b(?:version|v) ?(\d+(?:\.\d+)*)/g, ([, version = '']) => ['version', version]],
  [/(?<![\d.])(\d{1,2})\.(\d{1,2})\.(?:\d{2,4})?(?!\d)/g, ([, day, month]) => dateOf(month, day)],
  [
    new RegExp(`(?<!\\d)(\\d{1,2})(?:\\.|st|nd|rd|th)? (?:of )?(${MONTH})(?![\\p{L}])`, 'gu'),
    ([, day, name = '']) => dateOf(MONTHS.get(name), day),
  ],
  [
    new RegExp(`(?<!\\p{L})(${MONTH}) (?:the )?(\\d{1,2})(?:\\.|st|nd|rd|th)?(?![\\d:])`, 'gu'),
    ([, name = '', day]) => dateOf(MONTHS.get(name), day),
  ],
  [/\bv?(\d+\.\d+\.\d+(?:\.\d+)*)/g, ([, version = '']) => ['version', version]],
  [
    /(?<!\d)(\d{1,2})(?:[:.](\d{2}))? ?(am|pm|a\.m\.|p\.m\.)(?!\p{L})/gu,
    ([, hour, minute = '00', half = '']) => ['time', toTime(Number(hour) % 12, minute, half.startsWith('p'))],
  ],
  [
    /(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])/g,
    ([, hour, minute = '']) => ['time', toTime(Number(hour), minute)],
  ],
  [
    /(?<!\d)(\d{1,2})(?:\.(\d{2}))? uhr/g,
    ([, hour, minute = '00']) => ['time', toTime(Number(hour), minute)],
  ],
  [/([€$£]) ?(\d+(?:[.,]\d+)?)/g, ([, sign = '', amount = '']) => ['price', priceOf(amount, sign)]],
  [
    /(\d+(?:[.,]\d+)?) ?([€$£%]|\p{L}+)/gu,
    ([, amount = '', unit = '']) => {
      const minutes = MINUTES.get(unit);
      if (minutes !== undefined) return ['minutes', String(Math.round(toNumber(amount) * minutes * 60) / 60)];
      return CURRENCIES.has(unit) ? ['price', priceOf(amount, unit)] : null;
    },
  ],
];

function dateOf(month: string | undefined, day: string | undefined): [string, string] | null {
  const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDate ? ['date', `${Number(month)}-${Number(day)}`] : null;
}

function toTime(hour: number, minute: string, isAfternoon = false): string {
  return `${isAfternoon ? hour + 12 : hour}:${minute}`;
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'));
}

function priceOf(amount: string, sign: string): string {
  const currency = CURRENCIES.get(sign) ?? sign;
  return currency === 'cent' ? `${toNumber(amount) / 100} eur` : `${toNumber(amount)} ${currency}`;
}

/** What is left: a number measures the word behind it, or before it (`level 10`). */
const COUNTED = /(\p{L}{2,})?[ :#-]{0,3}(?<![\p{L}\d])(\d+(?:[.,]\d+)?)(?!\d)[ -]?(\p{L}{2,})?/gu;
const PLACES = new Set(
  'level port seite page stufe rang rank slot kanal channel raum room punkt nummer'.split(' '),
);

/** Numbers, times, dates, prices, versions and weekdays of a text. */
export function readFacts(text: string): Facts {
  const facts = new Map<string, Set<string>>();
  const note = (unit: string, value: string) => facts.set(unit, (facts.get(unit) ?? new Set()).add(value));
  let rest = spellOut(normalise(text.slice(0, MAX_CHARACTERS)));
  for (const [expression, read] of READERS) {
    rest = rest.replace(expression, (...match) => {
      const found = read(match as unknown as RegExpExecArray);
      if (!found && !expression.source.startsWith('https')) return String(match[0]);
      if (found) note(...found);
      return ' ; ';
    });
  }
  for (const [word] of rest.matchAll(/\p{L}+/gu)) {
    const day = WEEKDAYS.get(word);
    if (day) note('weekday', day);
  }
  for (const [, before = '', amount = '', behind = ''] of rest.matchAll(COUNTED)) {
    const unit = PLACES.has(before) ? before : behind || before;
    note(rootOf(unit), String(toNumber(amount)));
  }
  return facts;
}

/** `Zwei Wochen` -> `2 wochen`, `3-5 Tage` and `3 bis 5 Tage` -> `3 tage 5 tage`. */
function spellOut(text: string): string {
  return text
    .replace(/\p{L}+/gu, (word) => NUMBERS.get(word) ?? word)
    .replace(
      /(\d+(?:[.,]\d+)?) ?(?:-|–|bis|to|or|oder|und|and) ?(\d+(?:[.,]\d+)?) ?([€$£%]|(?:uhr|am|pm)(?!\p{L})|\p{L}+)/gu,
      '$1 $3 $2 $3',
    );
}

/** `players` and `player`, `Spielern` and `Spieler` are one. */
function rootOf(unit: string): string {
  return unit.replace(/(?:en|er|es|n|s|e)$/u, '') || 'number';
}

/** Whether two texts that measure the same say otherwise: neither holds all that the other says about it. */
export function differs(one: Facts, other: Facts): boolean {
  return [...one].some(([unit, values]) => {
    const others = other.get(unit);
    if (!others) return false;
    const isKnown = (value: string, among: ReadonlySet<string>) =>
      [...among].some((known) => isSameValue(unit, value, known));
    const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) =>
      [...some].every((value) => isKnown(value, all));
    return !isWithin(values, others) && !isWithin(others, values);
  });
}

/** `1.20` holds for `1.20.4`. */
function isSameValue(unit: string, one: string, other: string): boolean {
  if (one === other) return true;
  return unit === 'version' && (one.startsWith(`${other}.`) || other.startsWith(`${one}.`));
}

/** With a scheme or without: whatever a reader could follow. */
const ADDRESS =
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`|)\]]+|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:][^\s<>"'`|)\]]*)?/giu;

/** The addresses of a text, with a scheme or without, as they can be compared. */
export function addressesIn(text: string): string[] {
  return (text.match(ADDRESS) ?? []).map((address) =>
    address
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?|^www\./, '')
      .replace(/[.,;:!?…*_~/]+$/u, ''),
  );
}
