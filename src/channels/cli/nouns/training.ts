import type { Command } from 'commander';
import { z } from 'zod';
import type { Core } from '../../../core/core.ts';
import { entryIdSchema } from '../../../core/knowledge/knowledge.ts';
import { prove } from '../../../core/learning/proof.ts';
import type { Suggestion } from '../../../core/learning/suggestions/suggestions.ts';
import {
  approve,
  editSuggestion,
  getSuggestion,
  listGroups,
  listTraining,
  lookAhead,
  merge,
  reject,
  revert,
  suggest,
  suggestionIdSchema,
} from '../../../core/learning/suggestions/suggestions.ts';
import type { AuditAction } from '../../../domain/types.ts';
import { UsageFault } from '../faults.ts';
import type { CommandContext } from '../input.ts';
import { addNoun, type CommandResult, serverSchema, tell } from '../noun.ts';
import type { ListColumns } from '../print.ts';
import { COMMAND, toList } from '../print.ts';
import { describePlace, showSuggestion, toShape } from './gap.ts';
import { describeTests, refuseRegressions, summariseProof, toProofShape } from './proof.ts';

const STATES = ['pending', 'approved', 'rejected', 'suspended'] as const;

const oneSchema = serverSchema.extend({ ID: suggestionIdSchema });
const approveSchema = oneSchema.extend({ force: z.boolean().optional(), entry: entryIdSchema.optional() });
/** The core knows what the texts may be. */
const editSchema = oneSchema.extend({ question: z.string().optional(), answer: z.string().optional() });

export function addTrainingCommands(program: Command, context: CommandContext): void {
  const add = addNoun(program, context, 'training', 'what people taught the bot, to approve or reject');

  add('list <SERVER>', {
    about: 'list suggestions, newest first; open ones about the same question together',
    options: { '--state <state>': `only those in this state: ${STATES.join(', ')}` },
    input: serverSchema.extend({
      state: z.enum(STATES, { error: `must be one of ${STATES.join(', ')}` }).optional(),
    }),
    run: async (core, { SERVER, state }) => {
      const listed = await listTraining(core, SERVER, state);
      return showSuggestions(listed, await findSimilar(core, SERVER, listed));
    },
  });
  add('show <SERVER> <ID>', {
    about: 'show what a suggestion says, contradicts and would change, and where it comes from',
    input: oneSchema,
    run: async (core, { SERVER, ID }) => showSuggestion(core, SERVER, await getSuggestion(core, SERVER, ID)),
  });
  add('add <SERVER>', {
    about: 'suggest an answer to a question',
    options: { '--question <text>': 'the question, required', '--answer <text>': 'its answer, required' },
    input: serverSchema.extend({ question: z.string(), answer: z.string() }),
    run: async (core, { SERVER, ...text }) => {
      const made = await suggest(core, { serverId: SERVER, ...text, source: 'import' });
      const next = `To use it: ${COMMAND} training approve ${SERVER} ${made.id}`;
      return tellOf(made, 'training.suggested', `Added ${made.id}. ${next}`);
    },
  });
  add('edit <SERVER> <ID>', {
    about: 'change what a suggestion says',
    options: { '--question <text>': 'the question', '--answer <text>': 'its answer' },
    input: editSchema,
    check: ({ question, answer }) => {
      if (question === undefined && answer === undefined)
        throw new UsageFault('Give --question, --answer or both.');
    },
    run: async (core, { SERVER, ID, ...given }) => {
      const { question, answer } = await getSuggestion(core, SERVER, ID);
      const edited = await editSuggestion(core, SERVER, ID, { question, answer, ...given });
      return tellOf(edited, 'training.edited', `Changed ${ID}.`);
    },
  });
  add('merge <SERVER> <ID> <OTHERS...>', {
    about:
      'merge suggestions: the first keeps its question, the others become its other wordings, and the answers are combined',
    input: oneSchema.extend({ OTHERS: z.array(suggestionIdSchema).min(1) }),
    run: async (core, { SERVER, ID, OTHERS }) => {
      const merged = await merge(core, SERVER, ID, OTHERS);
      return tellOf(merged, 'training.merged', `Merged into ${ID}: ${OTHERS.join(', ')}.`);
    },
  });
  add('approve <SERVER> <ID>', {
    about: 'make a suggestion part of the knowledge, unless a test question would then fail',
    options: {
      '--entry <id>':
        'the entry that answers the same question; the suggestion becomes another wording of it',
      '--force': 'do it even if test questions would fail',
    },
    input: approveSchema,
    run: approveOne,
  });
  add('reject <SERVER> <ID>', {
    about: 'reject a suggestion',
    input: oneSchema,
    run: async (core, { SERVER, ID }) =>
      tellOf(await reject(core, SERVER, ID), 'training.rejected', `Rejected ${ID}.`),
  });
  add('revert <SERVER> <ID>', {
    about: 'take an approval back: what it added is removed, and the suggestion waits again',
    input: oneSchema,
    run: async (core, { SERVER, ID }) => {
      const text = `Reverted ${ID}: no answer uses it now, and it waits for a decision.`;
      return tellOf(await revert(core, SERVER, ID), 'training.reverted', text);
    },
  });
}

