import { countTokens as countPiece } from '../../adapters/tokenizer.ts';
import type { ChatMessage } from '../../domain/types.ts';

/**
 * The tokenizer's time grows with the square of an unbroken run (250,000 letters: 29 s), so text is counted in
 * pieces. A piece ends before a blank, where words are separate tokens anyway, so ordinary text counts exactly.
 */
const PIECE_LENGTH = 256;
const PIECE = /[\s\S]{1,256}(?!\S)|[\s\S]{1,256}/gu;

/** As much as the largest prompt holds: the exact length of a longer message does not matter. */
export const MOST_TOKENS = 12_000;

/** Number of o200k tokens of a text, a little too high where a run of 256 has no blank; counting stops above `limit`. */
export function countTokens(text: string, limit = Number.POSITIVE_INFINITY): number {
  if (text.length <= PIECE_LENGTH) return countPiece(text);
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    tokens += countPiece(piece);
    if (tokens > limit) break;
  }
  return tokens;
}

const counted = new WeakMap<ChatMessage, number>();

/** Tokens of a message's text, counted once for both the reservation and the prompt of its answer. */
export function countMessage(message: ChatMessage): number {
  const tokens = counted.get(message) ?? countTokens(message.content, MOST_TOKENS);
  counted.set(message, tokens);
  return tokens;
}
