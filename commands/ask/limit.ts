import type { Core } from '../../src/core/core.ts';
import { type CountedQuestion, countQuestion } from '../../src/core/members/member-limit.ts';
import { questionsOf, type Settings, teamRolesOf } from '../../src/core/owners/settings.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Invocation } from '../command.ts';
import { ago } from '../reply.ts';

/**
 * Counts a question that was asked by command towards the limit of whoever asks.
 * @throws AppError('forbidden') for the asker alone to read: what this command returns is for all to see.
 */
export async function countAsked(
  core: Core,
  { id, serverId, invoker, language }: Invocation,
  settings: Settings,
): Promise<CountedQuestion> {
  const team = teamRolesOf(settings);
  const { roleIds } = invoker;
  const limit = roleIds.some((role) => team.has(role)) ? 0 : questionsOf(settings, roleIds);
  const asked = { serverId, memberId: invoker.id, questionId: id, limit };
  // Each use of a command gets its own answer, so the line of the hour is left to messages.
  const check = await countQuestion(core, { ...asked, tells: false });
  if (!check.isOver) return check.counted;
  const again = ago(new Date(Math.ceil(check.againAt.getTime() / 1000) * 1000));
  const texts = {
    de: `Du hast in der letzten Stunde schon viele Fragen gestellt. Frag gern ${again} noch einmal.`,
    en: `You have asked many questions within the last hour. Please ask again ${again}.`,
  };
  throw new AppError('forbidden', { message: texts[language] });
}
