import { WEEKDAYS } from '../../../domain/hours.ts';
import type { Language } from '../../../domain/types.ts';
import type { StatedValue } from './carrier.ts';
import type { TextWord } from './lexicon.ts';
import { findDay, lexiconOf, mayBe, rootOf } from './lexicon.ts';

const WORD = /\p{L}+/gu;
/** A month of an answer stands beside a day: `may` and `mars` are words too. */
const [DAY_BEFORE, DAY_BEHIND] = [
  /\d(?:st|nd|rd|th|er|º|°)?[.,]?\s{1,2}(?:de\s|d’)?$/,
  /^[\s,.]{1,3}(?:de\s)?\d/,
];
/** `Monday, Thursday` are two, `Mon–Thu` four; two sentences span nothing. */
const NO_SPAN = /^[\s,]*$|[!?;\n]|\.\s+(?:\p{Lu}|$)/u;
/** The full stop of a sentence: `jeu.`. */
const ENDS = /^\.(?:\s*$|\s+\p{Lu})/u;
const NEAR = 8;
const MOST_SHORT = 4;
/** Words between two days that `to` joins. */
const MOST_BETWEEN = 2;

interface Mention {
  day: number;
  text: string;
  /** Of the text. */
  start: number;
}

/** Days of the week, with those between two that a text spans, and months. */
export function readCalendar(
  text: string,
  all: readonly TextWord[],
  { language, isAnswer }: { language: Language; isAnswer: boolean },
): StatedValue[] {
  const { shortDays, months } = lexiconOf(language);
  const mentions: Mention[] = [];
  const values: StatedValue[] = [];
  for (const one of all) {
    if (!mayBe('time', one, language)) continue;
    const { text: word, lower, folded, index } = one;
    const before = text.slice(Math.max(0, index - NEAR), index);
    const behind = text.slice(index + word.length).slice(0, NEAR);
    const day =
      findDay(lower, language) ??
      (isShort(word, before, behind) && !(isAnswer && ENDS.test(text.slice(index + word.length)))
        ? shortDays.get(folded)
        : undefined);
    if (day !== undefined) mentions.push({ day, text: word, start: index });
    const month = months.get(rootOf(lower, language));
    if (month !== undefined && (!isAnswer || DAY_BEFORE.test(before) || DAY_BEHIND.test(behind)))
      values.push({ kind: 'month', text: word, forms: [String(month)], unit: null });
  }
  const spanned = isAnswer
    ? []
    : mentions.flatMap((from, index) => daysBetween(from, mentions[index + 1], text, language));
  const named = [...mentions, ...spanned].map(({ day, text: word }) => ({
    text: word,
    forms: [String(day)],
  }));
  return [...values, ...named.map((one) => ({ kind: 'day' as const, ...one, unit: null }))];
}

/** `Mo–Fr`, `Di.`: some short names are words too. */
function isShort(word: string, before: string, behind: string): boolean {
  return word.length <= MOST_SHORT && (/^(?:\.|\s?[–—/-]|\s\d|:)/.test(behind) || /[–—/-]\s?$/.test(before));
}

function daysBetween(from: Mention, to: Mention | undefined, text: string, language: Language): Mention[] {
  if (!to) return [];
  const between = text.slice(from.start + from.text.length, to.start);
  const words = between.toLowerCase().match(WORD) ?? [];
  const { conjunctions } = lexiconOf(language);
  const isList = NO_SPAN.test(between) || words.some((word) => conjunctions.has(word));
  if (isList || words.length > MOST_BETWEEN) return [];
  const length = (to.day - from.day + WEEKDAYS.length) % WEEKDAYS.length;
  const steps = Array.from({ length: Math.max(0, length - 1) }, (_, step) => step + 1);
  return steps.map((step) => ({ ...from, day: (from.day + step) % WEEKDAYS.length }));
}
