import type { Steps } from '../../slices.ts';
import { type Claim, readClaims, type Source } from './claims.ts';
import { hasOtherValue } from './differ.ts';
import { areAboutTheSame, type IsRare } from './topic.ts';
import { WORK_DAYS } from './weekdays.ts';

/** Two claims that cannot both hold. */
export interface Pair {
  one: Claim;
  other: Claim;
}

/** Claims that a claim is held against, those first with which it shares the rarest words. */
const MAX_CANDIDATES = 40;
/** What so many share tells nothing; 20,000 entries must not be held against each other. */
const MAX_BUCKET = 150;
const MAX_PAIRS = 500;
/** Entries that name what is rare. */
const MAX_RARE = 4;
const FIX = 5;
/** What need not share a word. */
const WORDLESS = new Set<Claim['kind']>(['age', 'hours', 'version']);

/** Pairs of claims of different entries that contradict each other, one for two entries; at most 500. */
export function* findPairs(sources: Iterable<Source>): Steps<Pair[]> {
  const claims: Claim[] = [];
  for (const source of sources) {
    claims.push(...(yield* readClaims(source)));
    yield;
  }
  return yield* pairUp(claims);
}

/** The same for claims that were read before. */
export function* pairUp(claims: readonly Claim[]): Steps<Pair[]> {
  const buckets = yield* sortIn(claims);
  const isRare = rarityOf(claims);
  const pairs = new Map<string, Pair>();
  for (const [number, one] of claims.entries()) {
    for (const candidate of candidatesOf(number, keysOf(one), buckets)) {
      const other = claims[candidate];
      if (!other || !contradict(one, other, isRare)) continue;
      const key = [one.entryId, other.entryId].toSorted().join('\n');
      if (!pairs.has(key)) pairs.set(key, { one, other });
    }
    if (pairs.size >= MAX_PAIRS) break;
    yield;
  }
  return [...pairs.values()];
}

/** Counts the entries that name each term; claims of one entry follow each other. */
function rarityOf(claims: readonly Claim[]): IsRare {
  const entries = new Map<string, { count: number; last: string }>();
  for (const { entryId, around } of claims) {
    for (const term of around) {
      const known = entries.get(term);
      if (!known) entries.set(term, { count: 1, last: entryId });
      else if (known.last !== entryId) Object.assign(known, { count: known.count + 1, last: entryId });
    }
  }
  return (term) => (entries.get(term)?.count ?? 0) <= MAX_RARE;
}

/** Numbers of claims by what they have in common. */
function* sortIn(claims: readonly Claim[]): Steps<Map<string, number[]>> {
  const buckets = new Map<string, number[]>();
  for (const [number, claim] of claims.entries()) {
    for (const key of keysOf(claim)) {
      const bucket = buckets.get(key);
      if (bucket) bucket.push(number);
      else buckets.set(key, [number]);
    }
    yield;
  }
  return buckets;
}

/** What claims about the same have in common: terms, and how long ones begin and end. */
function keysOf({ kind, own, title, quantity }: Claim): string[] {
  const keys = new Set<string>(WORDLESS.has(kind) ? [kind] : []);
  const about = `${kind} ${quantity?.dimension === 'count' ? quantity.of : ''}`;
  for (const term of own.all.union(title.all)) {
    keys.add(`${about} ${term}`);
    if (term.length <= FIX) continue;
    keys.add(`${about} ${term.slice(0, FIX)}`);
    keys.add(`${about} ${term.slice(-FIX)}`);
  }
  return [...keys];
}

/** Later claims alone: each pair is seen once. */
function candidatesOf(
  number: number,
  keys: readonly string[],
  buckets: ReadonlyMap<string, number[]>,
): Set<number> {
  const sorted = keys
    .map((key) => buckets.get(key) ?? [])
    .toSorted((one, other) => one.length - other.length);
  const candidates = new Set<number>();
  for (const bucket of sorted) {
    if (bucket.length > MAX_BUCKET) break;
    for (const candidate of bucket) {
      if (candidate > number) candidates.add(candidate);
      if (candidates.size >= MAX_CANDIDATES) return candidates;
    }
  }
  return candidates;
}

/** Whether two claims cannot both hold. */
function contradict(one: Claim, other: Claim, isRare: IsRare): boolean {
  if (one.kind !== other.kind || one.entryId === other.entryId) return false;
  return hasOtherValue(one, other) && holdAtTheSameTime(one, other) && areAboutTheSame(one, other, isRare);
}

/** Saturday's hours say nothing of Monday's. */
function holdAtTheSameTime(one: Claim, other: Claim): boolean {
  if (one.kind === 'weekday' || one.days === other.days) return true;
  if (one.days === 0 || other.days === 0) return ((one.days | other.days) & WORK_DAYS) !== 0;
  return (one.days & other.days & WORK_DAYS) !== 0;
}
