import { isAmong } from '../../learning/statements/stance.ts';
import type { Claim } from './claims.ts';
import { isSoft } from './concepts.ts';
import { termOf, termsOf } from './terms.ts';

const SOFT_WEIGHT = 0.5;
/** What hardly an entry besides names says more about what two speak of. */
const RARE_WEIGHT = 2;

/** Whether few entries of the base name a term. */
export type IsRare = (term: string) => boolean;

/** What is said of it is one thing in the whole base, however it is called: these words need not be shared. */
const ALONE: Partial<Record<Claim['kind'], ReadonlySet<string>>> = {
  age: termsIn(
    'mindestalter beitreten konto voraussetzung voraussetzungen requirement requirements person people mitglied aufnahme teilnahme admission eligibility altersfreigabe',
  ),
  hours: termsIn('geöffnet erreichbar support antwort kontakt contact hilfe help online'),
  version: termsIn('beitreten support adresse address ip edition client verbindung connection minecraft'),
};

function termsIn(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').flatMap(termsOf));
}

/** Whether two claims of one kind speak of the same thing in the same case, as far as words tell. Rather not than wrongly. */
export function areAboutTheSame(one: Claim, other: Claim, isRare: IsRare): boolean {
  const alone = ALONE[one.kind];
  if (isNarrowed(one, other, alone) || isNarrowed(other, one, alone)) return false;
  const [mine, theirs] = [recall(one, alone), recall(other, alone)];
  if (alone && areOnlyOnes(one, other, alone)) return true;
  const isTelling = isNamed(one, other) && !nameOthers(mine, theirs) && !nameOthers(theirs, mine);
  const weigh = (term: string) =>
    isTelling && term !== one.quantity?.of && !term.startsWith('#') && isRare(term) ? RARE_WEIGHT : 1;
  return shareTopic(one, other, compareWords(mine, theirs, weigh), isTelling);
}

/** What two claims have in common, and what only one of them names. */
interface Shared {
  shared: number;
  mineOnly: number;
  theirsOnly: number;
  isOther: boolean;
}

function compareWords(mine: Described, theirs: Described, weigh: (term: string) => number): Shared {
  const mineOnly = onlyIn(mine.own, theirs.all).length;
  const theirsOnly = onlyIn(theirs.own, mine.all).length;
  // A part of a compound says less than the word itself.
  const sum = ({ own }: Described, { all }: Described) =>
    [...own].reduce((total, term) => total + (all.has(term) ? weigh(term) : isAmong(term, all) ? 1 : 0), 0);
  const isOther = [
    mineOnly === mine.own.size && mineOnly > 0,
    theirsOnly === theirs.own.size && theirsOnly > 0,
  ];
  const soft = [...mine.soft].filter((term) => theirs.all.has(term)).length;
  const common = Math.max(sum(mine, theirs), sum(theirs, mine));
  return { shared: common + SOFT_WEIGHT * soft, mineOnly, theirsOnly, isOther: isOther.includes(true) };
}

function shareTopic(
  one: Claim,
  other: Claim,
  { shared, mineOnly, theirsOnly, isOther }: Shared,
  isTelling: boolean,
): boolean {
  if (one.kind === 'permit' && (isGeneral(one) || isGeneral(other)) && !haveSameWords(one, other))
    return false;
  if (isOther || (shared < 2 && mineOnly + theirsOnly > 0 && !isNamed(one, other))) return false;
  if (shared < (mineOnly + theirsOnly === 0 ? 1 : neededFor(one, other))) return false;
  const [less, more] = [Math.min(mineOnly, theirsOnly), Math.max(mineOnly, theirsOnly)];
  // With a word in each that the other lacks they are about two things, unless much else is the same.
  if (less > 1 || (less === 1 && shared < neededBeside(one, other, isTelling))) return false;
  return more <= roomFor(one, shared);
}

function neededBeside(one: Claim, other: Claim, isTelling: boolean): number {
  return (isTelling && one.quantity) || haveOneTitle(one, other) ? 2 : 3;
}

interface Described {
  own: ReadonlySet<string>;
  all: ReadonlySet<string>;
  title: ReadonlySet<string>;
  soft: ReadonlySet<string>;
}

const described = new WeakMap<Claim, Described>();

/** A claim is held against many others. */
function recall(claim: Claim, alone: ReadonlySet<string> | undefined): Described {
  const known = described.get(claim) ?? describe(claim, alone);
  described.set(claim, known);
  return known;
}

/** What a value is said to be, and not of what. */
const MEASURES = new Set(['#price', '#fee', '#pay', '#limit', '#size', '#begin']);
const PLACE = termOf('server');

