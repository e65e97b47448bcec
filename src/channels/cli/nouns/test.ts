import type { Command } from 'commander';
import { z } from 'zod';
import type { Core } from '../../../core/core.ts';
import type { Change } from '../../../core/learning/test-questions/changes.ts';
import { runTestsWithAnswers } from '../../../core/learning/test-questions/real-answers.ts';
import type {
  TestQuestion,
  TestResult,
  TestRun,
} from '../../../core/learning/test-questions/test-questions.ts';
import {
  addTest,
  listTests,
  MAX_TEST_TIMES,
  removeTest,
  runTests,
  testIdSchema,
  testTimesSchema,
} from '../../../core/learning/test-questions/test-questions.ts';
import { PLAYGROUND_QUESTIONS_PER_DAY } from '../../../domain/limits.ts';
import type { CommandContext } from '../input.ts';
import { addNoun, serverSchema, tell } from '../noun.ts';
import type { ListColumns } from '../print.ts';
import { COMMAND, toLine, toList } from '../print.ts';
import { describeFaults } from './proof.ts';

export function addTestCommands(program: Command, context: CommandContext): void {
  const add = addNoun(program, context, 'test|tests', 'questions that the bot must always get right');

  add('add <SERVER>', {
    about: 'save a test question',
    options: {
      '--question <text>': 'the question, required',
      '--expected <text>': 'what must be in the answer',
      '--needs-team <flag>': 'true or false: whether the team must be called',
    },
    /** The core knows what the texts may be. */
    input: serverSchema.extend({
      question: z.string(),
      expected: z.string().optional(),
      needs_team: z
        .enum(['true', 'false'], 'must be true or false')
        .transform((text) => text === 'true')
        .optional(),
    }),
    run: async (core, { SERVER, needs_team: needsTeam = null, ...given }) => {
      const made = await addTest(core, SERVER, { ...given, needsTeam });
      return tell(
        toShape(made),
        `Added ${made.id}. Try it: ${COMMAND} test run ${SERVER}`,
        'test.added',
        made.question,
      );
    },
  });
  add('list <SERVER>', {
    about: 'list the test questions with their last result',
    run: async (core, { SERVER }) => {
      const tests = await listTests(core, SERVER);
      return { shape: tests.map(toShape), text: toList(tests, COLUMNS, hintFor(SERVER)) };
    },
  });
  add('remove <SERVER> <ID>', {
    about: 'remove a test question',
    input: serverSchema.extend({ ID: testIdSchema }),
    run: async (core, { SERVER, ID }) => {
      const removed = (await listTests(core, SERVER)).find(({ id }) => id === ID);
      await removeTest(core, SERVER, ID);
      return tell({ removed: ID }, `Removed ${ID}.`, 'test.removed', removed?.question ?? ID);
    },
  });
  add('run <SERVER>', {
    about: 'check the test questions against the knowledge; exit code 1 when one fails',
    options: {
      '--answers': `check real answers; they count towards the ${PLAYGROUND_QUESTIONS_PER_DAY} free questions a day`,
      '--times <number>': `ask each question this many times, 1 to ${MAX_TEST_TIMES}; it passes only when all answers are right. Above 1, real answers are checked if a model is set`,
    },
    input: serverSchema.extend({ answers: z.boolean().optional(), times: testTimesSchema.default(1) }),
    run: (core, { SERVER, answers, times }) => {
      // Without a model the same is found and said each time, so the check stays free.
      const isReal = answers || (times > 1 && core.ai !== null);
      return isReal ? runWithAnswers(core, SERVER, times) : runPlainly(core, SERVER, times);
    },
  });
}

const COLUMNS: ListColumns<TestQuestion> = {
  id: 'id',
  'last run': ({ faults, needsTeam }) =>
    faults === null ? '' : faults.length === 0 ? 'passed' : `failed: ${describeFaults(faults, needsTeam)}`,
  at: 'runAt',
  'needs team': ({ needsTeam }) => (needsTeam === null ? '' : String(needsTeam)),
  ...{ expected: 'expected', question: 'question' },
};

