import type { Steps } from '../../slices.ts';
import { areTwoCases } from './cases.ts';
import type { Claim, Passage, Source } from './claim.ts';
import { readClaims } from './claims.ts';
import { areOfOneFamily, familyOf, hasOtherValue } from './differ.ts';
import type { Rarity } from './overlap.ts';
import { scoreOf, THRESHOLD } from './score.ts';
import { WORK_DAYS } from './values/weekdays.ts';

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
const FIX = 5;
/** What need not share a word. */
const WORDLESS = new Set<Claim['kind']>(['age', 'hours', 'version']);

/** Pairs of claims of different entries that contradict each other, the best of two entries; at most 500. */
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
  const rarity = rarityOf(claims);
  const pairs = new Map<string, Pair & { score: number }>();
  for (const number of claims.keys()) {
    for (const { one, other } of comparedWith(number, claims, buckets)) {
      const score = scoreOf(one, other, rarity);
      const key = [one.entryId, other.entryId].toSorted().join('\n');
      if (score > Math.max(THRESHOLD, pairs.get(key)?.score ?? THRESHOLD))
        pairs.set(key, { one, other, score });
    }
    if (pairs.size >= MAX_PAIRS) break;
    yield;
  }
  return [...pairs.values()].map(({ one, other }) => ({ one, other }));
}

/** The pairs of a claim with later ones of other entries whose values differ. */
export function comparedWith(
  number: number,
  claims: readonly Claim[],
  buckets: ReadonlyMap<string, number[]>,
): Pair[] {
  const one = claims[number];
  if (!one) return [];
  return [...candidatesOf(number, keysOf(one), buckets)].flatMap((candidate) => {
    const other = claims[candidate];
    return other && canContradict(one, other) ? [{ one, other }] : [];
  });
}

/** A base of few entries tells little of how rare a word is. */
const FEW = 8;
const COMMON = 0.3;

/** Counts the passages that name each term: what few name tells 1, what nearly all name 0.3. */
export function rarityOf(claims: readonly Claim[]): Rarity {
  const counts = new Map<string, number>();
  const passages = new Set<Passage>(claims.map(({ passage }) => passage));
  for (const { all } of passages)
    for (const term of all.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => {
    const share = (passages.size + FEW) / (counts.get(term) ?? 1);
    return Math.min(1, Math.max(COMMON, Math.log(share) / Math.log(FEW)));
  };
}

/** Numbers of claims by what they have in common. */
export function* sortIn(claims: readonly Claim[]): Steps<Map<string, number[]>> {
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
function keysOf({ kind, own, around, passage: { title } }: Claim): string[] {
  const family = familyOf(kind);
  const keys = new Set<string>(WORDLESS.has(family) ? [family] : []);
  for (const term of [...own.all.keys(), ...title.all.keys()]) {
    keys.add(`${family} ${term}`);
    if (term.length <= FIX) continue;
    keys.add(`${family} ${term.slice(0, FIX)}`);
    keys.add(`${family} ${term.slice(-FIX)}`);
  }
  for (const [term, telling] of around.all) if (telling === 1) keys.add(`${family} ${term}`);
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

/** Whether two claims would contradict each other if they were about the same. */
export function canContradict(one: Claim, other: Claim): boolean {
  if (!areOfOneFamily(one, other) || one.entryId === other.entryId) return false;
  return hasOtherValue(one, other) && holdAtTheSameTime(one, other) && !areTwoCases(one, other);
}

/** Saturday's hours say nothing of Monday's. */
function holdAtTheSameTime(one: Claim, other: Claim): boolean {
  if (one.kind === 'weekday' || one.days === other.days) return true;
  if (one.days === 0 || other.days === 0) return ((one.days | other.days) & WORK_DAYS) !== 0;
  return (one.days & other.days & WORK_DAYS) !== 0;
}
