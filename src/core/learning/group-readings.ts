import { createHash } from 'node:crypto';
import { type Reading, readText } from './similarity/reading.ts';

/** V8 keeps the whole text of a longer part of it. */
const MAX_COPIED_LETTERS = 12;
const BYTES_PER_READING = 700;
const BYTES_PER_WORD = 45;

/**
 * Reads a text as `readText` does, for keeping: its key is a digest, and what is left of the text are its words,
 * the content words without their endings.
 * @param words those of earlier readings, so that what occurs often is in memory once.
 */
export function readToKeep(text: string, words: Map<string, string>): Reading {
  const { key, terms, weight, functionWords, numbers, stance } = readText(text);
  const keep = (word: string) => {
    const kept = words.get(word) ?? copy(word);
    words.set(kept, kept);
    return kept;
  };
  return {
    key: createHash('sha256').update(key).digest('base64'),
    terms: new Map([...terms].map(([root, termWeight]) => [keep(root), termWeight])),
    weight,
    functionWords: new Set([...functionWords].map(keep)),
    numbers: keep(numbers),
    stance,
  };
}

/** How much memory a reading takes at most, about. */
export function bytesOf({ terms, functionWords, numbers }: Reading): number {
  return BYTES_PER_READING + BYTES_PER_WORD * (terms.size + functionWords.size) + 2 * numbers.length;
}

function copy(word: string): string {
  return word.length > MAX_COPIED_LETTERS ? ` ${word}`.slice(1) : word;
}
