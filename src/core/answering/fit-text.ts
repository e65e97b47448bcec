import { toData } from '../search/passages.ts';
import { countTokens } from '../search/tokens.ts';

/** No tokenizer puts more characters into a token on average, so longer text is too long without counting. */
export const MAX_CHARACTERS_PER_TOKEN = 8;
/** Shorter text is not cut: the cut mark would be longer. */
const SHORTEST_CHARACTERS = 40;

/**
 * Leaves out the middle: a long message says what its author wants at the beginning or at the end. What
 * counts is the text as data: 16,000 `<` are 4,000 tokens as they are and 49,000 escaped.
 */
export function fitText(text: string, maxTokens: number): string {
  // No token is shorter than a byte.
  return Buffer.byteLength(toData(text)) <= maxTokens ? text : shorten(text, maxTokens).text;
}

/** With the tokens of the whole, the first cut usually fits: the text is counted once, not three times. */
export function shorten(whole: string, maxTokens: number, wholeTokens = 1): { text: string; tokens: number } {
  const charactersPerToken = Math.min(MAX_CHARACTERS_PER_TOKEN, whole.length / wholeTokens);
  let text = cutMiddle(whole, Math.floor(maxTokens * charactersPerToken));
  let tokens = countTokens(toData(text), 2 * maxTokens);
  while (tokens > maxTokens && text.length > SHORTEST_CHARACTERS) {
    text = cutMiddle(text, Math.floor((text.length * maxTokens) / tokens));
    tokens = countTokens(toData(text), 2 * maxTokens);
  }
  return { text, tokens };
}

function cutMiddle(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const half = Math.max(0, Math.floor(characters / 2) - 10);
  return `${text.slice(0, half)} […] ${text.slice(text.length - half)}`.toWellFormed();
}
