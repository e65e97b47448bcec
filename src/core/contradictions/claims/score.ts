import type { Claim } from './claim.ts';
import { agreesWith } from './differ.ts';
import { type Comparison, compareTerms, type Rarity } from './overlap.ts';

/**
 * What counts for two claims being about the same, and how much: fitted by logistic regression on planted pairs, near
 * misses, and bases that do not contradict themselves (`npm run contradictions -- FILE… --fit`). Since ages count as the
 * whole community's the fit prints others, which find two planted pairs fewer: so these stand.
 */
const VALUE_WEIGHTS: Readonly<Record<string, number>> = {
  always: 7.83,
  shared: 0.43,
  coveredMore: 0.72,
  apart: -1.72,
  special: -3.6,
  bothSpecial: -2.63,
  others: -4.32,
  title: 1.85,
  rarest: 1.86,
  firm: 1.79,
  narrowLess: -1.26,
  placed: -1.02,
  contrasts: -11.42,
  ageMore: -1.19,
  duration: 0.64,
  ratio: -4.56,
  major: -3.46,
  agreed: -6.28,
  long: -1.1,
  longer: -2.44,
  version: -0.85,
  price: 0.57,
  time: -1.13,
  hours: -0.05,
  weekday: 1.55,
  interval: -2.16,
  age: 3,
  date: -4.96,
  count: 0.66,
  size: 0.31,
  percent: -3.3,
};
const STATEMENT_WEIGHTS: Readonly<Record<string, number>> = {
  always: -1.42,
  shared: 2.14,
  missingMore: -1.46,
  coveredMore: 7.97,
  apart: -2.09,
  special: -1.98,
  bothSpecial: -2.71,
  others: -0.33,
  rarest: 4.55,
  vague: -1.5,
  placed: -7.32,
  contrasts: -16.46,
  permit: -0.44,
  force: 1.11,
  agreed: -14.6,
  long: -1.51,
  longer: -2.95,
  need: 0.4,
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
  const topic = topicOf(compared, one.kind);
  const values = valuesOf(one, other);
  // The more two say the same beside, the less far values tell that they mean something else.
  const ratio = (values.ratio ?? 0) * (1 - (topic.coveredMore ?? 0) ** 3 / 6);
  return { always: 1, ...topic, ...values, ratio, ...aloneOf(one, other) };
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
    bothSpecial: Math.min(mine.special, theirs.special, 1),
    others: Number((mine.special > 0 && theirs.titled > 0) || (theirs.special > 0 && mine.titled > 0)),
    title: Math.sqrt(titleShared),
    rarest,
    firm: Math.min(firm, 3),
    vague: Number(firm === 0),
    narrowLess: Math.min(mine.narrow, theirs.narrow, 2),
    placed: Math.min(mine.placed, theirs.placed, 1),
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
