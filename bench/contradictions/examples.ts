import type { Claim, Source } from '../../src/core/contradictions/claims/claim.ts';
import { readClaims } from '../../src/core/contradictions/claims/claims.ts';
import type { Rarity } from '../../src/core/contradictions/claims/overlap.ts';
import {
  canContradict,
  comparedWith,
  type Pair,
  rarityOf,
  sortIn,
} from '../../src/core/contradictions/claims/pairs.ts';
import { featuresOf, isValue } from '../../src/core/contradictions/claims/score.ts';
import { runAtOnce } from '../../src/core/slices.ts';
import type { Example, Table } from './fit.ts';
import { type Plant, plant } from './plants.ts';

/** What the wording of strangers counts; developers wrote the other lines, which resemble each other. */
const STRANGERS = { pair: 20, miss: 6 };
const DEVELOPERS = { pair: 4, miss: 4 };
/** Two entries of one base, and a line with an entry of a base that is about something else. */
const BASE = 2;
const CROSSED = 1;
/** A line can contradict the demo in earnest, but hardly what an office says about an illness. */
const IS_FOREIGN = /^covidfaq/;

/** What the weights are fitted on: each example is two entries with all their claims that could contradict. */
export function readExamples(
  lines: readonly Plant[],
  bases: ReadonlyMap<string, readonly Source[]>,
): Example[] {
  const planted = lines.map((line) => ({ line, claims: readAll(plant(line)) }));
  const examples: Example[] = [];
  for (const [name, sources] of bases) {
    const claims = readAll(sources);
    const rarity = rarityOf(claims);
    examples.push(...groupPairs(findCompared(claims), rarity, BASE));
    for (const { line, claims: own } of planted) {
      if (name === 'demo') examples.push(exampleOf(line, own, rarityOf([...claims, ...own])));
      if (IS_FOREIGN.test(name)) examples.push(...groupPairs(cross(own, claims), rarity, CROSSED));
    }
  }
  return examples;
}

function readAll(sources: readonly Source[]): Claim[] {
  return sources.flatMap((source) => runAtOnce(readClaims(source)));
}

/** What the product compares within a base. */
function findCompared(claims: readonly Claim[]): Pair[] {
  const buckets = runAtOnce(sortIn(claims));
  return claims.flatMap((_, number) => comparedWith(number, claims, buckets));
}

function cross(own: readonly Claim[], others: readonly Claim[]): Pair[] {
  return own.flatMap((one) =>
    others.filter((other) => canContradict(one, other)).map((other) => ({ one, other })),
  );
}

function exampleOf({ id, contradicts }: Plant, claims: readonly Claim[], rarity: Rarity): Example {
  const by = /-(?:blind|first)-/.test(id) ? STRANGERS : DEVELOPERS;
  const [first = '', second = ''] = new Set(claims.map(({ entryId }) => entryId)).keys();
  const [ones, others] = [first, second].map((entryId) =>
    claims.filter((claim) => claim.entryId === entryId),
  );
  const rows = cross(ones ?? [], others ?? []).map((pair) => rowOf(pair, rarity));
  return { contradicts, isPlanted: true, weight: contradicts ? by.pair : by.miss, rows };
}

function groupPairs(pairs: readonly Pair[], rarity: Rarity, weight: number): Example[] {
  const groups = Map.groupBy(pairs, ({ one, other }) => [one.entryId, other.entryId].toSorted().join('\n'));
  return [...groups.values()].map((group) => ({
    ...{ contradicts: false, isPlanted: false, weight },
    rows: group.map((pair) => rowOf(pair, rarity)),
  }));
}

function rowOf({ one, other }: Pair, rarity: Rarity): Example['rows'][number] {
  const table: Table = isValue(one) ? 'values' : 'statements';
  return { table, features: featuresOf(one, other, rarity) };
}
