import { isQuestion } from '../../../domain/markdown/sentences.ts';
import { normalise } from '../../search/words/analyse.ts';
import { type Asked, readAsked, readBare } from './answers.ts';
import { type Clause, clausesOf, contrastsOf, linesOf } from './clauses.ts';
import { isSoft } from './concepts.ts';
import { type Dimension, type Quantity, readQuantities } from './quantities.ts';
import { type Matter, readSaid, readVerdict, type Said, STRICT_HINT } from './stances.ts';
import { readTerms, type Terms } from './terms.ts';
import { findWeekdays, weekdaysIn } from './weekdays.ts';

/** A passage as it is read: the title of its entry with the headings above it. */
export interface Source {
  entryId: string;
  title: string;
  text: string;
}

/** One thing that an entry says, which another may say otherwise. */
export interface Claim {
  entryId: string;
  /** The sentence as it stands there, and the values in it. */
  sentence: string;
  marks: readonly (readonly [at: number, end: number])[];
  kind: Dimension | Matter;
  quantity: Quantity | null;
  isDenied: boolean;
  isStrict: boolean;
  /** `month`, `year`, `once`: what a price is paid for. */
  period: string;
  /** Bits of the weekdays that it holds on; 0: none is named. */
  days: number;
  /** Of its clause. */
  own: Terms;
  /** Of its sentence, the heading above and the title. */
  around: ReadonlySet<string>;
  title: Terms;
}

/** Longer sentences are tables, lists of names and terms of law. */
const MAX_SENTENCE = 320;
const MAX_SENTENCES = 120;
/** What happened, and when a page was written, is no promise. */
const IS_HISTORY =
  /(?<![\d.,])(?:1\d{3}|20[01]\d)(?![\d.,]*\d)(?! ?(?:€|\$|mb|gb|euro|zeichen|characters|kilo))|last (?:updated|modified)|updated on|^stand:/i;
