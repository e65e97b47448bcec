import type { Core } from '../../../core/core.ts';
import { prove, toCandidate } from '../../../core/learning/proof.ts';
import {
  type Conflict,
  describeConflicts,
  type Suggestion,
} from '../../../core/learning/suggestions/suggestions.ts';
import type { StoredConflict } from '../../../domain/types.ts';
import type { CommandContext } from '../context.ts';
import { formatDate, toFields, toParagraphs } from '../print.ts';
import { setSideBySide } from '../side-by-side.ts';
import { listProof, summariseProof, toProofShape } from './proof.ts';

const CONFLICTS: Record<Conflict['kind'], string> = {
  contradicts: 'Contradicts the entry',
  same_question: 'Answers the same question as the entry',
};

/** A suggestion for machines. */
export function toShape({ id, question, answer, taught, state, conflicts }: Suggestion) {
  return { id, question, answer, taught, state, conflicts: conflicts.map(toConflictShape) };
}

function toConflictShape({ entryId, kind }: StoredConflict) {
  return { entry_id: entryId, kind };
}

/** Prints all that is known of a suggestion; ids of members stay out. */
export async function showSuggestion(
  context: CommandContext,
  core: Core,
  serverId: string,
  suggestion: Suggestion,
): Promise<void> {
  const conflicts = await describeConflicts(core, serverId, suggestion);
  // Of what is part of the knowledge already there is nothing left to prove.
  const proof = suggestion.state === 'approved' ? null : await prove(core, serverId, toCandidate(suggestion));
  const shape = {
    ...toShape(suggestion),
    conflicts: conflicts.map(({ title, text, ...stored }) => ({ ...toConflictShape(stored), title, text })),
    source: suggestion.source,
    author_role: suggestion.authorRole,
    entry_id: suggestion.entryId,
    suspended_for: suggestion.suspendedFor,
    created_at: suggestion.createdAt,
    decided_at: suggestion.decidedAt,
    sources: suggestion.sources.map(({ part, channelId, messageId, isOriginal }) => ({
      ...{ part, channel_id: channelId, message_id: messageId, is_original: isOriginal },
    })),
    proof: proof && toProofShape(proof),
  };
  const parts = [
    describeFacts(suggestion),
    `Question: ${toParagraphs(suggestion.question) || '-'}\n\nAnswer: ${toParagraphs(suggestion.answer) || '-'}`,
    ...(suggestion.taught === null
      ? []
      : [`In the words of who answered: ${toParagraphs(suggestion.taught)}`]),
    ...conflicts.map((conflict) => describeConflict(suggestion, conflict)),
    ...(proof ? [[summariseProof(proof), ...listProof(proof).map((line) => `  ${line}`)].join('\n')] : []),
  ];
  context.show(shape, parts.join('\n\n'));
}

function describeFacts(suggestion: Suggestion): string {
  const { state, suspendedFor, sources } = suggestion;
  return toFields({
    id: suggestion.id,
    state: suspendedFor === null ? state : `${state} (${suspendedFor})`,
    source: suggestion.source,
    'role of the author': suggestion.authorRole ?? '',
    made: formatDate(suggestion.createdAt),
    decided: formatDate(suggestion.decidedAt),
    entry: suggestion.entryId ?? '',
    messages: sources
      .flatMap(({ part, channelId, messageId }) =>
        messageId === null ? [] : [`${part} ${channelId ?? '?'}/${messageId}`],
      )
      .join(', '),
  });
}

function describeConflict(suggestion: Suggestion, { kind, entryId, title, text }: Conflict): string {
  const columns = setSideBySide(
    { head: 'suggestion', text: `${suggestion.question}\n\n${suggestion.answer}` },
    { head: entryId, text: `${title}\n\n${text}` },
  );
  return `${CONFLICTS[kind]} ${entryId}:\n${columns}`;
}
