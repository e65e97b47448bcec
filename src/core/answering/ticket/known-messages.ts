import { LRUCache } from 'lru-cache';
import type { ChatMessage } from '../../../domain/types.ts';

/** Messages of current tickets; with their cached readings, 10 MB at most. */
const MOST_MESSAGES = 4_000;
const MOST_CHARACTERS = 1_000_000;
/** Nobody's words are kept for longer. */
const KEPT_MS = 15 * 60 * 1000;

const known = new LRUCache<string, ChatMessage>({
  max: MOST_MESSAGES,
  maxSize: MOST_CHARACTERS,
  sizeCalculation: ({ content }) => content.length + 1,
  ttl: KEPT_MS,
});

/**
 * Replaces earlier messages by the objects of last time: a ticket returns with each new message, and weak maps keep
 * its readings by object. Without this a question takes a tenth more CPU.
 */
export function withKnownMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.map((message, index) => (index < messages.length - 1 ? recognise(message) : message));
}

function recognise(message: ChatMessage): ChatMessage {
  const found = known.get(message.content);
  if (found && found.role === message.role && found.name === message.name) return found;
  known.set(message.content, message);
  return message;
}