/** What can or must be is said in few words, or under more conditions than words tell. */
const [MAX_SAID, MAX_SAID_CHARACTERS] = [6, 140];
const PRONOUN = /^(?:er|sie|it|they)(?!\p{L})/iu;
/** Addresses and what is typed name nothing. */
const TYPED =
  /`[^`]*`|https?:\/\/\S+|(?<![\p{L}\d])(?:\p{L}[\p{L}\d-]*\.){1,3}\p{L}{2,}(?!\p{L})|(?<!\S)\/\p{L}\S*/gu;
const MEASURED =
  /lich|ly|kostenl|kostenfrei|gratis|free|rund um|tag|woche|monat|jahr|stunde|minute|day|week|month|year|hour|ages?|prozent|percent|euro|dollar|(?<!\p{L})(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|two|three|four|five|six|seven|eight|nine|ten|twelve)(?!\p{L})/u;
const PERIODS: readonly [RegExp, string][] = [
  [/(?:pro|per|im|je|a|an|\/|jeden|the|every|each) ?mon(?:at|th)|monatlich|monthly/u, 'month'],
  [/(?:pro|per|im|je|\/|jedes|a|every|each) ?(?:jahr|year)|jährlich|yearly|annual|jahres/u, 'year'],
  [/(?:pro|per|die|in der|\/|a|every|each) ?(?:woche|week)|wöchentlich|weekly/u, 'week'],
  [/(?:pro|per|am|\/|a|every|each) ?(?:tag|day)|täglich|daily/u, 'day'],
  [/(?:pro|per|die|\/|an|every|each) ?(?:stunde|hour)/u, 'hour'],
];

/** Reads what a passage says; a step is a sentence. */
export function* readClaims({ entryId, title, text }: Source): Generator<void, Claim[]> {
  const titleTerms = readTitle(title);
  const claims: Claim[] = verdictOf({ entryId, title, text }, titleTerms);
  const isOfDay = weekdaysIn(normalise(title)) > 0;
  let heading: ReadonlySet<string> = new Set();
  let before = '';
  let asked = readAsked(title);
  for (const sentence of linesOf(text).slice(0, MAX_SENTENCES)) {
    const shown = sentence
      .replace(/^(?:[-*+]|\d+[.)])\s+/, '')
      .replaceAll('**', '')
      .replaceAll('__', '');
    if (/^#|:\**$/.test(shown) || /^\*\*[^*]+\*\*$/.test(sentence)) heading = readTerms(shown).all;
    if (shown.length <= MAX_SENTENCE && !isQuestion(shown) && !IS_HISTORY.test(shown))
      claims.push(
        ...readSentence({ entryId, title: titleTerms, heading, before, asked, sentence: shown, isOfDay }),
      );
    before = shown;
    asked = null;
    yield;
  }
  return claims;
}

/** A long title tells a story or lists what its entry is about: no case that all of it holds in. */
function readTitle(title: string): Terms {
  const terms = readTerms(title);
  return terms.all.size > MOST_OF_ONE ? { ...terms, narrow: new Set() } : terms;
}

const MOST_OF_ONE = 3;

interface Context {
  entryId: string;
  title: Terms;
  heading: ReadonlySet<string>;
  /** The sentence before, which a pronoun stands for. */
  before: string;
  /** What the title asks, of the sentence that answers it. */
  asked: Asked | null;
  sentence: string;
  /** The title names a weekday. */
  isOfDay: boolean;
}

type Base = Omit<Claim, 'kind' | 'marks'>;

function readSentence({ sentence, title, heading, before, asked, entryId, isOfDay }: Context): Claim[] {
  const lower = normalise(sentence);
  // Places in the one are places in the other, but for letters that no language here has.
  if (lower.length !== sentence.length) return [];
  const measured = /\d/.test(lower) || MEASURED.test(lower) ? readQuantities(lower) : [];
  const quantities = asked ? [...readBare(lower, asked, measured), ...measured] : measured;
  const days = findWeekdays(lower);
  const said = saidIn(lower);
  if (quantities.length + days.length + said.length === 0) return [];
  const plain = blank(sentence, quantities);
  const own = readTerms(plain);
  const isPronoun = PRONOUN.test(sentence);
  const meant = isPronoun ? readTerms(before).all : heading;
  const around = own.all.union(title.all).union(heading).union(meant);
  const base: Base = {
    ...{ entryId, sentence, own, around, title, quantity: null },
    ...{ isDenied: false, isStrict: false, period: '', days: 0 },
  };
  // `The tournament on Friday`, told from another one by its title.
  const isDay =
    !isOfDay &&
    days.length > 0 &&
    days.length <= 2 &&
    quantities.every(({ dimension }) => dimension !== 'hours');
  const read = measuresOf(lower, { plain, quantities, base });
  const measures = isPronoun ? read.map((claim) => standFor(claim, meant)) : read;
  return [
    ...measures,
    ...(asked ? answersOf(measures, asked) : []),
    ...(isDay ? [{ ...base, kind: 'weekday' as const, days: weekdaysIn(lower), marks: days }] : []),
    ...said.flatMap((part) => stancesOf(part, plain, base)),
  ];
}

function measuresOf(
  lower: string,
  { plain, quantities, base }: { plain: string; quantities: readonly Quantity[]; base: Base },
): Claim[] {
  const clauses = clausesOf(lower);
  const versions = quantities.filter(({ dimension }) => dimension === 'version').length;
  return quantities
    .filter((quantity) => isComparable(quantity, versions))
    .map((quantity) => {
      const place = clauses.findIndex(({ end }) => quantity.at < end);
      const clause = lower.slice(clauses[place]?.at, clauses[place]?.end);
      const days = weekdaysIn(clause) || (quantities.length === 1 ? weekdaysIn(lower) : 0);
      const behind = lower.slice(quantity.at, quantity.end + 30);
      const period = quantity.dimension === 'price' ? periodOf(behind) || periodOf(clause) : '';
      // An age is required of whoever comes, not of what the clause before names.
      const before = quantity.dimension === 'age' ? [] : clauses.slice(0, place).toReversed();
      const isPronoun = place === 0 && PRONOUN.test(clause);
      const behindIt = isPronoun ? [] : clauses.slice(place + 1, place + 2);
      const near = [...clauses.slice(place, place + 1), ...before, ...behindIt];
      const own = clauses.length === 1 ? base.own : ownTerms(plain, near);
      const marks = [[quantity.at, quantity.end] as const];
      return {
        ...{ ...base, kind: quantity.dimension, own, marks, days, period },
        quantity: permitted(quantity, lower),
      };
    });
}

/** `It lasts 30 minutes` is about what the sentence before names. */
function standFor(claim: Claim, meant: ReadonlySet<string>): Claim {
  return claim.own.all.size > 0 ? claim : { ...claim, own: { ...claim.own, all: meant } };
}

/** What is measured in the answer holds for what the title names. */
function answersOf(measures: readonly Claim[], { title: asked }: Asked): Claim[] {
  return measures.map((claim) => {
    const quantity = claim.quantity && permitted(claim.quantity, asked);
    return {
      ...claim,
      quantity,
      own: claim.title,
    };
  });
}

const PERMISSION = /(?<!\p{L})(?:darf|dürfen|darfst|kannst?|can|may)(?!\p{L})/iu;

/** Whoever may have three may have no more. */
function permitted(quantity: Quantity, said: string): Quantity {
  const isCounted = quantity.dimension === 'count' || quantity.dimension === 'size';
  return isCounted && quantity.limit === 'exact' && PERMISSION.test(said)
    ? { ...quantity, limit: 'max' }
    : quantity;
}

/** From one version to another is a way, and what is counted must have a name. */
function isComparable({ dimension, of, version = '' }: Quantity, versions: number): boolean {
  if (dimension === 'version') return versions === 1 && (of !== '' || version.includes('.'));
  return dimension !== 'count' || of !== '';
}

/** The text without what was measured in it, so that units are no words. */
function blank(text: string, quantities: readonly Quantity[]): string {
  let rest = text.replace(TYPED, (typed) => ' '.repeat(typed.length));
  for (const { at, end, dimension } of quantities) {
    if (dimension === 'count' || dimension === 'version') continue;
    rest = rest.slice(0, at) + ' '.repeat(end - at) + rest.slice(end);
  }
  return rest;
}

/** Of the clause with the value, or of the nearest one before or behind it that says what it is about. */
function ownTerms(plain: string, near: readonly Clause[]): Terms {
  for (const { at, end } of near) {
    const terms = readTerms(plain.slice(at, end));
    if (terms.all.size > 0) return terms;
  }
  return readTerms('');
}

function periodOf(text: string): string {
  const found = PERIODS.find(([expression]) => expression.test(text));
  return found?.[1] ?? (/einmal|one-time|once|one-off/.test(text) ? 'once' : '');
}

interface SaidPart extends Clause {
  said: Said;
}

/** What a sentence allows, demands or denies. */
function saidIn(lower: string): SaidPart[] {
  if (lower.length > MAX_SAID_CHARACTERS && !STRICT_HINT.test(lower)) return [];
  return contrastsOf(lower).flatMap(({ at, end }) => {
    const said = readSaid(lower.slice(at, end));
    return said ? [{ at, end, said }] : [];
  });
}

/** One claim for all, and one for each thing of a list. */
function stancesOf({ at, end, said }: SaidPart, plain: string, base: Base): Claim[] {
  const clause = plain.slice(at, end);
  const { matter: kind, isDenied, isStrict } = said;
  const marks = [[at + said.at, at + said.end] as const];
  const claim = (own: Terms): Claim => ({ ...base, kind, isDenied, isStrict, own, marks });
  const isWhole = at === 0 && end === plain.length;
  const whole = isWhole ? base.own : readTerms(clause);
  const firm = [...whole.all].filter((term) => !isSoft(term)).length;
  if (!isStrict && whole.all.size > MAX_SAID) return [];
  if (firm === 0 && kind !== 'need' && !isStrict) return [];
  const items = clause.split(/,| und | and | oder | or |:/u);
  if (items.length < 3 || !isStrict) return [claim(whole)];
  const conditions = new Set([...whole.narrow].filter((term) => term.startsWith('?')));
  const things = items.map((item) => readTerms(item)).filter(({ all }) => all.size > 0 && all.size <= 3);
  return [
    claim(whole),
    ...things.map((thing) => claim({ ...thing, narrow: thing.narrow.union(conditions) })),
  ];
}

/** A title that asks, answered with a plain yes or no. */
function verdictOf({ entryId, title, text }: Source, terms: Terms): Claim[] {
  const verdict = readVerdict(text);
  if (verdict === null || !isQuestion(title) || / oder | or /i.test(title)) return [];
  const [first = ''] = linesOf(text);
  const said = readSaid(normalise(title));
  if (said?.isDenied || first.length > MAX_SENTENCE) return [];
  const mark = /\p{L}+/u.exec(first);
  const at = mark?.index ?? 0;
  return [
    {
      ...{
        entryId,
        sentence: first,
        marks: [[at, at + (mark?.[0].length ?? 0)]],
        kind: said?.matter ?? 'permit',
      },
      ...{
        quantity: null,
        isDenied: verdict === 'no',
        isStrict: said?.isStrict ?? false,
        period: '',
        days: 0,
      },
      ...{ own: terms, around: terms.all, title: terms },
    },
  ];
}
