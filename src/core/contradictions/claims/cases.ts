import type { Claim } from './claim.ts';
import type { Quantity } from './values/values.ts';

/** Values that choose a row of a table, `10 slots`, and those that stand in it, `$6`. */
const CHOOSES = new Set(['count', 'size', 'age']);
const CHOSEN = new Set(['price', 'percent']);

/** Whether two sentences speak of two cases by what they measure beside: `from €100 on` and `below €100`. */
export function areTwoCases(one: Claim, other: Claim): boolean {
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
  return (CHOOSES.has(mine.dimension) && CHOSEN.has(kind)) || (CHOSEN.has(mine.dimension) && CHOOSES.has(kind));
}
