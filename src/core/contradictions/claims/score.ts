import type { Claim } from './claims.ts';
import { agreesWith } from './differ.ts';
import { type Comparison, compareTerms, type Rarity } from './overlap.ts';

/**
 * What tells whether two claims with different values speak of the same thing, and how much each counts. Fitted by
 * logistic regression on pairs that contradict each other, near misses, and pairs of bases that do not.
 */
const VALUE_WEIGHTS: Readonly<Record<string, number>> = {
  always: 5.24,
  near: 4.31,
  bothMissing: -1.51,
  missingMore: -1.18,
  title: 2.16,
  titleMissing: -2.43,
  rarest: 1.21,
  firm: 0.66,
  narrowLess: -0.98,
  contrasts: -4.08,
  ageMore: -0.73,
  count: 0.9,
  weak: -0.1,
  ratio: -4.28,
  counted: 0.41,
  product: 1.11,
  major: -4.37,
  agreed: -5.71,
  alike: -0.98,
  longer: -1.19,
  size: 1.76,
  age: 2.11,
  price: -0.34,
  weekday: 2.56,
  version: 1.13,
  duration: 0.23,
  hours: -0.77,
  time: -1.69,
  date: -2.42,
  percent: -2.9,
};
const STATEMENT_WEIGHTS: Readonly<Record<string, number>> = {
  always: -0.8,
  near: 1.44,
  bothMissing: -0.34,
  missingMore: -0.17,
  coveredMore: 7.36,
  titleMissing: -0.57,
  rarest: 2.65,
  narrowMore: -0.14,
  contrasts: -6.77,
  condition: -3.17,
  need: 2.43,
  force: 0.19,
  weak: -0.22,
  agreed: -0.17,
  long: -1.21,
  longer: -2.59,
  permit: 1.5,
};

/** Shown from here on. */
export const THRESHOLD = 0;

/** How surely two claims cannot both hold; above the threshold they are shown. */
export function scoreOf(one: Claim, other: Claim, rarity: Rarity): number {
  const weights = one.quantity || one.kind === 'weekday' ? VALUE_WEIGHTS : STATEMENT_WEIGHTS;
  let score = 0;
  for (const [name, value] of Object.entries(featuresOf(one, other, rarity)))
    score += (weights[name] ?? 0) * value;
  return score;
}

export function featuresOf(one: Claim, other: Claim, rarity: Rarity): Record<string, number> {
  const compared = compareTerms(one, other, rarity);
  return { always: 1, ...topicOf(compared, one.kind), ...valuesOf(one, other), ...aloneOf(one, other) };
}

/** What the other says beside the clause tells less than the clause itself. */
const [NEAR, FAR] = [0.6, 0.2];

function topicOf(
  { mine, theirs, title, rarest, contrasts, firm }: Comparison,
  kind: Claim['kind'],
): Record<string, number> {
  const total = mine.own + mine.near + mine.far + mine.missing;
  const theirTotal = theirs.own + theirs.near + theirs.far + theirs.missing;
  return {
    shared: Math.sqrt(
      mine.own + theirs.own + NEAR * (mine.near + theirs.near) + FAR * (mine.far + theirs.far),
    ),
    missingLess: Math.min(mine.missing, theirs.missing, 3),
    bothMissing: Math.min(mine.firmMissing, theirs.firmMissing, 2),
    missingMore: Math.min(Math.max(mine.missing, theirs.missing), 4),
    coveredMore: Math.max(
      shareOf(mine.own + mine.near, total),
      shareOf(theirs.own + theirs.near, theirTotal),
    ),
    title: Math.sqrt(title.shared),
    titleMissing: Math.min(title.missingLess, 3),
    rarest,
    firm: Math.min(firm, 3),
    narrowLess: Math.min(mine.narrow, theirs.narrow, 2),
    narrowMore: Math.min(Math.max(mine.narrow, theirs.narrow), 3),
    contrasts: Math.min(contrasts, 2),
    ageMore: kind === 'age' ? Math.min(Math.max(mine.missing, theirs.missing), 4) : 0,
    condition: Math.abs(mine.conditions - theirs.conditions),
  };
}

function shareOf(part: number, total: number): number {
  return total === 0 ? 0.5 : part / total;
}

function valuesOf(one: Claim, other: Claim): Record<string, number> {
  const [mine, theirs] = [one.quantity, other.quantity];
  const shared = {
    [one.kind]: 1,
    force: one.force + other.force,
    weak: Number(one.force === 0) + Number(other.force === 0),
  };
  if (!mine || !theirs) return shared;
  const ratio = Math.abs(Math.log((mine.high + 0.01) / (theirs.high + 0.01)));
  const isScaled =
    one.kind === 'duration' || one.kind === 'price' || one.kind === 'count' || one.kind === 'size';
  return {
    ...shared,
    ratio: isScaled && mine.high > 0 && theirs.high > 0 ? Math.min(ratio, 1.5) : 0,
    limit: Number(mine.limit !== theirs.limit),
    lead: Number(mine.dimension !== theirs.dimension),
    counted: Number(one.kind === 'count' && mine.of === theirs.of && mine.of !== 'persons'),
    product: Number(one.kind === 'version' && mine.of !== '' && mine.of === theirs.of),
    major: Number(mine.version !== undefined && mine.version.split('.')[0] !== theirs.version?.split('.')[0]),
  };
}

/** Whether an entry says several things of the kind, or elsewhere what the other says. */
function aloneOf(one: Claim, other: Claim): Record<string, number> {
  const alike = (claim: Claim) =>
    claim.passage.claims.filter(
      ({ kind, quantity }) => kind === claim.kind && quantity?.of === claim.quantity?.of,
    ).length;
  return {
    agreed: Number(agreesWith(one, other.passage.claims)) + Number(agreesWith(other, one.passage.claims)),
    alike: Math.log(Math.max(1, alike(one)) * Math.max(1, alike(other))),
    long: Math.log(Math.min(one.passage.all.size, other.passage.all.size) + 1),
    longer: Math.log(Math.max(one.passage.all.size, other.passage.all.size) + 1),
  };
}
