import type { Claim } from './claims.ts';
import { agreesWith } from './differ.ts';
import { type Comparison, compareTerms, type Rarity } from './overlap.ts';

/**
 * What tells whether two claims with different values speak of the same thing, and how much each counts. Fitted by
 * logistic regression on pairs that contradict each other, near misses, and pairs of bases that do not.
 */
const VALUE_WEIGHTS: Readonly<Record<string, number>> = {
  always: 10.34,
  bothMissing: -1.34,
  missingMore: -0.22,
  coveredMore: 2.36,
  apart: -0.7,
  special: -4.6,
  title: 2.35,
  rarest: 1.23,
  firm: 1.07,
  titleMissing: -0.69,
  narrowLess: -1.61,
  contrasts: -10.95,
  ageMore: -0.52,
  count: 1.85,
  ratio: -6.16,
  major: -4.31,
  agreed: -3.95,
  long: -0.94,
  longer: -2.88,
  size: 2.24,
  age: 3.3,
  price: 0.72,
  weekday: 2.22,
  version: 0.5,
  duration: 0.24,
  hours: -1.41,
  time: 0.13,
  date: -2.45,
  percent: -2.48,
  interval: -0.83,
};
const STATEMENT_WEIGHTS: Readonly<Record<string, number>> = {
  always: -0.51,
  shared: 1.14,
  bothMissing: -0.37,
  missingMore: -0.31,
  coveredMore: 5.6,
  apart: -2.24,
  special: -2.26,
  rarest: 3.12,
  vague: -1.77,
  contrasts: -8.55,
  condition: -0.42,
  need: 1.53,
  force: 0.84,
  agreed: -2.23,
  long: -0.88,
  longer: -2.81,
  permit: 0.45,
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
  { mine, theirs, titleShared, titleMissing, rarest, contrasts, firm }: Comparison,
  kind: Claim['kind'],
): Record<string, number> {
  const total = mine.own + mine.near + mine.far + mine.missing;
  const theirTotal = theirs.own + theirs.near + theirs.far + theirs.missing;
  const covered = Math.max(
    shareOf(mine.own + mine.near, total),
    shareOf(theirs.own + theirs.near, theirTotal),
  );
  return {
    shared: Math.sqrt(
      mine.own + theirs.own + NEAR * (mine.near + theirs.near) + FAR * (mine.far + theirs.far),
    ),
    bothMissing: Math.min(mine.firmMissing, theirs.firmMissing, 2),
    missingMore: Math.min(Math.max(mine.missing, theirs.missing), 4),
    coveredMore: covered,
    apart: Number(mine.firmMissing > 0 && theirs.firmMissing > 0 && covered < APART),
    special: Math.min(Math.max(mine.special, theirs.special), 2),
    title: Math.sqrt(titleShared),
    rarest,
    firm: Math.min(firm, 3),
    vague: Number(firm === 0),
    titleMissing: Math.min(titleMissing, 3),
    narrowLess: Math.min(mine.narrow, theirs.narrow, 2),
    contrasts: Math.min(contrasts, 2),
    ageMore: kind === 'age' ? Math.min(Math.max(mine.missing, theirs.missing), 4) : 0,
    condition: Math.abs(mine.conditions - theirs.conditions),
  };
}

/** With so little in common they are about two things if each names one. */
const APART = 0.5;
/** Of a clause that says little not much is covered. */
const LITTLE = 0.4;

function shareOf(part: number, total: number): number {
  return part / (total + LITTLE);
}

function valuesOf(one: Claim, other: Claim): Record<string, number> {
  const [mine, theirs] = [one.quantity, other.quantity];
  const shared = {
    [one.kind]: 1,
    force: one.force + other.force,
  };
  if (!mine || !theirs) return shared;
  const ratio = Math.abs(Math.log((mine.high + 0.01) / (theirs.high + 0.01)));
  const isScaled =
    one.kind === 'duration' || one.kind === 'price' || one.kind === 'count' || one.kind === 'size';
  return {
    ...shared,
    ratio: isScaled && mine.high > 0 && theirs.high > 0 ? Math.min(ratio, 1.5) : 0,
    major: Number(mine.version !== undefined && mine.version.split('.')[0] !== theirs.version?.split('.')[0]),
  };
}

/** Whether an entry says several things of the kind, or elsewhere what the other says. */
function aloneOf(one: Claim, other: Claim): Record<string, number> {
  return {
    agreed: Number(agreesWith(one, other.passage.claims)) + Number(agreesWith(other, one.passage.claims)),
    long: Math.log(Math.min(one.passage.all.size, other.passage.all.size) + 1),
    longer: Math.log(Math.max(one.passage.all.size, other.passage.all.size) + 1),
  };
}
