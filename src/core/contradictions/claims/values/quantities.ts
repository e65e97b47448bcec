import { COUNTED, NUMERIC } from './ages.ts';
import { readLimit } from './limits.ts';
import { READERS } from './readers.ts';
import { type Found, OFTEN, type Quantity, WIDE } from './values.ts';

export type { Dimension, Quantity } from './values.ts';

/** Years and other long numbers count nothing. */
const MOST_COUNTED = 1_000;
const INTERVAL = /(?<!\p{L})(?:alle|every|each|jede[nrs]?)\s*$/u;
const BEFORE = /(?<!\p{L})vor\s*$/u;
const BEFORE_BEHIND =
  /^\s*(?:vorher|zuvor|vor|davor|before|ago|earlier|previously|in advance|im voraus|prior|später|danach|later|afterwards)(?!\p{L})/u;

/** What a sentence measures, in its order. @param sentence in lower case, of the length that the reader sees. */
export function readQuantities(sentence: string): Quantity[] {
  const found: Quantity[] = [];
  let rest = sentence;
  const hasDigit = NUMERIC.test(sentence);
  const hasNumber = hasDigit || COUNTED.test(sentence);
  for (const [expression, read, hint = NUMERIC] of READERS) {
    const isThere = hint === NUMERIC ? hasDigit : hint === COUNTED ? hasNumber : hint.test(sentence);
    if (!isThere) continue;
    rest = rest.replace(expression, (...match) => {
      const [whole] = match as [string];
      const groups = match.slice(
        0,
        match.findIndex((part) => typeof part === 'number'),
      );
      const at = Number(match[groups.length]);
      const quantity = read(
        Object.assign(groups, { index: at, input: sentence }) as unknown as RegExpExecArray,
      );
      if (!quantity && !expression.source.startsWith('https')) return whole;
      if (quantity) found.push(refine(quantity, sentence, { at, end: at + whole.length }));
      return ' '.repeat(whole.length);
    });
  }
  // Beside a value `daily` says when that holds.
  const measured = found.length === 1 ? found : found.filter(({ of }) => of !== OFTEN);
  return measured
    .filter(
      ({ dimension, high, low, isName }) =>
        (dimension !== 'count' || high <= MOST_COUNTED || isName) && Number.isFinite(low),
    )
    .toSorted((one, other) => one.at - other.at);
}

function refine(quantity: Found, sentence: string, place: { at: number; end: number }): Quantity {
  const [before, behind] = [
    sentence.slice(Math.max(0, place.at - 40), place.at),
    sentence.slice(place.end, place.end + 50),
  ];
  const read = readLimit(before, behind);
  const isTimed = quantity.dimension === 'duration';
  const dimension = !isTimed
    ? quantity.dimension
    : INTERVAL.test(before)
      ? 'interval'
      : BEFORE.test(before) || BEFORE_BEHIND.test(behind)
        ? 'lead'
        : 'duration';
  // `Within 7 to 10 days` is a range.
  const limit = quantity.high > quantity.low * WIDE ? ({ limit: 'exact' } as const) : {};
  return {
    ...read,
    ...limit,
    ...quantity,
    low: lowestOf(quantity, before, sentence.slice(place.at, place.end)),
    dimension,
    ...place,
  };
}

/** `3, 14 or 60 days` are all three, counted in the unit of the last. */
function lowestOf({ low, high }: Found, before: string, said: string): number {
  const first = Number.parseInt(/(?:\d+, ?)+$/.exec(before)?.[0] ?? '', 10);
  const last = Number(/\d+(?!.*\d)/.exec(said)?.[0]);
  return first < last && low < high ? Math.min(low, (first * high) / last) : low;
}
