import { normalise } from '../../search/words/analyse.ts';
import { readBare } from './answers.ts';
import type { Claim, Context } from './claim.ts';
import { type Clause, clausesOf } from './clauses.ts';
import { mergeTerms, readTerms, type Terms } from './terms.ts';
import { type Quantity, readQuantities } from './values/quantities.ts';
import { findWeekdays, weekdaysIn } from './values/weekdays.ts';

/** Addresses and what is typed name nothing. */
const TYPED =
  /`[^`]*`|https?:\/\/\S+|(?<![\p{L}\d])(?:\p{L}[\p{L}\d-]*\.){1,3}\p{L}{2,}(?!\p{L})|(?<!\S)\/\p{L}\S*/gu;
const MAY_BE_TYPED = /[`/]|\.\p{L}/u;
const PRONOUN =
  /^(?:(?:er|sie|es|it|they)(?!\p{L})|(?:das|dies|that|this)(?= (?:ist|geht|kostet|dauert|gilt|is|takes|costs|lasts)(?!\p{L})))/iu;
const PERIODS: readonly [RegExp, string][] = [
  [/(?:pro|per|im|je|a|an|\/|jeden|the|every|each) ?mon(?:at|th)|monatlich|monthly/u, 'month'],
  [/(?:pro|per|im|je|\/|jedes|a|every|each) ?(?:jahr|year)|jährlich|yearly|annual|jahres/u, 'year'],
  [/(?:pro|per|die|in der|\/|a|every|each) ?(?:woche|week)|wöchentlich|weekly/u, 'week'],
  [/(?:pro|per|am|\/|a|every|each) ?(?:tag|day)|täglich|daily/u, 'day'],
  [/(?:pro|per|die|\/|an|every|each) ?(?:stunde|hour)/u, 'hour'],
  [/einmal|one-time|once|one-off|single payment/u, 'once'],
];
const PERMISSION =
  /(?<!\p{L})(?:darf|dürfen|darfst|kannst?|can|may|limit|limited|maximal\p{L}*|höchst\p{L}*|maximum|cap)(?!\p{L})/iu;

/** What a sentence measures, each value with what its clause is about; and the single days that it names. */
export function readMeasures(context: Context): Claim[] {
  const { unit, lower, asked } = context;
  const measured = readQuantities(lower);
  const quantities = asked ? [...readBare(lower, asked, measured), ...measured] : measured;
  const plain = blank(unit.text, quantities);
  const measures = measuresOf(context, plain, quantities);
  const isOpening = quantities.some(({ dimension }) => dimension === 'hours') && OPENING.test(lower);
  return [...measures, ...daysOf(context, plain, isOpening)];
}

/** On which days something is, or is not. */
function daysOf(context: Context, plain: string, isOpening: boolean): Claim[] {
  const { lower, base, isGerman, title } = context;
  const found = findWeekdays(lower);
  // `The tournament on Friday` is told from another one by its title.
  if (found.length === 0 || weekdaysIn(normalise(title)) > 0) return [];
  const whole = ownOf(context, readTerms(plain, isGerman));
  return clausesOf(lower).flatMap(({ at, end }) => {
    const marks = found.filter(([place]) => place >= at && place < end);
    const clause = lower.slice(at, end);
    if (marks.length === 0) return [];
    return [
      {
        ...base,
        kind: 'weekday',
        force: isOpening ? OPENS : Number(ONLY.test(clause)),
        days: weekdaysIn(clause),
        marks,
        own: whole,
        isDenied: CLOSED.test(clause),
      },
    ];
  });
}

