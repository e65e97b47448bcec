import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Core } from '../core.ts';
import { REST_MS, runInSlices, type Steps } from '../runtime/slices.ts';
import { readText, type TextFeatures } from './similarity/compare.ts';
import { findRepresentatives } from './similarity/representatives.ts';
import { groupByRepresentative } from './similarity/similarity.ts';

/** Of all servers together; the least recently asked goes first. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Words of what is deleted stay no longer, should nobody ask again. */
const MAX_AGE_MS = 3_600_000;
/** Of a short text in memory, besides its characters; each key is in two lists. */
const BYTES_PER_KEY = 80;

/** Keys of items that ask the same, groups and items in the order of the items. */
type Groups = readonly (readonly string[])[];

/** A list as it was grouped. */
interface CachedGrouping {
  /** Newest first. */
  keys: readonly string[];
  groups: Groups;
  /** In the opposite order, as they are grouped; empty when a change means to group anew. */
  readings: readonly TextFeatures[];
  representatives: readonly number[];
}

const EMPTY: CachedGrouping = { keys: [], groups: [], readings: [], representatives: [] };

const kept = new WeakMap<Core, LRUCache<string, CachedGrouping>>();

/** An item that is to be grouped. Its key names it and is another one when its text is. */
export interface Grouped {
  key: string;
  text: string;
}

/**
 * Groups what asks the same as `groupSimilar` does with the oldest first, so that a new item joins a group or
 * founds one and moves no other. What comparing needs is kept for an hour after it was last asked for, so that a
 * change costs a fifteenth of grouping anew: of 5,000 items some 6 MB of words, never their texts.
 * @param input.keys what is in the list of this name now, newest first; items never change their order.
 * @param input.read at least those asked for that are still there, in any order; what could not be read is in no group.
 */
export async function groupAndKeep(
  core: Core,
  input: {
    name: string;
    keys: readonly string[];
    read: (keys: readonly string[]) => Promise<readonly Grouped[]>;
  },
): Promise<Groups> {
  const cache = cacheOf(core);
  const known = cache.get(input.name) ?? EMPTY;
  if (isSame(known.keys, input.keys)) return known.groups;
  const readings = new Map(
    known.readings.map((reading, place) => [known.keys.at(-1 - place) ?? '', reading]),
  );
  const missing = input.keys.filter((key) => !readings.has(key));
  const items = missing.length > 0 ? await input.read(missing) : [];
  const grouped = await runInSlices(group(known, { keys: input.keys, items, readings }), { restMs: REST_MS });
  cache.set(input.name, grouped);
  return grouped.groups;
}

function cacheOf(core: Core): LRUCache<string, CachedGrouping> {
  const cache =
    kept.get(core) ??
    new LRUCache<string, CachedGrouping>({
      ...{ maxSize: MAX_BYTES, sizeCalculation },
      ...{ ttl: MAX_AGE_MS, ttlAutopurge: true, updateAgeOnGet: true },
    });
  kept.set(core, cache);
  return cache;
}

function sizeCalculation({ keys, readings }: CachedGrouping): number {
  const ofKeys = keys.reduce((sum, key) => sum + key.length + BYTES_PER_KEY, 1);
  return readings.reduce((sum, reading) => sum + bytesOf(reading), ofKeys);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

function* group(
  known: CachedGrouping,
  input: { keys: readonly string[]; items: readonly Grouped[]; readings: Map<string, TextFeatures> },
): Steps<CachedGrouping> {
  const { items, readings } = input;
  const words = new Map<string, string>();
  for (const { key, text } of items) {
    if (!readings.has(key)) readings.set(key, readToKeep(text, words));
    yield;
  }
  const keys = input.keys.filter((key) => readings.has(key));
  const oldestFirst = keys.toReversed();
  const inOrder = oldestFirst.flatMap((key) => readings.get(key) ?? []);
  const { representatives, isReusable } = yield* findRepresentatives(inOrder, findKnown(known, oldestFirst));
  const groups = groupByRepresentative(keys, representatives.toReversed());
  return isReusable ? { keys, groups, readings: inOrder, representatives } : { ...EMPTY, keys, groups };
}

/** The representatives that items had before, by their places now; null for new items and those that lost theirs. */
function findKnown(known: CachedGrouping, keys: readonly string[]): (number | null)[] {
  const places = new Map(keys.map((key, place) => [key, place]));
  const representatives = new Map(
    known.representatives.map((representative, place) => [
      known.keys.at(-1 - place),
      known.keys.at(-1 - representative) ?? '',
    ]),
  );
  return keys.map((key) => places.get(representatives.get(key) ?? '') ?? null);
}

/** V8 keeps the whole text of a longer part of it. */
const MAX_COPIED_LETTERS = 12;
const BYTES_PER_READING = 700;
const BYTES_PER_WORD = 45;

/**
 * Reads a text as `readText` does, for keeping: its key is a digest, and what is left of the text are its words,
 * the content words without their endings.
 * @param words those of earlier readings, so that what occurs often is in memory once.
 */
function readToKeep(text: string, words: Map<string, string>): TextFeatures {
  const { key, terms, weight, functionWords, numbers, stance } = readText(text);
  const keep = (word: string) => {
    const kept = words.get(word) ?? (word.length > MAX_COPIED_LETTERS ? ` ${word}`.slice(1) : word);
    words.set(kept, kept);
    return kept;
  };
  return {
    key: hash('sha256', key, 'base64'),
    terms: new Map([...terms].map(([root, termWeight]) => [keep(root), termWeight])),
    weight,
    functionWords: new Set([...functionWords].map(keep)),
    numbers: keep(numbers),
    stance,
  };
}

/** How much memory a reading takes at most, about. */
function bytesOf({ terms, functionWords, numbers }: TextFeatures): number {
  return BYTES_PER_READING + BYTES_PER_WORD * (terms.size + functionWords.size) + 2 * numbers.length;
}
