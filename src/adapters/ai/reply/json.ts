import { jsonrepair } from 'jsonrepair';

/** The library takes quadratic time: the worst 12,000 characters take 80 ms. Replies are shorter. */
const MAX_REPAIRED_CHARACTERS = 12_000;

/** Stands for an apostrophe in a word, which the library takes for the end of a string. */
const APOSTROPHE = '\uE000';
const IN_WORD = /(?<=\p{L})'(?=\p{L})/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what we search for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const BROKEN_ESCAPE = /\\u(?![\da-f]{4})/gi;

/** Undefined for anything but sound JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Repairs the usual faults of models: quotes, commas, line breaks, words and signs of other languages. The first repair
 * that `read` understands counts.
 */
export function repairJson<Read>(text: string, read: (value: unknown) => Read | null): Read | null {
  if (text.length > MAX_REPAIRED_CHARACTERS) return null;
  const prepared = text
    .replaceAll('"""', '"')
    .replace(CONTROL, ' ')
    .replace(IN_WORD, APOSTROPHE)
    .replace(BROKEN_ESCAPE, '\\\\u');
  // Keys in typographic quotation marks: those are not part of any text.
  const plain = /[{,]\s{0,20}[„“”«»]/.test(prepared) ? straightenQuotes(prepared) : prepared;
  for (const mend of [(same: string) => same, escapeInnerQuotes, tidySigns]) {
    const found = read(repair(mend(plain)));
    if (found !== null) return found;
  }
  return null;
}

function repair(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text).replaceAll(APOSTROPHE, "'"));
  } catch {
    // JSONRepairError, or a RangeError for deep nesting.
    return undefined;
  }
}

/** Judges quotation marks within a string by their neighbours. */
function escapeInnerQuotes(text: string): string {
  return text.replace(/"/g, (mark, index: number) => {
    const isStart = /[{[,:]\s*$/.test(text.slice(Math.max(0, index - 20), index));
    const isEnd = /^"\s*[,:}\]]/.test(text.slice(index, index + 20));
    return isStart || isEnd || text[index - 1] === '\\' ? mark : `\\${mark}`;
  });
}

/** Signs that stand in JSON's place between strings. */
const OTHER_SIGN = /#[^\n]*|=>|[：＝=]|[，；;]|\\[nrt]|[()]/g;

/** Judges typographic marks that begin or end a string by their neighbours. */
function straightenQuotes(text: string): string {
  return text.replace(/[„“”‟«»]/g, (mark, index: number) => {
    const isStart = /[{[,:]\s{0,19}$/.test(text.slice(Math.max(0, index - 20), index));
    const isEnd = /^.\s{0,18}[,:}\]]/.test(text.slice(index, index + 20));
    return isStart || isEnd ? '"' : mark;
  });
}

/** Full-width marks, `=>`, `=` and `;`, tuples, comments behind `#`, written-out breaks. */
function tidySigns(text: string): string {
  const pieces: string[] = [];
  let position = 0;
  for (let mark = text.indexOf('"'); mark !== -1; mark = text.indexOf('"', position)) {
    const end = Math.min(text.length, endOfString(text, mark) + 1);
    pieces.push(tidy(text.slice(position, mark)), text.slice(mark, end));
    position = end;
  }
  return [...pieces, tidy(text.slice(position))].join('');
}

function tidy(between: string): string {
  const signs = between.replace(OTHER_SIGN, (sign) => {
    if (sign.startsWith('#')) return '';
    if (sign.startsWith('\\')) return ' ';
    if (sign === '(' || sign === ')') return sign === '(' ? '[' : ']';
    return /[，；;]/.test(sign) ? ',' : ':';
  });
  return signs.replace(/,[\s,]*,/g, ',').replace(/([{[]\s{0,20}),/g, '$1');
}

const [QUOTATION_MARK, BACKSLASH, OPENING, CLOSING] = [0x22, 0x5c, 0x7b, 0x7d];

/** Index after the closing brace, strings skipped; -1 where none closes. */
export function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTATION_MARK) index = endOfString(text, index);
    else if (unit === OPENING) depth += 1;
    else if (unit === CLOSING) depth -= 1;
    if (unit === CLOSING && depth === 0) return index + 1;
  }
  return -1;
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === BACKSLASH) index += 1;
    else if (unit === QUOTATION_MARK) return index;
  }
  return text.length;
}

/** A key follows the brace. */
export function mayBeginObject(text: string, brace: number): boolean {
  return /^\{\s{0,100}["}]/.test(text.slice(brace, brace + 102));
}
