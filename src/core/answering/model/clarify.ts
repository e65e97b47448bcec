import type { ChatMessage } from '../../../domain/types.ts';

const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const ASKS = /[?？؟]["'”’»)\]*_]*\s*$/u;

/** Whether a text asks, and says nothing else. */
export function onlyAsks(text: string): boolean {
  // Most answers end without a question, and to segment them would take as long as to read them.
  if (!ASKS.test(text)) return text.trim() === '';
  return [...SENTENCES.segment(text.trim())].every(({ segment }) => ASKS.test(segment));
}

/** Whether an earlier answer of the conversation ended with a question: one in a ticket is enough. */
export function hasAskedBack(messages: readonly ChatMessage[]): boolean {
  return messages.some(
    ({ role, content }) => role === 'assistant' && content.split('\n').some((line) => ASKS.test(line)),
  );
}
