import { LRUCache } from 'lru-cache';
import * as de from 'n2words/de-DE';
import * as en from 'n2words/en-US';
import * as es from 'n2words/es-ES';
import * as fr from 'n2words/fr-FR';
import * as it from 'n2words/it-IT';
import * as nl from 'n2words/nl-NL';
import * as pl from 'n2words/pl-PL';
import * as pt from 'n2words/pt-PT';
import * as tr from 'n2words/tr-TR';
import { WEEKDAYS } from '../../../domain/hours.ts';
import type { Language } from '../../../domain/types.ts';
import { fold, words } from '../../search/words/analyse.ts';
import { stem } from '../../search/words/stemming.ts';

/** Words for units, days, months and numbers by their roots: the runtime and a library know them in every language. */
export interface Lexicon {
  units: ReadonlyMap<string, string>;
  /** From Monday, 0; folded and not stemmed. */
  days: readonly (readonly [name: string, day: number])[];
  /** Abbreviated, folded and not stemmed. */
  shortDays: ReadonlyMap<string, number>;
  /** From January, 1. */
  months: ReadonlyMap<string, number>;
  numbers: ReadonlyMap<string, number>;
  /** First letters of days and months, and of units. */
  beginnings: Readonly<Record<'time' | 'unit', ReadonlySet<string>>>;
  /** `and`, `or`. */
  conjunctions: ReadonlySet<string>;
}

const WRITERS = { de, en, es, fr, it, nl, pl, pt, tr };
/** Larger numbers are written in digits. */
const MOST_WRITTEN = 100;
const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'percent'];
export const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'TRY', 'BRL'];
/** From two on; the library writes the nominative alone. */
const POLISH_GENITIVES = 'dwoch trzech czterech pieciu szesciu siedmiu osmiu dziewieciu dziesieciu'.split(
  ' ',
);
/** Each has another form of a noun somewhere. */
const COUNTS = [1, 2, 5, 1.5];
/** Languages that write `working days` and `Tuesday evening` in one word. */
export const COMPOUNDING: ReadonlySet<Language> = new Set(['de', 'nl']);
const A_MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const MONTHS = 12;
const [LONGEST_ENDING, BEGINNING] = [4, 2];
const MOST_ROOTS = 20_000;
const LETTERS = /\p{L}+/gu;

const lexicons = new Map<Language, Lexicon>();
const roots = new LRUCache<string, string>({ max: MOST_ROOTS });

export function lexiconOf(language: Language): Lexicon {
  const known = lexicons.get(language);
  if (known) return known;
  const made = makeLexicon(language);
  lexicons.set(language, made);
  return made;
}

/** The part of a lower-case word that no case changes; Polish changes its last syllable (`wtorek`, `we wtorku`). */
export function rootOf(word: string, language: Language): string {
  const key = language + word;
  const known = roots.get(key);
  if (known !== undefined) return known;
  const folded = fold(word);
  const root = language === 'pl' && folded.length > 5 ? folded.slice(0, -2) : fold(stem(word, language));
  roots.set(key, root);
  return root;
}

/** A run of letters of a text. */
export interface TextWord {
  text: string;
  lower: string;
  folded: string;
  /** Where it begins, in UTF-16 units. */
  index: number;
}

export function wordsIn(text: string): TextWord[] {
  return Array.from(text.matchAll(LETTERS), ({ 0: word, index }) => {
    const lower = word.toLowerCase();
    return { text: word, lower, folded: fold(lower), index };
  });
}

/** Whether a word begins as one of `names` does; most do not. */
export function mayBe(names: 'time' | 'unit', { folded }: TextWord, language: Language): boolean {
  return lexiconOf(language).beginnings[names].has(folded.slice(0, BEGINNING));
}

/** The day that a lower-case word names in whatever case, from Monday, 0; an ordinal (`quarto`, `piątej`) is none. */
export function findDay(word: string, language: Language): number | undefined {
  const folded = fold(word);
  const isNamed = (name: string) => {
    const isPolish = language === 'pl';
    const stem = isPolish ? name.slice(0, -2) : name;
    const ending = folded.slice(stem.length);
    const isEnding = ending.length <= LONGEST_ENDING || COMPOUNDING.has(language);
    if (!folded.startsWith(stem) || !isEnding) return false;
    // `piątek`, `w piątku`.
    return !isPolish || !name.endsWith('ek') || ending.includes('k');
  };
  const named = lexiconOf(language).days.filter(([name]) => isNamed(name));
  // `pazartesi` begins with `pazar`.
  return named.toSorted(([one], [other]) => other.length - one.length)[0]?.[1];
}

