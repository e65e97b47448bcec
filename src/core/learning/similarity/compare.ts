import type { Reading } from './reading.ts';
import { similarityOf } from './relatives.ts';
import { isCompatible } from './stance.ts';

/** Share that must agree; at .5 precision on a public set of intents is the same .97, but Linux and Windows become one. */
export const MIN_SCORE = 0.58;
/** One word in common is a topic, not a question: then the function words must agree too. */
const MIN_MATCHED = 1.5;
const MIN_SCORE_OF_ONE_WORD = 0.72;
const FUNCTION_WORD_WEIGHT = 0.12;
/** A word that is only in one question makes it more exact; with one in each they ask about two things. */
const EXCHANGE_PENALTY = 1;

/** How similar two questions are, 0 to 1; 0 when they do not ask the same. */
export function compare(one: Reading, other: Reading): number {
  if (one.key === other.key) return 1;
  if (one.numbers !== other.numbers || !isCompatible(one.stance, other.stance)) return 0;
  const matched = matchTerms(one, other);
  if (matched === 0) return 0;
  const shared = FUNCTION_WORD_WEIGHT * one.functionWords.intersection(other.functionWords).size;
  const score = scoreOf(matched + shared, totalOf(one), totalOf(other));
  return score >= (matched < MIN_MATCHED ? MIN_SCORE_OF_ONE_WORD : MIN_SCORE) ? score : 0;
}

/** The most that `compare` can give for terms that match so much; function words are taken as agreeing. */
export function highestScore(matched: number, one: Reading, other: Reading): number {
  const shared = FUNCTION_WORD_WEIGHT * Math.min(one.functionWords.size, other.functionWords.size);
  return scoreOf(matched + shared, totalOf(one), totalOf(other));
}

function totalOf({ weight, functionWords }: Reading): number {
  return weight + FUNCTION_WORD_WEIGHT * functionWords.size;
}

function scoreOf(matched: number, one: number, other: number): number {
  const [less, more] = one < other ? [one - matched, other - matched] : [other - matched, one - matched];
  return matched / (matched + (less + more) / 2 + EXCHANGE_PENALTY * Math.max(0, less));
}

/** Weight of the terms that both have; a term that only one has may stand for a relative of it. */
function matchTerms(one: Reading, other: Reading): number {
  let matched = 0;
  const rest: [string, number][] = [];
  for (const [root, weight] of one.terms) {
    const common = other.terms.get(root);
    if (common !== undefined) matched += Math.min(weight, common);
    else rest.push([root, weight]);
  }
  if (rest.length === 0) return matched;
  const open = new Map([...other.terms].filter(([root]) => !one.terms.has(root)));
  for (const [root, weight] of rest) {
    const [best, credit] = findRelative(root, open);
    if (best === null) continue;
    matched += credit * Math.min(weight, open.get(best) ?? 0);
    open.delete(best);
  }
  return matched;
}

function findRelative(root: string, among: ReadonlyMap<string, number>): [string | null, number] {
  let best: [string | null, number] = [null, 0];
  for (const other of among.keys()) {
    const credit = similarityOf(root, other);
    if (credit > best[1]) best = [other, credit];
  }
  return best;
}
