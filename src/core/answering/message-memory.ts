import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ChatMessage } from '../../domain/types.ts';

/** Texts about which something is remembered: about 3 MB when full. */
export const MAX_TEXTS = 5_000;

/** What was found out about a text, at the place of who found it. */
interface Notes {
  digest: string;
  findings: unknown[];
}

const notesOfTexts = new LRUCache<string, Notes>({ max: MAX_TEXTS });
const notesOfMessages = new WeakMap<ChatMessage, Notes>();
let places = 0;

/** What one part of the program knows about what messages say. */
export interface MessageMemory<Finding> {
  get(message: ChatMessage): Finding | undefined;
  set(message: ChatMessage, finding: Finding): void;
}

/**
 * A ticket comes again with each of its turns: what was found out about a turn is kept by the digest of its text, so
 * that it need not be read again and none of its words stay in memory. Keep nothing that holds words either.
 */
export function openMemory<Finding>(): MessageMemory<Finding> {
  const place = places;
  places += 1;
  return {
    get: (message) => notesOf(message).findings[place] as Finding | undefined,
    set: (message, finding) => {
      notesOf(message).findings[place] = finding;
    },
  };
}

/** The same as `find`, which looks at nothing but what a message says, found once for each text. */
export function findOnce<Finding extends boolean | number | string>(
  find: (text: string) => Finding,
): (message: ChatMessage) => Finding {
  const memory = openMemory<Finding>();
  return (message) => {
    const known = memory.get(message);
    if (known !== undefined) return known;
    const found = find(message.content);
    memory.set(message, found);
    return found;
  };
}

/** SHA-256 of what a message says. */
export function digestOf(message: ChatMessage): string {
  return notesOf(message).digest;
}

function notesOf(message: ChatMessage): Notes {
  const known = notesOfMessages.get(message);
  if (known) return known;
  const digest = hash('sha256', message.content, 'base64');
  const notes = notesOfTexts.get(digest) ?? openNotes(digest);
  notesOfMessages.set(message, notes);
  return notes;
}

function openNotes(digest: string): Notes {
  const notes = { digest, findings: new Array(places).fill(undefined) };
  notesOfTexts.set(digest, notes);
  return notes;
}
