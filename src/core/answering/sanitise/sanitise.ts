import { decodeHTML } from 'entities';
import { type AllowedHosts, MAY_HOLD_ADDRESS } from '../../../domain/addresses.ts';
import { changeProse } from '../../../domain/markdown/code.ts';
import { cutBeginning } from '../../../domain/markdown/cut.ts';
import { unescapeMarks } from '../../../domain/platform-marks.ts';
import { toCleanText, withoutGaps } from '../../../domain/text.ts';
import { sanitiseBlocks } from './blocks.ts';
import { MASS_MENTION } from './markup.ts';

export const MAX_ANSWER_CHARACTERS = 6_000;

/** Marks of the platform that may stay alive. */
type PlatformMarks = ReadonlySet<string>;
const NO_MARKS: PlatformMarks = new Set();

/** Only hostile text needs more passes than one. */
const MAX_PASSES = 6;
const MOST_EMPTY_LINES = 2;
/** Leaves room for a line saying that it was cut. */
const MAX_CUT_CHARACTERS = MAX_ANSWER_CHARACTERS - 100;

function shorten(text: string): string {
  return text.length <= MAX_ANSWER_CHARACTERS ? text : cutBeginning(text, MAX_CUT_CHARACTERS);
}

/** Repeats until nothing changes: a removal may join its neighbours into something new. */
function settle(
  answer: string,
  allowed: AllowedHosts,
  marks: PlatformMarks,
): { text: string; isCut: boolean } {
  let [text, isCut] = [changeProse(answer, (prose) => unescapeMarks(prose, marks)), false];
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const whole = withoutGaps(
      neutraliseMentions(sanitiseBlocks(toVisibleText(text), allowed, marks), marks),
      MOST_EMPTY_LINES,
    );
    isCut ||= whole.length > MAX_ANSWER_CHARACTERS;
    const next = shorten(whole);
    if (next === text) return { text, isCut };
    text = next;
  }
  return { text: toPlainText(text), isCut };
}

/** The last resort for text that never settles: no character is left that could be markup or an address. */
function toPlainText(text: string): string {
  const plain = toVisibleText(text).replace(/[[\]<>()\\`~&@:/|!?=#*_]|(?<=www\d?)\./gi, ' ');
  return shorten(withoutGaps(plain, MOST_EMPTY_LINES));
}

/**
 * The model's answer as harmless Markdown of at most 6,000 characters: no images, HTML or mentions, links only to
 * `allowedHosts` (lower case) and their subdomains. Platform marks stay only if they are in `marks`. `leaked`: the
 * canary was in it, and `text` is empty. Never throws.
 */
export function sanitiseAnswer(
  answer: string,
  options: { allowedHosts: () => ReadonlySet<string>; marks?: () => PlatformMarks; canary: string },
): { text: string; leaked: boolean; isCut: boolean } {
  const text = answer.slice(0, 4 * MAX_ANSWER_CHARACTERS);
  const nothing = { text: '', leaked: true, isCut: false };
  if (hasCanary(text, options.canary)) return nothing;
  const settled = isPlain(text)
    ? cutPlain(text)
    : settle(text, options.allowedHosts(), options.marks?.() ?? NO_MARKS);
  if (settled.text !== text && hasCanary(settled.text, options.canary)) return nothing;
  return { text: settled.text, leaked: false, isCut: settled.isCut || answer.length > text.length };
}

function cutPlain(text: string): { text: string; isCut: boolean } {
  const whole = withoutGaps(text, MOST_EMPTY_LINES);
  return { text: shorten(whole), isCut: whole.length > MAX_ANSWER_CHARACTERS };
}

/** Characters of Markdown, HTML, entities and mentions, and those that may be invisible. */
const MARK =
  /[^\t\n -%'-;=>?A-Z^_a-z{|}\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u202F-\u205F\u2070-\u2FFF\u{1F300}-\u{1FAFF}]/u;

/** Tells whether a pass could only act on blanks, which never join words. */
function isPlain(text: string): boolean {
  return !MARK.test(text) && !text.includes('‹') && !MAY_HOLD_ADDRESS.test(text);
}

const ZERO_WIDTH_SPACE = '\u200B';

/** Keycaps and the joiners of emoji and some scripts stay; every other invisible or control character is removed. */
const INVISIBLE =
  /([0-9#*]\uFE0F\u20E3)|([^\p{ASCII}\p{Cc}\p{DI}\p{Cf}]\uFE0F?(?:[\u200C\u200D](?=[^\p{ASCII}\p{Cc}\p{DI}\p{Cf}]))?)|[\p{DI}\p{Cf}]|[^\P{Cc}\t\n]/gu;
/** Matches all that `toVisibleText` may change; most answers have none of it. */
const MAYBE_INVISIBLE =
  /[^\t\n -~\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u202F-\u205F\u2070-\u2FFF\u{1F300}-\u{1FAFF}]/u;

/** Removes control, bidirectional and invisible characters; every line break becomes `\n`. */
export function toVisibleText(text: string): string {
  if (!MAYBE_INVISIBLE.test(text)) return text;
  return toCleanText(text)
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(INVISIBLE, (_, keycap?: string, joined?: string) => keycap ?? joined ?? '');
}

/** Mentions neither ping nor render, yet stay readable. @param alive marks that stay as they are. */
export function neutraliseMentions(text: string, alive: PlatformMarks = NO_MARKS): string {
  if (!text.includes('@') && !text.includes('<')) return text;
  return text
    .replace(MASS_MENTION, `@${ZERO_WIDTH_SPACE}`)
    .replace(/<[@#][!&]?\d{1,20}>?/g, (mark) =>
      alive.has(mark) ? mark : `${mark.slice(0, 2)}${ZERO_WIDTH_SPACE}${mark.slice(2)}`,
    );
}

/** Finds the canary whatever the case, the encoding and the characters in between. */
export function hasCanary(text: string, canary: string): boolean {
  const wanted = toSkeleton(canary);
  if (wanted === '') return canary !== '' && text.includes(canary);
  if (toSkeleton(text).includes(wanted)) return true;
  const decoded = decode(text);
  if (decoded !== text && toSkeleton(decoded).includes(wanted)) return true;
  const visible = dropTargets(decoded).replace(/<[^<>]{0,2000}>/g, '');
  return visible !== decoded && toSkeleton(visible).includes(wanted);
}

function toSkeleton(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('&#')) return text;
  return decodeHTML(text).replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Leaves out link targets; by hand, as an expression takes 0.3 s for 24,000 characters of "[a](". */
function dropTargets(text: string): string {
  const kept: string[] = [];
  let [from, close] = [0, -1];
  for (let open = text.indexOf(']('); open >= 0; open = text.indexOf('](', from)) {
    if (close < open) close = text.indexOf(')', open);
    if (close < 0) break;
    kept.push(text.slice(from, open));
    from = close + 1;
  }
  return kept.join('') + text.slice(from);
}
