import { z } from 'zod';
import type { TestQuestion } from '../../../adapters/db/learning/test-questions.ts';
import * as store from '../../../adapters/db/learning/test-questions.ts';
import { AppError, type ErrorCode } from '../../../domain/errors.ts';
import { toCleanText } from '../../../domain/text.ts';
import type { TestFault } from '../../../domain/types.ts';
import { tellRegressions } from '../../alerts/alerts.ts';
import { getMarks } from '../../answering/known-marks.ts';
import type { Core } from '../../core.ts';
import type { Marks } from '../../handover/nearness.ts';
import { invalid, parseGiven } from '../../owners/invalid-input.ts';
import { randomBase62 } from '../../owners/keys.ts';
import { getServer } from '../../owners/servers.ts';
import { tryQuestion } from '../../playground/playground.ts';
import { type PlanLimits, planLimitsOf } from '../../quota/plan-limits.ts';
import { runDaily } from '../../runtime/shared-work.ts';
import { runInSlices, type Steps } from '../../runtime/slices.ts';
import type { KnowledgeIndex } from '../../search/knowledge.ts';
import { getKnowledgeIndex } from '../../search/knowledge-index.ts';
import { findCurrent } from '../findings.ts';
import { compare, fold, judge } from './judge.ts';

export type { TestQuestion };

export const MAX_TESTS_PER_SERVER = 200;
export const MAX_TEST_QUESTION_CHARACTERS = 2_000;
export const MAX_EXPECTED_CHARACTERS = 500;
const ID_CHARACTERS = 10;

export const testIdSchema = z.string().regex(/^[0-9A-Za-z]{10}$/, 'is no id of a test question');

const testQuestionSchema = z
  .object({
    question: z.string().trim().min(1).max(MAX_TEST_QUESTION_CHARACTERS).transform(toCleanText),
    expected: z
      .string()
      .trim()
      .max(MAX_EXPECTED_CHARACTERS)
      .transform(toCleanText)
      .refine((text) => fold(text) !== '', 'must hold more than marks and blanks')
      .nullish()
      .transform((text) => text ?? null),
    needsTeam: z
      .boolean()
      .nullish()
      .transform((needs) => needs ?? null),
  })
  .refine(({ expected, needsTeam }) => expected !== null || needsTeam !== null, {
    path: ['expected'],
    message: 'give what must be in the answer, or whether the team is needed',
  });

export interface TestResult {
  id: string;
  question: string;
  expected: string | null;
  needsTeam: boolean | null;
  faults: TestFault[];
}

export interface TestRun {
  total: number;
  passed: number;
  failed: TestResult[];
  /** Failed ones that passed the last time. */
  regressions: TestResult[];
}

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
  return { ...test, faults: null, runAt: null };
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
 * Runs all test questions at no cost and notes the results. With a backend it judges the passages; runTestsWithAnswers
 * asks the model. @throws AppError('not_found')
 */
export async function runTests(core: Core, serverId: string): Promise<TestRun> {
  const server = await getServer(core, serverId);
  const tests = await store.listTestQuestions(core.database, serverId);
  if (tests.length === 0) return { total: 0, passed: 0, failed: [], regressions: [] };
  const on = {
    knowledge: await getKnowledgeIndex(core, server),
    planLimits: planLimitsOf(core, server),
    marks: await getMarks(core, server),
  };
  const results = await runInSlices(judgeSteps(core, on, tests));
  await store.storeTestResults(core.database, serverId, results, new Date(core.clock()));
  return summariseRun(tests, results);
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

function toResult(test: TestQuestion, faults: TestFault[]): TestResult {
  const { id, question, expected, needsTeam } = test;
  return { id, question, expected, needsTeam, faults };
}

/** @param tests as they were before the run. */
function summariseRun(tests: readonly TestQuestion[], results: readonly TestResult[]): TestRun {
  const passedBefore = new Set(tests.flatMap(({ id, faults }) => (faults?.length === 0 ? [id] : [])));
  const failed = results.filter(({ faults }) => faults.length > 0);
  return {
    total: results.length,
    passed: results.length - failed.length,
    failed,
    regressions: failed.filter(({ id }) => passedBefore.has(id)),
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
  core.log.warn({ server: serverId, failed: regressions.length }, 'test questions that passed before fail');
  await tellRegressions(core, serverId, regressions.length);
}

interface AskedResult extends TestResult {
  answer: string;
}

export interface AskedRun {
  total: number;
  passed: number;
  failed: AskedResult[];
  /** Questions that were left out. */
  notAsked: number;
  stoppedBy: ErrorCode | null;
}

/** Errors that end a run; the answers until then are still shown. */
const STOPPING = new Set<ErrorCode>(['rate_limited_day', 'ai_unavailable']);

/**
 * Asks the real engine every test question, free and counted as in the playground: at most 100 a day and server.
 * Results are not noted: runs without answers are compared among themselves. @throws AppError('not_found' |
 * 'service_unavailable' | 'client_left')
 */
export async function runTestsWithAnswers(
  core: Core,
  serverId: string,
  signal: AbortSignal,
): Promise<AskedRun> {
  await getServer(core, serverId);
  const tests = await store.listTestQuestions(core.database, serverId);
  const results: AskedResult[] = [];
  let stoppedBy: ErrorCode | null = null;
  for (const test of tests) {
    try {
      const said = await tryQuestion(core, serverId, test.question, signal);
      const { faults } = compare(test, { texts: [said.answer], needsTeam: said.needs_team });
      results.push({ ...toResult(test, faults), answer: said.answer });
    } catch (error) {
      if (!(error instanceof AppError) || !STOPPING.has(error.code)) throw error;
      stoppedBy = error.code;
      break;
    }
  }
  const failed = results.filter(({ faults }) => faults.length > 0);
  const passed = results.length - failed.length;
  return { total: tests.length, passed, failed, notAsked: tests.length - results.length, stoppedBy };
}
