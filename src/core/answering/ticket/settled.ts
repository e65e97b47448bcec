import type { Ticket } from './ticket.ts';

/**
 * Counts the first messages of a ticket that belong to a hand-over that is solved; the last one never does.
 * @param asked questions of this ticket before and after it was solved
 */
export function countSettled(
  { told }: Pick<Ticket, 'told'>,
  asked: { before: readonly string[]; after: readonly string[] },
): number {
  const earlier = told.slice(0, -1);
  const isOneOf = (texts: readonly string[]) => (one: (typeof told)[number]) =>
    one.role === 'user' && texts.includes(one.content);
  const solved = earlier.findLastIndex(isOneOf(asked.before)) + 1;
  const later = earlier.findIndex((one, index) => index >= solved && isOneOf(asked.after)(one));
  if (later >= 0) return later;
  // Nothing was asked since, so what the team was told meanwhile is over too.
  return Math.max(solved, earlier.findLastIndex(({ role }) => role === 'assistant') + 1);
}
