import type { ServerState } from '../../../adapters/db/learning/suggestion-changes.ts';
import type { Suggestion } from '../../../adapters/db/learning/suggestions.ts';
import { MAX_ENTRY_QUESTIONS } from '../../../domain/limits.ts';
import type { KnowledgeEntry } from '../../../domain/types.ts';
import { missingEntry } from '../../knowledge/entry.ts';
import { addWording } from '../../knowledge/wordings.ts';
import { invalid } from '../../owners/invalid-input.ts';
import { words } from '../../search/words/analyse.ts';
import type { EntryCandidate } from '../proof.ts';
import { isSimilar } from '../similarity/similarity.ts';

const MIN_OWN_WORDS = 8;

/**
 * The entry that takes a suggestion as a wording: the chosen one, else one with the very same answer; null: it becomes
 * an entry of its own. @throws AppError('not_found') for a chosen entry that is gone
 */
export async function findSameEntry(
  server: Pick<ServerState, 'findEntry' | 'findTwins'>,
  suggestion: Suggestion,
  { entryId, now }: { entryId: string | undefined; now: Date },
): Promise<KnowledgeEntry | null> {
  if (entryId !== undefined) {
    const chosen = await server.findEntry(entryId);
    if (!chosen) throw missingEntry(entryId);
    return chosen;
  }
  if (suggestion.entryId !== null || suggestion.answer === '') return null;
  const twins = await server.findTwins(suggestion.answer, now);
  return twins.find((entry) => asksSame(suggestion, entry)) ?? null;
}

/** An answer that long belongs to one question; `Yes.` answers many. */
function asksSame({ question, answer }: Suggestion, { title, questions }: KnowledgeEntry): boolean {
  if (words(answer).length >= MIN_OWN_WORDS) return true;
  return [title, ...questions].some((known) => isSimilar(known, question));
}

/**
 * Adds the question of a suggestion and, as far as there is room, its wordings. @throws AppError('invalid_input',
 * `source` (a link's entry) or `questions` (no room))
 */
export function withQuestion(
  entry: KnowledgeEntry,
  { question, wordings }: Pick<Suggestion, 'question' | 'wordings'>,
): KnowledgeEntry {
  if (entry.source === 'link') {
    const message =
      'This entry comes from a documentation link and is read again from there; it cannot have other wordings.';
    throw invalid('source', message);
  }
  const worded = { ...entry, ...addWordingOrRefuse(entry, question) };
  for (const wording of wordings) Object.assign(worded, addWording(worded, wording));
  return worded;
}

function addWordingOrRefuse(entry: KnowledgeEntry, question: string) {
  const worded = addWording(entry, question);
  if (worded) return worded;
  const message = `The entry "${entry.title}" already has ${MAX_ENTRY_QUESTIONS} other wordings; remove one first.`;
  throw invalid('questions', message);
}

export function toWordedCandidate({ id, title, text, questions }: KnowledgeEntry): EntryCandidate {
  return { entryId: id, question: title, answer: text, questions };
}
