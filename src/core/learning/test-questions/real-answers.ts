import * as store from '../../../adapters/db/learning/test-questions.ts';
import { AppError, type ErrorCode } from '../../../domain/errors.ts';
import type { Core } from '../../core.ts';
import { getServer } from '../../owners/servers.ts';
import { tryQuestion } from '../../playground/playground.ts';
import { compare } from './judge.ts';
import { joinTimes, summariseRun, type TestResult, type TestRun, toResult } from './test-questions.ts';

interface AskedResult extends TestResult {
  answer: string;
  engine: string;
}

export interface AskedRun extends TestRun<AskedResult> {
  /** Questions that were left out; one that was not asked as often as wanted is among them. */
  notAsked: number;
  stoppedBy: ErrorCode | null;
}

/** Errors that end a run; the answers until then are still shown. */
const STOPPING = new Set<ErrorCode>(['rate_limited_day', 'ai_unavailable']);

/**
 * Asks the real engine every test question so many times, each free and counted as in the playground: at most 100 a day
 * and server. Notes which were right every time, and by which engine. @throws AppError('not_found' |
 * 'service_unavailable' | 'client_left')
 */
export async function runTestsWithAnswers(
  core: Core,
  serverId: string,
  signal: AbortSignal,
  times = 1,
): Promise<AskedRun> {
  await getServer(core, serverId);
  const tests = await store.listTestQuestions(core.database, serverId);
  const results: AskedResult[] = [];
  let stoppedBy: ErrorCode | null = null;
  for (const test of tests) {
    try {
      results.push(await askTimes(core, { serverId, test, times }, signal));
    } catch (error) {
      if (!(error instanceof AppError) || !STOPPING.has(error.code)) throw error;
      stoppedBy = error.code;
      break;
    }
  }
  const now = new Map(results.map(({ id, engine }) => [id, engine]));
  const passedBefore = tests.flatMap(({ id, rightAt, rightEngine }) =>
    rightAt ? [{ id, since: rightAt, engine: { before: rightEngine, now: now.get(id) ?? '' } }] : [],
  );
  const run = await summariseRun(core, serverId, results, passedBefore);
  await store.storeRightAnswers(core.database, serverId, results, new Date(core.clock()));
  return { ...run, total: tests.length, notAsked: tests.length - results.length, stoppedBy };
}

async function askTimes(
  core: Core,
  { serverId, test, times }: { serverId: string; test: store.TestQuestion; times: number },
  signal: AbortSignal,
): Promise<AskedResult> {
  const asked: AskedResult[] = [];
  while (asked.length < times) {
    const {
      answer,
      engine,
      needs_team: needsTeam,
    } = await tryQuestion(core, serverId, test.question, signal);
    const { faults } = compare(test, { texts: [answer], needsTeam });
    asked.push({ ...toResult(test, faults), answer, engine });
  }
  return joinTimes(asked);
}
