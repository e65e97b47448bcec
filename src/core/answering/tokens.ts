import { countTokens as countPiece, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base';
import type { ChatMessage } from '../../domain/types.ts';

/**
 * The library's time grows with the square of an unbroken run: 16,000 letters take 0.2 s, 256 KiB a minute. Counted
 * in pieces, 256 KiB of any text take at most 0.7 s. A piece ends before a blank, where words are separate tokens
 * anyway, so ordinary text counts exactly.
 */
const PIECE = /[\s\S]{1,256}(?!\S)|[\s\S]{1,256}/gu;
/** Control tokens that somebody writes are text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };
/** Words that are not one token, and their tokens: without any, counting takes twice as long; the default is 100,000. */
const REMEMBERED_WORDS = 2_000;

setMergeCacheSize(REMEMBERED_WORDS);

/** As much as the largest prompt holds: of a longer message it need not be known how long it is. */
export const MOST_TOKENS = 12_000;

/** Number of o200k tokens of a text, a little too high where a run of 256 has no blank; counting stops above `limit`. */
export function countTokens(text: string, limit = Number.POSITIVE_INFINITY): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    tokens += countPiece(piece, AS_TEXT);
    if (tokens > limit) break;
  }
  return tokens;
}

const counted = new WeakMap<ChatMessage, number>();

/** Tokens of what a message says, counted once for both the reservation and the prompt of its answer. */
export function countMessage(message: ChatMessage): number {
  const tokens = counted.get(message) ?? countTokens(message.content, MOST_TOKENS);
  counted.set(message, tokens);
  return tokens;
}
