import type { Core } from '../../core.ts';
import { findTeamReason } from '../../handover/handover.ts';
import type { Marks } from '../../handover/nearness.ts';
import { getKnowledgeIndex } from '../../search/knowledge-index.ts';
import { knowsAnyWord } from '../../search/search.ts';
import type { Question } from '../question.ts';
import { isRepetition, readChatter } from './chatter.ts';
import { isMachineMail } from './machine-mail.ts';

/** Words with less weight are not corrected. */
const EXACT_WEIGHT = 0.05;

/**
 * Tells, before reading and search, whether the last message may ask something: no mail of a program, no sign alone,
 * no short word unless the knowledge has it or it calls the team.
 * @param given.content the last message before it was decoded.
 */
export async function mayAsk(
  core: Core,
  { server, messages }: Pick<Question, 'server' | 'messages'>,
  { content, topics, marks }: { content: string; topics: readonly string[]; marks: Marks },
): Promise<boolean> {
  const last = messages.at(-1);
  if (!last || isMachineMail(content) || isMachineMail(last.content)) return false;
  const chatter = readChatter(messages);
  if (chatter === null) return true;
  if (chatter.length === 0) return false;
  const { index } = await getKnowledgeIndex(core, server);
  // `hehe` is no mistyped `here`.
  const sought = chatter.map((text) => ({ text, weight: isRepetition(text) ? EXACT_WEIGHT : 1 }));
  return knowsAnyWord(index, sought) || findTeamReason([last], topics, marks) !== null;
}
