import type { Command } from 'commander';
import { z } from 'zod';
import type { TestQuestion, TestResult } from '../../../core/learning/test-questions/test-questions.ts';
import {
  addTest,
  listTests,
  removeTest,
  runTests,
  runTestsWithAnswers,
  testIdSchema,
} from '../../../core/learning/test-questions/test-questions.ts';
import { serverIdSchema } from '../../../core/owners/servers.ts';
import { tryQuestion } from '../../../core/playground/playground.ts';
import { MAX_CONTENT_CHARACTERS, PLAYGROUND_QUESTIONS_PER_DAY } from '../../../domain/limits.ts';
import { toCleanText } from '../../../domain/text.ts';
import { type CommandContext, CommandFault, onInput } from '../input.ts';
import { COMMAND, formatDate, toFields, toLine, toParagraphs, toTable } from '../print.ts';
import { describeFaults } from './proof.ts';

const serverSchema = z.object({ SERVER: serverIdSchema });
const oneSchema = serverSchema.extend({ ID: testIdSchema });
const runSchema = serverSchema.extend({ answers: z.boolean().optional() });
/** The core knows what the texts may be. */
const addSchema = serverSchema.extend({
  question: z.string(),
  expected: z.string().optional(),
  needs_team: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .optional(),
});

export function addTestCommands(program: Command, context: CommandContext): void {
  const test = program.command('test').description('questions that the bot must always get right');
  addPlainCommands(test, context);

  const runCommand = test
    .command('run <SERVER>')
    .description('hold the test questions against the knowledge; exit code 1 when one fails')
    .option(
      '--answers',
      `judge real answers; they count to the ${PLAYGROUND_QUESTIONS_PER_DAY} free questions a day`,
    );
  onInput(runCommand, runSchema, async ({ SERVER, answers }) => {
    await (answers ? runWithAnswers(context, SERVER) : runPlainly(context, SERVER));
  });
}

function addPlainCommands(test: Command, context: CommandContext): void {
  const addCommand = test
    .command('add <SERVER>')
    .description('save a test question')
    .option('--question <text>', 'the question, required')
    .option('--expected <text>', 'what must be in the answer')
    .option('--needs-team <flag>', 'true or false: whether the team must take over');
  onInput(addCommand, addSchema, async ({ SERVER, needs_team, ...given }) => {
    const made = await addTest(await context.openCore(), SERVER, {
      ...given,
      needsTeam: needs_team ?? null,
    });
    await context.record(SERVER, 'test.added', made.question);
    context.show(toShape(made), `Added ${made.id}. Try it: ${COMMAND} test run ${SERVER}`);
  });

  const listCommand = test
    .command('list <SERVER>')
    .description('list the test questions with how they went the last time');
  onInput(listCommand, serverSchema, async ({ SERVER }) => {
    showTests(context, SERVER, await listTests(await context.openCore(), SERVER));
  });

  const removeCommand = test.command('remove <SERVER> <ID>').description('remove a test question');
  onInput(removeCommand, oneSchema, async ({ SERVER, ID }) => {
    const core = await context.openCore();
    const removed = (await listTests(core, SERVER)).find(({ id }) => id === ID);
    await removeTest(core, SERVER, ID);
    await context.record(SERVER, 'test.removed', removed?.question ?? ID);
    context.show({ removed: ID }, `Removed ${ID}.`);
  });
}

/** @throws CommandFault with every test question that fails; the result stands on stdout all the same under `--json`. */
async function runPlainly(context: CommandContext, serverId: string): Promise<void> {
  const { total, passed, failed, regressions } = await runTests(await context.openCore(), serverId);
  const shape = {
    total,
    passed,
    failed: failed.map(toResultShape),
    regressions: regressions.map(({ id }) => id),
  };
  const isDone = `All ${total} test questions pass.`;
  context.show(shape, total === 0 ? hintFor(serverId) : failed.length === 0 ? isDone : '');
  const passedBefore = new Set(regressions.map(({ id }) => id));
  refuseFailed({ total, failed }, ({ id }) => (passedBefore.has(id) ? ' (passed the last time)' : ''));
}