function describe(
  { kind, quantity, own, around, title }: Claim,
  alone: ReadonlySet<string> | undefined,
): Described {
  // A server that never closes is not its team.
  const isPlace = (term: string) => kind === 'hours' && term === PLACE;
  const isFirm = (term: string) =>
    (!isSoft(term) || isPlace(term)) && !term.startsWith('?') && !(alone && isAmong(term, alone));
  const named = [...own.all].filter(isFirm);
  const weak = quantity && named.length > 1 ? own.weak() : new Set();
  const things = named.filter((term) => !weak.has(term));
  const firm = new Set(things.length > 0 ? things : named);
  const soft = new Set([...own.all].filter((term) => isSoft(term)));
  const titles = new Set([...title.all].filter(isFirm));
  const isTitled = titles.size > 0 && titles.size < MANY;
  const isMeasure = soft.isSubsetOf(MEASURES);
  const said = firm.size > 0 || alone ? firm : isTitled && isMeasure ? titles : soft;
  // `Support is open` says what it is about, whatever the title speaks of besides.
  const isSaid = said.size > 0 || (alone !== undefined && !alone.isDisjointFrom(own.all));
  return { own: isSaid ? said : titles, all: around.union(own.all), title: titles, soft };
}

function onlyIn(some: ReadonlySet<string>, all: ReadonlySet<string>): string[] {
  return [...some].filter((term) => !isAmong(term, all));
}

/** Of a value they say from when on it counts, and how much it is thought to be. */
const NO_CASES = new Set(['?after', '?before', '?only', '#discount', '#free']);
/** What is banned is forbidden. */
const NO_RULES = new Set(['#ban']);

/** One narrows it to a case that the other does not speak of. */
function isNarrowed(one: Claim, other: Claim, alone: ReadonlySet<string> | undefined): boolean {
  const skipped = one.quantity ? NO_CASES : NO_RULES;
  // `What happens when I die?` asks, and is no condition of what is answered.
  const asked = [...one.title.narrow].filter((term) => !one.quantity || !term.startsWith('?'));
  const cases = [...one.own.narrow.union(new Set(asked))].filter(
    (term) => !isSoft(term) && !alone?.has(term) && !skipped.has(term),
  );
  return cases.length > 0 && onlyIn(new Set(cases), recall(other, alone).all).length > 0;
}

/** Whether nothing is named but what every second entry names: an account, a player. */
function isGeneral({ own }: Claim): boolean {
  return [...own.all].every((term) => isSoft(term) || term.startsWith('?'));
}

function haveSameWords({ own }: Claim, other: Claim): boolean {
  return own.all.symmetricDifference(other.own.all).size === 0;
}

/** Whether their titles name the same. */
function haveOneTitle({ title }: Claim, other: Claim): boolean {
  const firm = (terms: ReadonlySet<string>) => new Set([...terms].filter((term) => !isSoft(term)));
  const [mine, theirs] = [firm(title.all), firm(other.title.all)];
  return mine.size > 0 && onlyIn(mine, theirs).length + onlyIn(theirs, mine).length === 0;
}

/** Whether a title of theirs says what both are about. */
function isNamed(one: Claim, other: Claim): boolean {
  const common = [...one.own.all.union(one.title.all)].filter(
    (term) => onlyIn(new Set([term]), other.around).length === 0,
  );
  return onlyIn(new Set(common), one.title.all.union(other.title.all)).length < common.length;
}

/** Whether a thing of a title is missing in the other, whose title names one that is missing here: two kinds of tea. */
function nameOthers(mine: Described, theirs: Described): boolean {
  const named = onlyIn(mine.own.intersection(mine.title), theirs.all);
  return named.length > 0 && onlyIn(theirs.title, mine.all).length > 0;
}

/** Whether a claim, or its title, speaks of opening, of an age or of a version at all. */
function isSaidOf({ kind, own, title }: Claim, alone: ReadonlySet<string>): boolean {
  return kind !== 'hours' || [...own.all, ...title.all].some((term) => alone.has(term));
}

/** A title that names several things says of none that the text is about it. */
const MANY = 3;

/** Whether neither names anything besides the age, the hours or the version itself. */
function areOnlyOnes(one: Claim, other: Claim, alone: ReadonlySet<string>): boolean {
  if (!isSaidOf(one, alone) || !isSaidOf(other, alone) || !isSameLine(one, other)) return false;
  const [mine, theirs] = [recall(one, alone), recall(other, alone)];
  const firm = ({ own, title }: Described) => (own === title && title.size >= MANY ? new Set<string>() : own);
  return onlyIn(firm(mine), theirs.all).length + onlyIn(firm(theirs), mine.all).length === 0;
}

/** Versions 1.20 and 1.21 may be of one thing, 1.21 and 2.5 are not. */
function isSameLine({ kind, quantity }: Claim, other: Claim): boolean {
  return kind !== 'version' || majorOf(quantity?.version) === majorOf(other.quantity?.version);
}

function majorOf(version = ''): string {
  return version.split('.')[0] ?? '';
}

function neededFor({ kind, own }: Claim, other: Claim): number {
  if (kind === 'count' || kind === 'size' || kind === 'percent' || kind === 'date' || kind === 'time')
    return 1.3;
  if (kind === 'permit' || kind === 'need') return Math.min(own.all.size, other.own.all.size) <= 1 ? 1 : 1.3;
  return 1;
}

/** How much more one may say. */
function roomFor({ kind, isStrict }: Claim, shared: number): number {
  if (kind === 'permit' || kind === 'need') return Math.floor(shared) - (isStrict ? 0 : 1);
  return 1 + Math.floor(shared);
}
