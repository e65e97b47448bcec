import type { Claim } from './claims.ts';
import { type Quantity, WIDE } from './values.ts';

/** Two values that are so near may be one said loosely. */
const LOOSE = 1.6;
const SAME = 1.02;
/** A price a month beside one without a period: from here on they are for different times. */
const OTHER_PERIOD = 3;

/** Whether two claims of one kind say different things, if they are about the same. */
export function hasOtherValue(one: Claim, other: Claim): boolean {
  const [mine, theirs] = [one.quantity, other.quantity];
  if (mine && theirs) return differ(mine, theirs, one, other);
  if (one.kind === 'weekday') return (one.days & other.days) === 0;
  return one.isDenied !== other.isDenied;
}

function differ(mine: Quantity, theirs: Quantity, one: Claim, other: Claim): boolean {
  switch (mine.dimension) {
    case 'version':
      return (
        mine.of === theirs.of &&
        !isSameVersion(mine.version ?? '', theirs.version ?? '') &&
        mine.limit === theirs.limit
      );
    case 'date':
      return mine.low !== theirs.low && (mine.of === theirs.of || mine.of === '' || theirs.of === '');
    case 'hours':
      return mine.low !== theirs.low || mine.high !== theirs.high;
    case 'time':
    case 'age':
      return mine.low !== theirs.low;
    case 'price':
      return differInPrice(mine, theirs, one, other);
    case 'size':
    case 'count':
      if (mine.isName || theirs.isName) return mine.of === theirs.of && mine.low !== theirs.low;
      return mine.of === theirs.of && differInAmount(mine, theirs, false);
    case 'duration':
      return differInAmount(
        toCalendar(mine, theirs),
        toCalendar(theirs, mine),
        isDeadline(one) || isDeadline(other),
      );
    default:
      return differInAmount(mine, theirs, false);
  }
}

/** `1.20` holds for `1.20.4`. */
function isSameVersion(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

function differInPrice(mine: Quantity, theirs: Quantity, one: Claim, other: Claim): boolean {
  const isFree = mine.high === 0 || theirs.high === 0;
  if (mine.limit !== theirs.limit || (mine.of !== theirs.of && !isFree)) return false;
  if (one.period !== other.period && one.period !== '' && other.period !== '') return false;
  if (!differInAmount(mine, theirs, true)) return false;
  const ratio = Math.max(mine.high, theirs.high) / Math.max(Math.min(mine.low, theirs.low), 0.01);
  return isFree || one.period === other.period || ratio < OTHER_PERIOD;
}

/** Five working days are a week, unless both count working days. */
function toCalendar(quantity: Quantity, other: Quantity): Quantity {
  if (quantity.of !== 'working' || other.of === 'working') return quantity;
  return { ...quantity, high: quantity.high * 1.4 + 2 * 1440 };
}

/** Until when something may be claimed: whoever says 14 days there does not mean up to 30. */
function isDeadline({ own, title, sentence }: Claim): boolean {
  const named = ['#return', '#warranty', '#cancel', '#valid', '#keep', '#trial'];
  return named.some((term) => own.all.has(term) || title.all.has(term)) || RIGHT.test(sentence);
}

const RIGHT = /(?:recht|frist)(?!\p{L})|(?<!\p{L})(?:right|deadline)(?!\p{L})/iu;

function differInAmount(mine: Quantity, theirs: Quantity, isLimitExact: boolean): boolean {
  if (isNear(mine, theirs)) return false;
  if (mine.limit === theirs.limit)
    return mine.limit !== 'exact' || (!holds(mine, theirs) && !holds(theirs, mine));
  return isLimitExact || isBeyond(mine, theirs);
}

/** Neither is a range, and both say as good as the same. */
function isNear(mine: Quantity, theirs: Quantity): boolean {
  const [less, more] = mine.high <= theirs.high ? [mine, theirs] : [theirs, mine];
  if ([less, more].some(({ low, high }) => high > low * WIDE)) return false;
  return more.low <= less.high * (mine.isApproximate || theirs.isApproximate ? LOOSE : SAME);
}

/** One sets a bound, and what the other says is beyond it. */
function isBeyond(mine: Quantity, theirs: Quantity): boolean {
  const [bound, said] = mine.limit === 'exact' ? [theirs, mine] : [mine, theirs];
  if (said.limit === 'exact')
    return bound.limit === 'max' ? said.high > bound.high * SAME : said.low * SAME < bound.low;
  const [least, most] = bound.limit === 'min' ? [bound, said] : [said, bound];
  return least.low > most.high * SAME;
}

function holds(one: Quantity, other: Quantity): boolean {
  return one.low <= other.low * SAME && other.high <= one.high * SAME;
}