function tellOf(suggestion: Suggestion, action: AuditAction, text: string): CommandResult {
  return tell(toShape(suggestion), text, action, suggestion.id);
}

async function approveOne(core: Core, given: z.infer<typeof approveSchema>): Promise<CommandResult> {
  const { SERVER, ID, force, entry: entryId } = given;
  const candidate = await lookAhead(core, SERVER, await getSuggestion(core, SERVER, ID), entryId);
  const proof = await prove(core, SERVER, candidate);
  const approved = await refuseRegressions(approve(core, SERVER, ID, { isForced: force === true, entryId }), {
    outcome: 'Nothing was changed',
    ...{ serverId: SERVER, id: ID, entryId },
  });
  const done = `Approved ${ID}: it is now ${describePlace(approved)}.`;
  const text = [done, summariseProof(proof), await describeTests(core, SERVER)].filter(Boolean).join(' ');
  return tell({ ...toShape(approved), proof: toProofShape(proof) }, text, 'training.approved', approved.id);
}

/** Near-duplicates by the id of the newest of them; of what was listed alone. */
async function findSimilar(
  core: Core,
  serverId: string,
  listed: readonly Suggestion[],
): Promise<Map<string, string[]>> {
  const ids = new Set(listed.filter(({ state }) => state === 'pending').map(({ id }) => id));
  if (ids.size < 2) return new Map();
  const groups = await listGroups(core, serverId);
  const similar = groups.map(({ suggestion, similar: others }): [string, string[]] => [
    suggestion.id,
    others.flatMap(({ id }) => (ids.has(id) ? [id] : [])),
  ]);
  return new Map(similar);
}

/** @param similar is one line of the table; every suggestion stands under `--json`. */
function showSuggestions(suggestions: readonly Suggestion[], similar: ReadonlyMap<string, string[]>) {
  const hidden = new Set([...similar.values()].flat());
  const countOf = (id: string) => 1 + (similar.get(id)?.length ?? 0);
  const shown = suggestions.filter(({ id }) => !hidden.has(id));
  const columns: ListColumns<Suggestion> = {
    ...{ id: 'id', state: 'state', source: 'source', made: 'createdAt' },
    times: ({ id }) => countOf(id),
    conflicts: ({ conflicts }) => conflicts.length || null,
    ...{ question: 'question', answer: 'answer', 'as taught': 'taught' },
  };
  const shape = suggestions.map((suggestion) => ({
    ...toShape(suggestion),
    count: countOf(suggestion.id),
    similar: similar.get(suggestion.id) ?? [],
  }));
  return { shape, text: toList(shown, columns, 'There are no suggestions to show.') };
}
