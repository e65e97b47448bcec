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
import { serverIdSchema } from '../../../core/owners/servers.ts';
import { type CommandContext, CommandFault, onInput } from '../input.ts';
import { COMMAND, formatDate, toTable } from '../print.ts';
import { describePlace, showSuggestion, toShape } from './gap.ts';
import { describeTests, refuseRegressions, summariseProof, toProofShape } from './proof.ts';

const STATES = ['pending', 'approved', 'rejected', 'suspended'] as const;

const serverSchema = z.object({ SERVER: serverIdSchema });
const listSchema = serverSchema.extend({
  state: z.enum(STATES, { error: `must be ${STATES.join(', ')}` }).optional(),
});
const oneSchema = serverSchema.extend({ ID: suggestionIdSchema });
const approveSchema = oneSchema.extend({ force: z.boolean().optional(), entry: entryIdSchema.optional() });
const mergeSchema = oneSchema.extend({ OTHERS: z.array(suggestionIdSchema).min(1) });
/** The core knows what the texts may be. */
const addSchema = serverSchema.extend({ question: z.string(), answer: z.string() });
const editSchema = oneSchema.extend({ question: z.string().optional(), answer: z.string().optional() });

export function addTrainingCommands(program: Command, context: CommandContext): void {
  const training = program.command('training').description('what people taught the bot, for you to decide');
  addReadingCommands(training, context);
  addWritingCommands(training, context);
  addDecidingCommands(training, context);
}

function addReadingCommands(training: Command, context: CommandContext): void {
  const listCommand = training
    .command('list <SERVER>')
    .description('list suggestions, newest first; those that wait about one question together')
    .option('--state <state>', `only those that are ${STATES.join(', ')}`);
  onInput(listCommand, listSchema, async ({ SERVER, state }) => {
    const core = await context.openCore();
    const listed = await listTraining(core, SERVER, state);
    showSuggestions(context, listed, await findSimilar(core, SERVER, listed));
  });

  const showCommand = training
    .command('show <SERVER> <ID>')
    .description('what a suggestion says, contradicts and would change, and where it comes from');
  onInput(showCommand, oneSchema, async ({ SERVER, ID }) => {
    const core = await context.openCore();
    await showSuggestion(context, core, SERVER, await getSuggestion(core, SERVER, ID));
  });
}

function addWritingCommands(training: Command, context: CommandContext): void {
  const addCommand = training
    .command('add <SERVER>')
    .description('suggest an answer to a question')
    .option('--question <text>', 'the question, required')
    .option('--answer <text>', 'its answer, required');
  onInput(addCommand, addSchema, async ({ SERVER, ...text }) => {
    const made = await suggest(await context.openCore(), { serverId: SERVER, ...text, source: 'import' });
    await context.record(SERVER, 'training.suggested', made.id);
    const next = `Use it: ${COMMAND} training approve ${SERVER} ${made.id}`;
    context.show(toShape(made), `Added ${made.id}. ${next}`);
  });

  const editCommand = training
    .command('edit <SERVER> <ID>')
    .description('change what a suggestion says')
    .option('--question <text>', 'the question')
    .option('--answer <text>', 'its answer');
  onInput(editCommand, editSchema, async ({ SERVER, ID, ...given }) => {
    if (Object.keys(given).length === 0) throw new CommandFault('Give --question, --answer or both.');
    const core = await context.openCore();
    const { question, answer } = await getSuggestion(core, SERVER, ID);
    const edited = await editSuggestion(core, SERVER, ID, { question, answer, ...given });
    await context.record(SERVER, 'training.edited', edited.id);
    context.show(toShape(edited), `Changed ${ID}.`);
  });

  const mergeCommand = training
    .command('merge <SERVER> <ID> <OTHERS...>')
    .description(
      'make suggestions one: the first keeps its question, is found by those of the others, and says what all of them say',
    );
  onInput(mergeCommand, mergeSchema, async ({ SERVER, ID, OTHERS }) => {
    const merged = await merge(await context.openCore(), SERVER, ID, OTHERS);
    await context.record(SERVER, 'training.merged', merged.id);
    context.show(toShape(merged), `Merged into ${ID}: ${OTHERS.join(', ')}.`);
  });
}

function addDecidingCommands(training: Command, context: CommandContext): void {
  const approveCommand = training
    .command('approve <SERVER> <ID>')
    .description('make a suggestion part of the knowledge, unless a test question would fail then')
    .option('--entry <id>', 'it asks the same as this entry, and becomes one more wording of it')
    .option('--force', 'whatever the test questions say');
  onInput(approveCommand, approveSchema, async ({ SERVER, ID, force, entry: entryId }) => {
    await approveOne(context, { serverId: SERVER, id: ID, isForced: force === true, entryId });
  });

  const rejectCommand = training.command('reject <SERVER> <ID>').description('put a suggestion aside');
  onInput(rejectCommand, oneSchema, async ({ SERVER, ID }) => {
    const rejected = await reject(await context.openCore(), SERVER, ID);
    await context.record(SERVER, 'training.rejected', rejected.id);
    context.show(toShape(rejected), `Rejected ${ID}.`);
  });

  const revertCommand = training
    .command('revert <SERVER> <ID>')
    .description('take an approval back: its entry goes, and it waits again');
  onInput(revertCommand, oneSchema, async ({ SERVER, ID }) => {
    const reverted = await revert(await context.openCore(), SERVER, ID);
    await context.record(SERVER, 'training.reverted', reverted.id);
    context.show(toShape(reverted), `Reverted ${ID}: it is in no answer any more and waits for a decision.`);
  });
}

async function approveOne(
  context: CommandContext,
  given: { serverId: string; id: string; isForced: boolean; entryId: string | undefined },
): Promise<void> {
  const { serverId, id, ...options } = given;
  const core = await context.openCore();
  const candidate = await lookAhead(core, serverId, await getSuggestion(core, serverId, id), options.entryId);
  const proof = await prove(core, serverId, candidate);
  const approved = await refuseRegressions(approve(core, serverId, id, options), {
    outcome: 'Nothing was changed',
    way: `${COMMAND} training approve ${serverId} ${id} --force`,
  });
  await context.record(serverId, 'training.approved', approved.id);
  const done = `Approved ${id}: it is ${describePlace(approved)} now.`;
  const text = [done, summariseProof(proof), await describeTests(core, serverId)].filter(Boolean).join(' ');
  context.show({ ...toShape(approved), proof: toProofShape(proof) }, text);
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
function showSuggestions(
  context: CommandContext,
  suggestions: readonly Suggestion[],
  similar: ReadonlyMap<string, string[]>,
): void {
  const hidden = new Set([...similar.values()].flat());
  const countOf = (id: string) => 1 + (similar.get(id)?.length ?? 0);
  const rows = suggestions
    .filter(({ id }) => !hidden.has(id))
    .map((suggestion) => [
      suggestion.id,
      suggestion.state,
      suggestion.source,
      formatDate(suggestion.createdAt),
      String(countOf(suggestion.id)),
      suggestion.conflicts.length === 0 ? '' : String(suggestion.conflicts.length),
      suggestion.question,
      suggestion.answer,
      suggestion.taught ?? '',
    ]);
  const head = ['id', 'state', 'source', 'made', 'times', 'conflicts', 'question', 'answer', 'as taught'];
  const table = rows.length === 0 ? 'There are no such suggestions.' : toTable([head, ...rows]);
  const shapes = suggestions.map((suggestion) => ({
    ...toShape(suggestion),
    count: countOf(suggestion.id),
    similar: similar.get(suggestion.id) ?? [],
  }));
  context.show(shapes, table);
}
