import * as store from '../adapters/db/feedback.ts';
import { findQuestionOfAnswer } from '../adapters/db/handled.ts';
import { AppError } from '../domain/errors.ts';
import type { Core } from './core.ts';
import { getServer } from './servers.ts';
import { parseSettings, teamRolesOf } from './settings.ts';

/** Why an answer was voted down. */
export const VOTE_REASONS = ['wrong', 'outdated', 'unclear', 'other_question'] as const;
export type VoteReason = (typeof VOTE_REASONS)[number];

/**
 * Records what whoever asked, the team or an admin thinks of an answer; a later vote replaces an earlier one.
 * @throws AppError('not_found' | 'forbidden')
 */
export async function rateAnswer(
  core: Core,
  input: {
    serverId: string;
    answerId: string;
    invoker: { id: string; roleIds: readonly string[]; isAdmin: boolean };
    vote: 'up' | 'down';
    reason?: VoteReason;
  },
): Promise<void> {
  const { serverId, answerId, invoker, vote, reason } = input;
  const asked = await findAsked(core, serverId, answerId);
  const team = teamRolesOf(parseSettings((await getServer(core, serverId)).settings));
  const isTeam = invoker.isAdmin || invoker.roleIds.some((id) => team.has(id));
  if (asked.askerId !== invoker.id && !isTeam) throw new AppError('forbidden');
  const feedback = reason === undefined ? vote : `${vote}:${reason}`;
  await store.setFeedback(core.database, { serverId, answerId, feedback });
}

/**
 * Calls the team for an answer, once.
 * @returns the message that was answered and who asked; null when the team was called for it before.
 * @throws AppError('not_found')
 */
export async function callTeam(
  core: Core,
  { serverId, answerId }: { serverId: string; answerId: string },
): Promise<{ messageId: string; askerId: string | null } | null> {
  const { messageId, askerId } = await findAsked(core, serverId, answerId);
  const at = new Date(core.clock());
  const isFirst = await store.claimTeamCall(core.database, { serverId, answerId, at });
  return isFirst ? { messageId, askerId } : null;
}

async function findAsked(core: Core, serverId: string, answerId: string) {
  const asked = await findQuestionOfAnswer(core.database, serverId, answerId);
  if (!asked) throw new AppError('not_found');
  return asked;
}
