import { z } from 'zod';
import type { TestQuestion } from '../../../adapters/db/learning/test-questions.ts';
import * as store from '../../../adapters/db/learning/test-questions.ts';
import { AppError } from '../../../domain/errors.ts';
import { toCleanText } from '../../../domain/text.ts';
import type { TestFault } from '../../../domain/types.ts';
import { tellRegressions } from '../../alerts/alerts.ts';
import { getMarks } from '../../answering/known-marks.ts';
import type { Core } from '../../core.ts';
import type { Marks } from '../../handover/nearness.ts';
import { invalid, parseGiven } from '../../owners/invalid-input.ts';
import { randomBase62 } from '../../owners/key-format.ts';
import { getServer } from '../../owners/servers.ts';
import { type PlanLimits, planLimitsOf } from '../../quota/plan-limits.ts';
import { runDaily } from '../../runtime/shared-work.ts';
import { runInSlices, type Steps } from '../../runtime/slices.ts';
import type { KnowledgeIndex } from '../../search/knowledge.ts';
import { getKnowledgeIndex } from '../../search/knowledge-index.ts';
import { findCurrent } from '../findings.ts';
import { type Change, readChanges } from './changes.ts';
import { fold, judge } from './judge.ts';

export type { TestQuestion };

export const MAX_TESTS_PER_SERVER = 200;
export const MAX_TEST_QUESTION_CHARACTERS = 2_000;
export const MAX_EXPECTED_CHARACTERS = 500;
const ID_CHARACTERS = 10;

export const testIdSchema = z.string().regex(/^[0-9A-Za-z]{10}$/, 'is not the id of a test question');

const testQuestionSchema = z
  .object({
    question: z.string().trim().min(1).max(MAX_TEST_QUESTION_CHARACTERS).transform(toCleanText),
    expected: z
      .string()
      .trim()
      .max(MAX_EXPECTED_CHARACTERS)
      .transform(toCleanText)
      .refine((text) => fold(text) !== '', 'must have letters or digits')
      .nullish()
      .transform((text) => text ?? null),
    needsTeam: z
      .boolean()
      .nullish()
      .transform((needs) => needs ?? null),
  })
  .refine(({ expected, needsTeam }) => expected !== null || needsTeam !== null, {
    path: ['expected'],
    message: 'must say what has to be in the answer, unless you say whether the team is needed',
  });

export interface TestResult {
  id: string;
  question: string;
  expected: string | null;
  needsTeam: boolean | null;
  /** Of the first time that it was wrong. */
  faults: TestFault[];
  /** How many of the times it was right; it passes where it always was. */
  right: number;
}

export type Regression<Result = TestResult> = Result & { changes: Change[] };

export interface TestRun<Result = TestResult> {
  total: number;
  /** Those that were right every time. */
  passed: number;
  failed: Result[];
  /** Failed ones that passed the last time, with what was changed since. */
  regressions: Regression<Result>[];
}

/** How often each question of a run is asked. */
export const MAX_TEST_TIMES = 5;
export const testTimesSchema = z.coerce
  .number()
  .pipe(z.int().min(1).max(MAX_TEST_TIMES, `must be a whole number from 1 to ${MAX_TEST_TIMES}`));

/** @throws AppError('not_found' | 'invalid_input' with the field as `param`; `tests`: there are 200) */
export async function addTest(
  core: Core,
  serverId: string,
  given: { question: string; expected?: string | null; needsTeam?: boolean | null },
): Promise<TestQuestion> {
  await getServer(core, serverId);
  const parsed = parseGiven(testQuestionSchema, given);
  const test = { id: randomBase62(ID_CHARACTERS), ...parsed, createdAt: new Date(core.clock()) };
  const isAdded = await store.insertTestQuestion(core.database, serverId, test, MAX_TESTS_PER_SERVER);
  if (!isAdded) throw invalid('tests', `A server has at most ${MAX_TESTS_PER_SERVER} test questions.`);
  return { ...test, faults: null, runAt: null, rightAt: null, rightEngine: null };
}

/**
 * Saves a test question and runs all. A failed run is logged, and the question stays as one that was never run.
 * @throws as addTest does.
 */
export async function addTestAndRun(
  core: Core,
  serverId: string,
  given: Parameters<typeof addTest>[2],
): Promise<TestQuestion> {
  const added = await addTest(core, serverId, given);
  const run = await tryTests(core, serverId);
  if (!run) return added;
  const { faults = [] } = run.failed.find(({ id }) => id === added.id) ?? {};
  return { ...added, faults, runAt: new Date(core.clock()) };
}

/** Oldest first. @throws AppError('not_found') */
export async function listTests(core: Core, serverId: string): Promise<TestQuestion[]> {
  await getServer(core, serverId);
  return store.listTestQuestions(core.database, serverId);
}

export async function removeTest(core: Core, serverId: string, id: string): Promise<void> {
  if (await store.deleteTestQuestion(core.database, serverId, id)) return;
  throw new AppError('not_found', { message: `There is no test question with the id ${id}.` });
}

/**
 * Runs all test questions so many times at no cost and notes the results. With a backend it judges the passages; runTestsWithAnswers
 * asks the model. @throws AppError('not_found')
 */
