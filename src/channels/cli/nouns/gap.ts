import type { Command } from 'commander';
import { z } from 'zod';
import type { Core } from '../../../core/core.ts';
import { entryIdSchema } from '../../../core/knowledge/knowledge.ts';
import type { Gap } from '../../../core/learning/gaps.ts';
import { answerGap, answerGapWithEntry, closeGap, getGap, listGaps } from '../../../core/learning/gaps.ts';
import { prove, toCandidate } from '../../../core/learning/proof.ts';
import type { Conflict, Conflicts, Suggestion } from '../../../core/learning/suggestions/suggestions.ts';
import { compareSuggestion, ownEntryId } from '../../../core/learning/suggestions/suggestions.ts';
import type { StoredConflict } from '../../../domain/types.ts';
import { describeUnchecked } from '../../../domain/words.ts';
import { UsageFault } from '../faults.ts';
import { type CommandContext, wholeNumberSchema } from '../input.ts';
import { addNoun, type CommandResult, serverSchema, tell } from '../noun.ts';
import type { ListColumns } from '../print.ts';
import { COMMAND, formatDate, setSideBySide, toFields, toLine, toList, toParagraphs } from '../print.ts';
import { describeTests, listProof, refuseRegressions, summariseProof, toProofShape } from './proof.ts';

const oneSchema = serverSchema.extend({ ID: z.uuid('is not the id of a gap') });
/** The core knows what the texts may be. */
const answerSchema = oneSchema.extend({
  answer: z.string().optional(),
  entry: entryIdSchema.optional(),
  question: z.string().optional(),
  force: z.boolean().optional(),
});

export function addGapCommands(program: Command, context: CommandContext): void {
  const add = addNoun(program, context, 'gap', 'questions that the knowledge does not answer well');

  add('list <SERVER>', {
    about:
      'questions that the knowledge could not answer or whose answers were voted down, similar ones together',
    options: { '--limit <number>': 'how many to show, most often asked first (default 25)' },
    input: serverSchema.extend({
      limit: wholeNumberSchema.pipe(z.number().min(1, 'must be 1 or more').max(5_000)).optional(),
    }),
    run: async (core, { SERVER, ...some }) => {
      const gaps = await listGaps(core, SERVER, some);
      const none = 'There are no gaps: every question was answered or dismissed.';
      return { shape: gaps.map(toGapShape), text: toList(gaps, COLUMNS, none) };
    },
  });
  add('answer <SERVER> <ID>', {
    about: 'answer a gap: its question and the answer become an entry',
    options: {
      '--answer <text>': 'the answer',
      '--entry <id>':
        'instead of --answer: the entry that has the answer; the question becomes another wording of it',
      '--question <text>': 'the question, worded differently',
      '--force': 'do it even if test questions would fail',
    },
    input: answerSchema,
    check: ({ answer, entry }) => {
      if (answer === undefined && entry === undefined) throw new UsageFault('Give --answer or --entry.');
      if (answer !== undefined && entry !== undefined)
        throw new UsageFault('Give --answer or --entry, not both.');
    },
    run: answerOne,
  });
  add('close <SERVER> <ID>', {
    about: 'dismiss a gap without an answer',
    input: oneSchema,
    run: async (core, { SERVER, ID }) => {
      await closeGap(core, { serverId: SERVER, answerId: ID });
      // A member asked it, so their words stand in no log.
      return tell({ closed: ID }, `Dismissed ${ID}.`, 'gap.closed');
    },
  });
}

async function answerOne(core: Core, input: z.infer<typeof answerSchema>): Promise<CommandResult> {
  const { SERVER, ID, answer = '', entry: entryId, force } = input;
  const question = input.question ?? (await getGap(core, SERVER, ID)).question;
  const given = { serverId: SERVER, answerId: ID, question, isForced: force === true };
  const made = await refuseRegressions(
    entryId === undefined
      ? answerGap(core, { ...given, answer, authorId: null, authorRole: null })
      : answerGapWithEntry(core, { ...given, entryId }),
    {
      outcome: 'The answer waits as a suggestion, and the gap is still open',
      ...{ serverId: SERVER, entryId },
    },
  );
  const done = `Answered ${ID}: it is now ${describePlace(made)}.`;
  const undo = `Undo: ${COMMAND} training revert ${SERVER} ${made.id}`;
  const text = [done, await describeTests(core, SERVER), undo].filter(Boolean).join(' ');
  return tell({ ...toShape(made), entry_id: made.entryId }, text, 'gap.answered', made.id);
}

