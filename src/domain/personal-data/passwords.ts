import { digitsOf } from '../text.ts';
import type { FoundSpan } from './found.ts';
import * as words from './words.ts';

/** The long names of a password also within a word (`WLAN-Passwort`), the others alone. */
const LABEL =
  `(?:${words.PASSWORD_PARTS.join('|')})\\p{L}{0,4}|` +
  `(?<![\\p{L}\\p{N}])(?:${words.PASSWORD_WORDS.join('|')})(?!\\p{L})`;
const LABELS = new RegExp(`(?:${LABEL})["'\`*_]{0,3}`, 'giu');
const QUOTES = '"“”„«»\'`';
/** How a sentence goes on behind the name; a value may stand on the next line. */
const REST = /(?:[:=][ \t]*\n)?[^\n]{0,120}/y;
const MOST_WORDS = 8;
const WORD = new RegExp(`[:=]?[${QUOTES}][^${QUOTES}\\n]{3,64}[${QUOTES}]|\\S+`, 'g');
const OUTER = new RegExp(`^[${QUOTES}\\s(*_:=]+|[${QUOTES}\\s)*_.,;:]+$`, 'g');
const QUOTED = new RegExp(`^[:=]?[${QUOTES}(]`);
const MARK = /(?:[:=|→]|[-=]>)[*_]*$/;
/** The end of a sentence; the mark may be a part of a password. */
const STOP = /[.;?]$/;
const exactly = (some: readonly string[]) => new RegExp(`^(?:${some.join('|')})[:.]?$`, 'iu');
const IS = exactly(words.PASSWORD_IS);
const LEADS = exactly([...words.PASSWORD_IS, ...words.PASSWORD_AS, ...words.PASSWORD_TO]);
/** A network whose own name begins with a capital. */
const NETWORK = /^(?:wi-?fi|wlan)$/i;
const BEFORE = new RegExp(
  `(?<!\\S)(\\S+)(?:[ \\t]+»)?(?:[ \\t]+\\p{L}{4,12})?[ \\t]+(?:de|${[...words.PASSWORD_IS, ...words.PASSWORD_MINE].join('|')}|(${words.PASSWORD_AS.join('|')}))(?:[ \\t]+[\\p{L}'’]+){0,3}[ \\t]+$`,
  'iu',
);
const LINK = new RegExp(
  `[ \\t](?:de|${[...words.PASSWORD_IS, ...words.PASSWORD_MINE, ...words.PASSWORD_AS].join('|')})[ \\t]`,
  'iu',
);
/** Says that the one before its name is meant. */
const MINE = new RegExp(`[ \\t](?:${words.PASSWORD_MINE.join('|')})\\p{L}{0,2}[ \\t]`, 'iu');
const NAME_BEFORE = exactly([
  `(?:${words.NAMES_BEFORE.join('|')})\\p{L}*`,
  `(?:${words.NUMBER_STEMS.join('|')})\\p{L}*`,
]);

/** Whether a text names a password at all. */
export function namesPassword(text: string): boolean {
  return text.search(LABELS) !== -1;
}

/** The values behind `password:` or `my password is`, or elsewhere in such a sentence if they can be nothing else. */
export function* findPasswords(text: string): Generator<FoundSpan> {
  if (!namesPassword(text)) return;
  for (const { index, 0: label } of text.matchAll(LABELS)) {
    yield* findBehind(text, index + label.length);
    yield* findBefore(text, index);
  }
}

function* findBehind(text: string, from: number): Generator<FoundSpan> {
  REST.lastIndex = from;
  let last = '';
  for (const { index, 0: word } of [...(REST.exec(text)?.[0] ?? '').matchAll(WORD)].slice(0, MOST_WORDS)) {
    const value = word.replace(OUTER, '');
    const start = from + index + word.indexOf(value);
    const around = [text.slice(from, start), text.slice(start + value.length)] as const;
    if (isValue(value, word, last, around)) yield { start, end: start + value.length };
    if (STOP.test(word)) return;
    last = word;
  }
}

