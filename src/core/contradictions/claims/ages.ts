import { NUMBERS } from '../../learning/statements/units.ts';
import { type Found, toNumber } from './values.ts';

/** @param hint what a sentence holds that it can read; left out: a digit. */
export type Reader = [expression: RegExp, read: (match: RegExpExecArray) => Found | null, hint?: RegExp];

/** The usual hint. */
export const NUMERIC = /\d/;
/** Numbers in words; articles are numbers only before a unit of time. */
export const NUMBER_WORDS = [...NUMBERS.keys()].filter(
  (word) => !/^(?:\d+|einen?|eine[mr]|one|eins)$/.test(word),
);
export const NUMBER = `\\d+(?:[.,]\\d+)*|${NUMBER_WORDS.join('|')}`;
/** A number begins behind it. */
export const START = '(?<![\\p{L}\\p{N}.,:/-])';

const AGE_UNIT = '(?:jahren?|years?)(?: (?:old|alt))?(?: (?:of age|or older|or over|and older|oder älter))?';
const ages = (pattern: string): Reader => [
  new RegExp(pattern, 'gu'),
  ([, age = '']) => {
    const low = toNumber(age);
    return low >= 6 && low <= 25 ? { dimension: 'age', of: '', low, high: low, limit: 'exact' } : null;
  },
  /jahr|year|alter|age|be |sein|alt|old/,
];
const N = `(\\d{1,2}|${NUMBER_WORDS.join('|')})`;
/** The youngest age at which something is open to somebody. */
export const AGES: readonly Reader[] = [
  ages(
    `(?:mindestalter|minimum age|age limit|age requirement|altersgrenze)[^.\\d]{0,40}?${START}${N}(?! ?(?:-|–|bis|to) ?\\d)(?: ?${AGE_UNIT})?`,
  ),
  ages(
    `(?:must be|have to be|need to be|has to be|needs to be|should be|be) (?:at least |over )?${N}(?: ?${AGE_UNIT})?(?= (?:or older|or over|and older|to |years)|[.,;!]|$)`,
  ),
  ages(`(?:mindestens|wenigstens|at least) ${N} (?:jahre alt|years old|years of age|jahre sein)`),
  ages(`${START}ab (?:dem |einem alter von )?${N} ?(?:jahren|jahre)(?! ?garantie)`),
  ages(`(?:aged|from the age of|from age|age) ${N}(?:\\+| (?:or|and) (?:older|over|up)| and above)?`),
  ages(`${START}${N} (?:years )?(?:or|and) (?:older|over)`),
  ages(`${START}${N} jahren? (?:alt (?:sein|bist)|oder älter|und älter)`),
  ages(
    `(?:musst?|müssen) (?:du |man |sie )?(?:schon |mindestens |wenigstens )*${N}(?: jahre(?: alt)?)? sein`,
  ),
];
