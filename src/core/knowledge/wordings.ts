import { z } from 'zod';
import { MAX_ENTRY_QUESTIONS, MAX_ENTRY_TITLE_CHARACTERS } from '../../domain/limits.ts';
import { toCleanText, toLine } from '../../domain/text.ts';
import type { KnowledgeEntry } from '../../domain/types.ts';

/** One other wording of what an entry answers: a single line, as a title is. */
const wordingSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_ENTRY_TITLE_CHARACTERS)
  .transform((text) => toLine(toCleanText(text)));

/** What says the same word for word is taken once. */
export const questionsSchema = z
  .array(wordingSchema)
  .max(MAX_ENTRY_QUESTIONS)
  .transform((questions) => withoutTwins(questions));

/** Wordings in their order, without those that another one before them or the title says already. */
export function withoutTwins(questions: readonly string[], title = ''): string[] {
  const known = new Set([foldWording(title)]);
  return questions.filter((question) => {
    const folded = foldWording(question);
    const isNew = !known.has(folded);
    known.add(folded);
    return isNew;
  });
}

/** Case and blanks tell no two wordings apart. */
export function foldWording(text: string): string {
  return toLine(text).toLowerCase();
}

/** The wordings of an entry under its title; what was proposed stays so as long as it is among them. */
export function toWordings(
  title: string,
  questions: readonly string[],
  proposed: readonly string[] = [],
): Pick<KnowledgeEntry, 'questions' | 'proposed'> {
  const kept = withoutTwins(questions, title);
  return { questions: kept, proposed: kept.filter((question) => proposed.includes(question)) };
}
