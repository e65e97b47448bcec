import type { Language } from '../../../domain/types.ts';
import type { StatedValue } from './carrier.ts';
import type { TextWord } from './lexicon.ts';
import { COMPOUNDING, lexiconOf, mayBe, rootOf } from './lexicon.ts';

/** Of two numbers joined by dots, the second counts as a month only before another full stop: `1.5.`, not `1.5`. */
const DATE =
  /(?<![\d.])(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?|(\d{1,2})-(\d{1,2})-(\d{4})|(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})|(\d{1,2})\/(\d{2}))(?![\d/])/g;
const FIGURE = /(?<![\p{L}\p{N}_])(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,:’']\d+)*)/gu;
/** `18h30`. */
const CLOCK = /(?<!\d)(\d{1,2})\s?[hu]\s?(\d{2})(?!\d)/gi;
const IS_CLOCK = /^\d{1,2}:\d{2}$/;
const MERIDIEM = /^\s?([ap])\.?\s?m\b/i;
const BEHIND = /^\.?[\s*_-]{0,3}([€$£₺%]|\p{L}+)(?:\s(\p{L}+))?/u;
const LONGEST_OF = 3;
const WORD_BEFORE = /(\p{L}+)[\s*_]{1,3}$/u;
const BEFORE = /([€$£₺]|\b(?:EUR|USD|GBP|CHF|PLN|TRY|BRL))[\s*_]?$/u;
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', $: 'USD', '£': 'GBP', '₺': 'TRY', TL: 'TRY', '%': 'percent' },
  ...{ h: 'hour', Uhr: 'hour', uur: 'hour' },
};
/** How long the last part of a compound is at least. */
const LEAST_UNIT = 3;
/** Letters of a word that is counted, and the least number that an answer writes out and means. */
const [LEAST_COUNTED, LEAST_WRITTEN] = [4, 3];
const YEAR = /^(?:19|20)\d\d$/;
const DIGIT = /\d/;
/** Enough for a unit. */
const NEAR = 24;
/** Groups of its pattern. */
const DATE_PARTS = 14;
const [NOON, MONTHS, MONTH_DAYS, CENTURY] = [12, 12, 31, 2000];

/** Numbers, times, prices and the parts of dates. @param isAnswer `one` and `two ways` count nothing that an entry has to say */
export function readFigures(
  text: string,
  words: readonly TextWord[],
  { language, isAnswer }: { language: Language; isAnswer: boolean },
): StatedValue[] {
  const clocked = text.replace(CLOCK, (all, hour, minute) => `${hour}:${minute}`.padEnd(all.length));
  const { values, rest } = takeDates(clocked, isAnswer);
  const figures = Array.from(rest.matchAll(FIGURE), ({ 0: figure, index }) =>
    readFigure(
      figure,
      rest.slice(Math.max(0, index - NEAR), index),
      rest.slice(index + figure.length).slice(0, NEAR),
      language,
    ),
  );
  const least = isAnswer ? LEAST_WRITTEN : 0;
  const written = readWritten(words, language, least);
  return [...values, ...figures, ...written, ...(isAnswer ? [] : readImplied(rest, words, language))];
}

function readFigure(figure: string, before: string, behind: string, language: Language): StatedValue {
  const half = MERIDIEM.exec(behind)?.[1]?.toLowerCase();
  const [, word = '', next = ''] = BEHIND.exec(behind) ?? [];
  const sign = BEFORE.exec(before)?.[1] ?? '';
  const forms = formsOf(figure, half);
  // `9 e mezza` is 9:30.
  if (lexiconOf(language).conjunctions.has(word) && next !== '') forms.push(`${forms[0]}.3`);
  if (half || IS_CLOCK.test(figure)) return toNumber(figure, forms, 'hour');
  const named = SIGNS[word] ?? unitOf(word, language) ?? unitOf(next, language);
  const unit = SIGNS[sign] ?? (sign || named);
  const month =
    unit === undefined ? monthBeside([word, next, WORD_BEFORE.exec(before)?.[1] ?? ''], language) : undefined;
  if (month !== undefined && Number(forms[0]) <= MONTH_DAYS) return toDay(figure, Number(forms[0]), month);
  // `June 1, 2026 requests`.
  const counted = YEAR.test(figure) ? undefined : countedBy(word, language);
  return toNumber(figure, forms, unit ?? null, counted);
}

/** `8 August`, `8 de agosto`, `August 8`. */
function monthBeside(
  [word = '', next = '', before = '']: readonly string[],
  language: Language,
): number | undefined {
  const { months } = lexiconOf(language);
  const beside = [word, word.length > LONGEST_OF ? '' : next, before];
  return beside
    .map((one) => months.get(rootOf(one.toLowerCase(), language)))
    .find((month) => month !== undefined);
}

/** A day of a month, which the number carries too. */
function toDay(text: string, day: number, month: number): StatedValue {
  return { kind: 'number', text, forms: [String(day)], unit: 'date', date: `${day}.${month}` };
}

