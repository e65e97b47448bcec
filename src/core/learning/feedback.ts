import * as store from '../../adapters/db/answering/answers.ts';
import { setFeedback } from '../../adapters/db/answering/ratings.ts';
import { findQuestionOfAnswer } from '../../adapters/db/members/message-claims.ts';
import { AppError } from '../../domain/errors.ts';
import type { Core } from '../core.ts';
import { hasOptedOut } from '../members/privacy.ts';
import { isOfTeam, mayTeach, type Standing } from '../owners/access.ts';
import { getServer } from '../owners/servers.ts';
import { parseSettings } from '../owners/settings.ts';

export const VOTE_REASONS = ['wrong', 'outdated', 'unclear', 'other_question'] as const;
export type VoteReason = (typeof VOTE_REASONS)[number];

export interface Voter extends Standing {
  id: string;
}

/**
 * Records the vote of the asker, the team or an admin; a later vote replaces an earlier one. @throws
 * AppError('not_found' | 'forbidden')
 */
export async function rateAnswer(
  core: Core,
  input: { serverId: string; answerId: string; invoker: Voter; vote: 'up' | 'down'; reason?: VoteReason },
): Promise<void> {
  const { serverId, answerId, invoker, vote, reason } = input;
  const asked = await findAsked(core, serverId, answerId);
  const settings = parseSettings((await getServer(core, serverId)).settings);
  if (asked.askerId !== invoker.id && !isOfTeam(settings, invoker)) throw new AppError('forbidden');
  const feedback = reason === undefined ? vote : `${vote}:${reason}`;
  const at = new Date(core.clock());
  const givesBack = vote === 'down' && settings.give_back;
  await setFeedback(core.database, { serverId, answerId, feedback, comment: null, givesBack, at });
}

/** Whether the units of answers that did not hold come back. @throws AppError('not_found') */
export async function isGivenBack(core: Core, serverId: string): Promise<boolean> {
  return parseSettings((await getServer(core, serverId)).settings).give_back;
}

/**
 * Records the verdict of a ticket system; it replaces an earlier one and its comment. @param input.answerId in small
 * letters. @throws AppError('not_found')
 */
export async function recordFeedback(
  core: Core,
  input: { serverId: string; answerId: string; isHelpful: boolean; comment: string | null },
): Promise<void> {
  const { isHelpful, ...rating } = input;
  const feedback = isHelpful ? 'up' : 'down';
  const givesBack = !isHelpful && (await isGivenBack(core, rating.serverId));
  const at = new Date(core.clock());
  const isKnown = await setFeedback(core.database, { ...rating, feedback, givesBack, at });
  if (!isKnown) throw new AppError('not_found');
}

/** The message to call the team at, its author, and whether a call was made before. @throws AppError('not_found') */
export async function findTeamCall(
  core: Core,
  { serverId, answerId }: { serverId: string; answerId: string },
): Promise<{ messageId: string; askerId: string | null; isMade: boolean }> {
  const { messageId, askerId, teamAskedAt } = await findAsked(core, serverId, answerId);
  return { messageId, askerId, isMade: teamAskedAt !== null };
}

/** Notes a call once it stands where the team reads it. @returns false when one was noted before. */
export function noteTeamCall(core: Core, { serverId, answerId }: { serverId: string; answerId: string }) {
  return store.noteTeamCall(core.database, { serverId, answerId, at: new Date(core.clock()) });
}

export interface Correctable {
  /** null once it is no longer kept. */
  question: string | null;
  askerId: string | null;
  /** Where the answer stands; the message is the bot's. */
  channelId: string;
  messageId: string;
  /** The suggestion that this member made for it before. */
  suggestionId: string | null;
}

/**
 * Finds the answer for those who may suggest a better one: teachers, editors and, where learning is on, the asker;
 * nobody who has opted out. @throws AppError('not_found' | 'forbidden')
 */
export async function findCorrectable(
  core: Core,
  { serverId, answerId, invoker }: { serverId: string; answerId: string; invoker: Voter },
): Promise<Correctable> {
  const asked = await findAsked(core, serverId, answerId);
  const { question, askerId, channelId } = asked;
  const settings = parseSettings((await getServer(core, serverId)).settings);
  const mayCorrect = mayTeach(settings, invoker) || (settings.learning && askerId === invoker.id);
  if (!mayCorrect || (await hasOptedOut(core, invoker.id))) throw new AppError('forbidden');
  const messageId = asked.replyIds[0] ?? asked.messageId;
  const place = { serverId, memberId: invoker.id, messageId };
  const suggestionId = await store.findCorrection(core.database, place);
  return { question, askerId, channelId, messageId, suggestionId };
}

async function findAsked(core: Core, serverId: string, answerId: string) {
  const asked = await findQuestionOfAnswer(core.database, serverId, answerId);
  if (!asked) throw new AppError('not_found');
  return asked;
}

/** null for a question that is closed or not kept. */
export function findOpenQuestion(core: Core, serverId: string, answerId: string): Promise<string | null> {
  return store.findOpenQuestion(core.database, serverId, answerId);
}
