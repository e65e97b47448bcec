import { SURE_THRESHOLD } from '../../search/search.ts';
import type { Recalled } from '../recall.ts';
import { type Claim, type ClaimTerms, measureSupport } from './grounding.ts';

/** Nobody can tell what an answer rests on that names no entry, or none that it takes anything from. */
const UNNAMED = 0.3;
/** An answer of function words alone, and one in another language that has neither a name nor a number to compare. */
const [NOTHING_TO_COMPARE, FOREIGN] = [0.7, 0.65];
/** The rating of an answer in the words of its entries; this share of its own words earns all of it. */
const [SUPPORTED, FULL_PART] = [0.9, 0.4];
/** Factor for an answer none of whose numbers stands in its sources. */
const WRONG_NUMBERS = 0.35;
/** Factor for passages that the search is not sure of at all. */
const UNSURE_PASSAGES = 0.75;
/** Factor for an answer that rests on none of the entries that the search is sure of. */
const [CONTRADICTED, MOST_FOUND] = [0.5, 4];

/** As far as the entries that it names carry it, and a little more where the search found the same. */
export function rateAnswer(claim: Claim, terms: ClaimTerms, recalled: Recalled, isWhole: boolean): number {
  const support = measureSupport(claim, terms);
  if (!support) return UNNAMED;
  const { part, hasOwn, hasShared, isForeign, wrongNumbers } = support;
  const comparable = isForeign
    ? hasShared
      ? SUPPORTED
      : FOREIGN
    : SUPPORTED * Math.min(1, part / FULL_PART);
  const carried = hasOwn ? Math.max(UNNAMED, comparable) : NOTHING_TO_COMPARE;
  const numbers = 1 - (1 - WRONG_NUMBERS) * wrongNumbers;
  const { confidence, passages } = recalled;
  const sent = isWhole ? 1 : UNSURE_PASSAGES + (1 - UNSURE_PASSAGES) * confidence;
  const rated = carried * numbers * sent * (contradicts(claim, recalled) ? CONTRADICTED : 1);
  const isFirst = claim.used.includes(passages[0]?.id ?? '');
  return isFirst && wrongNumbers === 0 ? rated + (1 - rated) * confidence * 0.5 : rated;
}

/** Whether the search surely found other entries in the same language as those that the answer names. */
function contradicts({ used, passages: sent }: Claim, { passages, confidence }: Recalled): boolean {
  const [first] = passages;
  if (!first || used.length === 0 || confidence < SURE_THRESHOLD) return false;
  const named = sent.filter(({ id }) => used.includes(id));
  const found = passages.slice(0, MOST_FOUND).map(({ id }) => id);
  return named.every(({ id, language }) => !found.includes(id) && language === first.language);
}
