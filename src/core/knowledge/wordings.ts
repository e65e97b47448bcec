import { z } from 'zod';
import { MAX_ENTRY_QUESTIONS, MAX_ENTRY_TITLE_CHARACTERS } from '../../domain/limits.ts';
import { toCleanText, toLine } from '../../domain/text.ts';
import type { KnowledgeEntry } from '../../domain/types.ts';

const wordingSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_ENTRY_TITLE_CHARACTERS)
  .transform((text) => toLine(toCleanText(text)));

export const questionsSchema = z
  .array(wordingSchema)
  .max(MAX_ENTRY_QUESTIONS)
  .transform((questions) => withoutTwins(questions));

/** Drops wordings that the title or an earlier one says already. */
export function withoutTwins(questions: readonly string[], title = ''): string[] {
  const known = new Set([foldWording(title)]);
  return questions.filter((question) => {
    const folded = foldWording(question);
    const isNew = !known.has(folded);
    known.add(folded);
    return isNew;
  });
}

function foldWording(text: string): string {
  return toLine(text).toLowerCase();
}

/** Proposed wordings stay marked as long as they are among the questions. */
export function toWordings(
  title: string,
  questions: readonly string[],
  proposed: readonly string[] = [],
): Pick<KnowledgeEntry, 'questions' | 'proposed'> {
  const kept = withoutTwins(questions, title);
  return { questions: kept, proposed: kept.filter((question) => proposed.includes(question)) };
}

type Worded = Pick<KnowledgeEntry, 'title' | 'questions' | 'proposed'>;

/**
 * Adds a wording; a proposed one becomes the entry's own, and a full entry drops its oldest proposal. @returns null
 * when all are its own and there is no room.
 */
export function addWording(
  { title, questions, proposed }: Worded,
  wording: string,
): Pick<KnowledgeEntry, 'questions' | 'proposed'> | null {
  const isIt = (question: string) => foldWording(question) === foldWording(wording);
  const marked = proposed.filter((question) => !isIt(question));
  if (isIt(title) || questions.some(isIt)) return { questions, proposed: marked };
  const [oldest] = marked;
  const isFull = questions.length >= MAX_ENTRY_QUESTIONS;
  if (isFull && oldest === undefined) return null;
  const kept = isFull ? questions.filter((question) => question !== oldest) : questions;
  return toWordings(title, [...kept, wording], marked);
}

/** Adds proposals, marked, as far as there is room. */
export function addProposals(
  { title, questions, proposed }: Worded,
  proposals: readonly string[],
): Pick<KnowledgeEntry, 'questions' | 'proposed'> {
  const all = withoutTwins([...questions, ...proposals], title).slice(0, MAX_ENTRY_QUESTIONS);
  const added = all.slice(questions.length);
  return toWordings(title, all, [...proposed, ...added]);
}

export function withoutOwn(proposed: readonly string[], own: readonly string[] = []): string[] {
  const owned = new Set(own.map(foldWording));
  return proposed.filter((question) => !owned.has(foldWording(question)));
}
