import type { Command } from 'commander';
import { z } from 'zod';
import { answerGap, closeGap, type Gap, getGap, listGaps } from '../../../core/learning/gaps.ts';
import { serverIdSchema } from '../../../core/owners/servers.ts';
import type { CommandContext } from '../context.ts';
import { readInput, wholeNumberSchema } from '../input.ts';
import { COMMAND, formatDate, toTable } from '../print.ts';
import { describeTests, refuseRegressions } from './proof.ts';
import { toShape } from './suggestion.ts';

const serverSchema = z.object({ SERVER: serverIdSchema });
const listSchema = serverSchema.extend({
  limit: wholeNumberSchema.pipe(z.number().min(1, 'must be 1 or more').max(5_000)).optional(),
});
const oneSchema = serverSchema.extend({ ID: z.uuid('is no id of a gap') });
/** The core knows what the texts may be. */
const answerSchema = oneSchema.extend({
  answer: z.string(),
  question: z.string().optional(),
  force: z.boolean().optional(),
});

export function addGapCommands(program: Command, context: CommandContext): void {
  const gap = program.command('gap').description('questions that the knowledge does not answer well');

  gap
    .command('list <SERVER>')
    .description('what was handed over for want of knowledge or voted down, similar questions together')
    .option('--limit <number>', 'so many, those that were asked most often first; 25 if not given')
    .action(async (server: string, options: object) => {
      const { SERVER, ...some } = readInput(listSchema, { SERVER: server, ...options });
      showGaps(context, await listGaps(await context.openCore(), SERVER, some));
    });

  gap
    .command('answer <SERVER> <ID>')
    .description('answer a gap: its question and the answer become an entry')
    .option('--answer <text>', 'the answer, required')
    .option('--question <text>', 'the question in other words')
    .option('--force', 'whatever the test questions say')
    .action(async (server: string, id: string, options: object) => {
      const input = readInput(answerSchema, { SERVER: server, ID: id, ...options });
      await answerOne(context, input);
    });

  gap
    .command('close <SERVER> <ID>')
    .description('put a gap aside without an answer')
    .action(async (server: string, id: string) => {
      const { SERVER, ID } = readInput(oneSchema, { SERVER: server, ID: id });
      await closeGap(await context.openCore(), { serverId: SERVER, answerId: ID });
      // A member asked it, so their words stand in no log.
      await context.record(SERVER, 'gap.closed');
      context.show({ closed: ID }, `Closed ${ID}.`);
    });
}

async function answerOne(context: CommandContext, input: z.infer<typeof answerSchema>): Promise<void> {
  const { SERVER, ID, answer, force } = input;
  const core = await context.openCore();
  const question = input.question ?? (await getGap(core, SERVER, ID)).question;
  const made = await refuseRegressions(
    answerGap(core, {
      ...{ serverId: SERVER, answerId: ID, question, answer, isForced: force === true },
      ...{ authorId: null, authorRole: null },
    }),
    {
      outcome: 'The answer waits as a suggestion, and the gap is still open',
      way: `${COMMAND} training approve ${SERVER} ID --force, with the id that "training list" shows`,
    },
  );
  await context.record(SERVER, 'gap.answered', made.id);
  const done = `Answered ${ID}: it is the entry ${made.entryId} now.`;
  const undo = `Undo: ${COMMAND} training revert ${SERVER} ${made.id}`;
  const text = [done, await describeTests(core, SERVER), undo].filter(Boolean).join(' ');
  context.show({ ...toShape(made), entry_id: made.entryId }, text);
}

function showGaps(context: CommandContext, gaps: readonly Gap[]): void {
  const shapes = gaps.map((gap) => ({
    id: gap.answerId,
    question: gap.question,
    answer: gap.answer,
    count: gap.count,
    unanswered: gap.unanswered,
    voted_down: gap.votedDown,
    covered: gap.isCovered,
    at: gap.at,
  }));
  const rows = gaps.map((gap) => [
    gap.answerId,
    String(gap.count),
    String(gap.unanswered),
    String(gap.votedDown),
    gap.isCovered ? 'yes' : 'no',
    formatDate(gap.at),
    gap.question,
  ]);
  const head = ['id', 'count', 'unanswered', 'voted down', 'covered by now', 'newest', 'question'];
  const isEmpty = 'There are no gaps: what was asked was answered, or put aside.';
  context.show(shapes, rows.length === 0 ? isEmpty : toTable([head, ...rows]));
}
