import type { Claim } from './claim.ts';
import { agreesWith } from './differ.ts';
import { type Comparison, compareTerms, type Rarity } from './overlap.ts';

/**
 * What tells whether two claims with different values speak of the same thing, and how much each counts: as printed
 * by `npm run contradictions -- eval-dev.jsonl.gz --fit`, a logistic regression.
 */
const VALUE_WEIGHTS: Readonly<Record<string, number>> = {
  always: 8.54,
  bothMissing: -1.85,
  missingMore: -0.17,
  coveredMore: 3.47,
  special: -2.94,
  others: -7.24,
  title: 3.92,
  rarest: 1.56,
  firm: 1.12,
  vague: -0.1,
  narrowLess: -2.03,
  contrasts: -13.12,
  ageMore: -0.86,
  duration: 1.51,
  ratio: -6.91,
  major: -3.83,
  agreed: -5.5,
  long: -0.36,
  longer: -3.33,
  version: -1.22,
  price: 1,
  time: -2.34,
  weekday: 2.47,
  interval: -1.29,
  age: 2.52,
  date: -4.98,
  count: 2.77,
  size: 2.06,
  percent: -3.17,
};
const STATEMENT_WEIGHTS: Readonly<Record<string, number>> = {
  always: -0.17,
  shared: 1.93,
  missingMore: -1.4,
  coveredMore: 5.46,
  apart: -3.17,
  special: -3.02,
  others: -0.11,
  rarest: 3.66,
  vague: -2.22,
  contrasts: -11.52,
  permit: -0.46,
  force: 1.35,
  agreed: -3.36,
  long: -0.92,
  longer: -3.11,
  need: 0.47,
};

/** Shown from here on. */
export const THRESHOLD = 0;

/** How surely two claims cannot both hold; above the threshold they are shown. */
export function scoreOf(one: Claim, other: Claim, rarity: Rarity): number {
  const weights = isValue(one) ? VALUE_WEIGHTS : STATEMENT_WEIGHTS;
  let score = 0;
  for (const [name, value] of Object.entries(featuresOf(one, other, rarity)))
    score += (weights[name] ?? 0) * value;
  return score;
}

/** Whether a claim states a value, and not that something is so. */
export function isValue({ quantity, kind }: Claim): boolean {
  return quantity !== null || kind === 'weekday';
}

/** What the weights count of two claims. */
export function featuresOf(one: Claim, other: Claim, rarity: Rarity): Record<string, number> {
  const compared = compareTerms(one, other, rarity);
  return { always: 1, ...topicOf(compared, one.kind), ...valuesOf(one, other), ...aloneOf(one, other) };
}

/** What the other says beside the clause tells less than the clause itself. */
const [NEAR, FAR] = [0.6, 0.2];

function topicOf(
  { mine, theirs, titleShared, rarest, contrasts, firm }: Comparison,
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
    others: Number((mine.special > 0 && theirs.titled > 0) || (theirs.special > 0 && mine.titled > 0)),
    title: Math.sqrt(titleShared),
    rarest,
    firm: Math.min(firm, 3),
    vague: Number(firm === 0),
    narrowLess: Math.min(mine.narrow, theirs.narrow, 2),
    contrasts: Math.min(contrasts, 2),
    ageMore: kind === 'age' ? Math.min(Math.max(mine.missing, theirs.missing), 4) : 0,
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
