import { LRUCache } from 'lru-cache';
import { countTokens as countPiece } from '../../adapters/tokenizer.ts';
import { findOnce } from './message-memory.ts';

/**
 * The tokenizer's time grows with the square of an unbroken run (250,000 letters: 29 s), so text is counted
 * in pieces. They end before a blank, where words are separate tokens anyway: ordinary text counts exactly.
 */
const PIECE_CHARACTERS = 256;
const BLANK = /\s/;

/** As much as the largest prompt holds: of a longer message it need not be known how long it is. */
export const MOST_TOKENS = 12_000;

/** Number of o200k tokens of a text, a little too high where a run of 256 has no blank; counting stops above `limit`. */
export function countTokens(text: string, limit = Number.POSITIVE_INFINITY): number {
  let tokens = 0;
  for (let start = 0; start < text.length && tokens <= limit; ) {
    const end = endOfPiece(text, start);
    tokens += countPiece(text.slice(start, end));
    start = end;
  }
  return tokens;
}

/** Before the last blank within reach, else as far as it reaches; an expression would make an object a piece. */
function endOfPiece(text: string, start: number): number {
  const reach = start + PIECE_CHARACTERS;
  if (reach >= text.length) return text.length;
  for (let end = reach; end > start; end -= 1) if (BLANK.test(text.charAt(end))) return end;
  return reach;
}

const kept = new LRUCache<string, number>({ max: 500 });

/** Tokens of what an owner wrote: it comes with every question. Never for what customers write, which would stay. */
export function countKept(text: string): number {
  const tokens = kept.get(text) ?? countTokens(text);
  kept.set(text, tokens);
  return tokens;
}

/** Tokens of what a message says, counted once however many steps of an answer, or turns of its ticket, ask. */
export const countMessage = findOnce((text) => countTokens(text, MOST_TOKENS));
