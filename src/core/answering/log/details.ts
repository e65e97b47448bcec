import { z } from 'zod';
import type { AnswerDetails } from '../../../adapters/db/quota/quota.ts';
import { truncate } from '../../../domain/text.ts';
import { type ChatMessage, type KeptTurn, TURN_AUTHORS } from '../../../domain/types.ts';
import { mayRepeatContext } from '../context.ts';
import type { Finished, Work } from '../question.ts';

/** Earlier messages are kept up to this length, the newest first: most of a ticket comes again with each question. */
const MAX_HISTORY_CHARACTERS = 6_000;
/** More digits of a score say nothing. */
const SCORE_DIGITS = 1_000;

/** As both stand in the database, for whoever puts them there from elsewhere. */
export const historySchema = z.array(z.strictObject({ by: z.enum(TURN_AUTHORS), text: z.string() }));
export const passagesSchema = z.array(z.strictObject({ id: z.string(), score: z.number() }));

/** The record of an answer besides its words, for its owner to look up. @param now of the core's clock */
export function detailsOf(
  work: Work,
  { passages, sent }: Pick<Finished, 'passages' | 'sent'>,
  now: number,
): AnswerDetails {
  const earlier = work.ticket.told.length - 1;
  const turns = sent?.turns ?? earlier;
  const shown = sent && !sent.isWhole ? passages.filter(({ id }) => sent.passageIds.has(id)) : passages;
  return {
    turns,
    history: keepNewest(turns === 0 ? [] : readTurns(work).slice(-turns)),
    passages: shown.map(({ id, score }) => ({ id, score: Math.round(score * SCORE_DIGITS) / SCORE_DIGITS })),
    isWhole: sent?.isWhole ?? false,
    tookMs: Math.max(0, Math.round(now - work.startedAt)),
  };
}

/**
 * The messages before the question; null for those of somebody else, which would have to go when they want it, and for
 * answers that may repeat what only the caller's system knows.
 */
function readTurns({ ticket, question }: Work): (KeptTurn | null)[] {
  const { messages, channel } = question;
  return ticket.told.slice(0, -1).map(({ role, content }, index) => {
    const given = messages[index];
    if (channel === 'discord' && given && isOfSomebodyElse(given)) return null;
    if (role === 'user') return { by: 'customer', text: content };
    if (mayRepeatContext(question)) return null;
    return { by: given?.role === 'user' ? 'team' : 'bot', text: content };
  });
}

/** In a chat, names stand where several people write, and never with the bot's words. */
function isOfSomebodyElse({ name }: ChatMessage): boolean {
  return name !== undefined;
}

function keepNewest(turns: readonly (KeptTurn | null)[]): KeptTurn[] {
  const kept: KeptTurn[] = [];
  let left = MAX_HISTORY_CHARACTERS;
  for (const turn of turns.toReversed()) {
    if (left <= 0) break;
    if (turn === null) continue;
    const text = truncate(turn.text, left);
    kept.unshift({ ...turn, text });
    left -= text.length;
  }
  return kept;
}
