import { findBackendFault } from '../../adapters/ai/fault.ts';
import { AppError } from '../../domain/errors.ts';
import type { Core } from '../core.ts';
import type { Draft } from './extractive.ts';
import { teamNotice } from './notices.ts';
import type { Work } from './question.ts';
import type { Recalled } from './recall.ts';

const NOTHING_RECALLED: Recalled = {
  ...{ passages: [], whole: null },
  ...{ confidence: 0, hosts: new Set(), usage: null },
};

/**
 * What is said when the backend gave no answer. Where a rule knows why a person is needed, or the backend will not
 * answer this however often it is asked, it is the hand-over itself: nobody in need is told to try again.
 * @throws the error in all other cases: an outage, no fault of the backend, or whoever asked has left.
 */
export function fallBack(core: Core, work: Work, error: unknown): { recalled: Recalled; draft: Draft } {
  const { id, language, question } = work;
  const reason = work.teamReason ?? (isRefusal(error) ? 'model' : null);
  if (!isBackendFault(error) || question.signal.aborted || reason === null) throw error;
  const at = { answer: id, server: question.server.id };
  core.log.warn({ err: error, ...at }, 'no answer of the backend; handed over');
  const draft = { answer: teamNotice(language, reason), needsTeam: true, answerable: true, used: [] };
  return { recalled: NOTHING_RECALLED, draft };
}

function isBackendFault(error: unknown): boolean {
  return error instanceof AppError && error.code === 'ai_unavailable';
}

/** A filter, or the model itself, does not answer this; the next try would end the same way. */
function isRefusal(error: unknown): boolean {
  return findBackendFault(error)?.kind === 'filtered';
}
