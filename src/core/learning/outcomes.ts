import { setOutcome } from '../../adapters/db/answering/ratings.ts';
import { findQuestionOfAnswer } from '../../adapters/db/members/message-claims.ts';
import { AppError } from '../../domain/errors.ts';
import type { AnswerOutcome, DraftVerdict } from '../../domain/types.ts';
import { readMessageText } from '../answering/ticket/message-text.ts';
import type { Core } from '../core.ts';
import { solveHandover } from '../members/handovers.ts';
import { isGivenBack } from './feedback.ts';
import { distil } from './suggestions/distil.ts';
import { noteLesson } from './suggestions/learn.ts';

interface Reported {
  serverId: string;
  /** In small letters. */
  answerId: string;
  outcome: AnswerOutcome | DraftVerdict;
  /** The team's own answer to the customer, as it was sent. */
  teamAnswer: string | null;
}

/**
 * Notes the outcome of a ticket or the verdict on a draft; the last of each counts. With learning on, the team's answer becomes a suggestion, in
 * place of one for the same answer that still waits, and is distilled afterwards. @throws AppError('not_found' |
 * 'service_unavailable': the same again completes it)
 */
export async function recordOutcome(core: Core, reported: Reported): Promise<void> {
  const { serverId, answerId, outcome, teamAnswer } = reported;
  const at = new Date(core.clock());
  const givesBack =
    (outcome === 'reopened' || outcome === 'team_answered') && (await isGivenBack(core, serverId));
  const answer = await setOutcome(core.database, { serverId, answerId, outcome, givesBack, at });
  if (!answer) throw new AppError('not_found');
  if (outcome === 'resolved' && answer.channel === 'discord')
    await solveHandover(core, { serverId, answerId }, null);
  // Trials of the API teach nothing.
  const isReal = answer.channel === 'api' || answer.channel === 'discord';
  if (teamAnswer === null || answer.question === null || !isReal) return;
  const { question } = answer;
  await learnFrom(core, { serverId, answerId, question, teamAnswer });
}

async function learnFrom(
  core: Core,
  told: { serverId: string; answerId: string; question: string; teamAnswer: string },
): Promise<void> {
  const { serverId, answerId } = told;
  const asked = await findQuestionOfAnswer(core.database, serverId, answerId);
  const noted = await noteLesson(core, {
    ...{ serverId, answerId, source: 'outcome', channelId: asked?.channelId ?? null },
    // Mails come with greetings, quotes and signatures around them.
    question: readMessageText(told.question).question,
    answer: readMessageText(told.teamAnswer).own,
    // A member's deletion takes the question of a chat along.
    sources: asked?.askerId
      ? [
          {
            ...{ part: 'question', messageId: asked.messageId, memberId: asked.askerId },
            isOriginal: !asked.isCommand,
          },
        ]
      : [],
  });
  if (!noted?.isNew) return;
  const isTaken = core.backlog.add(async (signal) => {
    await distil(core, noted, signal);
  });
  if (!isTaken)
    core.log.info(
      { server: serverId, suggestion: noted.suggestion.id },
      'suggestion not rewritten in general terms: too busy',
    );
}
