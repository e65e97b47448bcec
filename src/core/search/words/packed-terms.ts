/** Numbered terms in flat arrays, which are stored and read as they are: nothing has to be put into a map first. */
export interface PackedTerms {
  /** All texts in the order of their numbers. */
  joined: string;
  /** Where each of them ends. */
  ends: Uint32Array;
  /** Number + 1 by hash of the text, 0 for a free place; a power of two. */
  byText: Uint32Array;
  /** The same of the first term of each family, by hash of what its terms begin with. */
  byPrefix: Uint32Array;
  /** By number: the next term of the family + 1, or 0. */
  nextInFamily: Uint32Array;
}

const TERMS_PER_STEP = 4096;
/** Places of a table for each key that it holds. */
const PLACES_PER_KEY = 1.5;

/** @param prefixOf what the terms of a family begin with; '' for a term without family. */
export function* packTerms(
  texts: readonly string[],
  prefixOf: (text: string) => string,
): Generator<void, PackedTerms> {
  const ends = new Uint32Array(texts.length);
  const nextInFamily = new Uint32Array(texts.length);
  const byText = openTable(texts.length);
  /** By prefix, the first and the last so far. */
  const families = new Map<string, { first: number; last: number }>();
  let end = 0;
  for (const [number, text] of texts.entries()) {
    end += text.length;
    ends[number] = end;
    put(byText, text, number);
    const prefix = prefixOf(text);
    const family = families.get(prefix);
    if (family) {
      nextInFamily[family.last] = number + 1;
      family.last = number;
    } else if (prefix !== '') families.set(prefix, { first: number, last: number });
    if (number % TERMS_PER_STEP === 0) yield;
  }
  const byPrefix = openTable(families.size);
  for (const [prefix, { first }] of families) put(byPrefix, prefix, first);
  yield;
  return { joined: texts.join(''), ends, byText, byPrefix, nextInFamily };
}

/** The number of a term, -1 for an unknown one. */
export function numberOfPacked({ joined, ends, byText }: PackedTerms, text: string): number {
  const mask = byText.length - 1;
  for (let place = hashOf(text) & mask; ; place = (place + 1) & mask) {
    const number = (byText[place] ?? 0) - 1;
    if (number < 0) return -1;
    const start = ends[number - 1] ?? 0;
    if ((ends[number] ?? 0) - start === text.length && joined.startsWith(text, start)) return number;
  }
}

export function textOfPacked({ joined, ends }: PackedTerms, number: number): string {
  return joined.slice(ends[number - 1] ?? 0, ends[number]);
}

/** The terms that begin with a prefix, by ascending number. */
export function familyOfPacked(
  { joined, ends, byPrefix, nextInFamily }: PackedTerms,
  prefix: string,
): number[] {
  const mask = byPrefix.length - 1;
  for (let place = hashOf(prefix) & mask; ; place = (place + 1) & mask) {
    const first = (byPrefix[place] ?? 0) - 1;
    if (first < 0) return [];
    if (!joined.startsWith(prefix, ends[first - 1] ?? 0)) continue;
    const family: number[] = [];
    for (let number = first; number >= 0; number = (nextInFamily[number] ?? 0) - 1) family.push(number);
    return family;
  }
}

function openTable(keys: number): Uint32Array {
  return new Uint32Array(2 ** Math.ceil(Math.log2(PLACES_PER_KEY * keys + 1)));
}

function put(table: Uint32Array, key: string, number: number): void {
  const mask = table.length - 1;
  let place = hashOf(key) & mask;
  while (table[place] !== 0) place = (place + 1) & mask;
  table[place] = number + 1;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i += 1)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e3779b1) ^ (hash >>> 13);
  return hash ^ (hash >>> 16);
}
