import type { Claim } from './claims.ts';
import { agreesWith } from './differ.ts';
import { type Comparison, compareTerms, type Rarity } from './overlap.ts';

/**
 * What tells whether two claims with different values speak of the same thing, and how much each counts. Fitted by
 * logistic regression on pairs that contradict each other, near misses, and pairs of bases that do not.
 */
const VALUE_WEIGHTS: Readonly<Record<string, number>> = {};
const STATEMENT_WEIGHTS: Readonly<Record<string, number>> = {};

/** Shown from here on. */
export const THRESHOLD = 0;

/** How surely two claims cannot both hold; above the threshold they are shown. */
export function scoreOf(one: Claim, other: Claim, rarity: Rarity): number {
  const weights = one.quantity || one.kind === 'weekday' ? VALUE_WEIGHTS : STATEMENT_WEIGHTS;
  let score = 0;
  for (const [name, value] of Object.entries(featuresOf(one, other, rarity))) score += (weights[name] ?? 0) * value;
  return score;
}

export function featuresOf(one: Claim, other: Claim, rarity: Rarity): Record<string, number> {
  const compared = compareTerms(one, other, rarity);
  return { always: 1, ...topicOf(compared), ...valuesOf(one, other), ...aloneOf(one, other) };
}

function topicOf({ mine, theirs, title, rarest, contrasts, firm }: Comparison): Record<string, number> {
  const root = (sum: number) => Math.sqrt(sum / 2);
  const total = mine.own + mine.near + mine.far + mine.missing;
  const theirTotal = theirs.own + theirs.near + theirs.far + theirs.missing;
  return {
    own: root(mine.own + theirs.own),
    near: root(mine.near + theirs.near),
    far: root(mine.far + theirs.far),
    missingLess: Math.min(mine.missing, theirs.missing, 3),
    missingMore: Math.min(Math.max(mine.missing, theirs.missing), 4),
    covered: Math.min(shareOf(mine.own + mine.near, total), shareOf(theirs.own + theirs.near, theirTotal)),
    title: Math.sqrt(title.shared),
    titleMissing: Math.min(title.missingLess, 3),
    rarest,
    firm: Math.min(firm, 3),
    narrowLess: Math.min(mine.narrow, theirs.narrow, 2),
    narrowMore: Math.min(Math.max(mine.narrow, theirs.narrow), 3),
    contrasts: Math.min(contrasts, 2),
    condition: Math.abs(mine.conditions - theirs.conditions),
  };
}

function shareOf(part: number, total: number): number {
  return total === 0 ? 0.5 : part / total;
}

function valuesOf(one: Claim, other: Claim): Record<string, number> {
  const [mine, theirs] = [one.quantity, other.quantity];
  const shared = { [one.kind]: 1, strict: Number(one.isStrict) + Number(other.isStrict) };
  if (!mine || !theirs) return shared;
  const ratio = Math.abs(Math.log((mine.high + 0.01) / (theirs.high + 0.01)));
  const isScaled = one.kind === 'duration' || one.kind === 'price' || one.kind === 'count' || one.kind === 'size';
  return {
    ...shared,
    ratio: isScaled && mine.high > 0 && theirs.high > 0 ? Math.min(ratio, 4) : 0,
    limit: Number(mine.limit !== theirs.limit),
    lead: Number(mine.dimension !== theirs.dimension),
    named: Number(mine.of !== '' && mine.of === theirs.of),
    major: Number(mine.version !== undefined && mine.version.split('.')[0] !== theirs.version?.split('.')[0]),
  };
}

/** Whether an entry says several things of the kind, or elsewhere what the other says. */
function aloneOf(one: Claim, other: Claim): Record<string, number> {
  const alike = (claim: Claim) =>
    claim.passage.claims.filter(({ kind, quantity }) => kind === claim.kind && quantity?.of === claim.quantity?.of)
      .length;
  return {
    agreed: Number(agreesWith(one, other.passage.claims)) + Number(agreesWith(other, one.passage.claims)),
    alike: Math.log(Math.max(1, alike(one)) * Math.max(1, alike(other))),
    long: Math.log(Math.min(one.passage.all.size, other.passage.all.size) + 1),
    longer: Math.log(Math.max(one.passage.all.size, other.passage.all.size) + 1),
  };
}
