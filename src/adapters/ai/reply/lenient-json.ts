import { jsonrepair } from 'jsonrepair';

/** The library takes quadratic time: the worst 12,000 characters take 80 ms. Replies are shorter. */
const MAX_REPAIRED_CHARACTERS = 12_000;

/** Stands for an apostrophe in a word, which the library would take for the end of a string. */
const APOSTROPHE = '\uE000';
const IN_WORD = /(?<=\p{L})'(?=\p{L})/gu;
const BROKEN_ESCAPE = /\\u(?![\da-f]{4})/gi;

/** The value of sound JSON; undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of JSON with faults that models make: quotes, commas, line breaks, words of Python. undefined: too odd. */
export function repairJson(text: string): unknown {
  if (text.length > MAX_REPAIRED_CHARACTERS) return undefined;
  const prepared = text.replace(IN_WORD, APOSTROPHE).replace(BROKEN_ESCAPE, '\\\\u');
  return repair(prepared) ?? repair(escapeInnerQuotes(prepared));
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
