import type { Command } from 'commander';
import { z } from 'zod';
import type { StoredMark } from '../../../core/learning/marks.ts';
import {
  listMarks,
  markAnswer,
  markIdSchema,
  nameMark,
  unmark,
  verdictSchema,
} from '../../../core/learning/marks.ts';
import { serverIdSchema } from '../../../core/owners/servers.ts';
import { type CommandContext, onInput } from '../input.ts';
import { COMMAND, formatDate, toTable } from '../print.ts';

const serverSchema = z.object({ SERVER: serverIdSchema });
const markSchema = serverSchema.extend({
  ANSWER: z.uuid('is no id of an answer').transform((id) => id.toLowerCase()),
  VERDICT: verdictSchema,
});
const oneSchema = serverSchema.extend({ ID: markIdSchema });

export function addAnswersCommands(program: Command, context: CommandContext): void {
  const answers = program.command('answers').description('say of answers whether the team was needed');
  const markCommand = answers
    .command('mark <SERVER> <ANSWER> <VERDICT>')
    .description('needed or not-needed: near texts follow it from the next question on');
  onInput(markCommand, markSchema, async ({ SERVER, ANSWER, VERDICT }) => {
    const given = { serverId: SERVER, answerId: ANSWER, verdict: VERDICT };
    const mark = await markAnswer(await context.openCore(), given);
    await context.record(SERVER, 'answer.marked', nameMark(mark));
    const undo = `Take it back: ${COMMAND} answers unmark ${SERVER} ${mark.id}`;
    context.show(toShape(mark), `Marked ${mark.id}: ${VERDICT}. ${undo}`);
  });

  const listCommand = answers
    .command('marks <SERVER>')
    .description('list what was said so, the newest first');
  onInput(listCommand, serverSchema, async ({ SERVER }) => {
    const marks = await listMarks(await context.openCore(), SERVER);
    const rows = marks.map(({ id, isNeeded, createdAt, answerId, text }) => {
      return [id, isNeeded ? 'needed' : 'not-needed', formatDate(createdAt), answerId, text];
    });
    const none = `Nothing is marked yet. Mark an answer: ${COMMAND} answers mark ${SERVER} ANSWER not-needed`;
    const head = ['id', 'team', 'at', 'answer', 'text'];
    context.show(marks.map(toShape), rows.length === 0 ? none : toTable([head, ...rows]));
  });

  const unmarkCommand = answers.command('unmark <SERVER> <ID>').description('take it back');
  onInput(unmarkCommand, oneSchema, async ({ SERVER, ID }) => {
    const gone = await unmark(await context.openCore(), SERVER, ID);
    await context.record(SERVER, 'answer.unmarked', nameMark(gone));
    context.show({ removed: ID }, `Removed ${ID}.`);
  });
}

function toShape({ id, answerId, isNeeded, text, createdAt }: StoredMark) {
  return { id, answer: answerId, verdict: isNeeded ? 'needed' : 'not-needed', text, at: createdAt };
}