function isValue(
  value: string,
  word: string,
  last: string,
  [before, behind]: readonly [string, string],
): boolean {
  const isMarked = MARK.test(last) || /^[:=]/.test(word);
  const isFirst = !/\p{L}/u.test(before);
  const isQuoted = QUOTED.test(word) || QUOTES.includes(last);
  // Alone behind its label to the end of the line it may be a plain word too.
  const isField = isMarked && isFirst && /^\W?(?:\n|$)/.test(behind);
  const isWhole = isField || (isQuoted && (isFirst || !value.includes(' ')));
  if (isMarked || IS.test(last) || (isQuoted && LEADS.test(last)))
    return isPassword(value, isWhole, isMarked);
  const isLed =
    isQuoted ||
    (LEADS.test(last) && !/^\p{Lu}\p{Ll}+\d$/u.test(value)) ||
    (NETWORK.test(last) && !/^\p{Lu}/u.test(value));
  return isStrong(value, isLed) && (isLed || !NAME_BEFORE.test(last));
}

/** `Rabbit#9 as my password`, or earlier in such a sentence what can be nothing else. */
function* findBefore(text: string, label: number): Generator<FoundSpan> {
  const from = Math.max(0, label - 100);
  const before = text.slice(from, label).replace(/\p{L}+$/u, '');
  const linked = LINK.test(before) ? BEFORE.exec(before) : null;
  if (!linked) return yield* findSure(text, from, before);
  const isLed = linked[2] !== undefined || linked.index === 0 || MINE.test(linked[0]);
  const found = spanOf(from + linked.index, linked[1] ?? '');
  if (isStrong(text.slice(found.start, found.end), isLed)) yield found;
}

function* findSure(text: string, from: number, before: string): Generator<FoundSpan> {
  const sentence = before.split(SENTENCE_END).at(-1) ?? '';
  const said = [...sentence.matchAll(WORD)];
  for (const [place, { index, 0: word }] of said.entries()) {
    const [last = '', one = ''] = [said[place - 1]?.[0], said[place - 2]?.[0]];
    if (NAME_BEFORE.test(last) || (IS.test(last) && NAME_BEFORE.test(one))) continue;
    const found = spanOf(from + before.length - sentence.length + index, word);
    const value = text.slice(found.start, found.end);
    if (isStrong(value, true) && (QUOTED.test(word) || SURE.test(value))) yield found;
  }
}

function spanOf(from: number, word: string): FoundSpan {
  const value = word.replace(OUTER, '');
  const start = from + word.indexOf(value);
  return { start, end: start + value.length };
}

const SENTENCE_END = /[.!?]\s+(?=\p{Lu})|\n/u;
/** Letters, digits and marks in one, or a digit for a letter. */
const SURE = /^(?=.*\p{L})(?=.*\d).*[!$%&*+=?@#^]|\p{Ll}\d\p{Ll}.*[\p{Lu}\d]/u;
const NO_VALUE = /^\d+[-–]|:\/\/|^\/\//;
/** A letter, and what no plain word holds. */
const STRONG = /^(?=.*\p{L}).*(?:\d|[!$%&*+=?@#^](?![!?]*$))/u;
const PHRASE = /^\p{L}{4,}(?:[-_.]\p{L}{4,}){2,}$|^\p{L}{3,}_\p{L}{3,}$/u;
const MIXED_CASE = /\p{Ll}.*\p{Lu}/u;
/** What has letters and digits too: versions, measures, names of errors and models, addresses and files. */
const OTHER = new RegExp(
  `^v?\\d+(?:[.,:hmx×/-]\\d+)*[\\p{L}%°]{0,4}$|^(?:\\d+-|0x|1p|<)|^(?:${words.NUMBERED_NAMES})[- ]?\\d|[/\\\\@].*\\.|://|\\(\\)|^(?!.*\\d.*\\.)(?:.*)\\.\\p{L}{2,4}$`,
  'iu',
);
const MODEL = /^[\p{Lu}_-]+\d*[!?]*$|^\p{L}{1,3}-?\d{1,4}$/u;
/** A word with a number behind it, as `Team2`. */
const NUMBERED = /^\p{L}+\d{1,4}\??$/u;

/** Behind a mark or a verb: no plain word, no address and no length (`8-20`, `4-digit`). */
function isPassword(value: string, isWhole: boolean, isMarked: boolean): boolean {
  if (value.length < 4 || NO_VALUE.test(value)) return false;
  if (isWhole || digitsOf(value) === value) return true;
  return STRONG.test(value) || PHRASE.test(value) || (isMarked && MIXED_CASE.test(value));
}

/** Whether it is a password also elsewhere; without a word that leads to it, names look like some. */
function isStrong(value: string, isLed: boolean): boolean {
  if (value.length < 5 || OTHER.test(value) || MODEL.test(value)) return false;
  return isLed ? STRONG.test(value) || PHRASE.test(value) : STRONG.test(value) && !NUMBERED.test(value);
}
