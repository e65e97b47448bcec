import { findBackendFault } from '../../adapters/ai/fault.ts';
import { AppError } from '../../domain/errors.ts';
import type { Language, TeamReason } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import type { Settings } from '../owners/settings.ts';
import type { Draft } from './extractive.ts';
import { NOTICES, teamNotice } from './notices.ts';
import type { Work } from './question.ts';
import type { Recalled } from './recall.ts';
import { hostsIn, sanitiseAnswer } from './sanitise/sanitise.ts';

/**
 * The final answer, and whether a person takes over: hand-over and sanitising.
 * @param input.hosts of the knowledge, which the answer may link to.
 * @param input.ruleReason the reason in the customer's own words; nothing can remove it.
 */
export function conclude(
  core: Core,
  input: {
    settings: Settings;
    language: Language;
    hosts: Set<string>;
    draft: Draft;
    ruleReason: TeamReason | null;
    hasModel: boolean;
  },
): { said: string; teamReason: TeamReason | null } {
  const { settings, draft, ruleReason, hasModel } = input;
  const notices = NOTICES[input.language];
  const teamReason = decideTeamReason(ruleReason, draft);
  const allowedHosts = () => input.hosts.union(hostsIn([settings.instructions, core.config.PUBLIC_URL]));
  const clean = sanitiseAnswer(draft.answer, { allowedHosts, canary: core.canary });
  const isWithheld = clean.leaked || clean.text.trim() === '';
  const whole = clean.isCut ? `${clean.text}\n\n${notices.cut}` : clean.text;
  const handedOver = teamNotice(input.language, teamReason ?? 'model');
  const unsaid = draft.answerable ? handedOver : notices.notInKnowledge;
  const notice = draft.answer === '' ? unsaid : notices.withheld;
  const said = isWithheld ? notice : whole;
  const reason = isWithheld ? (teamReason ?? 'model') : teamReason;
  // A model was told of the hand-over and says so itself; the extractive engine only knows its passages.
  if (hasModel || !ruleReason) return { said, teamReason: reason };
  const announcement = teamNotice(input.language, ruleReason);
  const both = draft.used.length > 0 ? `${announcement}\n\n${said}` : announcement;
  return { said: both, teamReason: reason };
}

/** Why the team takes over: a rule, or the engine's verdict on its own answer; null if nobody has to. */
export function decideTeamReason(
  ruleReason: TeamReason | null,
  draft: Pick<Draft, 'answerable' | 'needsTeam'>,
): TeamReason | null {
  return ruleReason ?? (draft.answerable ? (draft.needsTeam ? 'model' : null) : 'not_in_knowledge');
}

const NOTHING_RECALLED: Recalled = {
  ...{ passages: [], whole: null, channel: 'words', confidence: 0, hosts: new Set() },
};

/**
 * The reply when the backend gave no answer. If a rule gives a reason for a person, or the backend will never answer
 * this question, it is the hand-over itself: nobody in need is told to try again.
 * @throws the error in all other cases: an outage, a fault that is not the backend's, or an asker who has left.
 */
export function fallBack(core: Core, work: Work, error: unknown): { recalled: Recalled; draft: Draft } {
  const { id, language, question } = work;
  // A filter, or the model itself, does not answer this; the next try would end the same way.
  const isRefusal = findBackendFault(error)?.kind === 'filtered';
  const reason = work.teamReason ?? (isRefusal ? 'model' : null);
  const isBackendFault = error instanceof AppError && error.code === 'ai_unavailable';
  if (!isBackendFault || question.signal.aborted || reason === null) throw error;
  const at = { answer: id, server: question.server.id };
  core.log.warn({ err: error, ...at }, 'no answer of the backend; handed over');
  const draft = { answer: teamNotice(language, reason), needsTeam: true, answerable: true, used: [] };
  return { recalled: NOTHING_RECALLED, draft };
}
