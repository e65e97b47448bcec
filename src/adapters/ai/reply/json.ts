import { jsonrepair } from 'jsonrepair';

/** The library takes quadratic time: the worst 12,000 characters take 80 ms. Replies are shorter. */
const MAX_REPAIRED_CHARACTERS = 12_000;

/** Stands for an apostrophe in a word, which the library takes for the end of a string. */
const APOSTROPHE = '\uE000';
const IN_WORD = /(?<=\p{L})'(?=\p{L})/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what we search for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const BROKEN_ESCAPE = /\\u(?![\da-f]{4})/gi;
/** Blanks that may stand between a quotation mark and a sign of JSON. */
const NEAR_CHARACTERS = 20;

/** Undefined for anything but sound JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Repairs the usual faults of models: quotes, commas, line breaks, words. The first repair that `read` understands counts. */
export function repairJson<Read>(text: string, read: (value: unknown) => Read | null): Read | null {
  if (text.length > MAX_REPAIRED_CHARACTERS) return null;
  const prepared = text
    .replaceAll('"""', '"')
    .replace(CONTROL, ' ')
    .replace(IN_WORD, APOSTROPHE)
    .replace(BROKEN_ESCAPE, '\\\\u');
  return read(repair(prepared)) ?? read(repair(escapeInnerQuotes(prepared)));
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
  return text.replaceAll('"', (mark, index: number) => {
    const before = text.slice(Math.max(0, index - NEAR_CHARACTERS), index);
    const after = text.slice(index + 1, index + NEAR_CHARACTERS);
    const isStart = '{[,:'.includes(before.trimEnd().at(-1) ?? ' ');
    const isEnd = ',:}]'.includes(after.trimStart().charAt(0) || '{');
    return isStart || isEnd || before.endsWith('\\') ? mark : `\\${mark}`;
  });
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
  const next = text
    .slice(brace + 1, brace + 102)
    .trimStart()
    .charAt(0);
  return next === '"' || next === '}';
}
