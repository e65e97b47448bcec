import { readSolvedTicket } from '../../../adapters/db/members/handovers.ts';
import type { Core } from '../../core.ts';
import type { Question } from '../question.ts';
import type { Ticket } from './ticket.ts';

/**
 * Counts the first messages of a conversation that belong to a hand-over that is solved. A chat says it; over the API
 * the questions that were asked before and after it are found in the ticket. The question itself never belongs to it.
 */
export async function countSettled(core: Core, question: Question, { told }: Ticket): Promise<number> {
  const { settled = 0, conversationId, server } = question;
  if (!conversationId || told.length < 2) return settled;
  const asked = await readSolvedTicket(core.database, { serverId: server.id, conversationId });
  if (!asked) return settled;
  const earlier = told.slice(0, -1);
  const isOneOf = (texts: readonly string[]) => (one: (typeof told)[number]) =>
    one.role === 'user' && texts.includes(one.content);
  const solved = earlier.findLastIndex(isOneOf(asked.before)) + 1;
  const later = earlier.findIndex((one, index) => index >= solved && isOneOf(asked.after)(one));
  // Nothing was asked since, so what the team was told meanwhile is over too.
  return later >= 0 ? later : Math.max(solved, earlier.findLastIndex(({ role }) => role === 'assistant') + 1);
}