/** The fault names every test question that fails. */
async function runPlainly(core: Core, serverId: string, times: number) {
  const run = await runTests(core, serverId, times);
  const { total, passed, failed } = run;
  const shape = { total, passed, times, failed: failed.map(toFailedShape), ...toFallen(run) };
  const isDone = `Test questions passed: ${passed} of ${total}.`;
  const text = total === 0 ? hintFor(serverId) : failed.length === 0 ? isDone : '';
  const describeMore = (result: TestResult) => describeTimes(result, times) + describeFall(run, result);
  return { shape, text, fault: describeFailed({ total, failed }, describeMore) };
}

/** The fault names every test question that fails, and how many were not asked. */
async function runWithAnswers(core: Core, serverId: string, times: number) {
  // Nobody leaves here: Ctrl+C ends the whole process.
  const { signal } = new AbortController();
  const run = await runTestsWithAnswers(core, serverId, signal, times);
  const { total, passed, failed, notAsked, stoppedBy } = run;
  const shape = {
    ...{ total, passed, times, not_asked: notAsked, stopped_by: stoppedBy },
    failed: failed.map((result) => ({ ...toFailedShape(result), answer: result.answer })),
    ...toFallen(run),
  };
  const isDone = failed.length === 0 && notAsked === 0;
  const why =
    stoppedBy === 'rate_limited_day'
      ? `today's ${PLAYGROUND_QUESTIONS_PER_DAY} free questions are used up`
      : 'the AI backend is not responding';
  const rest = notAsked === 0 ? '' : `Not asked: ${notAsked} of ${total}, because ${why}.`;
  const said = new Map(failed.map(({ id, answer }) => [id, answer]));
  const describeMore = (result: TestResult) =>
    `${describeTimes(result, times)}${describeFall(run, result)}\n    ${toLine(said.get(result.id) ?? '').slice(0, 200)}`;
  return {
    ...{ shape, text: isDone ? `Test questions passed: ${passed} of ${total}.` : '' },
    fault: describeFailed({ total, failed, rest }, describeMore),
  };
}

/** Empty where all is well. */
function describeFailed(
  { total, failed, rest = '' }: { total: number; failed: readonly TestResult[]; rest?: string },
  describeMore: (result: TestResult) => string,
): string {
  const lines = failed.map(
    (result) =>
      `  ${result.id}  "${toLine(result.question)}": ${describeFaults(result.faults, result.needsTeam)}${describeMore(result)}`,
  );
  const head = failed.length === 0 ? [] : [`Test questions failed: ${failed.length} of ${total}`];
  return [...head, ...lines, rest].filter(Boolean).join('\n');
}

function describeTimes({ right }: TestResult, times: number): string {
  return times === 1 ? '' : ` (right ${right} of ${times} times)`;
}

/** Empty where it did not pass the last time either. */
function describeFall({ regressions }: TestRun, { id }: TestResult): string {
  const fallen = regressions.find((one) => one.id === id);
  if (!fallen) return '';
  const changes = fallen.changes.map(describeChange).join(', ');
  return ` (passed last time; changed since then: ${changes || 'nothing on record'})`;
}

function describeChange({ what, subject }: Change): string {
  if (what === 'entry') return `entry "${toLine(subject ?? '')}"`;
  return [what === 'engine' ? 'model' : what, subject].filter(Boolean).join(' ');
}

function toFallen({ regressions }: TestRun) {
  const changes = Object.fromEntries(regressions.map((one) => [one.id, one.changes]));
  return { regressions: regressions.map(({ id }) => id), changes };
}

function toFailedShape(result: TestResult) {
  return { ...toResultShape(result), right: result.right };
}

function toResultShape({ id, question, expected, needsTeam, faults }: Omit<TestResult, 'right'>) {
  return { id, question, expected, needs_team: needsTeam, faults };
}

function toShape(test: TestQuestion) {
  const { faults, runAt } = test;
  const result = faults === null ? null : faults.length === 0;
  return { ...toResultShape({ ...test, faults: faults ?? [] }), passed: result, run_at: runAt };
}

function hintFor(serverId: string): string {
  return `This server has no test questions yet. Add one: ${COMMAND} test add ${serverId} --question TEXT --expected TEXT`;
}