/** @throws CommandFault with every test question that fails, or when not all could be asked. */
async function runWithAnswers(context: CommandContext, serverId: string): Promise<void> {
  // Nobody leaves here: Ctrl+C ends the whole process.
  const { signal } = new AbortController();
  const run = await runTestsWithAnswers(await context.openCore(), serverId, signal);
  const { total, passed, failed, notAsked, stoppedBy } = run;
  const shape = {
    ...{ total, passed, not_asked: notAsked, stopped_by: stoppedBy },
    failed: failed.map((result) => ({ ...toResultShape(result), answer: result.answer })),
  };
  const isDone = failed.length === 0 && notAsked === 0;
  context.show(shape, isDone ? `All ${total} test questions pass.` : '');
  const why =
    stoppedBy === 'rate_limited_day'
      ? `the ${PLAYGROUND_QUESTIONS_PER_DAY} free questions of today are used up`
      : 'the AI backend does not answer';
  const rest = notAsked === 0 ? '' : `${notAsked} of ${total} were not asked: ${why}.`;
  const said = new Map(failed.map(({ id, answer }) => [id, answer]));
  refuseFailed({ total, failed, rest }, ({ id }) => `\n    ${toLine(said.get(id) ?? '').slice(0, 200)}`);
}

function refuseFailed(
  { total, failed, rest = '' }: { total: number; failed: readonly TestResult[]; rest?: string },
  describeMore: (result: TestResult) => string,
): void {
  if (failed.length === 0 && rest === '') return;
  const lines = failed.map(
    (result) =>
      `  ${result.id}  "${toLine(result.question)}": ${describeFaults(result.faults)}${describeMore(result)}`,
  );
  const head = failed.length === 0 ? [] : [`${failed.length} of ${total} test questions fail:`];
  throw new CommandFault([...head, ...lines, rest].filter(Boolean).join('\n'));
}

function toResultShape({ id, question, expected, needsTeam, faults }: TestResult) {
  return { id, question, expected, needs_team: needsTeam, faults };
}

function toShape(test: TestQuestion) {
  const { faults, runAt } = test;
  const result = faults === null ? null : faults.length === 0;
  return { ...toResultShape({ ...test, faults: faults ?? [] }), passed: result, run_at: runAt };
}

function showTests(context: CommandContext, serverId: string, tests: readonly TestQuestion[]): void {
  const rows = tests.map(({ id, question, expected, needsTeam, faults, runAt }) => [
    id,
    faults === null ? '' : faults.length === 0 ? 'passed' : `failed: ${describeFaults(faults)}`,
    formatDate(runAt),
    needsTeam === null ? '' : String(needsTeam),
    expected ?? '',
    question,
  ]);
  const head = ['id', 'last run', 'at', 'needs team', 'expected', 'question'];
  context.show(tests.map(toShape), rows.length === 0 ? hintFor(serverId) : toTable([head, ...rows]));
}

function hintFor(serverId: string): string {
  return `This server has no test questions yet. Add one: ${COMMAND} test add ${serverId} --question TEXT --expected TEXT`;
}

const askSchema = z.object({
  SERVER: serverIdSchema,
  QUESTION: z.string().trim().min(1, 'must not be empty').max(MAX_CONTENT_CHARACTERS).transform(toCleanText),
});

export function addAskCommand(program: Command, context: CommandContext): void {
  const askCommand = program
    .command('ask <SERVER> <QUESTION>')
    .description('ask as a customer would and see what is behind the answer; costs nothing');
  onInput(askCommand, askSchema, async ({ SERVER, QUESTION }) => {
    // Nobody leaves here: Ctrl+C ends the whole process.
    const { signal } = new AbortController();
    const result = await tryQuestion(await context.openCore(), SERVER, QUESTION, signal);
    context.show(result, render(result));
  });
}

function render(result: Awaited<ReturnType<typeof tryQuestion>>): string {
  const { sources, passages } = result;
  const facts = toFields({
    'needs team': result.needs_team ? `yes (${result.team_reason})` : 'no',
    level: result.level,
    engine: result.engine,
    confidence: result.confidence.toFixed(2),
    sources: sources.map(({ title, url }) => (url === null ? title : `${title} <${url}>`)).join(', '),
  });
  const rows = passages.map(({ score, id, title }) => [score.toFixed(2), id, title]);
  const found =
    rows.length === 0
      ? 'Nothing in the knowledge matches this question.'
      : toTable([['score', 'passage', 'title'], ...rows]);
  return `${toParagraphs(result.answer)}\n\n${facts}\n\n${found}`;
}