function makeLexicon(language: Language): Lexicon {
  const byRoot = <Value>(pairs: readonly (readonly [string, Value])[]) =>
    new Map(
      pairs.flatMap(([name, value]) =>
        words(name)
          .slice(0, 1)
          .map((word) => [rootOf(word, language), value]),
      ),
    );
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const days = Array.from({ length: WEEKDAYS.length }, (_, day) => new Date(A_MONDAY + day * DAY_MS));
  const months = Array.from({ length: MONTHS }, (_, month) => new Date(Date.UTC(2024, month, 1)));
  const shortDay = (date: Date) =>
    fold(format({ weekday: 'short' }).format(date).replace('.', '').toLowerCase());
  const namesOf = (date: Date) => [
    format({ month: 'long' }).format(date),
    // In a date it may stand in the genitive.
    ...format({ day: 'numeric', month: 'long' })
      .formatToParts(date)
      .flatMap(({ type, value }) => (type === 'month' ? [value] : [])),
  ];
  const numbers = Array.from({ length: MOST_WRITTEN + 1 }, (_, number) => number);
  const { toCardinal, toCurrency } = WRITERS[language];
  // `a` is short for years in Spanish, and a word.
  const units = [
    ...UNITS.flatMap((unit) => nameUnit(language, unit)),
    ...CURRENCIES.flatMap((one) => nameCurrency(language, one)),
  ].filter(([name]) => name.length > 1);
  // Alone, and before a noun: `eins`, `ein Euro`.
  const writeNumber = (number: number) =>
    [toCardinal(number), toCurrency(number).replace(/\s\S+$/u, '')].map((text) => fold(text.toLowerCase()));
  return {
    units: byRoot(units),
    days: days.map(
      (date, day) => [fold(words(format({ weekday: 'long' }).format(date))[0] ?? ''), day] as const,
    ),
    shortDays: new Map(days.map((date, day) => [shortDay(date), day])),
    months: byRoot(months.flatMap((date, month) => namesOf(date).map((name) => [name, month + 1] as const))),
    // Those of two words are left out.
    numbers: new Map([
      ...numbers
        .flatMap((number) => writeNumber(number).map((word) => [word, number] as const))
        .filter(([word]) => !/\s/.test(word)),
      ...(language === 'pl' ? POLISH_GENITIVES.map((word, place) => [word, place + 2] as const) : []),
    ]),
    beginnings: {
      time: beginningsOf([
        ...days.flatMap((date) => [format({ weekday: 'long' }).format(date), shortDay(date)]),
        ...months.flatMap(namesOf),
      ]),
      unit: beginningsOf(units.map(([name]) => name)),
    },
    conjunctions: new Set(
      (['conjunction', 'disjunction'] as const).flatMap((type) =>
        new Intl.ListFormat(language, { type })
          .formatToParts(['1', '2'])
          .flatMap((part) => (part.type === 'literal' ? words(part.value) : [])),
      ),
    ),
  };
}

function beginningsOf(names: readonly string[]): Set<string> {
  return new Set(names.map((name) => fold(name.slice(0, BEGINNING).toLowerCase())));
}

function nameUnit(language: Language, unit: string): [string, string][] {
  const displays = ['long', 'short', 'narrow'] as const;
  const parts = displays.flatMap((unitDisplay) => {
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
    return COUNTS.flatMap((count) => format.formatToParts(count));
  });
  return parts.flatMap(({ type, value }) => (type === 'unit' ? [[value, unit] as [string, string]] : []));
}

function nameCurrency(language: Language, currency: string): [string, string][] {
  const parts = (['name', 'code', 'narrowSymbol'] as const).flatMap((currencyDisplay) => {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
    return COUNTS.flatMap((count) => format.formatToParts(count));
  });
  const names = parts.filter(({ type }) => type === 'currency').map(({ value }) => words(value));
  // The coin is the first or the last word: `złoty polski`, `Polish zloty`.
  return names.flatMap((name) =>
    [name[0], name.at(-1)].flatMap((word) =>
      word && word.length > 1 ? [[word, currency] as [string, string]] : [],
    ),
  );
}