/** What a suggestion is in the knowledge. */
export function describePlace({ id, entryId }: Suggestion): string {
  return entryId === ownEntryId(id) ? `the entry ${entryId}` : `a wording of the entry ${entryId}`;
}

const COLUMNS: ListColumns<Gap> = {
  ...{ id: 'answerId', count: 'count', unanswered: 'unanswered', 'voted down': 'votedDown' },
  'covered by now': ({ isCovered }) => (isCovered ? 'yes' : 'no'),
  ...{ newest: 'at', question: 'question', 'newest comment': 'comment' },
};

function toGapShape({ answerId: id, question, answer, comment, at, ...gap }: Gap) {
  const counts = { count: gap.count, unanswered: gap.unanswered, voted_down: gap.votedDown };
  return { id, question, answer, comment, ...counts, covered: gap.isCovered, at };
}

const CONFLICTS: Record<Conflict['kind'], string> = {
  contradicts: 'Contradicts the entry',
  same_question: 'Answers the same question as the entry',
};

/** A suggestion for machines. */
export function toShape({ id, question, wordings, answer, taught, state, conflicts }: Suggestion) {
  return { id, question, wordings, answer, taught, state, conflicts: conflicts.map(toConflictShape) };
}

function toConflictShape({ entryId, kind }: StoredConflict) {
  return { entry_id: entryId, kind };
}

/** Tells all that is known of a suggestion; ids of members stay out. */
export async function showSuggestion(core: Core, serverId: string, suggestion: Suggestion) {
  const isApproved = suggestion.state === 'approved';
  const none: Conflicts = { conflicts: [], unchecked: null };
  const { signal } = new AbortController();
  // Of what is part of the knowledge already there is nothing left to compare or prove.
  const { conflicts, unchecked } = isApproved
    ? none
    : await compareSuggestion(core, serverId, suggestion, signal);
  const proof = isApproved ? null : await prove(core, serverId, toCandidate(suggestion));
  const missing = describeUnchecked(unchecked)?.en;
  const shape = {
    ...toShape(suggestion),
    conflicts: conflicts.map(({ title, text, ...stored }) => ({ ...toConflictShape(stored), title, text })),
    ...(!isApproved && {
      contradicts: conflicts
        .filter(({ kind }) => kind === 'contradicts')
        .map(({ entryId, title, why = '' }) => ({ entry: entryId, why, title })),
      ...(missing && { not_compared: missing }),
    }),
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
    ...(suggestion.wordings.length === 0
      ? []
      : [['Also asked as:', ...suggestion.wordings.map((wording) => `  ${toLine(wording)}`)].join('\n')]),
    ...(suggestion.taught === null
      ? []
      : [`In the words of the person who answered: ${toParagraphs(suggestion.taught)}`]),
    ...conflicts.map((conflict) => describeConflict(suggestion, conflict)),
    ...(missing ? [missing] : []),
    ...(proof ? [[summariseProof(proof), ...listProof(proof).map((line) => `  ${line}`)].join('\n')] : []),
  ];
  return { shape, text: parts.join('\n\n') };
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

function describeConflict(suggestion: Suggestion, { kind, entryId, title, text, why }: Conflict): string {
  const columns = setSideBySide(
    { head: 'suggestion', text: `${suggestion.question}\n\n${suggestion.answer}` },
    { head: entryId, text: `${title}\n\n${text}` },
  );
  return `${CONFLICTS[kind]} ${entryId}:${why ? ` ${toLine(why)}` : ''}\n${columns}`;
}
