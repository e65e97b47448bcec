import { z } from 'zod';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../domain/limits.ts';
import type { DataKind } from '../../../domain/personal-data/found.ts';
import { PLACEHOLDER } from '../../../domain/personal-data/mask.ts';
import { findPersonalData, replaceFound } from '../../../domain/personal-data/reader.ts';
import { saysAnything, toLine } from '../../../domain/text.ts';
import { toVisibleText } from '../../answering/sanitise/sanitise.ts';
import { words } from '../../search/words/analyse.ts';
import { isStopWord } from '../../search/words/stop-words.ts';

const NO_WORDS = 'must contain more than personal data';

const toField = (read: (text: string) => string, most: number, clean: (text: string) => string) =>
  z
    .string()
    .transform(read)
    .pipe(z.string().min(1).max(most))
    .transform((text) => clean(text).trim())
    .refine(saysAnything, NO_WORDS);

const toFields = (clean: (text: string) => string) => ({
  question: toField((text) => toLine(toVisibleText(text)), MAX_ENTRY_TITLE_CHARACTERS, clean),
  answer: toField((text) => toVisibleText(text).trim(), MAX_ENTRY_TEXT_CHARACTERS, clean),
});

/** @param clean removes parts and never makes a text longer. */
export const toTextSchema = (clean: (text: string) => string) => z.object(toFields(clean));

export const toDraftSchema = (clean: (text: string) => string) => {
  const { question, answer } = toFields(clean);
  return z.object({ question, answer: z.union([z.literal(''), answer]) });
};

/** Visible characters only, without personal data. */
export function prepareText(text: string, names: readonly string[] = []): string {
  return removePersonalData(toVisibleText(text).trim(), names).trim();
}

/** From this share of the shorter text, as a common run of words, on they are the same words. */
const SAME_WORDS_SHARE = 0.8;
const MAX_COMPARED_WORDS = 1_000;

/** Whether a text is no mere cut, addition or retouch of the original, which would still be its author's. */
export function isInOtherWords(text: string, original: string): boolean {
  const [one, other] = [text, original].map((given) => words(given).slice(0, MAX_COMPARED_WORDS));
  if (!one?.length || !other?.length) return one?.length !== other?.length;
  return longestCommonRun(one, other) < SAME_WORDS_SHARE * Math.min(one.length, other.length);
}

function longestCommonRun(one: readonly string[], other: readonly string[]): number {
  let longest = 0;
  let before = new Uint16Array(other.length + 1);
  for (const word of one) {
    const runs = new Uint16Array(other.length + 1);
    for (let index = 0; index < other.length; index += 1) {
      if (word !== other[index]) continue;
      const run = (before[index] ?? 0) + 1;
      runs[index + 1] = run;
      if (run > longest) longest = run;
    }
    before = runs;
  }
  return longest;
}

/** Stands for removed text, and is never longer than that. */
const REMOVED = '…';
const MENTION = /<@[!&]?\d+>/g;
/** An id of a member; those in addresses, channels and emoji stay. */
const CHAT_ID = /(?<![\d/#:&=])\d{17,20}(?!\d)/g;

export function hasRemoved(text: string): boolean {
  return text.includes(REMOVED);
}

/** Keys, tokens and mentions have no place in knowledge whoever writes it. */
export function removeSecrets(text: string): string {
  return remove(text, ['KEY']).replace(MENTION, REMOVED);
}

/** Removes everything that identifies people or opens their doors; the person who approves sees the gap. */
export function removePersonalData(text: string, names: readonly string[] = []): string {
  const clean = remove(text)
    .replace(PLACEHOLDER, REMOVED)
    .replace(MENTION, REMOVED)
    .replace(CHAT_ID, REMOVED);
  const gone = names.flatMap(expressionsFor).reduce((rest, name) => rest.replace(name, REMOVED), clean);
  return gone.replace(/…(?:[ \t]+…)+/g, REMOVED);
}

function remove(text: string, kinds?: readonly DataKind[]): string {
  return replaceFound(text, findPersonalData(text, kinds), () => REMOVED);
}

/** The whole name in any case, and its words as they are written. */
function expressionsFor(name: string): RegExp[] {
  const whole = name.normalize('NFC').trim();
  // A role or a word of everyday texts follows a bar or stands in brackets.
  const parts = (whole.split(/[|()[\]·•–—/]/u)[0] ?? '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const isEveryday = (part: string) =>
    isStopWord(part.toLowerCase(), 'de') || isStopWord(part.toLowerCase(), 'en');
  const known = parts.filter((part) => part.length >= 3 && !isEveryday(part));
  const isName = whole.length >= 2 && !isEveryday(whole);
  return [...(isName ? [toExpression(whole, 'giu')] : []), ...known.map((part) => toExpression(part, 'gu'))];
}

/** With the s of a genitive; `Tim` is not taken out of `Timing`. */
function toExpression(name: string, flags: string): RegExp {
  const literal = name.split(/\s+/).map(RegExp.escape).join('\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}_])@?${literal}(?:['’]?s)?(?![\\p{L}\\p{N}_])`, flags);
}