/** Of opening hours other days have others, so only `on Tuesdays only` is held against them. */
const OPENS = -1;
const ONLY = /(?<!\p{L})(?:nur|only|ausschließlich|exclusively)(?!\p{L})/u;
const OPENING =
  /open|offen|geöffnet|erreich|besetzt|staffed|montag|monday|mo(?:n)?[ -]|you['’]ll find|available|da(?!\p{L})|samstag|saturday/u;
const CLOSED =
  /(?<!\p{L})(?:geschlossen|zu|ruhetag|closed|shut|off|frei|nicht|kein|keine|not|no|außer|except)(?!\p{L})/u;

function measuresOf(context: Context, plain: string, quantities: readonly Quantity[]): Claim[] {
  if (quantities.length === 0) return [];
  const { lower, base, asked, unit } = context;
  const clauses = clausesOf(lower);
  const clauseAt = (place: number) => lower.slice(clauses[place]?.at, clauses[place]?.end);
  return quantities.filter(isComparable).flatMap((quantity) => {
    const { of } = quantity;
    const place = clauses.findIndex(({ end }) => quantity.at < end);
    const clause = clauseAt(place);
    const days = weekdaysIn(clause) || (quantities.length === 1 ? weekdaysIn(lower) : 0);
    const behind = lower.slice(quantity.at, quantity.end + 30);
    const period =
      quantity.dimension === 'price'
        ? periodOf(behind) || periodOf(clause) || periodOf(normalise(unit.lead))
        : '';
    // An age is required of whoever comes, not of what the clause before names.
    const before = quantity.dimension === 'age' ? [] : clauses.slice(0, place).toReversed();
    const near = [...clauses.slice(place, place + 1), ...before, ...clauses.slice(place + 1, place + 2)];
    const own = mergeTerms(nearestTerms(context, plain, near), ledBy(context, plain, clauses, place));
    const claim: Claim = {
      ...{
        ...base,
        kind: quantity.dimension === 'lead' ? 'duration' : quantity.dimension,
        own: emphasise(ownOf(context, own), of),
        days,
        period,
      },
      ...{ marks: [[quantity.at, quantity.end] as const], quantity: permitted(quantity, lower) },
    };
    if (!asked) return [claim];
    // What is measured in the answer holds for what the question names.
    const title = readTerms(asked.title, context.isGerman);
    return [claim, { ...claim, own: title, quantity: permitted(quantity, asked.title) }];
  });
}

/** `If you have symptoms, the test is free.` */
const CONDITION = /^(?:wenn|falls|sofern|wer|if|when|whoever)(?!\p{L})/u;

function ledBy(
  { lower, isGerman }: Context,
  plain: string,
  clauses: readonly Clause[],
  place: number,
): Terms {
  const end = clauses[0]?.end ?? 0;
  return readTerms(place > 0 && CONDITION.test(lower.slice(0, end)) ? plain.slice(0, end) : '', isGerman);
}

/** Of the clause with the value, or of the nearest one before or behind it that says what it is about. */
function nearestTerms(
  { isGerman }: Context,
  plain: string,
  near: readonly { at: number; end: number }[],
): Terms {
  let read: Terms = readTerms('');
  for (const { at, end } of near) {
    read = mergeTerms(read, readTerms(plain.slice(at, end), isGerman));
    if ([...read.all.values()].some((telling) => telling > HALF)) return read;
  }
  return read;
}

const HALF = 0.5;

/** What is counted tells, however general its name is. */
function emphasise({ all, narrow }: Terms, of: string): Terms {
  return all.has(of) ? { all: new Map([...all, [of, 1]]), narrow } : { all, narrow };
}

/** An item is about what leads to it, too, and `it` about what the sentence before names. */
export function ownOf({ unit, isGerman }: Context, own: Terms): Terms {
  const lead = unit.isItem ? readTerms(unit.lead, isGerman) : null;
  const meant = PRONOUN.test(unit.text) ? readTerms(unit.before, isGerman) : null;
  return mergeTerms(own, ...(lead ? [lead] : []), ...(meant ? [meant] : []));
}

/** Whoever may have three may have no more. */
function permitted(quantity: Quantity, said: string): Quantity {
  const isCounted = quantity.dimension === 'count' || quantity.dimension === 'size';
  return isCounted && quantity.limit === 'exact' && PERMISSION.test(said)
    ? { ...quantity, limit: 'max' }
    : quantity;
}

/** What is counted must have a name, and a version without one a part behind a dot. */
function isComparable({ dimension, of, version = '' }: Quantity): boolean {
  if (dimension === 'version') return of !== '' || /\.|\d{3}/.test(version);
  return dimension !== 'count' || of !== '';
}

/** The text without what was measured in it, so that units are no words. */
export function blank(text: string, quantities: readonly Quantity[]): string {
  let rest = MAY_BE_TYPED.test(text) ? text.replace(TYPED, (typed) => ' '.repeat(typed.length)) : text;
  for (const { at, end, dimension } of quantities) {
    if (dimension === 'count' || dimension === 'version') continue;
    rest = rest.slice(0, at) + ' '.repeat(end - at) + rest.slice(end);
  }
  return rest;
}

function periodOf(text: string): string {
  return PERIODS.find(([expression]) => expression.test(text))?.[1] ?? '';
}
