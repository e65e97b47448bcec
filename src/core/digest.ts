import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ChatMessage } from '../domain/types.ts';

const digests = new WeakMap<ChatMessage, string>();

/** Entries of a memory by digest: about 1 MB when full. */
export const MAX_DIGESTS = 5_000;

/** The same as `find`, which looks at nothing but what a message says, found once for each text. */
export function findOnce<Value extends boolean | number | string>(
  find: (text: string) => Value,
): (message: ChatMessage) => Value {
  const found = new LRUCache<string, Value>({ max: MAX_DIGESTS });
  return (message) => {
    const digest = digestOf(message);
    const known = found.get(digest);
    if (known !== undefined) return known;
    const value = find(message.content);
    found.set(digest, value);
    return value;
  };
}

/**
 * SHA-256 of what a message says. A ticket comes again with each of its turns; what was found out about a turn is
 * kept by its digest, so that it need not be read again and none of its words stay in memory.
 */
export function digestOf(message: ChatMessage): string {
  const known = digests.get(message);
  if (known !== undefined) return known;
  const digest = hash('sha256', message.content, 'base64');
  digests.set(message, digest);
  return digest;
}
