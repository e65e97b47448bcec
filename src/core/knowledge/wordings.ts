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
function foldWording(text: string): string {
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

type Worded = Pick<KnowledgeEntry, 'title' | 'questions' | 'proposed'>;

/**
 * One more wording of an entry. One that was proposed is its own from then on, and where there is no room the oldest
 * that was proposed goes.
 * @returns null when there is no room: all are its own.
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

/** What a model proposes, marked, as far as there is room; nothing goes for it. */
export function addProposals(
  { title, questions, proposed }: Worded,
  proposals: readonly string[],
): Pick<KnowledgeEntry, 'questions' | 'proposed'> {
  const all = withoutTwins([...questions, ...proposals], title).slice(0, MAX_ENTRY_QUESTIONS);
  const added = all.slice(questions.length);
  return toWordings(title, all, [...proposed, ...added]);
}

/** What is still a proposal when these are the owner's own. */
export function withoutOwn(proposed: readonly string[], own: readonly string[] = []): string[] {
  const owned = new Set(own.map(foldWording));
  return proposed.filter((question) => !owned.has(foldWording(question)));
}
