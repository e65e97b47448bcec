import { z } from 'zod';
import { AppError } from '../../../domain/errors.ts';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../domain/limits.ts';
import { toVisibleText } from '../../answering/sanitise/sanitise.ts';
import { describeIssues } from '../../knowledge/entry.ts';
import { words } from '../../search/words/analyse.ts';
import { removePersonalData } from './personal-data.ts';

const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text);
const NO_WORDS = 'must hold more than personal data';

const toFields = (clean: (text: string) => string) => ({
  question: z
    .string()
    .transform((text) => toVisibleText(text).replace(/\s+/g, ' ').trim())
    .pipe(z.string().min(1).max(MAX_ENTRY_TITLE_CHARACTERS))
    .transform((text) => clean(text).trim())
    .refine(hasWords, NO_WORDS),
  answer: z
    .string()
    .transform((text) => toVisibleText(text).trim())
    .pipe(z.string().min(1).max(MAX_ENTRY_TEXT_CHARACTERS))
    .transform((text) => clean(text).trim())
    .refine(hasWords, NO_WORDS),
});

/** @param clean takes out what must not stand there; it never makes a text longer. */
export const toTextSchema = (clean: (text: string) => string) => z.object(toFields(clean));

/** For a draft that nobody has answered yet. */
export const toDraftSchema = (clean: (text: string) => string) => {
  const { question, answer } = toFields(clean);
  return z.object({ question, answer: z.union([z.literal(''), answer]) });
};

/** A text as it is offered for a suggestion: visible characters only, without personal data. */
export function prepareText(text: string, names: readonly string[] = []): string {
  return removePersonalData(toVisibleText(text).trim(), names).trim();
}

/** @throws AppError('invalid_input') with the first faulty field as `param`. */
export function parse<Shape>(schema: z.ZodType<Shape>, input: unknown): Shape {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const param = String(parsed.error.issues[0]?.path[0] ?? '');
  throw new AppError('invalid_input', { param, message: describeIssues(parsed.error) });
}

/** Of the shorter text, as a run of words that both hold: from here on they are the same words. */
const SAME_WORDS_SHARE = 0.8;
/** What is compared at most; a suggestion that long is looked at by its beginning. */
const MAX_COMPARED_WORDS = 1_000;

/**
 * Whether a text says it in words of its own. One that only cuts, adds to or retouches the original still is
 * what its author wrote, and goes when they go.
 */
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
