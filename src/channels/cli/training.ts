import type { Command } from 'commander';
import { z } from 'zod';
import { serverIdSchema } from '../../core/servers.ts';
import { approve, listTraining, reject, type Suggestion, suggestionIdSchema } from '../../core/training.ts';
import type { CommandContext } from './context.ts';
import { readInput } from './input.ts';
import { formatDate, toTable } from './print.ts';

const STATES = ['pending', 'approved', 'rejected', 'suspended'] as const;

const serverSchema = z.object({ SERVER: serverIdSchema });
const listSchema = serverSchema.extend({
  state: z.enum(STATES, { error: `must be ${STATES.join(', ')}` }).optional(),
});
const oneSchema = serverSchema.extend({ ID: suggestionIdSchema });

export function addTrainingCommands(program: Command, context: CommandContext): void {
  const training = program.command('training').description('what people taught the bot, for you to decide');

  training
    .command('list <SERVER>')
    .description('list suggestions, newest first')
    .option('--state <state>', `only those that are ${STATES.join(', ')}`)
    .action(async (server: string, options: object) => {
      const { SERVER, state } = readInput(listSchema, { SERVER: server, ...options });
      showSuggestions(context, await listTraining(await context.openCore(), SERVER, state));
    });

  training
    .command('approve <SERVER> <ID>')
    .description('make a suggestion part of the knowledge')
    .action(async (server: string, id: string) => {
      const { SERVER, ID } = readInput(oneSchema, { SERVER: server, ID: id });
      const approved = await approve(await context.openCore(), SERVER, ID);
      context.show(toShape(approved), `Approved ${ID}: it is the entry ${approved.entryId} now.`);
    });

  training
    .command('reject <SERVER> <ID>')
    .description('put a suggestion aside')
    .action(async (server: string, id: string) => {
      const { SERVER, ID } = readInput(oneSchema, { SERVER: server, ID: id });
      context.show(toShape(await reject(await context.openCore(), SERVER, ID)), `Rejected ${ID}.`);
    });
}

function toShape({ id, question, answer, state, conflicts }: Suggestion) {
  return { id, question, answer, state, conflicts };
}

function showSuggestions(context: CommandContext, suggestions: readonly Suggestion[]): void {
  const rows = suggestions.map((suggestion) => [
    suggestion.id,
    suggestion.state,
    suggestion.source,
    formatDate(suggestion.createdAt),
    suggestion.question,
    suggestion.answer,
  ]);
  const head = ['id', 'state', 'source', 'made', 'question', 'answer'];
  const table = rows.length === 0 ? 'There are no such suggestions.' : toTable([head, ...rows]);
  context.show(suggestions.map(toShape), table);
}
