import type { Claim } from './claim.ts';
import type { Terms } from './terms.ts';
import { type Quantity, WIDE } from './values/values.ts';

/** Two values that are so near may be one said loosely. */
const LOOSE = 1.6;
const SAME = 1.02;
/** A price a month beside one without a period: from here on they are for different times. */
const OTHER_PERIOD = 3;

/** Kinds that are held against each other: opening hours, and from or until when something is open. */
export function familyOf(kind: Claim['kind']): Claim['kind'] {
  return kind === 'time' ? 'hours' : kind;
}

export function areOfOneFamily(one: Claim, other: Claim): boolean {
  return familyOf(one.kind) === familyOf(other.kind);
}

/** Whether claims elsewhere in the other entry say what one says. */
export function agreesWith(one: Claim, others: readonly Claim[]): boolean {
  const { quantity, days, kind, own } = one;
  return others.some((other) => {
    if (other.kind !== kind) return false;
    if (kind === 'weekday') return other.days === days && other.isDenied === one.isDenied;
    if (!quantity)
      return (
        other.isDenied === one.isDenied &&
        own.all.size > 0 &&
        isWithin(own, other.own) &&
        isWithin(other.own, own)
      );
    if (!other.quantity) return false;
    return (
      other.quantity.low === quantity.low &&
      other.quantity.of === quantity.of &&
      other.quantity.version === quantity.version
    );
  });
}

function isWithin(some: Terms, all: Terms): boolean {
  return [...some.all.keys()].every((term) => all.all.has(term));
}

/** Whether two claims of one kind say different things, if they are about the same. */
export function hasOtherValue(one: Claim, other: Claim): boolean {
  const [mine, theirs] = [one.quantity, other.quantity];
  if (mine && theirs && one.kind !== other.kind) return isOutside(mine, theirs);
  if (mine && theirs) return differ(mine, theirs, one, other);
  if (one.kind === 'weekday') return differInDays(one, other);
  return one.isDenied !== other.isDenied;
}

/** `Open from 5 pm` beside `open from 4 to 9 pm`. */
function isOutside(mine: Quantity, theirs: Quantity): boolean {
  const [hours, time] = mine.dimension === 'hours' ? [mine, theirs] : [theirs, mine];
  if (hours.dimension !== 'hours' || time.dimension !== 'time' || time.limit === 'exact') return false;
  return time.limit === 'min' ? hours.low !== time.low : hours.high !== time.high;
}

function differ(mine: Quantity, theirs: Quantity, one: Claim, other: Claim): boolean {
  switch (mine.dimension) {
    case 'version':
      return differInVersion(mine, theirs);
    case 'date':
      return mine.low !== theirs.low && (mine.of === theirs.of || mine.of === '' || theirs.of === '');
    case 'hours':
      return mine.low !== theirs.low || mine.high !== theirs.high;
    case 'time':
      return mine.limit === theirs.limit && mine.low !== theirs.low;
    case 'age':
      return mine.low !== theirs.low;
    case 'price':
      return differInPrice(mine, theirs, one, other);
    case 'size':
    case 'count':
      if (mine.isName || theirs.isName) return mine.of === theirs.of && mine.low !== theirs.low;
      return (
        (countsSame(mine, theirs) || mine.of === '' || theirs.of === '') &&
        differInAmount(mine, theirs, false)
      );
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

function countsSame(mine: Quantity, theirs: Quantity): boolean {
  if (mine.of === theirs.of) return true;
  return (mine.also?.includes(theirs.of) || theirs.also?.includes(mine.of)) ?? false;
}

/** So many days are opening times: another set is another. Of fewer none may be the same. */
const MANY_DAYS = 3;

function differInDays(one: Claim, other: Claim): boolean {
  const both = one.days & other.days;
  // Of what opens on some days, others are said elsewhere.
  if (Math.min(one.force, other.force) < 0)
    return Math.max(one.force, other.force) > 0 && one.isDenied === other.isDenied && both === 0;
  if (one.isDenied !== other.isDenied) return both !== 0;
  if (one.isDenied) return false;
  const fewest = Math.min(countBits(one.days), countBits(other.days));
  return fewest >= MANY_DAYS ? one.days !== other.days : both === 0;
}

function countBits(days: number): number {
  return days.toString(2).replaceAll('0', '').length;
}

function differInVersion(mine: Quantity, theirs: Quantity): boolean {
  if (mine.of !== theirs.of && mine.of !== '' && theirs.of !== '') return false;
  if (isSameVersion(mine.version ?? '', theirs.version ?? '')) return false;
  if (mine.limit === theirs.limit) return true;
  const [bound, said] = mine.limit === 'exact' ? [theirs, mine] : [mine, theirs];
  return said.limit === 'exact' && (bound.limit === 'min' ? said.low < bound.low : said.low > bound.low);
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
function isDeadline({ own, passage: { title }, sentence }: Claim): boolean {
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
