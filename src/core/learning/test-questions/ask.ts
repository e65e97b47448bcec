import { listTestQuestions } from '../../../adapters/db/learning/test-questions.ts';
import { AppError, type ErrorCode } from '../../../domain/errors.ts';
import { tryQuestion } from '../../answering/answer.ts';
import type { Core } from '../../core.ts';
import { getServer } from '../../owners/servers.ts';
import { compare } from './judge.ts';
import { type TestResult, toResult } from './test-questions.ts';

/** What the engine really said to a test question. */
export interface AskedResult extends TestResult {
  answer: string;
}

export interface AskedRun {
  total: number;
  passed: number;
  failed: AskedResult[];
  /** Questions that were left out, and why. */
  notAsked: number;
  stoppedBy: ErrorCode | null;
}

/** What ends a run, so that what was answered until then is still told. */
const STOPPING = new Set<ErrorCode>(['rate_limited_day', 'ai_unavailable']);

/**
 * Asks the real engine every test question and judges its answers. Free, as in the playground, and counted as
 * there: at most 100 a day and server. Not noted: the runs without answers are compared among themselves.
 * @throws AppError('not_found' | 'service_unavailable' | 'client_left')
 */
export async function runTestsWithAnswers(
  core: Core,
  serverId: string,
  signal: AbortSignal,
): Promise<AskedRun> {
  await getServer(core, serverId);
  const tests = await listTestQuestions(core.database, serverId);
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
