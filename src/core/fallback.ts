import { AppError } from '../domain/errors.ts';
import type { Core } from './core.ts';
import type { Draft } from './extractive.ts';
import { teamNotice } from './notices.ts';
import type { Work } from './question.ts';
import type { Recalled } from './recall.ts';

const NOTHING_RECALLED: Recalled = { passages: [], confidence: 0, hosts: new Set(), usage: null };

/**
 * What is said when the backend gave no answer: where a rule knows why a person is needed, the hand-over itself,
 * so that nobody in need is told to try again.
 * @throws the error, where nothing is known, whoever asked has left, or it is no fault of the backend.
 */
export function fallBack(core: Core, work: Work, error: unknown): { recalled: Recalled; draft: Draft } {
  const { id, language, teamReason, question } = work;
  if (!isBackendFault(error) || question.signal.aborted || teamReason === null) throw error;
  core.log.warn(
    { err: error, answer: id, server: question.server.id },
    'no answer of the backend; handed over',
  );
  const draft = { answer: teamNotice(language, teamReason), needsTeam: true, answerable: true, used: [] };
  return { recalled: NOTHING_RECALLED, draft };
}

function isBackendFault(error: unknown): boolean {
  return error instanceof AppError && error.code === 'ai_unavailable';
}
