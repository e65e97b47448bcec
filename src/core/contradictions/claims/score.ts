import type { Claim } from './claim.ts';
import { agreesWith } from './differ.ts';
import { type Comparison, compareTerms, type Rarity } from './overlap.ts';

/**
 * What counts for two claims being about the same: an earlier fit, with 48 more pairs. By hand: `others` of values
 * (fit: -3.24), `agreed` of statements (-2.62), both `always` (1.35 less). `npm run contradictions -- FILE… --fit`
 * prints weights that show less that is wrong, but miss one more old pair and fail two guarantees.
 */
const VALUE_WEIGHTS: Readonly<Record<string, number>> = {
  always: 9.65,
  bothMissing: -1.51,
  missingMore: -0.3,
  coveredMore: 2.67,
  apart: -0.22,
  special: -3.21,
  others: -5.2,
  title: 2.93,
  rarest: 1.87,
  firm: 0.79,
  narrowLess: -1.83,
  contrasts: -16,
  ageMore: -0.72,
  count: 2.03,
  ratio: -6.36,
  major: -4.57,
  agreed: -3.91,
  long: -0.81,
  longer: -2.89,
  size: 2.24,
  age: 2.61,
  price: 0.8,
  weekday: 2.24,
  version: 0.65,
  duration: 0.31,
  hours: -1.05,
  time: 0.92,
  date: -2.41,
  percent: -2.49,
  interval: -0.91,
};
const STATEMENT_WEIGHTS: Readonly<Record<string, number>> = {
  always: -0.4,
  shared: 1.38,
  bothMissing: -0.19,
  missingMore: -0.76,
  coveredMore: 5.95,
  apart: -2.03,
  special: -0.9,
  others: -3.39,
  rarest: 3.85,
  vague: -1.83,
  contrasts: -13,
  placed: -3,
  bothSpecial: -2,
  need: 1.68,
  force: 0.88,
  agreed: -8,
  long: -0.86,
  longer: -3.02,
  permit: 0.11,
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
