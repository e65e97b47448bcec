import type { Claim } from './claim.ts';
import type { Quantity } from './values/values.ts';

/** Values that choose a row of a table, `10 slots`, and those that stand in it, `$6`. */
const CHOOSES = new Set(['count', 'size', 'age']);
const CHOSEN = new Set(['price', 'percent']);

/** Whether two sentences speak of two cases by what they measure beside: `from €100 on` and `below €100`. */
export function areTwoCases(one: Claim, other: Claim): boolean {
  if (haveTurnedConditions(one, other) || haveTurnedConditions(other, one)) return true;
  const theirs = besideOf(other);
  if (theirs.length === 0) return false;
  return besideOf(one).some((mine) =>
    theirs.some(
      (value) =>
        mine.dimension === value.dimension &&
        mine.of === value.of &&
        (splitCases(mine, value) || areOtherRows(mine, value, one)),
    ),
  );
}

/** What the sentence of a claim measures beside it. */
function besideOf({ passage, sentence, quantity }: Claim): Quantity[] {
  return passage.claims.flatMap((claim) =>
    claim.sentence === sentence && claim.quantity && claim.quantity.at !== quantity?.at
      ? [claim.quantity]
      : [],
  );
}

/** One begins where the other ends. */
function splitCases(mine: Quantity, theirs: Quantity): boolean {
  return mine.low === theirs.low && mine.limit !== theirs.limit && ![mine, theirs].some(isExact);
}

function isExact({ limit }: Quantity): boolean {
  return limit === 'exact';
}

function areOtherRows(mine: Quantity, theirs: Quantity, { kind }: Claim): boolean {
  if (mine.high === theirs.high || mine.low === theirs.low) return false;
  return (
    (CHOOSES.has(mine.dimension) && CHOSEN.has(kind)) || (CHOSEN.has(mine.dimension) && CHOOSES.has(kind))
  );
}

const WITHOUT = /(?<!\p{L})(?:ohne|without) (?:\p{L}{1,5} )?(\p{L}{4,})/giu;
const WITH = /(?<!\p{L})(?:mit|with) (?:\p{L}{1,5} )?(\p{L}{4,})/giu;
const IF = /(?<!\p{L})(?:wenn|falls|sofern|wer|if|whoever)(?!\p{L})([^,.;]*)/giu;
const DENIED = /(?<!\p{L})(?:nicht|kein\p{L}{0,2}|not|no|never)(?!\p{L})|n['’]t(?!\p{L})/iu;

/** What holds with something beside what holds without it. */
function haveTurnedConditions(one: Claim, other: Claim): boolean {
  if (!one.own.narrow.has('?if') && !one.around.narrow.has('?if')) return false;
  if (one.quantity) {
    const without = namedBy(WITHOUT, one.sentence);
    if (without.size > 0 && !namedBy(WITH, other.sentence).isDisjointFrom(without)) return true;
  }
  const denied = conditionsOf(one, true);
  return denied.size > 0 && !conditionsOf(other, false).isDisjointFrom(denied);
}

function namedBy(expression: RegExp, sentence: string): Set<string> {
  return new Set([...sentence.matchAll(expression)].map(([, word = '']) => word.toLowerCase()));
}

/** The words of the conditions that are denied, or not. */
function conditionsOf({ sentence }: Claim, isDenied: boolean): Set<string> {
  const conditions = [...sentence.matchAll(IF)].map(([, condition = '']) => condition);
  return new Set(
    conditions
      .filter((condition) => DENIED.test(condition) === isDenied)
      .flatMap((condition) => condition.toLowerCase().match(/\p{L}{4,}/gu) ?? []),
  );
}
