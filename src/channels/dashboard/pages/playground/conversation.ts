import { ticketSchema } from '../../../../core/answering/ticket/schema.ts';
import { MAX_MESSAGES } from '../../../../domain/limits.ts';
import type { ChatMessage } from '../../../../domain/types.ts';

/** A conversation lives in the form that continues it: nothing of it is kept here. */

/** Whole turns of a question and its answer, beside the next question. */
const MOST_MESSAGES = MAX_MESSAGES - 2;
/** As a form sends it; the longest question beside it still leaves a form that is taken. */
const MOST_BYTES = 240_000;

/** As the value of a hidden field: JSON, because a browser would change the line breaks of plain text. */
export function writeHistory(messages: readonly ChatMessage[]): string {
  return JSON.stringify(messages);
}

/**
 * The ticket that a question makes with what was said before, checked as one of the API is.
 * @param history as `writeHistory` gives it; empty: nothing was said before.
 * @returns null where that is no conversation: somebody changed it.
 */
export function readTicket(history: string, question: string): ChatMessage[] | null {
  const earlier = history === '' ? [] : parse(history);
  if (!Array.isArray(earlier)) return null;
  const ticket = [...earlier, { role: 'user', content: question }];
  const { data }: { data?: readonly Omit<ChatMessage, 'name'>[] } = ticketSchema.safeParse(ticket);
  return data?.map(({ role, content }) => ({ role, content })) ?? null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The newest turns that a ticket has room for; the oldest go first, as in a prompt. */
export function fitHistory(messages: readonly ChatMessage[]): ChatMessage[] {
  let kept = messages.slice(-MOST_MESSAGES);
  while (bytesOf(kept) > MOST_BYTES) kept = kept.slice(2);
  return kept;
}

function bytesOf(messages: readonly ChatMessage[]): number {
  return new URLSearchParams({ history: writeHistory(messages) }).toString().length;
}
