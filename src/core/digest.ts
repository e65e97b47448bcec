import { hash } from 'node:crypto';
import type { ChatMessage } from '../domain/types.ts';

const digests = new WeakMap<ChatMessage, string>();

/** Entries of a memory by digest: about 1 MB when full. */
export const MAX_DIGESTS = 5_000;

/**
 * SHA-256 of what a message says. A ticket comes again with each of its turns; what was found out about a turn is
 * kept by its digest, so that it need not be read again and none of its words stay in memory.
 */
export function digestOf(message: ChatMessage): string {
  const known = digests.get(message) ?? hash('sha256', message.content, 'base64');
  digests.set(message, known);
  return known;
}