function toNumber(
  text: string,
  forms: readonly string[],
  unit: string | null = null,
  counted?: string,
): StatedValue {
  return { kind: 'number', text, forms, unit, ...(unit === null && counted && { counted }) };
}

/** The root of the word behind a number, where it may be what is counted. */
function countedBy(word: string, language: Language): string | undefined {
  return word.length < LEAST_COUNTED ? undefined : rootOf(word.toLowerCase(), language);
}

/** Also of a compound, `Werktage`. */
function unitOf(word: string, language: Language): string | undefined {
  const { units } = lexiconOf(language);
  const root = rootOf(word.toLowerCase(), language);
  const known = units.get(root);
  if (known !== undefined || !COMPOUNDING.has(language)) return known;
  return [...units].find(([unit]) => unit.length >= LEAST_UNIT && root.endsWith(unit))?.[1];
}

/** The parts of dates in digits, and the text without them. */
function takeDates(text: string, isAnswer: boolean): { values: StatedValue[]; rest: string } {
  const values: StatedValue[] = [];
  const rest = text.replace(DATE, (date, ...parts: (string | undefined)[]) => {
    const read = readDate(parts.slice(0, DATE_PARTS));
    // `3.8.` may be a number at the end of a sentence.
    const isShort = date.endsWith('.');
    if (!read || (isShort && isAnswer && text.trimEnd().endsWith(date))) return date;
    const { day, month, year } = read;
    values.push(toDay(date, day, month));
    values.push({ kind: 'month', text: date, forms: [String(month)], unit: null });
    if (year) values.push(toNumber(date, [String(year < 100 ? CENTURY + year : year)]));
    if (isShort && !isAnswer) values.push(toNumber(date, formsOf(date.slice(0, -1))));
    return ' '.repeat(date.length);
  });
  return { values, rest };
}

/** Null where the numbers are no date. */
function readDate(parts: readonly (string | undefined)[]) {
  const [isoYear, isoMonth, isoDay, ...local] = parts.map((part) =>
    part === undefined ? undefined : Number(part),
  );
  const [day = 0, month = 0, year] = isoDay
    ? [isoDay, isoMonth, isoYear]
    : local.slice(local.findIndex((part) => part !== undefined));
  return day <= MONTH_DAYS && month <= MONTHS ? { day, month, year } : null;
}

/** `4,90` and `4.9`, `18:00` and `18`, `1.000` and `1000` are the same; `1.20.4` is a version. */
function formsOf(figure: string, half?: string): string[] {
  const parts = figure.split(/[.,:’'\s]/);
  const [first = '', second = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (half) return [String((Number(first) % NOON) + (half === 'p' ? NOON : 0)) + toFraction(second)];
  if (parts.length === 1) return [String(Number(first))];
  const isGrouped = (some: readonly string[]) => some.every((part) => part.length === 3);
  const joined = (some: readonly string[]) => String(Number(some.join('')));
  const grouped = isGrouped(parts.slice(1)) ? [joined(parts)] : [];
  if (parts.length === 2) return [...grouped, String(Number(first)) + toFraction(second)];
  const isMoney = last.length === 2 && isGrouped(parts.slice(1, -1));
  return [...grouped, ...(isMoney ? [joined(parts.slice(0, -1)) + toFraction(last)] : []), parts.join('.')];
}

function toFraction(digits: string): string {
  const rest = digits.replace(/0+$/, '');
  return rest === '' ? '' : `.${rest}`;
}

/** `fourteen days`. */
function readWritten(words: readonly TextWord[], language: Language, least: number): StatedValue[] {
  const { numbers } = lexiconOf(language);
  const counts = words.map(({ folded }) => numbers.get(folded));
  return words.flatMap(({ text }, place) => {
    const count = counts[place];
    // Numbers of two words (`on dört`) are not read.
    const isPart = counts[place - 1] !== undefined || counts[place + 1] !== undefined;
    if (count === undefined || count < least || isPart) return [];
    // `s` is short for seconds behind digits alone.
    const behind = words.slice(place + 1, place + 3).map((word) => word.text);
    const [next = '', second = ''] = behind.filter(({ length }) => length > 1);
    const unit = unitOf(next, language) ?? unitOf(second, language) ?? null;
    return [toNumber(text, [String(count)], unit, countedBy(next, language))];
  });
}

/** `a week` is one. */
function readImplied(text: string, words: readonly TextWord[], language: Language): StatedValue[] {
  const { numbers, units } = lexiconOf(language);
  return words.flatMap((word, place) => {
    if (word.text.length < LEAST_UNIT || !mayBe('unit', word, language)) return [];
    const unit = units.get(rootOf(word.lower, language));
    if (unit === undefined || unit === 'percent') return [];
    const isNear = ({ index }: TextWord) => index > word.index - NEAR;
    const before = words.slice(Math.max(0, place - 2), place).filter(isNear);
    const isCounted =
      DIGIT.test(text.slice(Math.max(0, word.index - NEAR), word.index)) ||
      before.some(({ folded }) => numbers.has(folded));
    return isCounted ? [] : [{ ...toNumber(word.text, ['1'], unit), isImplied: true }];
  });
}
