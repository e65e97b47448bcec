import { digitsOf } from '../text.ts';
import { type FoundSpan, findAll } from './found.ts';
import { NUMBER_STEMS, NUMBER_WORDS, PHONE_STEMS, PHONE_WORDS, UNITS } from './words.ts';

/** Digits with the marks that people put between them; a row of them may hold several. */
const NUMBER =
  /(?<![\p{L}\p{N}_#=&?@/\\\-–]|\p{N}[.,:])(?:\+|\(\+?|\+\()?\d(?:[ \u00a0./()\-–]{0,3}\d){5,}(?![\p{L}\p{N}_@]|[.,:/-]\d)/gu;
const MOST_DIGITS = 15;
/** Two marks, or a blank before a country or an area. */
const GAP = /[ \u00a0./()–-]{2,}|[ \u00a0](?=[+(0])/g;
/** Of one number between gaps. */
const MOST_PARTS = 5;
const LEAST_DIGITS = { announced: 6, alone: 9 };
const LABEL_WINDOW = 40;

/** How people of the nine languages and around write numbers without the country's code. */
const NATIONAL = [
  // With the trunk prefix (de, at, ch, fr, it, nl, be, gb, tr, pl of old): 0 and an area or a network.
  /^(?:\(?0|\(0 |0 (?=\d+ ?\/))[1-9]\d{0,4}\)?[ ./–-]{1,3}\d[\d \u00a0./–-]{3,12}\d$|^0[1-9]\d{7,9}$|^01[5-7]\d{9}$/,
  // Area in brackets (us, br, es), three groups of North America, and Brazil's.
  /^\(\d{2,5}\)[ -]{0,2}\d[\d -]{4,12}\d$|^0[ (]{0,2}[2-5]\d{2}\)?[ -]{0,2}\d{3}[ -]?\d{2}[ -]?\d{2}$/,
  /^(?:1[ .-])?[2-9]\d{2}(?:([ .-])\d{3}\1|[/ ]\d{3}-)\d{4}$|^[1-9]\d (?:9\d{4}[ -]?|\d{4}-)\d{4}$/,
  // Spain, Portugal and Poland: nine digits; Italian mobiles; Turkish ones without the 0.
  /^[679]\d{2}([ .-])\d{2}\1\d{2}\1\d{2}$|^[4-9]\d{2}([ .-])\d{3}\2\d{3}$|^[1-9]\d[ /-]\d{3}[ -]\d{2}[ -]\d{2}$|^[1-9]\d-\d{7}$|^9\d{2}-\d{6}$/,
  /^2\d([ -])\d{3}\1\d{4}$|^2\d{2}([ ])\d{3}\2\d{3}$|^(?:90 )?5[0-5]\d \d{3} \d{2} ?\d{2}$/,
  /^3[1-9]\d[ ./-]\d{3}[ .-]?\d{3,4}$|^3[1-9]\d[ .-]\d{2}[ .-]\d{2}[ .-]\d{3}$/,
];
/** Nine or ten digits in a row are one only where they stand alone, as below a name. */
const BARE = /^[25-79]\d{8}$|^3[1-9]\d{8}$|^5\d{9}$/;
const ALONE_BEFORE = /(?:^|[(\n]|[–—-] )$/;
const ALONE_BEHIND = /^[)\s.!]{0,3}(?:$|\n)/;
/** Calling codes (ITU E.164) and the digits behind them. */
const INTERNATIONAL =
  /^(?:1[2-9]\d{9}|7\d{10}|(?:20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])\d{7,12}|(?:2[1-69]\d|3[578]\d|42\d|5[09]\d|6[789]\d|8[058]\d|9[679]\d)\d{6,11})$/;
const THOUSANDS = /^\d{1,2}(?:\.\d{3})+$|^\d{3}(?:\.\d{3}|(?:[. ]\d{3})*[. ]000)$/;
/** A day, hours, an address of the network, a year before something, a book. */
const OTHER = new RegExp(
  '^\\d{1,2}[./-] ?\\d{1,2}[./-] ?(?:\\d{4}|\\d{2})(?![./-]?\\d)|^\\d{1,2}\\.\\d{2} ?[-–] ?\\d{1,2}\\.\\d{2}$|^\\d{4}[./-]\\d{1,2}[./-]\\d{1,2}(?![./-]?\\d)|' +
    '^(?:[01]?\\d{1,2}|2[0-5]\\d)(?:\\.(?:[01]?\\d{1,2}|2[0-5]\\d)){3}$|^(?:19|20)\\d\\d[-/ ](?:\\d{1,2}|\\d{4,})$|^97[89][- ]',
);

const labels = (stems: readonly string[], words: readonly string[]) =>
  `(?:${stems.join('|')})[\\p{L}'’-]{0,14}|(?:${words.join('|')})(?!\\p{L})`;
const LABEL = new RegExp(
  `(?<!\\p{L})(?:(${labels(PHONE_STEMS, PHONE_WORDS)})|${labels(NUMBER_STEMS, NUMBER_WORDS)})`,
  'giu',
);
/** `600123456 is my number` */
const BEHIND = new RegExp(`^[^.!?\\n\\d]{0,20}(?<!\\p{L})(?:${labels(PHONE_STEMS, PHONE_WORDS)})`, 'iu');
/** What may stand between a label and its number; a full stop belongs to short ones alone (`Nr.`, `Tel.`). */
const BETWEEN = /^(\.?)[^.,;!?\n\d]{0,18}$/u;
const SHORT_LABEL = 5;
const UNIT = new RegExp(`^[ \\u00a0]?(?:${UNITS.join('|')})(?![\\p{L}'’])`, 'iu');

/** Telephone numbers as people write them, with or without a country's code; several may stand side by side. */
export function* findPhones(text: string): Generator<FoundSpan> {
  for (const row of findAll(NUMBER, text)) {
    const parts = splitRow(text, row);
    for (let [first, isFree] = [0, true]; first < parts.length; ) {
      // A 0 behind a mere blank begins a number only behind another one.
      const next = parts.slice(first, first + MOST_PARTS);
      const found = isFree || !next[0]?.isNear ? findFirst(text, next) : null;
      if (found) yield found.span;
      [first, isFree] = [first + (found?.parts ?? 1), found !== null];
    }
  }
}

/** The longest beginning that is a number. */
function findFirst(text: string, parts: readonly FoundSpan[]): { span: FoundSpan; parts: number } | null {
  for (let count = parts.length; count > 0; count -= 1) {
    const span = trim(text, { start: parts[0]?.start ?? 0, end: parts[count - 1]?.end ?? 0 });
    if (isPhone(text, span)) return { span, parts: count };
  }
  return null;
}

/** The digits between gaps where another number may begin. */
function splitRow(text: string, { start, end }: FoundSpan): (FoundSpan & { isNear: boolean })[] {
  const gaps = [...text.slice(start, end).matchAll(GAP)];
  const starts = [start, ...gaps.map(({ index, 0: { length } }) => start + index + length)];
  const ends = [...gaps.map(({ index }) => start + index), end];
  const isNear = (from: number) => from > start && text[from] === '0' && /\d/.test(text[from - 2] ?? '');
  return starts.map((from, index) => ({ start: from, end: ends[index] ?? end, isNear: isNear(from) }));
}

/** A bracket around all of it belongs to the text. */
function trim(text: string, { start, end }: FoundSpan): FoundSpan {
  const isInBrackets = text[start] === '(' && !text.slice(start, end).includes(')');
  return { start: start + Number(isInBrackets), end };
}

const isNational = (said: string) =>
  digitsOf(said).length >= LEAST_DIGITS.alone && NATIONAL.some((form) => form.test(said));

function isPhone(text: string, { start, end }: FoundSpan): boolean {
  const said = text.slice(start, end);
  const digits = digitsOf(said);
  if (digits.length < LEAST_DIGITS.announced || digits.length > MOST_DIGITS) return false;
  if (UNIT.test(text.slice(end, end + LABEL_WINDOW))) return false;
  if (said.includes('+')) return INTERNATIONAL.test(digitsOf(said.replace('(0)', '')));
  if (OTHER.test(said)) return false;
  if (digits.startsWith('00') && INTERNATIONAL.test(digits.slice(2)) && /\D/.test(said)) return true;
  const label = labelBefore(text, start);
  if (label === 'other' || (label === null && THOUSANDS.test(said))) return false;
  if (label === 'phone' || isNational(said)) return true;
  const [before, behind] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + LABEL_WINDOW)];
  const isAlone = ALONE_BEFORE.test(before) && ALONE_BEHIND.test(behind);
  return BARE.test(said) && (isAlone || BEHIND.test(behind));
}

/** What the nearest word before a number says that it is. */
function labelBefore(text: string, start: number): 'phone' | 'other' | null {
  const before = text.slice(Math.max(0, start - LABEL_WINDOW), start);
  const labels = [...before.matchAll(LABEL)];
  const last = labels.at(-1);
  if (!last) return null;
  const [between, stop] = BETWEEN.exec(before.slice(last.index + last[0].length)) ?? [];
  if (between === undefined || (stop && last[0].length > SHORT_LABEL)) return null;
  if (last[1] !== undefined) return 'phone';
  // A code that was sent to a telephone: only its form tells.
  return labels.some(([, phone]) => phone) ? null : 'other';
}
