import type { Claim } from './claim.ts';
import { categoryOf, termOf } from './terms.ts';

/** How much a term tells in a base: what every second entry names tells little. */
export type Rarity = (term: string) => number;

/** Of what a clause names: how much of it the other's clause, its sentence and title, or its passage names, too. */
interface Side {
  own: number;
  near: number;
  far: number;
  missing: number;
  /** How many terms of those that tell much. */
  firmMissing: number;
  /** Of these, how many its title names as well: the case that the entry is about. */
  special: number;
  /** How many terms that tell much its title names, and the other nowhere. */
  titled: number;
  /** What narrows it that the other does not name at all. */
  narrow: number;
  /** How much of that its title names, too: the place that the entry is about. */
  placed: number;
}

export interface Comparison {
  mine: Side;
  theirs: Side;
  /** Of what either title names, how much the other's names. */
  titleShared: number;
  /** Of the terms that both clauses or titles name, what the rarest tells. */
  rarest: number;
  /** How many terms that tell much both name. */
  firm: number;
  /** Kinds of cases of which each names another: summer and winter. */
  contrasts: number;
}

/** A part of a compound says less than the word itself. */
const PART = 0.7;
const FIX = 5;
const FIRM = 0.7;

/** A base has one age from which on people may join, however it calls itself, them and joining. */
const COMMUNITY = new Set(
  ['alter', 'beitreten', 'mitglied', 'member', 'discord', 'server', 'community', 'spieler', 'player'].map(
    termOf,
  ),
);

/** How much a term tells of what a claim is about. */
function tellingOf({ kind }: Claim, term: string, telling: number, rarity: Rarity): number {
  return kind === 'age' && COMMUNITY.has(term) ? 0 : telling * rarity(term);
}

export function compareTerms(one: Claim, other: Claim, rarity: Rarity): Comparison {
  const [mine, theirs] = [sideOf(one, other, rarity), sideOf(other, one, rarity)];
  const named = [...one.own.all.keys(), ...one.passage.title.all.keys()];
  const shared = new Map<string, number>();
  for (const term of named) {
    const telling = (one.own.all.get(term) ?? one.passage.title.all.get(term) ?? 0) * rarity(term);
    const match = Math.max(matchAmong(term, other.own.all), matchAmong(term, other.passage.title.all));
    if (match > 0) shared.set(term, telling * match);
  }
  return {
    mine,
    theirs,
    titleShared: Math.max(sharedTitle(one, other, rarity), sharedTitle(other, one, rarity)),
    rarest: Math.max(0, ...shared.values()),
    firm: [...shared.values()].filter((telling) => telling > FIRM).length,
    contrasts: contrastsOf(one, other),
  };
}

function sideOf(claim: Claim, other: Claim, rarity: Rarity): Side {
  const { own, passage } = claim;
  const side: Side = {
    own: 0,
    near: 0,
    far: 0,
    missing: 0,
    firmMissing: 0,
    special: 0,
    titled: 0,
    narrow: 0,
    placed: 0,
  };
  for (const [term, telling] of own.all) {
    const tells = tellingOf(claim, term, telling, rarity);
    const inOwn = matchAmong(term, other.own.all);
    const inNear = inOwn < 1 ? nearMatch(term, other) : 0;
    const inFar = Math.max(inOwn, inNear) < 1 ? matchAmong(term, other.passage.all) : 0;
    side.own += tells * inOwn;
    side.near += tells * Math.max(0, inNear - inOwn);
    side.far += tells * Math.max(0, inFar - Math.max(inOwn, inNear));
    const missing = tells * (1 - Math.max(inOwn, inNear, inFar));
    side.missing += missing;
    if (missing > FIRM) side.firmMissing += 1;
    if (missing > FIRM && passage.title.all.has(term)) side.special += 1;
  }
  side.titled = [...passage.title.all].filter(
    ([term, telling]) =>
      tellingOf(claim, term, telling, rarity) > FIRM && matchAmong(term, other.passage.all) === 0,
  ).length;
  const cases = [...own.narrow.union(passage.title.narrow)].filter((term) => !term.startsWith('?'));
  side.narrow = cases.filter(
    (term) => tellingOf(claim, term, 1, rarity) > 0 && matchAmong(term, other.passage.all) === 0,
  ).length;
  side.placed = cases.filter(
    (term) =>
      own.narrow.has(term) &&
      matchAmong(term, passage.title.all) > 0 &&
      matchAmong(term, other.passage.all) === 0,
  ).length;
  return side;
}

function nearMatch(term: string, { around, passage: { title } }: Claim): number {
  return Math.max(matchAmong(term, around.all), matchAmong(term, title.all));
}

function sharedTitle(one: Claim, other: Claim, rarity: Rarity): number {
  let shared = 0;
  for (const [term, telling] of one.passage.title.all)
    shared += telling * rarity(term) * matchAmong(term, other.passage.title.all);
  return shared;
}

/** What narrows a claim, or its title, and is named nowhere in the other's passage. */
function casesOf({ own, passage: { title } }: Claim, other: Claim): string[] {
  const named = own.narrow.union(title.narrow);
  const theirs = other.own.narrow.union(other.passage.title.narrow);
  return [...named].filter(
    (term) => !other.passage.all.has(term) && !(term.startsWith('?') ? theirs : other.own.narrow).has(term),
  );
}

/** Steps may stand beside each other: returning, refunding. */
const STEP = 'step';

/** Each names a case of one kind that the other names nowhere. */
function contrastsOf(one: Claim, other: Claim): number {
  const kindsOf = (claim: Claim, against: Claim) => {
    const kinds = casesOf(claim, against).map(categoryOf);
    return new Set(kinds.filter((kind) => kind !== undefined && kind !== STEP));
  };
  return kindsOf(one, other).intersection(kindsOf(other, one)).size;
}

type Named = Pick<ReadonlySet<string>, 'has' | 'keys'>;

const fixes = new WeakMap<Named, ReadonlySet<string>>();

/** How long terms begin and end: a compound shares either with its parts. */
function fixesOf(all: Named): ReadonlySet<string> {
  const known = fixes.get(all);
  if (known) return known;
  const found = new Set(
    [...all.keys()].flatMap((term) => [`<${term.slice(0, FIX)}`, `>${term.slice(-FIX)}`]),
  );
  fixes.set(all, found);
  return found;
}

/** 1 for the term itself, less for a compound of it or a part of it. */
function matchAmong(term: string, all: Named): number {
  if (all.has(term)) return 1;
  if (term.length < FIX || term.startsWith('#')) return 0;
  const known = fixesOf(all);
  if (!known.has(`<${term.slice(0, FIX)}`) && !known.has(`>${term.slice(-FIX)}`)) return 0;
  for (const other of all.keys()) {
    const [short, long] = term.length <= other.length ? [term, other] : [other, term];
    if (short.length >= FIX && (long.startsWith(short) || long.endsWith(short))) return PART;
  }
  return 0;
}
