import { overlapOf } from '../../learning/statements/stance.ts';
import type { Claim } from './claims.ts';
import { isSoft } from './concepts.ts';
import type { Quantity } from './quantities.ts';
import { termOf } from './terms.ts';
import { WORK_DAYS } from './weekdays.ts';

/** Two values that are so near may be one said loosely. */
const LOOSE = 1.6;
/** A price a month beside one without a period: from here on they are for different times. */
const OTHER_PERIOD = 3;
const SAME = 1.02;

/** Whether two claims of one kind cannot both hold. */
export function contradict(one: Claim, other: Claim): boolean {
  if (one.kind !== other.kind || one.entryId === other.entryId) return false;
  if (!hasOtherValue(one, other)) return false;
  return holdAtTheSameTime(one, other) && areAboutTheSame(one, other);
}

function hasOtherValue(one: Claim, other: Claim): boolean {
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
      return mine.of === theirs.of && differInAmount(permitted(mine, one), permitted(theirs, other), false);
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

/** Whoever may have three may have no more. */
function permitted(quantity: Quantity, { sentence }: Claim): Quantity {
  if (quantity.limit !== 'exact') return quantity;
  const isPermission = /(?<!\p{L})(?:darf|dürfen|darfst|kannst?|can|may)(?!\p{L})/iu.test(sentence);
  return isPermission ? { ...quantity, limit: 'max' } : quantity;
}

/** Five working days are a week, unless both count working days. */
function toCalendar(quantity: Quantity, other: Quantity): Quantity {
  if (quantity.of !== 'working' || other.of === 'working') return quantity;
  return { ...quantity, high: quantity.high * 1.4 + 2 * 1440 };
}

/** Until when something may be claimed: whoever says 14 days there does not mean up to 30. */
function isDeadline({ own, title }: Claim): boolean {
  return ['#return', '#warranty', '#cancel', '#valid', '#keep', '#trial'].some(
    (term) => own.all.has(term) || title.all.has(term),
  );
}

function differInAmount(mine: Quantity, theirs: Quantity, isLimitExact: boolean): boolean {
  const isLoose = mine.isApproximate || theirs.isApproximate;
  const [less, more] = mine.high <= theirs.high ? [mine, theirs] : [theirs, mine];
  if (more.low <= less.high * (isLoose ? LOOSE : SAME) && less.low === less.high) {
    if (more.low === more.high || more.low <= less.low * SAME)
      return more.low > less.high * (isLoose ? LOOSE : SAME);
  }
  if (mine.limit === theirs.limit)
    return mine.limit === 'exact' ? !holds(mine, theirs) && !holds(theirs, mine) : mine.high !== theirs.high;
  if (isLimitExact) return mine.high !== theirs.high;
  const [bound, said] = mine.limit === 'exact' ? [theirs, mine] : [mine, theirs];
  if (said.limit !== 'exact') {
    const [least, most] = bound.limit === 'min' ? [bound, said] : [said, bound];
    return least.low > most.high * SAME;
  }
  return bound.limit === 'max' ? said.high > bound.high * SAME : said.low * SAME < bound.low;
}

function holds(one: Quantity, other: Quantity): boolean {
  return one.low <= other.low * SAME && other.high <= one.high * SAME;
}

/** Saturday's hours say nothing of Monday's. */
function holdAtTheSameTime(one: Claim, other: Claim): boolean {
  if (one.kind === 'weekday' || one.days === other.days) return true;
  if (one.days === 0 || other.days === 0) return ((one.days | other.days) & WORK_DAYS) !== 0;
  return (one.days & other.days & WORK_DAYS) !== 0;
}

/** What is said of it is one thing in the whole base, however it is called: these words need not be shared. */
const ALONE: Partial<Record<Claim['kind'], ReadonlySet<string>>> = {
  age: termsIn(
    'mindestalter beitreten konto voraussetzung voraussetzungen requirement requirements person people',
  ),
  hours: termsIn('geöffnet erreichbar support antwort kontakt contact hilfe help'),
  version: termsIn('beitreten adresse address ip edition client verbindung connection minecraft'),
};

function termsIn(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').map(termOf));
}

function areAboutTheSame(one: Claim, other: Claim): boolean {
  const alone = ALONE[one.kind];
  const of = (claim: Claim) => describe(claim, alone);
  const [mine, theirs] = [of(one), of(other)];
  if (isNarrowed(one, other, alone) || isNarrowed(other, one, alone)) return false;
  const mineOnly = onlyIn(mine.own, theirs.all);
  const theirsOnly = onlyIn(theirs.own, mine.all);
  const shared = sharedOf(mine, theirs);
  if (alone && [one, other].every((claim) => isSaidOf(claim, alone)) && isAlone(one, other, mine, theirs))
    return true;
  if (shared < 2 && !isNamed(one, other)) return false;
  if (mine.own.size > 0 && mineOnly.length === mine.own.size) return false;
  if (theirs.own.size > 0 && theirsOnly.length === theirs.own.size) return false;
  if (shared < (mineOnly.length + theirsOnly.length === 0 ? 1 : neededFor(one, other))) return false;
  const [less, more] = [mineOnly.length, theirsOnly.length].toSorted((a, b) => a - b) as [number, number];
  if (less > 0 && !(less === 1 && shared >= 3)) return false;
  return more <= roomFor(one, shared);
}

interface Described {
  own: ReadonlySet<string>;
  all: ReadonlySet<string>;
  title: ReadonlySet<string>;
  soft: ReadonlySet<string>;
}

const PLACE = termOf('server');

function describe({ kind, own, around, title }: Claim, alone: ReadonlySet<string> | undefined): Described {
  // A server that never closes is not its team.
  const isPlace = (term: string) => kind === 'hours' && term === PLACE;
  const isFirm = (term: string) =>
    (!isSoft(term) || isPlace(term)) && !term.startsWith('?') && !alone?.has(term);
  const firm = new Set([...own.all].filter(isFirm));
  const soft = new Set([...own.all].filter((term) => isSoft(term)));
  const titles = new Set([...title.all].filter(isFirm));
  return { own: firm.size > 0 ? firm : titles, all: around.union(own.all), title: titles, soft };
}

function onlyIn(some: ReadonlySet<string>, all: ReadonlySet<string>): string[] {
  return [...some].filter((term) => !all.has(term) && overlapOf(new Set([term]), all) === 0);
}

const SOFT_WEIGHT = 0.5;

function sharedOf(one: Described, other: Described): number {
  const mine = [...one.own].filter(
    (term) => other.all.has(term) || overlapOf(new Set([term]), other.all) > 0,
  );
  const theirs = [...other.own].filter(
    (term) => one.all.has(term) || overlapOf(new Set([term]), one.all) > 0,
  );
  const soft = [...one.soft].filter((term) => other.all.has(term)).length;
  return Math.max(mine.length, theirs.length) + SOFT_WEIGHT * soft;
}

/** One narrows it to a case that the other does not speak of. */
function isNarrowed(one: Claim, other: Claim, alone: ReadonlySet<string> | undefined): boolean {
  const known = other.around.union(other.own.all);
  const cases = [...one.own.narrow.union(one.title.narrow)].filter(
    (term) => !isSoft(term) && !alone?.has(term),
  );
  return onlyIn(new Set(cases), known).length > 0;
}

/** Whether a title of theirs says what both are about. */
function isNamed(one: Claim, other: Claim): boolean {
  const common = [...one.own.all.union(one.title.all)].filter(
    (term) => onlyIn(new Set([term]), other.around).length === 0,
  );
  return onlyIn(new Set(common), one.title.all.union(other.title.all)).length < common.length;
}

/** Whether a claim, or its title, speaks of opening, of an age or of a version at all. */
function isSaidOf({ kind, own, title }: Claim, alone: ReadonlySet<string>): boolean {
  return kind !== 'hours' || [...own.all, ...title.all].some((term) => alone.has(term));
}

/** A title that names several things says of none that the text is about it. */
const MANY = 3;

function isAlone(one: Claim, other: Claim, mine: Described, theirs: Described): boolean {
  const firm = (described: Described) =>
    described.own === described.title && described.title.size >= MANY ? new Set<string>() : described.own;
  const [a, b] = [firm(mine), firm(theirs)];
  const isSameLine =
    one.kind !== 'version' ||
    Math.floor((one.quantity?.low ?? 0) / 1000) === Math.floor((other.quantity?.low ?? 0) / 1000);
  return isSameLine && onlyIn(a, theirs.all).length === 0 && onlyIn(b, mine.all).length === 0;
}

function neededFor({ kind, own }: Claim, other: Claim): number {
  if (kind === 'count' || kind === 'size' || kind === 'percent' || kind === 'date' || kind === 'time')
    return 1.3;
  if (kind === 'permit' || kind === 'need' || kind === 'exist')
    return Math.min(own.all.size, other.own.all.size) <= 1 ? 1 : 1.3;
  return 1;
}

/** How much more one may say. */
function roomFor({ kind, isStrict }: Claim, shared: number): number {
  if (kind === 'permit' || kind === 'need' || kind === 'exist')
    return Math.floor(shared) - (isStrict ? 0 : 1);
  return 1 + Math.floor(shared);
}
