import { endRepeats } from '../../adapters/db/answering/ratings.ts';
import { findQuestionOfAnswer } from '../../adapters/db/members/message-claims.ts';
import { AppError } from '../../domain/errors.ts';
import { getLogged } from '../answering/log/answer-log.ts';
import type { Core } from '../core.ts';
import { suggest } from './suggestions/suggest.ts';
import type { Suggestion } from './suggestions/suggestions.ts';
import { isInOtherWords } from './suggestions/texts.ts';

interface Correction {
  serverId: string;
  answerId: string;
  question: string;
  answer: string;
  /** null for somebody who wants no name kept. */
  authorId: string | null;
}

/**
 * Suggests another answer in place of a kept one, for an owner to decide; it replaces the one that waits for the same
 * answer. @throws AppError('not_found' | 'forbidden' (the asker opted out) | 'server_inactive' | 'invalid_input')
 */
export async function correctAnswer(core: Core, correction: Correction): Promise<Suggestion> {
  const { serverId, answerId, question, answer, authorId } = correction;
  const kept = await getLogged(core, serverId, answerId);
  if (!kept) throw new AppError('not_found', { message: 'This answer is no longer stored.' });
  await endRepeats(core.database.kysely, { serverId, answerId, at: new Date(core.clock()) });
  const asked = await findQuestionOfAnswer(core.database, serverId, answerId);
  const ofAsker = { part: 'question' as const, memberId: asked?.askerId ?? null, isOriginal: false };
  // The message that holds the answer leads to the bot's words.
  const said = asked ? (asked.replyIds[0] ?? asked.messageId) : null;
  const ofAuthor = { part: 'answer' as const, messageId: said, memberId: authorId, isOriginal: false };
  return suggest(core, {
    ...{ serverId, answerId, question, answer, source: 'correction', authorRole: null },
    channelId: asked?.channelId ?? null,
    sources: [
      ...(asked?.askerId ? [{ ...ofAsker, messageId: asked.messageId }] : []),
      ...(said || authorId ? [ofAuthor] : []),
    ],
    isQuestionDerived: isInOtherWords(question, kept.question),
  });
}
