import { WEEKDAYS } from '../../../learning/statements/units.ts';
import { words } from '../../../search/words/analyse.ts';

/** Sets of weekdays, a bit a day: Monday is 1. */
export const WORK_DAYS = 0b0011111;
const ALL_DAYS = 0b1111111;
const WEEKEND = ALL_DAYS & ~WORK_DAYS;

/** Between days only, where `do` and `so` are none of the usual words. */
const SHORT = new Map(
  ['mo di mi do fr sa so', 'mon tue wed thu fri sat sun'].flatMap((names) =>
    names.split(' ').map((name, index): [string, string] => [name, String(index + 1)]),
  ),
);
const DAY = [...WEEKDAYS.keys(), ...SHORT.keys()].join('|');
const RANGE = new RegExp(`(?<!\\p{L})(${DAY})\\.? ?(?:bis|to|-|–|through|until) ?(${DAY})(?!\\p{L})`, 'gu');
const HINT =
  /tag|woche|day|week|mittwoch|sonnabend|täglich|daily|(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat)\.? ?[-–b]/;

const bitOf = (name: string) => 1 << (Number(WEEKDAYS.get(name) ?? SHORT.get(name)) - 1);

/** What holds at weekends, too, holds on all days. */
const ALSO = /(?:auch|sogar|selbst|even|also|including|too) (?:am |an |at |on |the )*(?:wochenende|weekend)/;

/** The weekdays that a text in lower case names; 0: none. */
export function weekdaysIn(lower: string): number {
  if (!HINT.test(lower)) return 0;
  let days = 0;
  for (const [, first = '', last = ''] of lower.matchAll(RANGE)) {
    for (let day = bitOf(first); day > 0 && day <= bitOf(last); day <<= 1) days |= day;
  }
  for (const word of words(lower)) if (WEEKDAYS.has(word)) days |= bitOf(word);
  if (/(?<!\p{L})(?:werktags|wochentags|weekdays?)(?!\p{L})/u.test(lower)) days |= WORK_DAYS;
  if (/wochenende|weekend/.test(lower) && !ALSO.test(lower)) days |= WEEKEND;
  return (
    days ||
    (/(?<!\p{L})(?:täglich|daily|every day|jeden tag|(?:seven|7) days a week|(?:sieben|7) tage (?:die|in der) woche)(?!\p{L})/u.test(
      lower,
    )
      ? ALL_DAYS
      : 0)
  );
}

/** Where single days stand. */
export function findWeekdays(lower: string): (readonly [at: number, end: number])[] {
  if (!HINT.test(lower)) return [];
  const found = [...lower.matchAll(/\p{L}+/gu)].filter(([word]) => WEEKDAYS.has(word));
  const all = /(?:seven|7) days a week|(?:sieben|7) tage (?:die|in der) woche/.exec(lower);
  if (all) return [[all.index, all.index + all[0].length]];
  return found.map(({ index, 0: word }) => [index, index + word.length] as const);
}