export async function runTests(core: Core, serverId: string, times = 1): Promise<TestRun> {
  const server = await getServer(core, serverId);
  const tests = await store.listTestQuestions(core.database, serverId);
  if (tests.length === 0) return { total: 0, passed: 0, failed: [], regressions: [] };
  const on = {
    knowledge: await getKnowledgeIndex(core, server),
    planLimits: planLimitsOf(core, server),
    marks: await getMarks(core, server),
  };
  const runs: TestResult[][] = [];
  while (runs.length < times) runs.push(await runInSlices(judgeSteps(core, on, tests)));
  const results = (runs[0] ?? []).map((_, place) => joinTimes(runs.flatMap((run) => run[place] ?? [])));
  await store.storeTestResults(core.database, serverId, results, new Date(core.clock()));
  const passedBefore = tests.flatMap(({ id, faults, runAt }) =>
    faults?.length === 0 && runAt ? [{ id, since: runAt }] : [],
  );
  return summariseRun(core, serverId, results, passedBefore);
}

/** Logs a run that fails. */
export async function tryTests(core: Core, serverId: string): Promise<TestRun | null> {
  try {
    return await runTests(core, serverId);
  } catch (error) {
    core.log.warn({ err: error, server: serverId }, 'test questions not run');
    return null;
  }
}

function* judgeSteps(
  core: Core,
  on: { knowledge: KnowledgeIndex; planLimits: PlanLimits; marks: Marks },
  tests: readonly TestQuestion[],
): Steps<TestResult[]> {
  const questions = tests.map(({ question }) => question);
  const found = yield* findCurrent(on.knowledge, on.planLimits, questions, on.marks);
  const results: TestResult[] = [];
  for (const [index, test] of tests.entries()) {
    const finding = found[index];
    if (finding) results.push(toResult(test, judge(core, on, test, finding).faults));
    yield;
  }
  return results;
}

export function toResult(test: TestQuestion, faults: TestFault[]): TestResult {
  const { id, question, expected, needsTeam } = test;
  return { id, question, expected, needsTeam, faults, right: faults.length === 0 ? 1 : 0 };
}

/** The result of one question that was asked several times. @param times at least one */
export function joinTimes<Result extends TestResult>(times: readonly Result[]): Result {
  const shown = times.find(({ faults }) => faults.length > 0) ?? times[0];
  if (!shown) throw new Error('a question that was never asked');
  return { ...shown, right: times.filter(({ faults }) => faults.length === 0).length };
}

/** @param passedBefore those that passed the last time, and when that was */
export async function summariseRun<Result extends TestResult>(
  core: Core,
  serverId: string,
  results: readonly Result[],
  passedBefore: Parameters<typeof readChanges>[2],
): Promise<TestRun<Result>> {
  const failed = results.filter(({ faults }) => faults.length > 0);
  const ids = new Set(failed.map(({ id }) => id));
  const changes = await readChanges(
    core,
    serverId,
    passedBefore.filter(({ id }) => ids.has(id)),
  );
  return {
    total: results.length,
    passed: results.length - failed.length,
    failed,
    regressions: failed.flatMap((result) => {
      const since = changes.get(result.id);
      return since ? [{ ...result, changes: since }] : [];
    }),
  };
}

/** The results of the last run; null without test questions. */
export async function summariseTests(
  core: Core,
  serverId: string,
): Promise<{ total: number; failed: number; notRun: number; runAt: Date | null } | null> {
  const tests = await store.listTestQuestions(core.database, serverId);
  if (tests.length === 0) return null;
  const times = tests.flatMap(({ runAt }) => (runAt ? [runAt.getTime()] : []));
  return {
    total: tests.length,
    failed: tests.filter(({ faults }) => faults !== null && faults.length > 0).length,
    notRun: tests.filter(({ faults }) => faults === null).length,
    runAt: times.length === 0 ? null : new Date(Math.max(...times)),
  };
}

/**
 * Runs the test questions of all servers once a day and logs how many regressed. @returns whether this process did it.
 * @throws AppError('service_unavailable') for all servers that are left.
 */
export function runAllTests(core: Core, signal?: AbortSignal): Promise<boolean> {
  return runDaily(core, 'tests', async () => {
    for (const serverId of await store.listServersWithTests(core.database)) {
      signal?.throwIfAborted();
      await runForDay(core, serverId).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'service_unavailable') throw error;
        core.log.warn({ err: error, server: serverId }, 'test questions not run');
      });
    }
  });
}

async function runForDay(core: Core, serverId: string): Promise<void> {
  const wasInUse = core.knowledgeIndexes.has(serverId);
  const { regressions } = await runTests(core, serverId);
  // Else the daily round would push the indexes of busy servers out of memory.
  if (!wasInUse) core.knowledgeIndexes.delete(serverId);
  if (regressions.length === 0) return;
  core.log.warn({ server: serverId, failed: regressions.length }, 'test questions that passed now fail');
  const subjects = regressions.flatMap(({ changes }) => changes.flatMap(({ subject }) => subject ?? []));
  await tellRegressions(core, serverId, { count: regressions.length, changed: [...new Set(subjects)] });
}
