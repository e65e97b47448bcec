import { findEntry } from '../../../adapters/db/knowledge/knowledge.ts';
import { findAnswerText, type Suggestion } from '../../../adapters/db/learning/suggestions.ts';
import { findAnswerOfReply } from '../../../adapters/db/members/message-claims.ts';
import type { Core } from '../../core.ts';

/** The bot's words that a suggestion corrects, as long as they are kept; null for other suggestions. */
export async function findCorrectedAnswer(
  core: Core,
  serverId: string,
  { source, sources }: Pick<Suggestion, 'source' | 'sources'>,
): Promise<string | null> {
  if (source !== 'correction' && source !== 'vote') return null;
  const messageId = sources.find((one) => one.part === 'answer' && one.messageId !== null)?.messageId;
  const found = messageId ? await findAnswerOfReply(core.database, serverId, messageId) : undefined;
  return found ? findAnswerText(core.database, serverId, found.answerId) : null;
}

/** The entry that approving a suggestion again would replace; null where it says the same. */
export async function findReplacedEntry(
  core: Core,
  serverId: string,
  { entryId, question, answer }: Suggestion,
): Promise<{ id: string; title: string; text: string } | null> {
  const entry = entryId === null ? null : await findEntry(core.database, serverId, entryId);
  if (!entry || (entry.title === question && entry.text === answer)) return null;
  return { id: entry.id, title: entry.title, text: entry.text };
}
