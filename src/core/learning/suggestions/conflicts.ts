import { findEntry } from '../../../adapters/db/knowledge/knowledge.ts';
import { changeSuggestions } from '../../../adapters/db/learning/suggestion-changes.ts';
import type { Suggestion } from '../../../adapters/db/learning/suggestions.ts';
import { MAX_CONFLICTS } from '../../../domain/limits.ts';
import type { Server, StoredConflict } from '../../../domain/types.ts';
import { differInFigures } from '../../contradictions/figures.ts';
import { type Review, review } from '../../contradictions/review.ts';
import type { Core } from '../../core.ts';
import { soonInBacklog } from '../../runtime/shared-work.ts';
import { getKnowledgeIndex } from '../../search/knowledge-index.ts';
import { search } from '../../search/search.ts';
import { words } from '../../search/words/analyse.ts';
import { toCandidate } from '../proof.ts';
import { isSimilar } from '../similarity/similarity.ts';
import { contentOf, overlapOf } from '../statements/stance.ts';

export interface Conflict extends StoredConflict {
  title: string;
  text: string;
  why?: string;
}

export interface Conflicts {
  conflicts: Conflict[];
  unchecked: Review['unchecked'];
}

const NEAREST = 6;
/** From this share of the shorter answer's content words on, both say the same in other words. */
const SAME_ANSWER = 0.5;

/** At most 5 entries that answer the question with other figures or in other words. */
export async function findConflicts(
  core: Core,
  server: Server,
  { question, answer }: { question: string; answer: string },
): Promise<StoredConflict[]> {
  if (answer === '') return [];
  const knowledge = await getKnowledgeIndex(core, server);
  const { hits } = search(knowledge.index, [{ text: question, weight: 1 }], NEAREST);
  const found = new Map<string, StoredConflict>();
  for (const { id } of hits) {
    const piece = knowledge.pieces.get(id);
    if (!piece || found.has(piece.entryId) || !asksTheSame(question, piece.title)) continue;
    const { entryId, text } = piece;
    if (differInFigures(answer, text)) found.set(entryId, { entryId, kind: 'contradicts' });
    else if (!sharesWords(answer, text)) found.set(entryId, { entryId, kind: 'same_question' });
  }
  return [...found.values()].slice(0, MAX_CONFLICTS);
}

/** Similar questions of which neither names more than the other: delivery to Oslo is not delivery to Bergen. */
function asksTheSame(one: string, other: string): boolean {
  const [mine, theirs] = [contentOf(words(one)), contentOf(words(other))];
  return isSimilar(one, other) && (mine.isSubsetOf(theirs) || theirs.isSubsetOf(mine));
}

function sharesWords(answer: string, text: string): boolean {
  const [mine, theirs] = [contentOf(words(answer)), contentOf(words(text))];
  // Nothing but function words says too little to be held against anything.
  return mine.size === 0 || theirs.size === 0 || overlapOf(mine, theirs) >= SAME_ANSWER;
}

/**
 * Compares an undecided suggestion with the knowledge: entries that contradict it, by the model or by figures, and
 * those that answer its question otherwise. A fault never keeps it from being approved.
 */
export async function compareSuggestion(
  core: Core,
  serverId: string,
  suggestion: Suggestion,
  signal: AbortSignal,
): Promise<Conflicts> {
  if (suggestion.question.trim() === '' || suggestion.answer.trim() === '')
    return toConflicts(core, serverId, suggestion, { contradicts: [], unchecked: null });
  const { entryId, question: title, answer: text, questions } = toCandidate(suggestion);
  const reviewed = await review(core, serverId, { id: entryId, title, text, questions }, signal);
  const compared = await toConflicts(core, serverId, suggestion, reviewed);
  if (reviewed.unchecked === null) await keep(core, serverId, suggestion, compared.conflicts);
  return compared;
}

/** The same without a long wait: the comparison goes on in the background. */
export async function lookAtConflicts(
  core: Core,
  serverId: string,
  suggestion: Suggestion,
): Promise<Conflicts> {
  const compare = (signal: AbortSignal) => compareSuggestion(core, serverId, suggestion, signal);
  const compared = await soonInBacklog(core, compare);
  return compared ?? toConflicts(core, serverId, suggestion, { contradicts: [], unchecked: 'pending' });
}

async function toConflicts(
  core: Core,
  serverId: string,
  { answer, conflicts }: Pick<Suggestion, 'answer' | 'conflicts'>,
  { contradicts, unchecked }: Review,
): Promise<Conflicts> {
  const said = new Set(contradicts.map(({ entryId }) => entryId));
  // A stored contradiction counts until it is compared again.
  const stored = conflicts.filter(
    ({ entryId, kind }) => !said.has(entryId) && (kind === 'same_question' || unchecked !== null),
  );
  const described = await Promise.all(
    stored.map(async ({ entryId, kind }) => {
      const entry = await findEntry(core.database, serverId, entryId);
      if (!entry) return [];
      const { title, text } = entry;
      const why = kind === 'contradicts' ? differInFigures(answer, text) : null;
      return [{ entryId, kind, title, text, ...(why && { why }) }];
    }),
  );
  const contradicting = contradicts.map((one) => ({ ...one, kind: 'contradicts' as const }));
  return { conflicts: [...contradicting, ...described.flat()].slice(0, MAX_CONFLICTS), unchecked };
}

/** Stores conflicts for lists, which compare nothing; without the reasons, which quote both texts. */
async function keep(core: Core, serverId: string, suggestion: Suggestion, conflicts: readonly Conflict[]) {
  const found = conflicts.map(({ entryId, kind }) => ({ entryId, kind }));
  if (JSON.stringify(found) === JSON.stringify(suggestion.conflicts)) return;
  const { id, question, answer } = suggestion;
  await changeSuggestions(core.database, serverId, [id], ([stored]) => {
    const isSame = stored?.question === question && stored.answer === answer;
    return isSame && stored.state !== 'approved' ? { changes: [{ id, conflicts: found }] } : {};
  });
}
