import { jsonrepair } from 'jsonrepair';
import { straightenQuotes, tidySigns } from './signs.ts';

/** The library takes quadratic time: the worst 12,000 characters take 80 ms. Replies are shorter. */
const MAX_REPAIRED_CHARACTERS = 12_000;

/** Stands for an apostrophe in a word, which the library would take for the end of a string. */
const APOSTROPHE = '\uE000';
const IN_WORD = /(?<=\p{L})'(?=\p{L})/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const BROKEN_ESCAPE = /\\u(?![\da-f]{4})/gi;

/** The value of sound JSON; undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What `read` makes of JSON with faults that models make: quotes, commas, line breaks, words and signs of other
 * languages. The first way to mend it that gives something counts; null where none does.
 */
export function repairJson<Read>(text: string, read: (value: unknown) => Read | null): Read | null {
  if (text.length > MAX_REPAIRED_CHARACTERS) return null;
  const prepared = text
    .replaceAll('"""', '"')
    .replace(CONTROL, ' ')
    .replace(IN_WORD, APOSTROPHE)
    .replace(BROKEN_ESCAPE, '\\\\u');
  // Where keys stand in quotation marks of print, those are no part of any text.
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
    // JSONRepairError, or a RangeError for what is nested too deeply.
    return undefined;
  }
}

/** Quotation marks that neither begin nor end a string, by what stands beside them. */
function escapeInnerQuotes(text: string): string {
  return text.replace(/"/g, (mark, index: number) => {
    const isStart = /[{[,:]\s*$/.test(text.slice(Math.max(0, index - 20), index));
    const isEnd = /^"\s*[,:}\]]/.test(text.slice(index, index + 20));
    return isStart || isEnd || text[index - 1] === '\\' ? mark : `\\${mark}`;
  });
}
